"""Runs and judgements in TREC's formats, so that other programs can score the same retrieval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from evidentia.errors import InputError
from evidentia.files import atomic, read_jsonl
from evidentia.score.records import is_header
from evidentia.score.retrieval_gold import gold_sets, plain, plain_id

LEVELS = ("pages", "sentences", "tables", "cells", "items")


def run_lines(predictions: Iterable[dict[str, Any]], *, level: str = "pages", tag: str = "evidentia") -> Iterator[str]:
    """`query Q0 document rank score tag`, best first. Scores are made to fall strictly, so that a
    program that sorts by them again keeps the order. Names are percent-encoded: they may hold spaces."""
    fold = plain if _checked(level) == "pages" else plain_id
    for place, prediction in enumerate(predictions):
        seen: set[str] = set()
        last = float("inf")
        for entry in prediction.get(f"predicted_{level}") or []:
            name, value = (entry[0], float(entry[1])) if isinstance(entry, list) else (entry, -float(len(seen)))
            document = _name(fold(name))
            if document in seen:
                continue
            seen.add(document)
            last = min(value, last - max(abs(last), 1e-6) * 1e-6) if last != float("inf") else value
            yield f"{_query(prediction, place)} Q0 {document} {len(seen)} {last:.9g} {tag}"


def qrels_lines(claims: Iterable[dict[str, Any]], *, level: str = "pages") -> Iterator[str]:
    """`query 0 document 1` for every gold page or element; claims without evidence are left out."""
    _checked(level)
    for place, claim in enumerate(claims):
        names = sorted({name for one in gold_sets(claim) for name in getattr(one, level)})
        for name in names:
            yield f"{_query(claim, place)} 0 {_name(name)} 1"


def write_run(predictions: str | Path, to: str | Path, *, level: str = "pages", tag: str = "evidentia") -> int:
    """A TREC run from a file of `evidentia retrieve`; how many lines."""
    return _write(run_lines(_records(predictions), level=level, tag=tag), to)


def write_qrels(claims: str | Path, to: str | Path, *, level: str = "pages") -> int:
    """TREC judgements from an official claims file; how many lines."""
    return _write(qrels_lines(_records(claims), level=level), to)


def _write(lines: Iterable[str], to: str | Path) -> int:
    count = 0
    with atomic(to) as stream:
        for line in lines:
            stream.write(line + "\n")
            count += 1
    return count


def _records(path: str | Path) -> Iterator[dict[str, Any]]:
    for number, record in read_jsonl(path):
        if not isinstance(record, dict):
            raise InputError(f"{path}, line {number}: a line must be an object {{…}}")
        if number > 1 or not is_header(record) or any(name.startswith("predicted_") for name in record):
            yield record


def _query(record: dict[str, Any], place: int) -> str:
    value = record.get("id")
    return _name(str(place if value is None or value == "" else value))


def _name(text: str) -> str:
    return quote(text, safe="()',.:;!*&+-_/")


def _checked(level: str) -> str:
    if level not in LEVELS:
        raise InputError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
    return level
