"""Bringing predictions and gold claims together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evidentia.errors import InputError

JOINS = ("auto", "id", "order")
Record = Mapping[str, Any]


def is_header(record: Record) -> bool:
    """Whether a first record is the empty one of the FEVEROUS files."""
    return not any(record.get(field) for field in ("claim", "label", "predicted_label", "predicted_evidence", "id"))


def plain_id(value: Any) -> str | None:
    """Ids as text: 7, 7.0 and "7" are one id, as they become when a file passes through other programs."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return None if value is None or value == "" else str(value)


def pair(
    predictions: Sequence[Record], gold: Sequence[Record] | None = None, *, join: str = "auto"
) -> list[dict[str, Any]]:
    """Each prediction with `label` and `evidence` beside it, in the order of the predictions; nothing is changed."""
    missing = next((n for n, record in enumerate(predictions, 1) if not _whole(record)), None)
    if missing is None:
        return [dict(record) for record in predictions]
    if gold is None:
        raise InputError(f"prediction {missing} has no label and evidence of its own, and no gold claims were given")
    found = align(gold, predictions, join=join)
    return [
        dict(record) if _whole(record) else merged(record, gold[place]) for record, place in zip(predictions, found)
    ]


def joined(gold: Sequence[Record], predictions: Sequence[Record], *, join: str = "auto") -> list[dict[str, Any]]:
    """Predictions with the gold claims they belong to; what the gold claims say counts."""
    return [merged(record, gold[place]) for record, place in zip(predictions, align(gold, predictions, join=join))]


def merged(prediction: Record, gold: Record) -> dict[str, Any]:
    """A prediction with the label and evidence of its gold claim."""
    if not isinstance(gold.get("label"), str):
        raise InputError(f"gold claim {plain_id(gold.get('id')) or gold.get('claim')!r:.80} has no label")
    if not isinstance(gold.get("evidence"), list):
        raise InputError(f"gold claim {plain_id(gold.get('id')) or gold.get('claim')!r:.80} has no list of evidence")
    kept = {"challenge": gold["challenge"]} if "challenge" in gold else {}
    return {**prediction, **kept, "label": gold["label"], "evidence": gold["evidence"]}


def align(gold: Sequence[Record], predictions: Sequence[Record], *, join: str = "auto") -> list[int]:
    """For each prediction the place of its gold claim: by id where all have one, by the order of lines otherwise."""
    if join not in JOINS:
        raise InputError(f"join must be one of {', '.join(JOINS)}, not {join!r}")
    wanted = [plain_id(record.get("id")) for record in gold]
    given = [plain_id(record.get("id")) for record in predictions]
    by_id = join == "id" or (join == "auto" and None not in wanted and not set(given).isdisjoint(wanted))
    if not by_id or wanted == given:
        return _by_order(len(gold), len(predictions))
    places = _places(wanted, "gold claims")
    _places(given, "predictions")
    strangers = [number for number in given if number not in places]
    if strangers:
        raise InputError(
            f"{len(strangers)} predictions belong to no gold claim, the first has id {strangers[0]!r:.80} "
            "(to join by the order of the lines: --join order)"
        )
    if len(given) < len(wanted):
        known = set(given)
        first = next(number for number in wanted if number not in known)
        raise InputError(
            f"{len(wanted) - len(given)} gold claims have no prediction, the first has id {first!r:.80}; "
            "every claim needs one line"
        )
    return [places[number] for number in given if number is not None]


def _whole(record: Record) -> bool:
    return "label" in record and "evidence" in record


def _by_order(gold: int, predictions: int) -> list[int]:
    if gold != predictions:
        raise InputError(
            f"there are {gold} gold claims but {predictions} predictions; without ids both need the same lines"
        )
    return list(range(gold))


def _places(ids: Sequence[str | None], what: str) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, number in enumerate(ids):
        if number is None:
            raise InputError(
                f"number {place + 1} of the {what} has no id (to join by the order of the lines: --join order)"
            )
        if number in places:
            raise InputError(
                f"two of the {what} have the id {number!r:.80}: numbers {places[number] + 1} and {place + 1}"
            )
        places[number] = place
    return places
