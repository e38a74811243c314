"""What a crawl has listed and fetched: one SQLite file, each page committed as it comes."""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from evidentia.errors import InputError

_MAX_HTML = 256 << 20
_TABLES = """
CREATE TABLE IF NOT EXISTS crawl (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS crawl_listed (
    place INTEGER PRIMARY KEY, pageid INTEGER UNIQUE, title TEXT, revision INTEGER
);
CREATE TABLE IF NOT EXISTS crawl_redirects (title TEXT PRIMARY KEY, target TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS crawl_fetched (
    pageid INTEGER PRIMARY KEY, title TEXT, revision INTEGER, date TEXT, html BLOB, error TEXT
);
"""


class Listed(msgspec.Struct):
    """A page that the site says it has."""

    pageid: int
    title: str
    revision: int


class Fetched(msgspec.Struct):
    """A page as it was on `date` (UTC): its HTML, or why there is none."""

    pageid: int
    title: str
    revision: int
    date: str
    html: str | None
    error: str | None


class CrawlState:
    def __init__(self, path: Path, *, writing: bool = True) -> None:
        self.path = path
        try:
            if writing:
                path.parent.mkdir(parents=True, exist_ok=True)
            elif not path.is_file():
                raise InputError(f"{path}: no such crawl")
            self._connection = sqlite3.connect(path, timeout=0.5)
            if writing:
                self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._connection.execute("BEGIN EXCLUSIVE")
                self._connection.commit()
                self._connection.executescript(_TABLES)
            self._connection.execute("SELECT 1 FROM crawl_listed, crawl_fetched LIMIT 1").fetchone()
        except (sqlite3.DatabaseError, OSError) as error:
            if "locked" in str(error):
                raise InputError(
                    f"{path}: another crawl is writing here; wait for it, or choose another file"
                ) from error
            raise InputError(f"{path}: cannot keep the crawl here ({error})") from error

    def close(self) -> None:
        self._connection.close()

    def get(self, name: str) -> str:
        row = self._connection.execute("SELECT value FROM crawl WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""

    def set(self, **values: str) -> None:
        self._connection.executemany("INSERT OR REPLACE INTO crawl VALUES (?, ?)", values.items())
        self._connection.commit()

    def begin_again(self) -> None:
        """List anew; what was fetched stays, for the pages that have not changed."""
        self._connection.execute("DELETE FROM crawl_listed")
        self._connection.execute("DELETE FROM crawl_redirects")
        self._connection.execute("DELETE FROM crawl")
        self._connection.commit()

    def list_pages(self, pages: Iterable[Listed], **values: str) -> None:
        """Pages of one answer, together with the place reached."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO crawl_listed (pageid, title, revision) VALUES (?, ?, ?)",
            (msgspec.structs.astuple(page) for page in pages),
        )
        self.set(**values)

    def list_redirects(self, redirects: Iterable[tuple[str, str]], **values: str) -> None:
        self._connection.executemany("INSERT OR REPLACE INTO crawl_redirects VALUES (?, ?)", redirects)
        self.set(**values)

    def forget_unlisted(self) -> None:
        self._connection.execute("DELETE FROM crawl_fetched WHERE pageid NOT IN (SELECT pageid FROM crawl_listed)")
        self._connection.commit()

    def redirects(self) -> Iterator[tuple[str, str]]:
        yield from self._connection.execute("SELECT title, target FROM crawl_redirects ORDER BY title")

    def listed(self, limit: int | None = None) -> Iterator[Listed]:
        """In the order in which the site named them."""
        place = 0
        while limit is None or limit > 0:
            row = self._connection.execute(
                "SELECT place, pageid, title, revision FROM crawl_listed WHERE place > ? ORDER BY place LIMIT 1",
                (place,),
            ).fetchone()
            if row is None:
                return
            place = row[0]
            limit = None if limit is None else limit - 1
            yield Listed(*row[1:])

    def count(self) -> int:
        found: int = self._connection.execute("SELECT count(*) FROM crawl_listed").fetchone()[0]
        return found

    def fetched(self, pageid: int) -> Fetched | None:
        row = self._connection.execute(
            "SELECT pageid, title, revision, date, html, error FROM crawl_fetched WHERE pageid = ?", (pageid,)
        ).fetchone()
        if row is None:
            return None
        pageid, title, revision, date, packed, error = row
        html = None
        if packed is not None:
            try:
                html = zlib.decompressobj().decompress(packed, _MAX_HTML).decode("utf-8", "replace")
            except (zlib.error, TypeError) as damage:
                error = f"damaged in {self.path}: {damage}"
        return Fetched(int(pageid), str(title), int(revision), str(date), html, error)

    def keep(self, page: Fetched) -> None:
        html = None if page.html is None else zlib.compress(page.html.encode("utf-8", "replace"), 3)
        self._connection.execute(
            "INSERT OR REPLACE INTO crawl_fetched VALUES (?, ?, ?, ?, ?, ?)",
            (page.pageid, page.title, page.revision, page.date, html, page.error),
        )
        self._connection.commit()


def is_crawl(path: Path) -> bool:
    """Whether a file holds a crawl."""
    try:
        with path.open("rb") as stream:
            if stream.read(16) != b"SQLite format 3\0":
                return False
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("PRAGMA table_info(crawl_fetched)").fetchall())
    except (OSError, sqlite3.DatabaseError):
        return False
