"""FEVEROUS's cell extractor: an encoder tags the tokens of a linearised table; a cell is as relevant as its tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from evidentia.page import Table
from evidentia.train.papers.examples import Example
from evidentia.train.papers.fitting import fit
from evidentia.train.papers.presets import PRESETS, Preset

THRESHOLD = 0.5


class CellTagger:
    def __init__(self, source: str | Path, *, max_tokens: int) -> None:
        from transformers import AutoModelForTokenClassification, AutoTokenizer

        self.max_tokens = max_tokens
        self.tokenizer: Any = AutoTokenizer.from_pretrained(source, add_prefix_space=True)
        self.model: Any = AutoModelForTokenClassification.from_pretrained(
            source, num_labels=1, ignore_mismatched_sizes=True
        )

    def encode(self, claim: str, table: Table, *, first_rows: Sequence[int] = ()) -> tuple[Any, list[str | None]]:
        """The model's input and for each of its tokens the key of the cell it belongs to.

        Of a table that may not fit, `first_rows` come first: in training the evidence must not be what is cut off.
        """
        if sum(len(cell.text.split()) + 1 for cell in table.cells()) < self.max_tokens // 2:
            first_rows = ()
        order = [*first_rows, *(row for row in range(len(table.rows)) if row not in set(first_rows))]
        words: list[str] = []
        owners: list[str] = []
        for row in order:
            for cell in table.rows[row]:
                for word in cell.text.split():
                    words.append(word)
                    owners.append(cell.key)
                    if len(words) >= self.max_tokens:
                        break
        encoded = self.tokenizer(
            claim.split(),
            words or ["-"],
            is_split_into_words=True,
            truncation="only_second",
            max_length=self.max_tokens,
            return_tensors="pt",
        )
        sides, places = encoded.sequence_ids(0), encoded.word_ids(0)
        keys = [
            owners[place] if side == 1 and place is not None and place < len(owners) else None
            for side, place in zip(sides, places, strict=True)
        ]
        return encoded, keys

    def scores(self, claim: str, table: Table) -> list[tuple[str, float]]:
        """Each cell that was read with its probability, best first."""
        encoded, keys = self.encode(claim, table)
        self.model.eval()
        with torch.no_grad():
            values = self.model(**encoded).logits[0, :, 0].sigmoid().tolist()
        best: dict[str, float] = {}
        for key, value in zip(keys, values, strict=True):
            if key is not None:
                best[key] = max(best.get(key, 0.0), value)
        return sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))

    def predict(self, example: Example) -> list[str]:
        found = [pair for _, table in example.tables for pair in self.scores(example.claim, table)]
        return [key for key, value in found if value >= THRESHOLD]


def train_cells(
    examples: Sequence[Example],
    *,
    preset: Preset = PRESETS["cells"],
    encoder: str | Path | None = None,
    seed: int = 1,
    report: Callable[[str], None] = print,
) -> CellTagger:
    """Examples need tables and the keys of their gold cells."""
    torch.manual_seed(seed)
    tagger = CellTagger(encoder or preset.encoder, max_tokens=preset.max_tokens)
    rows = [(example, table) for example in examples for _, table in example.tables]

    def loss(batch: Sequence[tuple[Example, Table]]) -> Tensor:
        values = []
        for example, table in batch:
            gold = set(example.relevant)
            first = [number for number, row in enumerate(table.rows) if any(cell.key in gold for cell in row)]
            encoded, keys = tagger.encode(example.claim, table, first_rows=first)
            owned = torch.tensor([key is not None for key in keys])
            if not owned.any():
                continue
            target = torch.tensor([float(key in gold) for key in keys])
            logits = tagger.model(**encoded).logits[0, :, 0]
            values.append(nn.functional.binary_cross_entropy_with_logits(logits[owned], target[owned]))
        return torch.stack(values).mean() if values else torch.zeros((), requires_grad=True)

    fit(tagger.model, rows, loss, preset, seed=seed, report=report)
    return tagger


def recall(tagger: CellTagger, examples: Sequence[Example]) -> float:
    """The share of gold cells that are found."""
    hit = total = 0
    for example in examples:
        found = set(tagger.predict(example))
        hit += sum(key in found for key in example.relevant)
        total += len(example.relevant)
    return hit / total if total else 0.0
