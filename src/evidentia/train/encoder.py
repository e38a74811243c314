"""A plain encoder written by hand: MPNet or BERT weights in, the same numbers out at every shape.

Written out instead of taken from a library so that the exported graph (`evidentia.train.export`) mirrors it.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

BUCKETS = 32
MAX_DISTANCE = 128


def relative_buckets(length: int) -> Tensor:
    """MPNet's bucket of every (query, key) pair: near distances exactly, far ones by logarithm, each way."""
    position = torch.arange(length)
    distance = position[:, None] - position[None, :]
    half = BUCKETS // 2
    bucket = (distance < 0).long() * half
    distance = distance.abs()
    exact = half // 2
    far = exact + (
        torch.log(distance.float().clamp(min=1) / exact) / math.log(MAX_DISTANCE / exact) * (half - exact)
    ).long().clamp(max=half - 1 - exact)
    return bucket + torch.where(distance < exact, distance, far)


class Layer(nn.Module):
    def __init__(self, width: int, inner: int, heads: int, eps: float, dropout: float) -> None:
        super().__init__()
        self.heads, self.rate = heads, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, eps=eps)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, eps=eps)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        batch, length, width = x.shape
        qkv = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(qkv[0], qkv[1], qkv[2], attn_mask=bias.to(qkv.dtype))
        mixed = self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        x = self.norm1(x + F.dropout(mixed, self.rate, self.training))
        inner = self.down(F.gelu(self.up(x)))
        return self.norm2(x + F.dropout(inner, self.rate, self.training))


class Encoder(nn.Module):
    """`outputs` numbers from the first token: three for a verdict, one for relevance."""

    def __init__(self, config: dict[str, Any], *, outputs: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.config = dict(config)
        width, eps = config["hidden_size"], config["layer_norm_eps"]
        self.kind: str = config["model_type"]
        self.pad: int = config.get("pad_token_id", 1)
        self.rate = dropout
        self.words = nn.Embedding(config["vocab_size"], width)
        self.places = nn.Embedding(config["max_position_embeddings"], width)
        self.types = nn.Embedding(2, width) if self.kind == "bert" else None
        self.norm = nn.LayerNorm(width, eps=eps)
        self.relative = nn.Embedding(BUCKETS, config["num_attention_heads"]) if self.kind == "mpnet" else None
        self.layers = nn.ModuleList(
            Layer(width, config["intermediate_size"], config["num_attention_heads"], eps, dropout)
            for _ in range(config["num_hidden_layers"])
        )
        self.pool = nn.Linear(width, width)
        self.head = nn.Linear(width, outputs)
        self.frozen = 0

    def freeze(self, layers: int) -> None:
        """Embeddings, relative bias and the lowest layers stay as they are: cheaper, and no worse on little data."""
        self.frozen = layers
        lower = [self.words, self.places, self.norm, self.relative, self.types, *self.layers[:layers]]
        for module in lower:
            for parameter in module.parameters() if module is not None else ():
                parameter.requires_grad_(False)

    def bias(self, mask: Tensor) -> Tensor:
        """What is added to the attention scores: no attention to padding, and MPNet's relative positions."""
        blocked = (~mask)[:, None, None, :].float() * -1e4
        if self.relative is None:
            return blocked
        near = self.relative(relative_buckets(mask.shape[1])).permute(2, 0, 1)
        return blocked + near[None]

    def forward(self, ids: Tensor, types: Tensor | None = None) -> Tensor:
        mask = ids != self.pad
        length = ids.shape[1]
        # MPNet counts positions from the padding index + 1; padding stands only at the end.
        start = self.pad + 1 if self.kind == "mpnet" else 0
        x = self.words(ids) + self.places(torch.arange(start, start + length))
        if self.types is not None:
            x = x + self.types(types if types is not None else torch.zeros_like(ids))
        x = F.dropout(self.norm(x), self.rate, self.training)
        bias = self.bias(mask)
        for number, layer in enumerate(self.layers):
            if number < self.frozen:
                with torch.no_grad():
                    x = layer(x, bias)
            else:
                x = layer(x, bias)
        first = torch.tanh(self.pool(x[:, 0]))
        logits: Tensor = self.head(F.dropout(first, self.rate, self.training)).float()
        return logits


def load_pretrained(folder: str | Path, *, outputs: int, layers: int | None = None, dropout: float = 0.1) -> Encoder:
    """An encoder from a Hugging Face folder (config.json, model.safetensors), the topmost layers left out if asked."""
    from safetensors.torch import load_file

    folder = Path(folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    if layers:
        config["num_hidden_layers"] = layers
    config = {key: config.get(key) for key in _CONFIG} | {"pad_token_id": 1 if config["model_type"] == "mpnet" else 0}
    model = Encoder(config, outputs=outputs, dropout=dropout)
    model.load_state_dict(_renamed(load_file(folder / "model.safetensors"), model), strict=False)
    return model


_CONFIG = (
    "model_type",
    "hidden_size",
    "intermediate_size",
    "num_hidden_layers",
    "num_attention_heads",
    "max_position_embeddings",
    "layer_norm_eps",
    "vocab_size",
)


def _renamed(source: dict[str, Tensor], model: Encoder) -> dict[str, Tensor]:
    source = {key.split("mpnet.")[-1].split("bert.")[-1]: value for key, value in source.items()}
    mpnet = model.kind == "mpnet"
    names = {
        "words.weight": "embeddings.word_embeddings.weight",
        "places.weight": "embeddings.position_embeddings.weight",
        "norm.weight": "embeddings.LayerNorm.weight",
        "norm.bias": "embeddings.LayerNorm.bias",
    }
    if mpnet:
        names["relative.weight"] = "encoder.relative_attention_bias.weight"
    else:
        names["types.weight"] = "embeddings.token_type_embeddings.weight"
    if not mpnet:
        names |= {"pool.weight": "pooler.dense.weight", "pool.bias": "pooler.dense.bias"}
    state: dict[str, Tensor] = {}
    for number in range(len(model.layers)):
        base, ours = f"encoder.layer.{number}.", f"layers.{number}."
        attention = "attention.attn." if mpnet else "attention.self."
        parts = ("q", "k", "v") if mpnet else ("query", "key", "value")
        for end in ("weight", "bias"):
            state[f"{ours}qkv.{end}"] = torch.cat([source[f"{base}{attention}{part}.{end}"] for part in parts])
            names[f"{ours}out.{end}"] = f"{base}attention.{'attn.o' if mpnet else 'output.dense'}.{end}"
            names[f"{ours}norm1.{end}"] = f"{base}attention.{'LayerNorm' if mpnet else 'output.LayerNorm'}.{end}"
            names[f"{ours}up.{end}"] = f"{base}intermediate.dense.{end}"
            names[f"{ours}down.{end}"] = f"{base}output.dense.{end}"
            names[f"{ours}norm2.{end}"] = f"{base}output.LayerNorm.{end}"
    state |= {ours: source[theirs] for ours, theirs in names.items() if theirs in source}
    return state


def save(model: Encoder, path: str | Path) -> None:
    torch.save({"config": model.config, "outputs": model.head.out_features, "state": model.state_dict()}, path)


def load(path: str | Path, *, dropout: float = 0.1) -> Encoder:
    saved = torch.load(path, weights_only=True)
    model = Encoder(saved["config"], outputs=saved["outputs"], dropout=dropout)
    model.load_state_dict(saved["state"])
    return model
