"""A BERT encoder in numpy: sentence vectors without torch, from a folder with safetensors and tokenizer."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from evidentia.errors import InputError

Floats = npt.NDArray[np.float32]
_TYPES = {"F32": np.float32, "F16": np.float16}
MAX_HEADER = 10_000_000
CACHED = 64


class BertEncoder:
    """Mean-pooled, normalised vectors; a text's vector does not depend on its batch-mates beyond rounding."""

    def __init__(self, folder: str | Path, *, max_tokens: int = 128) -> None:
        from tokenizers import Tokenizer

        self.folder = Path(folder)
        try:
            config = json.loads((self.folder / "config.json").read_text())
            self.weights = read_safetensors(self.folder / "model.safetensors")
            self.tokenizer: Any = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
        except FileNotFoundError as error:
            raise InputError(f"{self.folder}: no encoder there ({Path(error.filename).name} is missing)") from error
        if config.get("model_type") != "bert" or config.get("hidden_act", "gelu") != "gelu":
            raise InputError(f"{self.folder}: not a BERT encoder; name it with the extra `train` installed instead")
        self.name = str(config.get("_name_or_path") or self.folder.name)
        self.heads = int(config["num_attention_heads"])
        self.layers = int(config["num_hidden_layers"])
        self.epsilon = float(config.get("layer_norm_eps", 1e-12))
        self.size = int(config["hidden_size"])
        self.prefix = "bert." if "bert.embeddings.word_embeddings.weight" in self.weights else ""
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(min(max_tokens, int(config["max_position_embeddings"])))

    def encode(self, texts: Sequence[str], *, batch: int = 32) -> Floats:
        """One row per text."""
        encoded = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        vectors = np.zeros((len(encoded), self.size), np.float32)
        order = sorted(range(len(encoded)), key=lambda place: len(encoded[place]))
        for begin in range(0, len(order), batch):
            places = order[begin : begin + batch]
            width = max(len(encoded[place]) for place in places)
            ids = np.zeros((len(places), width), np.int64)
            mask = np.zeros((len(places), width), np.float32)
            for row, place in enumerate(places):
                ids[row, : len(encoded[place])] = encoded[place]
                mask[row, : len(encoded[place])] = 1.0
            hidden = self._forward(ids, mask)
            pooled = (hidden * mask[:, :, None]).sum(1) / np.maximum(mask.sum(1, keepdims=True), 1.0)
            vectors[places] = pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-9)
        return vectors

    def _forward(self, ids: npt.NDArray[np.int64], mask: Floats) -> Floats:
        rows, width = ids.shape
        hidden = self._weight("embeddings.word_embeddings.weight")[ids]
        hidden = hidden + self._weight("embeddings.position_embeddings.weight")[:width]
        hidden = hidden + self._weight("embeddings.token_type_embeddings.weight")[0]
        hidden = self._norm(hidden, "embeddings.LayerNorm")
        each = self.size // self.heads
        bias = (1.0 - mask)[:, None, None, :] * np.float32(-1e9)
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}."
            query, key, value = (
                self._linear(hidden, f"{name}attention.self.{part}")
                .reshape(rows, width, self.heads, each)
                .transpose(0, 2, 1, 3)
                for part in ("query", "key", "value")
            )
            scores = query @ key.transpose(0, 1, 3, 2) / np.float32(math.sqrt(each)) + bias
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            scores /= scores.sum(-1, keepdims=True)
            mixed = (scores @ value).transpose(0, 2, 1, 3).reshape(rows, width, self.size)
            mixed = self._linear(mixed, f"{name}attention.output.dense")
            hidden = self._norm(hidden + mixed, f"{name}attention.output.LayerNorm")
            hidden = self._norm(hidden + self._feed_forward(hidden, name), f"{name}output.LayerNorm")
        return hidden

    def _feed_forward(self, hidden: Floats, name: str) -> Floats:
        flat = hidden.reshape(-1, self.size)
        result = np.empty_like(flat)
        # The wide inner layer of a few tokens at a time stays in the processor's cache.
        for begin in range(0, len(flat), CACHED):
            inner = gelu(self._linear(flat[begin : begin + CACHED], f"{name}intermediate.dense"))
            result[begin : begin + CACHED] = self._linear(inner, f"{name}output.dense")
        return result.reshape(hidden.shape)

    def _weight(self, name: str) -> Floats:
        return self.weights[self.prefix + name]

    def _linear(self, values: Floats, name: str) -> Floats:
        flat: Floats = values.reshape(-1, values.shape[-1]) @ self._weight(f"{name}.weight").T
        flat += self._weight(f"{name}.bias")
        result: Floats = flat.reshape(*values.shape[:-1], -1)
        return result

    def _norm(self, values: Floats, name: str) -> Floats:
        centred = values - values.mean(-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(self.epsilon))
        scaled: Floats = centred / spread * self._weight(f"{name}.weight") + self._weight(f"{name}.bias")
        return scaled


def gelu(values: Floats) -> Floats:
    """x · Φ(x), with Abramowitz and Stegun's 7.1.26 for erf (error below 2e-7): numpy has none."""
    scaled = np.abs(values)
    scaled *= np.float32(1 / math.sqrt(2))
    t = 1 / (1 + np.float32(0.3275911) * scaled)
    series = t * np.float32(1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series += np.float32(factor)
        series *= t
    scaled *= scaled
    np.negative(scaled, out=scaled)
    series *= np.exp(scaled)
    erf = np.copysign(1 - series, values)
    erf += 1
    erf *= values
    erf *= np.float32(0.5)
    result: Floats = erf
    return result


def read_safetensors(path: Path) -> dict[str, Floats]:
    """All float tensors of a file, as float32."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(len(data) - 8, MAX_HEADER):
        raise InputError(f"{path}: not a safetensors file, or cut short")
    header: dict[str, Any] = json.loads(data[8 : 8 + length])
    found: dict[str, Floats] = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] not in _TYPES:
            continue
        begin, end = (8 + length + int(offset) for offset in entry["data_offsets"])
        if end > len(data):
            raise InputError(f"{path}: cut short in the tensor {name}")
        tensor = np.frombuffer(data, _TYPES[entry["dtype"]], offset=begin, count=math.prod(entry["shape"]))
        found[name] = tensor.reshape(entry["shape"]).astype(np.float32)
    return found
