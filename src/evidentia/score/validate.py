"""Looking through a prediction file before it is scored or handed in: which line, what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia import ids
from evidentia.errors import InputError
from evidentia.files import raw_lines
from evidentia.score import fever, feverous
from evidentia.score.records import is_header, plain_id
from evidentia.score.submission import official

TASKS = ("fever", "feverous", "faviq")
LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
_COUNTS = {
    "sentence": 1,
    "cell": 3,
    "header_cell": 3,
    "table_caption": 1,
    "item": 2,
    "section": 1,
    "table": 1,
    "list": 1,
    "title": 0,
}


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with one line; a warning does not stop the scorer."""

    line: int
    text: str
    warning: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {'warning: ' if self.warning else ''}{self.text}"


def faults(path: str | Path, task: str, *, gold: Sequence[Mapping[str, Any]] | None = None) -> Iterator[Fault]:
    """Every fault of a prediction file, line by line; with `gold` also strange ids and claims left out."""
    yield from line_faults(raw_lines(path), task, gold=gold)


def line_faults(
    lines: Iterable[tuple[int, bytes]], task: str, *, gold: Sequence[Mapping[str, Any]] | None = None
) -> Iterator[Fault]:
    """The faults of numbered lines."""
    if task not in TASKS:
        raise InputError(f"the task must be one of {', '.join(TASKS)}, not {task!r}")
    seen: dict[str, int] = {}
    without = count = last = 0
    known = {number for record in gold or () if (number := plain_id(record.get("id"))) is not None}
    for line, raw in lines:
        last = line
        try:
            record = decode(raw)
        except ValueError as error:
            yield Fault(line, str(error))
            count += 1
            continue
        if not isinstance(record, dict):
            yield Fault(line, f"must be an object {{…}}, this is {record!r:.60}")
            count += 1
            continue
        if not count and line == 1 and is_header(record):
            continue
        count += 1
        yield from _id_faults(line, record, seen, known)
        without += plain_id(record.get("id")) is None
        try:
            found = list(record_faults(official(record, task), task))
        except InputError as error:
            found = [(str(error), False)]
        yield from (Fault(line, text, warning) for text, warning in found)
    if not count:
        yield Fault(max(last, 1), "the file holds no predictions")
    if seen and without:
        yield Fault(last, f"{without} of {count} predictions have no id: give all of them one, or none", True)
    if gold is not None:
        missing = [number for record in gold if (number := plain_id(record.get("id"))) and number not in seen]
        if seen and missing:
            yield Fault(last, f"{len(missing)} claims have no prediction, the first has id {missing[0]!r:.80}")
        elif not seen and count != len(gold):
            yield Fault(last, f"{count} predictions for {len(gold)} claims")


def record_faults(record: Mapping[str, Any], task: str) -> Iterator[tuple[str, bool]]:
    """What is wrong with one prediction, and whether that is only a warning."""
    label = record.get("predicted_label")
    if label is None:
        yield "predicted_label is missing", False
    elif not isinstance(label, str):
        yield f"predicted_label must be a string, not {label!r:.60}", False
    elif label.upper() not in LABELS and task != "faviq":
        yield f"predicted_label {label!r:.60} is none of {', '.join(LABELS)} and cannot be right", True
    if task == "faviq":
        return
    evidence = record.get("predicted_evidence")
    if evidence is None:
        yield "predicted_evidence is missing (give an empty list for none)", False
    elif not isinstance(evidence, list):
        yield f"predicted_evidence must be a list, not {evidence!r:.60}", False
    elif task == "fever":
        yield from _fever_faults(evidence)
    else:
        yield from _feverous_faults(evidence)


def decode(raw: bytes) -> Any:
    """A line of JSON; also with NaN, Infinity and halves of characters, as other programs write them; or ValueError."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        try:
            return json.loads(raw.decode("utf-8"))
        except UnicodeDecodeError:
            raise ValueError("not UTF-8 (save the file as UTF-8)") from None
        except (ValueError, RecursionError):
            raise ValueError(f"not JSON ({error})") from None


def _id_faults(line: int, record: Mapping[str, Any], seen: dict[str, int], known: set[str]) -> Iterator[Fault]:
    number = plain_id(record.get("id"))
    if number is None:
        return
    if number in seen:
        yield Fault(line, f"the id {number!r:.80} stood already in line {seen[number]}")
    elif known and number not in known:
        yield Fault(line, f"no claim has the id {number!r:.80}")
    seen.setdefault(number, line)


def _fever_faults(evidence: Sequence[Any]) -> Iterator[tuple[str, bool]]:
    for part in evidence:
        fault = fever.line_fault(part)
        if fault:
            yield f"predicted_evidence must be a list of [page, line]: {fault}", False
        elif part[1] < 0:
            yield f"predicted_evidence: the line in {part!r:.80} is below 0", True
        elif " " in part[0] or "(" in part[0] or ":" in part[0]:
            yield f"predicted_evidence: FEVER writes the page {part[0]!r:.80} with _, -LRB-, -RRB- and -COLON-", True
    if len(evidence) > fever.MAX_EVIDENCE:
        yield f"{len(evidence)} pieces of evidence; only the first {fever.MAX_EVIDENCE} count", True


def _feverous_faults(evidence: Sequence[Any]) -> Iterator[tuple[str, bool]]:
    cells = others = 0
    for part in evidence:
        fault = feverous.piece_fault(part)
        if fault:
            yield f"predicted_evidence must be a list of [page, kind, numbers]: {fault}", False
            continue
        kind, numbers = part[1:] if not isinstance(part, str) else feverous.triple(part)[1:]
        count = len([word for word in numbers.split("_") if word])
        if kind not in ids.KINDS:
            yield f"predicted_evidence: {kind!r:.60} in {part!r:.80} is no kind of element", True
        elif count != _COUNTS[kind]:
            yield f"predicted_evidence: {part!r:.80} has {count} numbers, a {kind} has {_COUNTS[kind]}", True
        if kind in feverous.CELL_KINDS:
            cells += 1
        else:
            others += 1
    if others > feverous.MAX_SENTENCES:
        yield f"{others} sentences; only the first {feverous.MAX_SENTENCES} count", True
    if cells > feverous.MAX_CELLS:
        yield f"{cells} cells, captions and items; only the first {feverous.MAX_CELLS} count", True
    if len({str(part) for part in evidence}) < len(evidence):
        yield "the same piece of evidence stands twice and uses the budget twice", True
