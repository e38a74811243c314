"""The FAVIQ score: two-way accuracy; NOT ENOUGH INFO counts as REFUTES; the A and the R set apart and averaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from evidentia.errors import InputError
from evidentia.score.records import align

Record = Mapping[str, Any]
SUPPORTS, REFUTES = "SUPPORTS", "REFUTES"
_LABELS = {
    "SUPPORTS": SUPPORTS,
    "SUPPORT": SUPPORTS,
    "SUPPORTED": SUPPORTS,
    "REFUTES": REFUTES,
    "REFUTE": REFUTES,
    "REFUTED": REFUTES,
    "NOT ENOUGH INFO": REFUTES,
    "NEI": REFUTES,
}


class FaviqScores(msgspec.Struct, frozen=True, kw_only=True):
    """Accuracy, and accuracy within each gold label (None where a label does not occur)."""

    claims: int
    accuracy: float
    accuracy_supports: float | None
    accuracy_refutes: float | None
    correct: list[bool] = []

    def figures(self) -> dict[str, Any]:
        return {
            "claims": self.claims,
            "score": self.accuracy,
            "label_accuracy": self.accuracy,
            "accuracy_supports": self.accuracy_supports,
            "accuracy_refutes": self.accuracy_refutes,
        }


def two_way(label: Any) -> str:
    """SUPPORTS or REFUTES; NOT ENOUGH INFO is merged into REFUTES, as the paper does."""
    merged = _LABELS.get(label.strip().upper()) if isinstance(label, str) else None
    if merged is None:
        raise InputError(f"{label!r:.80} is no label: it must be SUPPORTS, REFUTES or NOT ENOUGH INFO")
    return merged


def score(predictions: Sequence[Record], gold: Sequence[Record] | None = None, *, join: str = "auto") -> FaviqScores:
    """Accuracy of `predicted_label` against `label`, which stands in the predictions or in `gold`."""
    if not predictions:
        raise InputError("there are no predictions to score")
    if gold is None:
        wanted = [two_way(record.get("label")) for record in predictions]
    else:
        wanted = [two_way(gold[place].get("label")) for place in align(gold, predictions, join=join)]
    given = [two_way(record.get("predicted_label")) for record in predictions]
    correct = [one == other for one, other in zip(wanted, given)]
    return FaviqScores(
        claims=len(correct),
        accuracy=sum(correct) / len(correct),
        accuracy_supports=_within(SUPPORTS, wanted, correct),
        accuracy_refutes=_within(REFUTES, wanted, correct),
        correct=correct,
    )


def macro(sets: Mapping[str, FaviqScores]) -> float:
    """The plain average over the sets (A and R), whatever their sizes."""
    return sum(one.accuracy for one in sets.values()) / len(sets)


def _within(label: str, wanted: Sequence[str], correct: Sequence[bool]) -> float | None:
    inside = [right for one, right in zip(wanted, correct) if one == label]
    return sum(inside) / len(inside) if inside else None
