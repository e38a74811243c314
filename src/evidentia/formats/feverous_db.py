"""The FEVEROUS database: SQLite, one table `wiki(id PRIMARY KEY, data json)`, ids in NFD."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from evidentia.errors import InputError
from evidentia.formats.base import DEFAULT_OPTIONS, Encoded, ReadOptions, Record, Reject
from evidentia.formats.feverous import canonical, page_from_json, page_to_json, plain_title
from evidentia.ids import fold
from evidentia.page import Page

SCHEMA = "CREATE TABLE IF NOT EXISTS wiki (id PRIMARY KEY, data json)"
_RANGE = 500


class Range(NamedTuple):
    """Rows of a database: after `low`, up to `high`."""

    source: str
    low: int
    high: int
    fraction: float = 0.0


def title_id(title: str) -> str:
    """The id under which a page stands in the database."""
    return unicodedata.normalize("NFD", fold(title))


def detect(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        if stream.read(16) != b"SQLite format 3\0":
            return False
    with contextlib.closing(connect(path)) as connection:
        return holds_pages(connection)


def holds_pages(connection: sqlite3.Connection, schema: str = "main") -> bool:
    """Whether there is a table `wiki`; a view of that name could go on for ever."""
    query = f"SELECT 1 FROM {schema}.sqlite_master WHERE name = 'wiki' AND type = 'table'"
    if connection.execute(query).fetchone() is None:
        return False
    return {"id", "data"} <= {row[1] for row in connection.execute(f"PRAGMA {schema}.table_info(wiki)")}


def connect(path: Path) -> sqlite3.Connection:
    """The database, read only; where even its folder cannot be written, without locks."""
    if not path.is_file():
        raise InputError(f"{path}: no such database")
    uri = f"file:{quote(str(path.resolve()))}?mode=ro"
    for suffix in ("", "&immutable=1"):
        connection = sqlite3.connect(uri + suffix, uri=True, check_same_thread=False)
        try:
            # What a stranger's file defines (views, generated columns) may call no function with effects.
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
            return connection
        except sqlite3.DatabaseError as error:
            connection.close()
            reason = error
    raise InputError(f"{path}: not a readable SQLite database ({reason})")


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Range]:
    with contextlib.closing(connect(source)) as connection:
        if not holds_pages(connection):
            raise InputError(f"{source}: not a FEVEROUS database (no table `wiki` with `id` and `data` in it)")
        query = "SELECT coalesce(min(rowid), 1) - 1, coalesce(max(rowid), 0) FROM wiki"
        try:
            (low, high) = connection.execute(query).fetchone()
        except sqlite3.DatabaseError as error:
            raise InputError(f"{source}: cannot be read ({error})") from error
    for start in range(low, high, _RANGE):
        yield Range(str(source), start, min(start + _RANGE, high), (start - low) / (high - low))


def parse(unit: Range, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Encoded | Reject]:
    for number, title, data in _rows(unit):
        try:
            if len(data) > options.max_page_bytes:
                raise ValueError(f"longer than {options.max_page_bytes:,} bytes")
            inner, encoded = canonical(data)
            if title != inner:
                # The id names the page; the title in the data may be missing or spelt otherwise.
                encoded = page_to_json(page_from_json(data, title=title))
            yield Encoded(plain_title(title), encoded)
        except ValueError as error:
            yield Reject.of(unit.source, f"row {number}", error)


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        for number, title, data in _rows(unit):
            try:
                yield page_from_json(data, title=title)
            except ValueError as error:
                yield Reject.of(unit.source, f"row {number}", error)


def _rows(unit: Range) -> Iterator[tuple[int, str, bytes | str]]:
    with contextlib.closing(connect(Path(unit.source))) as connection:
        connection.text_factory = bytes
        query = "SELECT rowid, id, data FROM wiki WHERE rowid > ? AND rowid <= ? ORDER BY rowid"
        for number, title, data in connection.execute(query, (unit.low, unit.high)):
            yield number, _text(title), data if isinstance(data, bytes) else str(data)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return fold(value.decode("utf-8", "replace"))
    return fold(str(value))


def write(pages: Iterable[Page], to: Path) -> int:
    """A database that FEVEROUS's own tools read; of pages with the same title the last stays. Returns how many."""
    part = to.with_name(to.name + f".part{os.getpid()}")
    try:
        with contextlib.closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(SCHEMA)
            connection.executemany(
                "INSERT OR REPLACE INTO wiki VALUES (?, ?)",
                ((title_id(page.title), page_to_json(page).decode()) for page in pages),
            )
            connection.commit()
            count: int = connection.execute("SELECT count(*) FROM wiki").fetchone()[0]
        os.replace(part, to)
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError(f"cannot write {to}: {getattr(error, 'strerror', None) or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return count
