"""What every format gives and takes: pages, redirects, and rejects with their reason; bounded input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec

from evidentia.page import Page

MAX_REASON = 500


class Reject(msgspec.Struct, frozen=True):
    """A record that could not be read: where it stands (`line 12`, a member's name) and why."""

    source: str
    position: str
    reason: str

    @classmethod
    def of(cls, source: str | Path, position: object, reason: object) -> Reject:
        """Shortened, so that a hostile record cannot fill the log."""
        text = " ".join(str(reason).split())
        return cls(str(source), str(position)[:MAX_REASON], text[:MAX_REASON])


class Redirect(msgspec.Struct, frozen=True):
    """Another title of a page; the target may itself be a redirect, or not in the corpus at all."""

    title: str
    target: str


class Encoded(msgspec.Struct, frozen=True):
    """A page already in the JSON of the FEVEROUS database, as it is stored: nothing is built only to be undone."""

    title: str
    data: bytes


Record = Page | Reject | Redirect
AnyRecord = Page | Reject | Redirect | Encoded


class ReadOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader may be told; a reader ignores what it does not know."""

    filter: str | None = None
    """`feverous`: the paper's filters for pages, sections and tables; None keeps everything."""
    limit: int | None = None
    """Stop after so many pages (samples)."""
    language: str = "en"
    max_page_bytes: int = 64 * 1024 * 1024
    """A longer record is rejected, unread."""
    max_total_bytes: int = 1 << 42
    """Decompressed bytes of one source after which reading stops with an error (a bomb)."""
    extra: dict[str, Any] = {}


class Reader(Protocol):
    """A format module that reads.

    A module whose records are costly to read may offer `units` (cheap, small, picklable, always in the same order:
    a path, a block of lines) and `parse` (one unit → its records, no state) beside `read`; the build then parses on
    all cores and resumes without reading anything twice. `read` is then `parse` over `units`.
    """

    def read(self, source: Path, *, options: ReadOptions = ...) -> Iterator[Record]: ...


class UnitReader(Protocol):
    def units(self, source: Path, *, options: ReadOptions = ...) -> Iterator[Any]: ...

    def parse(self, unit: Any, *, options: ReadOptions = ...) -> Iterable[AnyRecord]: ...


class Writer(Protocol):
    """A format module that writes: returns how many pages were written."""

    def write(self, pages: Iterable[Page], to: Path) -> int: ...


DEFAULT_OPTIONS = ReadOptions()
