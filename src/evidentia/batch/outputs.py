"""Answers in the form asked for: JSON lines, official submissions, CSV, Parquet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from evidentia.batch.journal import Entry
from evidentia.claim import Label, Policy, Prediction
from evidentia.errors import InputError, MissingExtra
from evidentia.files import atomic, dumps

TASKS = ("fever", "feverous", "faviq")
FORMATS = ("jsonl", *TASKS, "csv", "parquet")
ROWS = 1000


def format_of(path: str, wanted: str | None) -> str:
    """What was asked for, else by the ending of the name, else JSON lines."""
    if wanted is not None:
        return wanted
    ending = Path(path).suffix.lower().lstrip(".")
    return ending if ending in ("csv", "parquet") else "jsonl"


def write(entries: Iterable[Entry], path: str, form: str) -> None:
    """The whole file or none; `-` is stdout."""
    if form == "parquet":
        if path == "-":
            raise InputError("Parquet cannot be written to stdout: give --output a name")
        _parquet(entries, Path(path))
        return
    with atomic(path) as stream:
        for line in lines(entries, form):
            stream.write(line)


def lines(entries: Iterable[Entry], form: str) -> Iterator[str]:
    if form == "csv":
        from evidentia import report
        from evidentia.verdict.explain import brief

        # A spreadsheet is for people: what decides, not everything that was found.
        yield from report.csv(brief(prediction(entry)) for entry in entries)
        return
    of_entry: Callable[[Entry], dict[str, Any]] = record if form == "jsonl" else lambda entry: official(entry, form)
    for entry in entries:
        yield dumps(of_entry(entry)) + "\n"


def record(entry: Entry) -> dict[str, Any]:
    """What `verify --json` says, without timings, or the error with its line."""
    from evidentia import report

    if entry.prediction is None:
        return {"id": entry.at.id, "claim": entry.at.claim, "error": entry.error, "line": entry.at.line}
    found = report.json(prediction(entry))
    del found["seconds"]
    return {"id": entry.at.id, **found}


def official(entry: Entry, task: str) -> dict[str, Any]:
    """One line for each claim of the file, as scorers want it; what could not be verified stays open."""
    from evidentia.score import submission

    return submission.from_prediction(prediction(entry), task)


def prediction(entry: Entry) -> Prediction:
    if entry.prediction is not None:
        return msgspec.structs.replace(entry.prediction, id=entry.at.id)
    none = {Label.SUPPORTS.value: 0.0, Label.REFUTES.value: 0.0, Label.NOT_ENOUGH_INFO.value: 1.0}
    return Prediction(
        id=entry.at.id,
        claim=entry.at.claim,
        label=Label.NOT_ENOUGH_INFO,
        policy=Policy.MISLED,
        probabilities=none,
        details={"missing": [f"line {entry.at.line}: {entry.error}"]},
    )


def _parquet(entries: Iterable[Entry], path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("pyarrow", "parquet") from error
    schema = pyarrow.schema(
        [("id", pyarrow.string()), ("claim", pyarrow.string()), ("label", pyarrow.string())]
        + [(name, pyarrow.float64()) for name in ("supports", "refutes", "not_enough_info")]
        + [("evidence", pyarrow.list_(pyarrow.string())), ("pages", pyarrow.list_(pyarrow.string()))]
        + [("details", pyarrow.string()), ("error", pyarrow.string())]
    )
    part = path.with_name(f"{path.name}.part{os.getpid()}")
    try:
        with parquet.ParquetWriter(part, schema) as writer:
            rows: list[dict[str, Any]] = []
            for entry in entries:
                rows.append(_row(entry))
                if len(rows) == ROWS:
                    writer.write_table(pyarrow.Table.from_pylist(rows, schema))
                    rows = []
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))
        os.replace(part, path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


def _row(entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": None if entry.at.id is None else str(entry.at.id),
        "claim": entry.at.claim,
        "error": entry.error or None,
    }
    if (done := entry.prediction) is not None:
        found |= {
            "label": done.label.value,
            "supports": done.probabilities[Label.SUPPORTS.value],
            "refutes": done.probabilities[Label.REFUTES.value],
            "not_enough_info": done.probabilities[Label.NOT_ENOUGH_INFO.value],
            "evidence": [piece.id for piece in done.evidence],
            "pages": [page.title for page in done.pages],
            "details": dumps(done.details),
        }
    return found
