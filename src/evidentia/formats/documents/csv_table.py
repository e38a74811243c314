"""CSV and TSV: one table."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from evidentia.errors import InputError
from evidentia.formats.base import ReadOptions
from evidentia.formats.documents.builder import Builder, Place
from evidentia.formats.documents.text import decode

_SAMPLE = 64 * 1024
_LONGEST_FIELD = 1 << 24
_MOST_CELLS = 5_000_000


def fill(path: Path, builder: Builder, options: ReadOptions) -> None:
    text = decode(path.read_bytes()).replace("\0", "")
    builder.table([[Place(value) for value in row] for row in rows_of(text, path.suffix.lower())])


def rows_of(text: str, suffix: str) -> list[list[str]]:
    """The rows that are not blank, short ones filled up."""
    delimiter = "\t" if suffix == ".tsv" else _delimiter(text[:_SAMPLE])
    before = csv.field_size_limit(_LONGEST_FIELD)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True))
    except csv.Error as error:
        raise InputError(f"not to be read as a table: {error}") from error
    finally:
        csv.field_size_limit(before)
    rows = [row for row in rows if any(value.strip() for value in row)]
    if sum(map(len, rows)) > _MOST_CELLS:
        raise InputError(f"more than {_MOST_CELLS:,} cells: divide it into several files")
    width = max(map(len, rows), default=0)
    if width * len(rows) > _MOST_CELLS:
        return rows
    return [row + [""] * (width - len(row)) for row in rows]


def _delimiter(sample: str) -> str:
    """The mark that divides most lines into the same number of fields."""
    lines = [line for line in sample.splitlines()[:50] if line.strip()]
    best, most = ",", (0.0, 0)
    for mark in (",", ";", "\t", "|"):
        counts = [len(row) for row in csv.reader(lines, delimiter=mark)]
        if not counts:
            continue
        usual = max(set(counts), key=lambda count: (counts.count(count), count))
        if usual > 1 and (counts.count(usual) / len(counts), usual) > most:
            best, most = mark, (counts.count(usual) / len(counts), usual)
    return best
