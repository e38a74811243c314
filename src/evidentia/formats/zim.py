"""ZIM files (Kiwix): articles of text/html, and redirects. Needs the extra `zim`."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from evidentia.corpus.sentences import splitter_from
from evidentia.errors import InputError, MissingExtra
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Redirect, Reject
from evidentia.formats.feverous import plain_title
from evidentia.formats.html import page_from_html
from evidentia.page import Page

_RANGE = 50
_MAGIC = b"ZIM\x04"


class Range(NamedTuple):
    """Entries of a ZIM file, by number."""

    source: str
    low: int
    high: int
    fraction: float = 0.0


def detect(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(4) == _MAGIC


@functools.lru_cache(maxsize=2)
def _archive(path: str) -> Any:
    try:
        from libzim.reader import Archive
    except ImportError as error:
        raise MissingExtra("libzim", "zim") from error
    try:
        return Archive(Path(path))
    except RuntimeError as error:
        raise InputError(f"{path}: not a ZIM file that can be read ({error})") from error


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Range]:
    archive = _archive(str(source))
    # Where articles have a namespace of their own, it comes first: behind it stand metadata and indexes.
    count: int = archive.entry_count if archive.has_new_namespace_scheme else archive.all_entry_count
    for low in range(0, count, _RANGE):
        yield Range(str(source), low, min(low + _RANGE, count), low / count)


def parse(unit: Range, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    archive = _archive(unit.source)
    for number in range(unit.low, unit.high):
        where = f"entry {number}"
        try:
            entry = archive._get_entry_by_id(number)
            where = f"entry {number}, {entry.path[:200]!r}"
            yield from _entry(archive, entry, where, unit.source, options)
        except (RuntimeError, ValueError, KeyError, IndexError) as error:
            yield Reject.of(unit.source, where, error)


def _entry(archive: Any, entry: Any, where: str, source: str, options: ReadOptions) -> Iterator[Record]:
    if not archive.has_new_namespace_scheme and not entry.path.startswith("A/"):
        return
    if entry.is_redirect:
        yield Redirect(plain_title(entry.title), plain_title(entry.get_redirect_entry().title))
        return
    item = entry.get_item()
    if not item.mimetype.startswith("text/html"):
        return
    if item.size > options.max_page_bytes:
        yield Reject.of(source, where, f"{item.size:,} bytes, more than {options.max_page_bytes:,}")
        return
    title = plain_title(entry.title)
    splitter = splitter_from(options.extra.get("splitter"))
    page: Page | None = page_from_html(bytes(item.content), title, filter=options.filter, splitter=splitter)
    if page is not None:
        yield page
    elif options.filter is None:
        yield Reject.of(source, where, "nothing to read on it")


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)
