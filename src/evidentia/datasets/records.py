"""Claim files as plain records: every field that a data set has stays, whatever is done with its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from evidentia.claim import Label
from evidentia.errors import InputError
from evidentia.files import atomic, dumps, read_jsonl

Record = dict[str, Any]
_KNOWN = {label.value: label for label in Label}


def read_records(path: str | Path) -> Iterator[Record]:
    """The lines of a file as objects; FEVEROUS's empty header record is skipped."""
    for number, record in read_jsonl(path):
        if not isinstance(record, dict):
            raise InputError(f"{path}, line {number}: expected an object with `claim`, found {type(record).__name__}")
        if "claim" in record and not record["claim"] and number == 1:
            continue
        yield record


def write_records(path: str | Path, records: Iterable[Record | Any]) -> int:
    count = 0
    with atomic(path) as stream:
        for record in records:
            stream.write(dumps(record) + "\n")
            count += 1
    return count


def label_of(record: Record, mapping: dict[str, Label] | None = None, *, where: str = "") -> Label:
    """The label of a record; a name that is not one of the three must be mapped, it is never guessed."""
    value = record.get("label")
    text = str(value)
    if mapping and text in mapping:
        return mapping[text]
    if text in _KNOWN:
        return _KNOWN[text]
    place = where or f"claim {record.get('id', '?')}"
    raise InputError(
        f"{place}: the label {text[:60]!r} is not one of {', '.join(_KNOWN)}; "
        f"say what it means with --label {text[:40]}=SUPPORTS"
    )


def parse_mapping(pairs: Iterable[str]) -> dict[str, Label]:
    """`0=REFUTES` → {"0": REFUTES}."""
    found: dict[str, Label] = {}
    for pair in pairs:
        name, _, label = pair.rpartition("=")
        if not name or label.upper() not in _KNOWN:
            raise InputError(f"--label {pair}: expected NAME=LABEL with LABEL one of {', '.join(_KNOWN)}")
        found[name] = _KNOWN[label.upper()]
    return found


def pages_of(record: Record) -> list[str]:
    """Titles of the pages that the evidence of a FEVER, FEVEROUS, KILT or FAVIQ record names."""
    from evidentia.formats.fever import unescape_title
    from evidentia.ids import fold, parse

    titles: dict[str, None] = {}
    for item in record.get("evidence") or ():
        if isinstance(item, dict):
            for key in item.get("content") or ():
                try:
                    titles[fold(parse(str(key)).page)] = None
                except ValueError:
                    continue
        elif isinstance(item, list):
            for piece in item:
                if isinstance(piece, list) and len(piece) > 2 and isinstance(piece[2], str):
                    titles[fold(unescape_title(piece[2]))] = None
    for key in ("positive_evidence", "negative_evidence"):
        passage = record.get(key)
        if isinstance(passage, dict) and passage.get("title"):
            titles[fold(str(passage["title"]))] = None
    for output in record.get("output") or ():
        for source in (output.get("provenance") or ()) if isinstance(output, dict) else ():
            if isinstance(source, dict) and source.get("title"):
                titles[fold(str(source["title"]))] = None
    if isinstance(record.get("page"), str):
        titles[fold(record["page"])] = None
    return list(titles)
