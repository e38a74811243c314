"""Writing pages into a store: duplicates, counts and the version, all in one transaction with the place reached."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from enum import StrEnum
from operator import itemgetter

import msgspec

from evidentia.corpus.manifest import Source
from evidentia.corpus.merge import merge
from evidentia.corpus.prepare import MODULUS, Prepared, Row, digest, row
from evidentia.errors import InputError
from evidentia.formats.base import Redirect, Reject
from evidentia.formats.feverous import page_from_json, page_to_json
from evidentia.formats.feverous_db import SCHEMA, title_id
from evidentia.ids import fold

_key_and_data = itemgetter(0, 1)


class OnDuplicate(StrEnum):
    REPLACE = "replace"
    KEEP = "keep"
    MERGE = "merge"
    ERROR = "error"


class State(msgspec.Struct, kw_only=True):
    """How far a build is and what it has counted: stored with the pages, so the two never disagree."""

    request: str = ""
    source: int = 0
    units: int = 0
    done: bool = False
    pages: int = 0
    redirects: int = 0
    duplicates: int = 0
    rejects: int = 0
    pages_sum: str = "0"
    redirects_sum: str = "0"
    sources: list[Source] = []


_TABLES = (
    SCHEMA,
    "CREATE TABLE IF NOT EXISTS redirects (id TEXT PRIMARY KEY, title TEXT, target TEXT) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS rejects (source TEXT, position TEXT, reason TEXT)",
    "CREATE TABLE IF NOT EXISTS corpus_state (only INTEGER PRIMARY KEY CHECK (only = 1), state TEXT)",
)


class Importer:
    """One writer of a store. Nothing counts until `commit`."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        on_duplicate: OnDuplicate = OnDuplicate.REPLACE,
        strict: bool = False,
        only_known: bool = False,
        pages_here: bool = True,
    ) -> None:
        self.connection = connection
        self.on_duplicate, self.strict, self.only_known = on_duplicate, strict, only_known
        for statement in _TABLES[0 if pages_here else 1 :]:
            connection.execute(statement)
        found = connection.execute("SELECT state FROM corpus_state").fetchone()
        self.state = msgspec.json.decode(found[0], type=State) if found else State()
        self._pages_sum, self._redirects_sum = int(self.state.pages_sum, 16), int(self.state.redirects_sum, 16)
        self.changed: list[str] | None = None

    def add(self, records: Iterable[Prepared], source: Source) -> None:
        rows = []
        for record in records:
            if isinstance(record, Row):
                rows.append(record)
            elif isinstance(record, Reject):
                self.reject(record, source)
            else:
                self._redirect(record, source)
        if rows:
            self._pages(rows, source)

    def reject(self, reject: Reject, source: Source) -> None:
        if self.strict:
            raise InputError(f"{reject.source}, {reject.position}: {reject.reason} (--strict)")
        self.connection.execute("INSERT INTO rejects VALUES (?, ?, ?)", msgspec.structs.astuple(reject))
        self.state.rejects += 1
        source.rejects += 1

    def remove(self, title: str) -> bool:
        key = title_id(title)
        old = self.connection.execute("SELECT CAST(data AS BLOB) FROM wiki WHERE id = ?", (key,)).fetchone()
        if old is None:
            return False
        self.connection.execute("DELETE FROM wiki WHERE id = ?", (key,))
        self._pages_sum -= digest(old[0])
        self.state.pages -= 1
        return True

    def commit(self) -> None:
        self.state.pages_sum = f"{self._pages_sum % MODULUS:x}"
        self.state.redirects_sum = f"{self._redirects_sum % MODULUS:x}"
        text = msgspec.json.encode(self.state).decode()
        self.connection.execute("INSERT OR REPLACE INTO corpus_state VALUES (1, ?)", (text,))
        self.connection.commit()

    @property
    def version(self) -> str:
        content = f"{self.state.pages}:{self._pages_sum % MODULUS:x}:{self._redirects_sum % MODULUS:x}"
        return f"{digest(content.encode()):032x}"[:16]

    def _pages(self, rows: list[Row], source: Source) -> None:
        if self.changed is not None:
            self.changed += [fold(one.key) for one in rows]
        if self.only_known:
            met_twice = rows
        else:
            met_twice = self._insert(rows, source)
        for one in met_twice:
            self._page(one, source)

    def _insert(self, rows: list[Row], source: Source) -> list[Row]:
        """Insert what is new, all at once; return what is not."""
        connection = self.connection
        before: int = connection.execute("SELECT coalesce(max(rowid), 0) FROM wiki").fetchone()[0]
        insert = "INSERT OR IGNORE INTO wiki VALUES (?, CAST(? AS TEXT))"
        new = connection.executemany(insert, map(_key_and_data, rows)).rowcount
        met_twice: list[Row] = []
        if new < len(rows):
            # New rows are numbered on, so what stands at or below the old end, or came twice here, was not inserted.
            seen: set[str] = set()
            for one in rows:
                place = connection.execute("SELECT rowid FROM wiki WHERE id = ?", (one.key,)).fetchone()[0]
                if place <= before or one.key in seen:
                    met_twice.append(one)
                seen.add(one.key)
            self._pages_sum -= sum(one.digest for one in met_twice)
        self._pages_sum += sum(one.digest for one in rows)
        self.state.pages += new
        source.pages += new
        return met_twice

    def _page(self, new: Row, source: Source) -> None:
        old = self.connection.execute("SELECT CAST(data AS BLOB) FROM wiki WHERE id = ?", (new.key,)).fetchone()
        if old is None:
            if self.only_known:
                why = "not in the corpus; add it with `evidentia corpus add`"
                self.reject(Reject.of(source.path, repr(fold(new.key)), why), source)
                return
            self.connection.execute("INSERT INTO wiki VALUES (?, CAST(? AS TEXT))", (new.key, new.data))
            self._pages_sum += new.digest
            self.state.pages += 1
            source.pages += 1
            return
        source.pages += 1
        if not self.only_known:
            self.state.duplicates += 1
            if self.on_duplicate is OnDuplicate.ERROR:
                raise InputError(f"{source.path}: a second page {fold(new.key)!r} (--on-duplicate error)")
            if self.on_duplicate is OnDuplicate.KEEP:
                return
            if self.on_duplicate is OnDuplicate.MERGE:
                both = merge(page_from_json(old[0]), page_from_json(new.data))
                new = row(both.title, page_to_json(both))
        self.connection.execute("UPDATE wiki SET data = CAST(? AS TEXT) WHERE id = ?", (new.data, new.key))
        self._pages_sum += new.digest - digest(old[0])

    def _redirect(self, redirect: Redirect, source: Source) -> None:
        key = title_id(redirect.title)
        target = fold(redirect.target)
        if not key or not target or key == title_id(target):
            return
        share = digest(f"{fold(redirect.title)}\0{target}".encode())
        old = self.connection.execute("SELECT title, target FROM redirects WHERE id = ?", (key,)).fetchone()
        if old is not None:
            self._redirects_sum -= digest(f"{old[0]}\0{old[1]}".encode())
        else:
            self.state.redirects += 1
        self.connection.execute(
            "INSERT OR REPLACE INTO redirects VALUES (?, ?, ?)", (key, fold(redirect.title), target)
        )
        self._redirects_sum += share
        source.redirects += 1
