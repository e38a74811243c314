"""Answers kept by claim, corpus, model and settings, so that a repeated claim costs nothing."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from pathlib import Path
from types import TracebackType

from evidentia.batch.block import is_error

FILE = "answers.sqlite"


class Cache:
    """One SQLite file. A cache that cannot be read or written is no cache, never an error."""

    def __init__(self, folder: Path, identity: str) -> None:
        self._identity = identity
        self._connection: sqlite3.Connection | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(folder / FILE, timeout=10, check_same_thread=False)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, answer BLOB) WITHOUT ROWID")
            self._connection = connection
        except (OSError, sqlite3.Error):
            pass

    def __enter__(self) -> Cache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()

    def get(self, claim: str) -> bytes | None:
        if self._connection is None:
            return None
        try:
            row = self._connection.execute("SELECT answer FROM answers WHERE key = ?", (self._key(claim),)).fetchone()
        except sqlite3.Error:
            return None
        return bytes(row[0]) if row else None

    def put(self, claims: list[str], answers: list[bytes]) -> None:
        if self._connection is None:
            return
        rows = [(self._key(claim), answer) for claim, answer in zip(claims, answers) if not is_error(answer)]
        with contextlib.suppress(sqlite3.Error), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?)", rows)

    def _key(self, claim: str) -> bytes:
        return hashlib.sha256(f"{self._identity}\n{claim}".encode("utf-8", "surrogatepass")).digest()
