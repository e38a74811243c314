"""A result as rows and columns: shown, or written as CSV and JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.errors import InputError
from evidentia.files import atomic, dumps

Value = str | int | float | None
_FORMULA = ("=", "+", "-", "@", "\t")
_NUMBER = re.compile(r"[+-]?[\d.]+(?:e[+-]?\d+)?\Z")


class Table(msgspec.Struct, kw_only=True):
    """`name` is its file name; numbers stay numbers, shares are of 1; `note` says how they were counted."""

    name: str
    title: str
    columns: list[str]
    rows: list[list[Value]]
    note: str = ""
    shares: list[str] = []

    def records(self) -> list[dict[str, Value]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def shown(self) -> list[list[str]]:
        """The cells as people read them."""
        return [
            [shown(value, share=column in self.shares) for column, value in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]


def shown(value: Value, *, share: bool = False) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if share:
        return f"{100 * value:.1f} %"
    if isinstance(value, int):
        return f"{value:,}"
    if not value:
        return "0"
    if abs(value) < 5e-4:
        return f"{value:.2e}"
    return f"{value:,.2f}" if abs(value) >= 10 else f"{value:.3f}"


def share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def plain(table: Table) -> str:
    """Columns in line for a terminal."""
    rows = [table.columns, *table.shown()]
    wide = [max(len(row[place]) for row in rows) for place in range(len(table.columns))]
    numeric = [
        all(isinstance(row[place], int | float | None) for row in table.rows) for place in range(len(table.columns))
    ]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, wide, numeric)
        ).rstrip()
        for row in rows
    ]
    note = f"\n{table.note}" if table.note else ""
    return f"{table.title}\n" + "\n".join(lines) + note


def write_tables(folder: str | Path, tables: Sequence[Table]) -> list[Path]:
    """A CSV and a JSON file of each table."""
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write into {folder}: {error.strerror}") from error
    paths = []
    for table in tables:
        with atomic(target / f"{table.name}.csv") as stream:
            stream.write(csv_text(table))
        with atomic(target / f"{table.name}.json") as stream:
            stream.write(dumps(as_json(table)) + "\n")
        paths += [target / f"{table.name}.csv", target / f"{table.name}.json"]
    return paths


def csv_text(table: Table) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_cell(value) for value in row] for row in table.rows)
    return stream.getvalue()


def as_json(table: Table) -> dict[str, Any]:
    return {"name": table.name, "title": table.title, "note": table.note, "rows": table.records()}


def _cell(value: Value) -> Value:
    """No spreadsheet takes a word for a formula."""
    if isinstance(value, str) and value.startswith(_FORMULA) and not _NUMBER.match(value):
        return f"'{value}"
    return value
