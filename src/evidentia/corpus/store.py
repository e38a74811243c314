"""A corpus: a folder with the pages in a FEVEROUS database, redirects, a manifest, and room for the index."""

from __future__ import annotations

import os
import sqlite3
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from evidentia.corpus import manifest as manifests
from evidentia.corpus.links import resolve_links
from evidentia.corpus.manifest import Manifest
from evidentia.errors import InputError
from evidentia.formats.feverous import page_from_json
from evidentia.formats.feverous_db import connect, holds_pages, title_id
from evidentia.ids import fold
from evidentia.page import Page

PAGES = "pages.db"
INDEX = "index"
PART = ".part"
OLD = ".old"
# A row of a foreign database without a title can be no page.
_NAMED = "typeof(id) = 'text'"
_HOPS = 8
_FEW = 400


def open_corpus(path: str | Path) -> Corpus:
    """A corpus folder, or a FEVEROUS database file as it is."""
    path = Path(path)
    if path.is_file():
        return Corpus(path, None)
    if not path.is_dir():
        if path.with_name(path.name + PART).is_dir():
            raise InputError(f"{path}: its build is not finished; run the same `evidentia corpus build` again to go on")
        raise InputError(f"{path}: no such corpus; build one with `evidentia corpus build SOURCE --to {path}`")
    return Corpus(path, manifests.read(path))


