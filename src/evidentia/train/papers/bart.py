"""FAVIQ's verifier: a sequence-to-sequence model says `true` or `false` of a claim and its passages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from evidentia.claim import Label
from evidentia.train.papers.examples import Example
from evidentia.train.papers.fitting import batches, fit
from evidentia.train.papers.presets import PRESETS, Preset

WORDS = {Label.SUPPORTS.value: "true", Label.REFUTES.value: "false"}


class TrueFalse:
    """Two-way: NOT ENOUGH INFO counts as `false`, as in FAVIQ's transfer experiments."""

    def __init__(self, source: str | Path, *, max_tokens: int, passages: int) -> None:
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

        self.max_tokens, self.passages = max_tokens, passages
        self.tokenizer: Any = AutoTokenizer.from_pretrained(source)
        self.model: Any = AutoModelForSeq2SeqLM.from_pretrained(source)
        self.targets = {label: self._first(word) for label, word in WORDS.items()}

    def _first(self, word: str) -> int:
        """The token that tells the two words apart: the first one."""
        tokens: list[int] = self.tokenizer(word, add_special_tokens=False)["input_ids"]
        return tokens[0]

    def encode(self, examples: Sequence[Example]) -> Any:
        texts = [" ".join([example.claim, *example.texts[: self.passages]]) for example in examples]
        return self.tokenizer(texts, truncation=True, max_length=self.max_tokens, padding=True, return_tensors="pt")

    def probabilities(self, examples: Sequence[Example]) -> list[tuple[float, float]]:
        """SUPPORTS and REFUTES, normalised over the two words."""
        self.model.eval()
        rows: list[tuple[float, float]] = []
        with torch.no_grad():
            for batch in batches(examples, 8):
                start = torch.full((len(batch), 1), self.model.config.decoder_start_token_id)
                logits = self.model(**self.encode(batch), decoder_input_ids=start).logits[:, 0]
                pair = logits[:, [self.targets["SUPPORTS"], self.targets["REFUTES"]]].softmax(dim=1)
                rows += [(float(row[0]), float(row[1])) for row in pair]
        return rows

    def predict(self, examples: Sequence[Example]) -> list[str]:
        return ["SUPPORTS" if one >= other else "REFUTES" for one, other in self.probabilities(examples)]


def two_way(example: Example) -> str:
    return "SUPPORTS" if example.label is Label.SUPPORTS else "REFUTES"


def train_bart(
    examples: Sequence[Example],
    *,
    preset: Preset = PRESETS["bart"],
    encoder: str | Path | None = None,
    passages: int = 3,
    seed: int = 1,
    report: Callable[[str], None] = print,
) -> TrueFalse:
    torch.manual_seed(seed)
    made = TrueFalse(encoder or preset.encoder, max_tokens=preset.max_tokens, passages=passages)

    def loss(batch: Sequence[Example]) -> Tensor:
        labels = torch.tensor([[made.targets[two_way(example)]] for example in batch])
        value: Tensor = made.model(**made.encode(batch), labels=labels).loss
        return value

    fit(made.model, examples, loss, preset, seed=seed, report=report)
    return made
