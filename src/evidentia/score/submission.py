"""Predictions in the form that the FEVER and FEVEROUS leaderboards and official scorers take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evidentia import ids
from evidentia.claim import Prediction
from evidentia.errors import InputError
from evidentia.files import atomic, dumps
from evidentia.formats.fever import escape_title
from evidentia.score import faviq, fever, feverous
from evidentia.score.records import align

Record = Mapping[str, Any]
TASKS = ("fever", "feverous", "faviq")


def from_prediction(prediction: Prediction, task: str, *, with_id: bool = True) -> dict[str, Any]:
    """The official record of a prediction; evidence beyond the budgets is left out."""
    evidence = [part.id for part in prediction.evidence]
    return _record(prediction.id, str(prediction.label), evidence, task, with_id=with_id)


def from_record(record: Record, task: str, *, with_id: bool = True) -> dict[str, Any]:
    """The official record from a line that `evidentia verify` wrote, or from an official prediction."""
    if "predicted_label" in record:
        label, evidence = record["predicted_label"], record.get("predicted_evidence") or []
        if task == "fever" or not all(isinstance(part, str) for part in evidence):
            kept = evidence[: fever.MAX_EVIDENCE] if task == "fever" else _budgeted(evidence)
            return _fields(record.get("id"), label, kept, task, with_id=with_id)
    else:
        label = record.get("label")
        evidence = [part["id"] for part in record.get("evidence") or [] if isinstance(part, Mapping) and "id" in part]
    if not isinstance(label, str):
        raise InputError(f"the prediction with id {record.get('id')!r:.80} has no label")
    return _record(record.get("id"), label, evidence, task, with_id=with_id)


def official(record: Record, task: str) -> dict[str, Any]:
    """A line of `evidentia verify` as an official prediction; other lines as they are."""
    if "predicted_label" not in record and "probabilities" in record:
        return from_record(record, task)
    return dict(record)


def submission(
    predictions: Sequence[Record], task: str, *, claims: Sequence[Record] | None = None, with_id: bool = True
) -> Iterator[dict[str, Any]]:
    """Official records; with `claims`, in their order, since leaderboards go by the order of the lines."""
    ordered: Iterable[Record] = predictions
    if claims is not None:
        places = align(claims, predictions)
        ordered = [record for _, record in sorted(zip(places, predictions), key=lambda pair: pair[0])]
    for record in ordered:
        yield from_record(record, task, with_id=with_id)


def write(records: Iterable[Record], path: str | Path) -> int:
    """JSON lines, whole or not at all; how many."""
    count = 0
    with atomic(path) as stream:
        for record in records:
            stream.write(dumps(record) + "\n")
            count += 1
    return count


def _record(number: Any, label: str, evidence: Sequence[str], task: str, *, with_id: bool) -> dict[str, Any]:
    if task not in TASKS:
        raise InputError(f"the task must be one of {', '.join(TASKS)}, not {task!r}")
    if task == "faviq":
        return _fields(number, faviq.two_way(label), [], task, with_id=with_id)
    if task == "feverous":
        kept = _budgeted([feverous.triple(part) for part in evidence if ids.is_id(part)])
        return _fields(number, label, kept, task, with_id=with_id)
    lines: list[list[Any]] = []
    for part in evidence:
        # Only sentences have a place in FEVER; table evidence and computed facts have none.
        if ids.is_id(part) and (found := ids.parse(part)).kind == "sentence":
            line = [escape_title(found.page), found.numbers[0]]
            if line not in lines:
                lines.append(line)
    return _fields(number, label, lines[: fever.MAX_EVIDENCE], task, with_id=with_id)


def _budgeted(evidence: Sequence[Any]) -> list[Any]:
    unique: list[Any] = []
    for part in evidence:
        if part not in unique:
            unique.append(part)
    elements = [feverous.element(part) for part in unique]
    kept = set(feverous.truncated(elements, feverous.MAX_SENTENCES, feverous.MAX_CELLS))
    return [part for part, one in zip(unique, elements) if one in kept]


def _fields(number: Any, label: str, evidence: Sequence[Any], task: str, *, with_id: bool) -> dict[str, Any]:
    record: dict[str, Any] = {"id": number} if with_id and number is not None else {}
    record["predicted_label"] = label
    if task != "faviq":
        record["predicted_evidence"] = list(evidence)
    return record