class Corpus:
    """Reading a corpus. Titles are found blind to NFC and NFD, `_` and space; a redirect leads to its page."""

    def __init__(self, path: Path, manifest: Manifest | None) -> None:
        self.path = path
        self._manifest = manifest
        self._local = threading.local()
        self.database = path
        self._foreign = manifest is None or manifest.database is not None
        if manifest is not None:
            self.database = path / PAGES if manifest.database is None else (path / manifest.database)
        self._connection()

    def __reduce__(self) -> tuple[object, ...]:
        return open_corpus, (self.path,)

    def __repr__(self) -> str:
        return f"Corpus({str(self.path)!r})"

    def __len__(self) -> int:
        return self.manifest.pages

    def __contains__(self, title: str) -> bool:
        return self.resolve(title) is not None

    def __iter__(self) -> Iterator[Page]:
        return self.pages()

    @cached_property
    def manifest(self) -> Manifest:
        if self._manifest is not None:
            return self._manifest
        count = self._one("SELECT count(*) FROM wiki")[0]
        mark, size = manifests.fingerprint(self.path)
        source = manifests.Source(path=str(self.path), format="feverous-db", fingerprint=mark, bytes=size, pages=count)
        return Manifest(name=self.path.stem, version=mark.rpartition(":")[2][:16], pages=count, sources=[source])

    @property
    def version(self) -> str:
        return self.manifest.version

    @cached_property
    def index_path(self) -> Path:
        """Room for what is computed from the corpus: in its folder, beside a bare database, or in the user's cache."""
        if self._manifest is not None:
            return self.path / INDEX
        beside = self.path.with_name(self.path.name + "." + INDEX)
        if beside.exists() or os.access(self.path.parent, os.W_OK):
            return beside
        from evidentia.corpus.demo import cache_folder

        return cache_folder() / self.version / INDEX

    def get(self, title: str, *, links: bool = True) -> Page | None:
        """The page of a title; `links=False` leaves its links as the source had them, which is faster."""
        row = self._row(title)
        if row is None:
            canonical = self.resolve(title)
            row = None if canonical is None else self._row(canonical)
        return None if row is None else self._page(*row, links)

    def resolve(self, title: str) -> str | None:
        """The title of the page that this title, or a redirect of this title, names."""
        return self._resolve_many({title: title}, _HOPS).get(title)

    def resolve_many(self, titles: Iterable[str]) -> dict[str, str]:
        """Like `resolve` for many titles (or links `Title#Section`) at once; those that lead nowhere are missing."""
        return self._resolve_many({title: title.partition("#")[0] or title for title in titles}, _HOPS)

    def _resolve_many(self, titles: dict[str, str], hops: int) -> dict[str, str]:
        candidates = {title: list(self._candidates(plain)) for title, plain in titles.items()}
        pages = self._among("SELECT id, id FROM wiki", candidates)
        found = {title: fold(page) for title, page in pages.items()}
        if self._has_redirects and hops and len(found) < len(candidates):
            left = {title: keys for title, keys in candidates.items() if title not in found}
            targets = self._among("SELECT id, target FROM redirects", left)
            further = self._resolve_many({target: target for target in targets.values()}, hops - 1) if targets else {}
            found.update((title, further[target]) for title, target in targets.items() if target in further)
        return found

    def _among(self, query: str, candidates: dict[str, list[str]]) -> dict[str, str]:
        """For each title what `query` gives for the first of its keys that is there."""
        keys = list(dict.fromkeys(key for some in candidates.values() for key in some))
        there: dict[str, str] = {}
        for start in range(0, len(keys), _FEW):
            some = keys[start : start + _FEW]
            marks = ",".join("?" * len(some))
            there.update(self._all(f"{query} WHERE id IN ({marks})", some))
        first = ((title, next((key for key in keys if key in there), None)) for title, keys in candidates.items())
        return {title: there[key] for title, key in first if key is not None}

    def titles(self) -> Iterator[str]:
        """All titles, in the order of the pages."""
        for _, key, _ in self._rows("id, NULL"):
            yield fold(key)

    def pages(self, *, links: bool = True, low: int = 0, high: int | None = None) -> Iterator[Page]:
        """All pages in the order in which they came; `low` and `high` cut by row number (see `rows`), for workers."""
        for _, key, data in self._rows("id, data", low, high):
            yield self._page(key, data, links)

    def raw_pages(self, *, low: int = 0, high: int | None = None) -> Iterator[tuple[str, str | bytes]]:
        """Titles with their pages as JSON in the FEVEROUS form, undecoded, links as the source had them."""
        for _, key, data in self._rows("id, data", low, high):
            yield fold(key), data

    def raw(self, title: str) -> tuple[str, str | bytes] | None:
        """One page as `raw_pages` gives it; redirects are not followed."""
        row = self._row(title)
        return None if row is None else (fold(row[0]), row[1])

    def rows(self) -> tuple[int, int]:
        """`pages(low=…, high=…)` with these two gives all pages; any cut between them is a share of the pages."""
        query = "SELECT coalesce(min(rowid), 1) - 1, coalesce(max(rowid), 0) FROM wiki"
        low, high = self._one(query)
        return low, high

    def redirects(self) -> Iterator[tuple[str, str]]:
        """Other titles with the title of their page, sorted; those that lead to no page are left out."""
        if not self._has_redirects:
            return
        last = ""
        while True:
            query = "SELECT id, title, target FROM redirects WHERE id > ? ORDER BY id LIMIT 1000"
            batch = self._all(query, (last,))
            if not batch:
                return
            found = self.resolve_many([target for _, _, target in batch])
            shadowed = self._among("SELECT id, id FROM wiki", {key: [key] for key, _, _ in batch})
            for key, title, target in batch:
                if target in found and key not in shadowed:
                    yield title, found[target]
            last = batch[-1][0]

    def _candidates(self, title: str) -> Iterator[str]:
        """The ids under which a title may stand; others than this program may have written them otherwise."""
        if not title.isprintable():
            title = title.encode("utf-8", "replace").decode()
        key = title_id(title)
        yield key
        if key[:1].islower():
            yield unicodedata.normalize("NFD", key[0].upper() + key[1:])
        if self._foreign:
            yield unicodedata.normalize("NFC", key)
            yield key.replace(" ", "_")
            yield unicodedata.normalize("NFC", key.replace(" ", "_"))
            yield title

    def _row(self, title: str) -> tuple[str, str | bytes] | None:
        for candidate in self._candidates(title):
            row: tuple[str, str | bytes] | None = self._one("SELECT id, data FROM wiki WHERE id = ?", (candidate,))
            if row is not None:
                return row
        return None

    def _rows(self, columns: str, low: int = 0, high: int | None = None) -> Iterator[tuple[int, str, str | bytes]]:
        top = self.rows()[1] if high is None else high
        query = (
            f"SELECT rowid, {columns} FROM wiki WHERE rowid > ? AND rowid <= ? AND {_NAMED} ORDER BY rowid LIMIT 500"
        )
        while low < top:
            batch = self._all(query, (low, top))
            if not batch:
                return
            yield from batch
            low = batch[-1][0]

    def _page(self, key: str, data: str | bytes, links: bool) -> Page:
        try:
            page = page_from_json(data, title=key)
        except (TypeError, ValueError) as error:
            raise InputError(f"{self.database}: page {key!r} is damaged ({error})") from error
        if links:
            resolve_links(page, self.resolve_many)
        return page

    @cached_property
    def _has_redirects(self) -> bool:
        return _has_table(self._connection(), "redirects")

    def _all(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            return self._connection().execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.database}: cannot be read ({error}); if it is damaged, build it again") from error

    def _one(self, query: str, values: Sequence[object] = ()) -> Any:
        found = self._all(query, values)
        return found[0] if found else None

    def _connection(self) -> sqlite3.Connection:
        """One connection for each thread and process: SQLite's own must not be carried over a fork."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None or self._local.process != os.getpid():
            connection = self._open()
            self._local.connection, self._local.process = connection, os.getpid()
        return connection

    def _open(self) -> sqlite3.Connection:
        schema = "main"
        if self._manifest is None or self._manifest.database is None:
            connection = connect(self.database)
        else:
            schema = "source"
            connection = connect(self.path / PAGES)
            connect(self.database).close()
            connection.execute("ATTACH ? AS source", (f"file:{quote(str(self.database.resolve()))}?mode=ro",))
        if not holds_pages(connection, schema):
            raise InputError(f"{self.database}: not a FEVEROUS database (no table `wiki`)")
        return connection


def _has_table(connection: sqlite3.Connection, name: str) -> bool:
    return bool(connection.execute(f"PRAGMA table_info({name})").fetchone())
