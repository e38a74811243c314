"""The FEVER score: the right label, and for SUPPORTS and REFUTES one whole evidence group among the first five.

The functions under the official names take the official dicts, so that a program written for the official scorer
need only change its import. No input is changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evidentia.score import match
from evidentia.score.match import Piece, PredictionFormatError
from evidentia.score.records import pair
from evidentia.score.result import ClaimScore, Scores, aggregate

MAX_EVIDENCE = 5
NOT_ENOUGH_INFO = "NOT ENOUGH INFO"
Record = Mapping[str, Any]


def score(
    predictions: Sequence[Record],
    gold: Sequence[Record] | None = None,
    *,
    max_evidence: int | None = MAX_EVIDENCE,
    join: str = "auto",
) -> Scores:
    """Scores of official predictions; label and evidence stand in them, or in `gold` (blind mode)."""
    pairs = pair(predictions, gold, join=join)
    return aggregate([score_claim(record, max_evidence=max_evidence) for record in pairs])


def score_claim(instance: Record, *, max_evidence: int | None = MAX_EVIDENCE) -> ClaimScore:
    """One prediction that holds its gold `label` and `evidence` too."""
    correct = is_correct_label(instance)
    verifiable = _verifiable(instance)
    predicted = _predicted(instance, max_evidence)
    return ClaimScore(
        label=instance["label"].upper(),
        predicted=instance["predicted_label"].upper(),
        correct=correct,
        strict=correct and is_strictly_correct(instance, max_evidence),
        precision=match.precision(predicted, _scorable(instance)) if verifiable else None,
        recall=match.recall(predicted, _gold(instance)) if verifiable else None,
    )


def fever_score(
    predictions: Sequence[Record], actual: Sequence[Record] | None = None, max_evidence: int | None = MAX_EVIDENCE
) -> tuple[float, float, float, float, float]:
    """Strict score, label accuracy, precision, recall, F1."""
    return score(predictions, actual, max_evidence=max_evidence).official


def check_predicted_evidence_format(instance: Record) -> None:
    for part in instance.get("predicted_evidence") or ():
        fault = line_fault(part)
        if fault:
            raise PredictionFormatError(f"predicted_evidence must be a list of [page, line] lists: {fault}")


def line_fault(part: Any) -> str | None:
    """What is wrong with one `[page, line]`."""
    if not isinstance(part, list | tuple):
        return f"{part!r:.80} is not a list"
    if len(part) != 2:
        return f"{part!r:.80} has {len(part)} parts, not 2"
    if not isinstance(part[0], str):
        return f"the page in {part!r:.80} is not a string"
    if not isinstance(part[1], int) and not (isinstance(part[1], float) and part[1].is_integer()):
        return f"the line in {part!r:.80} is not a whole number"
    return None


def is_correct_label(instance: Record) -> bool:
    return match.same_label(instance["label"], instance["predicted_label"])


def is_strictly_correct(instance: Record, max_evidence: int | None = None) -> bool:
    """For NOT ENOUGH INFO the label alone counts."""
    check_predicted_evidence_format(instance)
    if not is_correct_label(instance):
        return False
    return not _verifiable(instance) or match.covers(_predicted(instance, max_evidence), _gold(instance))


def evidence_macro_precision(instance: Record, max_evidence: int | None = None) -> tuple[float, float]:
    """What one claim adds to the sum and to the count of the macro-average."""
    if not _verifiable(instance):
        return 0.0, 0.0
    return match.precision(_predicted(instance, max_evidence), _scorable(instance)), 1.0


def evidence_macro_recall(instance: Record, max_evidence: int | None = None) -> tuple[float, float]:
    """What one claim adds to the sum and to the count of the macro-average."""
    if not _verifiable(instance):
        return 0.0, 0.0
    return match.recall(_predicted(instance, max_evidence), _gold(instance)), 1.0


def evidence_micro_precision(instance: Record) -> tuple[float, float]:
    """Right and all predicted pieces of one claim."""
    if not _verifiable(instance):
        return 0.0, 0.0
    predicted = _predicted(instance, None)
    wanted = {part for group in _scorable(instance) for part in group}
    return float(sum(part in wanted for part in predicted)), float(len(predicted))


def _verifiable(instance: Record) -> bool:
    return bool(instance["label"].upper() != NOT_ENOUGH_INFO)


def _predicted(instance: Record, max_evidence: int | None) -> list[Piece]:
    if not isinstance(instance.get("predicted_evidence"), list | tuple):
        raise PredictionFormatError("a prediction has no list predicted_evidence (give an empty list for none)")
    return [match.piece(part) for part in instance["predicted_evidence"][:max_evidence]]


def _gold(instance: Record) -> list[list[Piece]]:
    return [[match.piece([part[2], part[3]]) for part in group] for group in instance["evidence"]]


def _scorable(instance: Record) -> list[list[Piece]]:
    """Without the places that name a page but no line."""
    return [
        [match.piece([part[2], part[3]]) for part in group if part[3] is not None] for group in instance["evidence"]
    ]
