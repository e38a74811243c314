"""Reading gold and prediction files for a scorer; InputError names the line and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from evidentia.errors import InputError
from evidentia.files import raw_lines
from evidentia.score.records import is_header
from evidentia.score.submission import official
from evidentia.score.validate import decode, line_faults

Record = dict[str, Any]


def predictions(path: str | Path, task: str) -> tuple[list[Record], list[str]]:
    """Official predictions, or what `evidentia verify` wrote; and the warnings about them."""
    lines = list(raw_lines(path))
    found = list(line_faults(lines, task))
    fatal = [fault for fault in found if not fault.warning]
    if fatal:
        more = f" (and {len(fatal) - 1} more: evidentia score validate lists them)" if len(fatal) > 1 else ""
        raise InputError(f"{path}, {fatal[0]}{more}")
    records = [decode(raw) for _, raw in lines]
    if is_header(records[0]):
        del records[0]
    return [official(record, task) for record in records], [f"{path}, {fault}" for fault in found]


def gold(path: str | Path, task: str) -> list[Record]:
    """The claims of an official file, without the empty header record that FEVEROUS files begin with."""
    return claims(path, check=lambda record: gold_fault(record, task))


def claims(path: str | Path, *, check: Callable[[Record], str | None] | None = None) -> list[Record]:
    """The records of a claims file; a blind one, without labels and evidence, too."""
    records: list[Record] = []
    for number, raw in raw_lines(path):
        try:
            record = decode(raw)
        except ValueError as error:
            raise InputError(f"{path}, line {number}: {error}") from error
        if not isinstance(record, dict):
            raise InputError(f"{path}, line {number}: a line must be an object {{…}}, this one is {record!r:.60}")
        if not records and number == 1 and is_header(record):
            continue
        fault = check(record) if check else None
        if fault:
            raise InputError(f"{path}, line {number}: {fault}")
        records.append(record)
    if not records:
        raise InputError(f"{path} holds no claims")
    return records


def gold_fault(record: Record, task: str) -> str | None:
    if not isinstance(record.get("label"), str):
        return "a gold claim needs a label"
    if task == "faviq":
        return None
    evidence = record.get("evidence")
    if not isinstance(evidence, list):
        return "a gold claim needs a list of evidence (an empty one for none)"
    return next((fault for group in evidence if (fault := _group_fault(group, task))), None)


def _group_fault(group: Any, task: str) -> str | None:
    if task == "feverous" and isinstance(group, Mapping):
        group = group.get("content")
    if not isinstance(group, list):
        return f"the evidence set {group!r:.60} is not a list"
    for part in group:
        if task == "fever" and not (isinstance(part, list) and len(part) == 4):
            return f"{part!r:.60} is not [annotation, evidence, page, line]"
        if task == "feverous" and not (isinstance(part, str) or (isinstance(part, list) and len(part) >= 3)):
            return f"{part!r:.60} is neither an element id nor [page, kind, numbers]"
    return None
