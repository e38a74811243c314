"""Any Hugging Face encoder as a classifier: FEVEROUS's verdict predictor, claim-only verdicts, evidence types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from evidentia.train.papers.classifier import Answer, label_of
from evidentia.train.papers.examples import Example
from evidentia.train.papers.fitting import batches, fit
from evidentia.train.papers.presets import Preset


class SequenceClassifier:
    """Reads the claim, and unless `claim_only` its evidence, each piece behind a separator."""

    def __init__(self, source: str | Path, classes: Sequence[str], *, max_tokens: int, claim_only: bool) -> None:
        from transformers import AutoModelForSequenceClassification, AutoTokenizer

        self.classes, self.max_tokens, self.claim_only = list(classes), max_tokens, claim_only
        self.tokenizer: Any = AutoTokenizer.from_pretrained(source)
        # A head of another task (three NLI classes, say) gives way to ours; the encoder stays.
        self.model: Any = AutoModelForSequenceClassification.from_pretrained(
            source, num_labels=len(self.classes), ignore_mismatched_sizes=True
        )

    def encode(self, examples: Sequence[Example]) -> Any:
        settings = {"truncation": True, "max_length": self.max_tokens, "padding": True, "return_tensors": "pt"}
        claims = [example.claim for example in examples]
        if self.claim_only:
            return self.tokenizer(claims, **settings)
        separator = f" {self.tokenizer.sep_token} "
        return self.tokenizer(claims, [separator.join(example.texts) for example in examples], **settings)

    def logits(self, examples: Sequence[Example]) -> Tensor:
        self.model.eval()
        with torch.no_grad():
            rows = [self.model(**self.encode(batch)).logits for batch in batches(examples, 16)]
        return torch.cat(rows) if rows else torch.zeros((0, len(self.classes)))

    def predict(self, examples: Sequence[Example]) -> list[str]:
        return [self.classes[int(row.argmax())] for row in self.logits(examples)]

    def save(self, to: Path) -> None:
        self.model.config.id2label = dict(enumerate(self.classes))
        self.model.save_pretrained(to)
        self.tokenizer.save_pretrained(to)


def train_sequence(
    examples: Sequence[Example],
    *,
    preset: Preset,
    encoder: str | Path | None = None,
    classes: Sequence[str] | None = None,
    answer: Answer = label_of,
    claim_only: bool = False,
    seed: int = 1,
    report: Callable[[str], None] = print,
) -> SequenceClassifier:
    torch.manual_seed(seed)
    names = list(classes) if classes else sorted({answer(example) for example in examples})
    made = SequenceClassifier(encoder or preset.encoder, names, max_tokens=preset.max_tokens, claim_only=claim_only)

    def loss(batch: Sequence[Example]) -> Tensor:
        targets = torch.tensor([names.index(answer(example)) for example in batch])
        value: Tensor = made.model(**made.encode(batch), labels=targets).loss
        return value

    fit(made.model, examples, loss, preset, seed=seed, report=report)
    return made
