"""What a scorer says: of each claim, and of all of them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from evidentia.errors import InputError


class ClaimScore(msgspec.Struct, frozen=True, kw_only=True):
    """One claim; precision and recall are None where the claim is left out of them."""

    label: str
    predicted: str
    correct: bool
    strict: bool
    precision: float | None
    recall: float | None


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    """The five official figures, and what each claim gave to them."""

    claims: int
    score: float
    label_accuracy: float
    evidence_precision: float
    evidence_recall: float
    evidence_f1: float
    by_claim: list[ClaimScore] = []

    @property
    def official(self) -> tuple[float, float, float, float, float]:
        """In the order in which the official scorers return them."""
        return self.score, self.label_accuracy, self.evidence_precision, self.evidence_recall, self.evidence_f1

    def __iter__(self) -> Iterator[float]:
        return iter(self.official)

    def figures(self) -> dict[str, Any]:
        return {
            "claims": self.claims,
            "score": self.score,
            "label_accuracy": self.label_accuracy,
            "evidence_precision": self.evidence_precision,
            "evidence_recall": self.evidence_recall,
            "evidence_f1": self.evidence_f1,
        }


def f1(precision: float, recall: float) -> float:
    """0 where both are 0."""
    return 2.0 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def mean(values: Iterable[float | None], empty: float) -> float:
    """Added up one by one, in order, so that the last digit agrees with the official figure."""
    total, count = 0.0, 0
    for value in values:
        if value is not None:
            total += value
            count += 1
    return total / count if count else empty


def aggregate(claims: Sequence[ClaimScore]) -> Scores:
    """Macro-averages over claims; with no claim that needs evidence, precision is 1 and recall 0."""
    if not claims:
        raise InputError("there are no predictions to score")
    precision = mean((claim.precision for claim in claims), 1.0)
    recall = mean((claim.recall for claim in claims), 0.0)
    return Scores(
        claims=len(claims),
        score=sum(claim.strict for claim in claims) / len(claims),
        label_accuracy=sum(claim.correct for claim in claims) / len(claims),
        evidence_precision=precision,
        evidence_recall=recall,
        evidence_f1=f1(precision, recall),
        by_claim=list(claims),
    )
