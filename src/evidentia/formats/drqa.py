"""DrQA's SQLite database `documents(id, text)`; with a column `lines` it is FEVER's, and its ids are escaped."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from evidentia.errors import InputError
from evidentia.formats import prose
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Reject
from evidentia.formats.fever import page_from_lines
from evidentia.formats.feverous import plain_title
from evidentia.formats.feverous_db import connect, title_id
from evidentia.ids import fold
from evidentia.page import Page, PageList, Rich, Section, Sentence

_RANGE = 500
_RANGE_END = "SELECT rowid FROM documents WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET ?"


class Range(NamedTuple):
    """Rows of a database: after `low`, up to `high`."""

    source: str
    low: int
    high: int
    lines: bool
    fraction: float = 0.0


def detect(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        if stream.read(16) != b"SQLite format 3\0":
            return False
    try:
        return {"id", "text"} <= _columns(path)
    except (InputError, sqlite3.DatabaseError):
        return False


def _columns(path: Path) -> set[str]:
    with contextlib.closing(connect(path)) as connection:
        return {row[1] for row in connection.execute("PRAGMA table_info(documents)")}


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Range]:
    columns = _columns(source)
    if not {"id", "text"} <= columns:
        raise InputError(f"{source}: no table `documents` with `id` and `text` in it")
    with contextlib.closing(connect(source)) as connection:
        try:
            last = connection.execute("SELECT max(rowid) FROM documents").fetchone()[0] or 0
            low = -(1 << 63)
            # Row numbers may lie far apart: each range is found by its rows, not by counting.
            while low < last:
                row = connection.execute(_RANGE_END, (low, _RANGE - 1)).fetchone()
                high = row[0] if row else last
                yield Range(str(source), low, high, "lines" in columns, max(low, 0) / last if last > 0 else 0.0)
                low = high
        except sqlite3.DatabaseError as error:
            raise InputError(f"{source}: damaged, or without row numbers ({error})") from error


def parse(unit: Range, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Page | Reject]:
    numbered = "lines" if unit.lines else "NULL"
    length = "coalesce(length(CAST(text AS BLOB)), 0)" + (" + coalesce(length(CAST(lines AS BLOB)), 0)" * unit.lines)
    query = f"""SELECT rowid, id, CASE WHEN {length} > ? THEN NULL ELSE text END, {numbered}, {length}
        FROM documents WHERE rowid > ? AND rowid <= ? ORDER BY rowid"""
    spans = prose.spans_for(options)
    with contextlib.closing(connect(Path(unit.source))) as connection:
        connection.text_factory = bytes
        try:
            for number, id_, text, rows, size in connection.execute(
                query, (options.max_page_bytes, unit.low, unit.high)
            ):
                try:
                    if size > options.max_page_bytes:
                        raise ValueError(f"longer than {options.max_page_bytes:,} bytes")
                    if unit.lines:
                        yield page_from_lines(_text(id_), _text(rows), text=_text(text), options=options)
                    else:
                        yield _page(_text(id_), _text(text), spans)
                except ValueError as error:
                    yield Reject.of(unit.source, f"row {number}", error)
        except sqlite3.DatabaseError as error:
            yield Reject.of(unit.source, f"rows after {unit.low}", f"damaged: {error}")


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"not UTF-8: {error.reason}") from error
    return "" if value is None else str(value)


def _page(id_: str, text: str, spans: prose.Spans) -> Page:
    title = plain_title(id_)
    elements: list[Sentence] = []
    for number, paragraph in enumerate(text.split("\n")):
        # The extractor that DrQA used puts the title above the text.
        if paragraph and not (number == 0 and fold(paragraph) == title):
            elements += prose.sentences(Rich(paragraph), spans, len(elements))
    return Page(title, [*elements])


def write(pages: Iterable[Page], to: Path) -> int:
    """A database that DrQA's own tools read: paragraphs and list items, an empty line between; no tables."""
    part = to.with_name(to.name + f".part{os.getpid()}")
    try:
        with contextlib.closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("CREATE TABLE documents (id PRIMARY KEY, text)")
            connection.executemany(
                "INSERT OR REPLACE INTO documents VALUES (?, ?)",
                ((title_id(page.title), _prose(page)) for page in pages),
            )
            connection.commit()
            count: int = connection.execute("SELECT count(*) FROM documents").fetchone()[0]
        os.replace(part, to)
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError(f"cannot write {to}: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return count


def _prose(page: Page) -> str:
    paragraphs: list[list[str]] = [[]]
    for element in page.elements:
        if isinstance(element, Sentence):
            paragraphs[-1].append(" ".join(element.text.split()))
        elif isinstance(element, PageList):
            paragraphs += [[" ".join(item.text.split())] for item in element.items]
            paragraphs.append([])
        elif isinstance(element, Section):
            paragraphs.append([])
    return "\n\n".join(" ".join(paragraph) for paragraph in paragraphs if paragraph)
