"""A person's own documents: HTML, Markdown, PDF, DOCX, TXT, CSV and XLSX; one page a file, tables included."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from evidentia.corpus.sentences import splitter_from
from evidentia.errors import EvidentiaError, InputError
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Reject
from evidentia.formats.documents.builder import Builder
from evidentia.ids import fold
from evidentia.page import Page

# The module of this package that reads each kind of file.
KINDS: Final = {
    **dict.fromkeys((".html", ".htm", ".xhtml"), "web"),
    **dict.fromkeys((".md", ".markdown"), "markdown"),
    **dict.fromkeys((".txt", ".text"), "text"),
    **dict.fromkeys((".csv", ".tsv"), "csv_table"),
    ".pdf": "pdf",
    ".docx": "docx_text",
    ".xlsx": "xlsx_sheets",
    ".xlsm": "xlsx_sheets",
}
# Known, but to be converted first: told, not passed over.
UNREADABLE: Final = frozenset((".doc", ".xls", ".odt", ".ods", ".rtf", ".ppt", ".pptx", ".epub"))


class Unit(msgspec.Struct, frozen=True):
    """One file and the title that its page gets."""

    path: str
    title: str


def detect(source: Path) -> bool:
    """A file of a kind known here, or a folder with one in it."""
    if source.is_file():
        return source.suffix.lower() in KINDS
    return any(path.suffix.lower() in KINDS for path in source.rglob("*"))


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Unit]:
    """The files in the order of their names. A page is called like its file; files called alike get their path too."""
    if source.is_file():
        yield Unit(str(source), title_of(source))
        return
    if not source.is_dir():
        raise InputError(f"{source} is neither a folder nor a file")
    known = KINDS.keys() | UNREADABLE
    files = [
        path
        for path in sorted(source.rglob("*"))
        if path.suffix.lower() in known and path.is_file() and not path.name.startswith(("~$", "."))
    ]
    seen = Counter(fold(title_of(path)) for path in files)
    for path in files[: options.limit]:
        title = title_of(path)
        if seen[fold(title)] > 1:
            title = f"{title} ({path.relative_to(source).as_posix()})"
        yield Unit(str(path), title)


def title_of(path: Path) -> str:
    return " ".join(path.stem.replace("_", " ").split()) or path.name


def parse(unit: Unit, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    """The page of one file, or why there is none."""
    path = Path(unit.path)
    suffix = path.suffix.lower()
    if suffix in UNREADABLE:
        yield Reject.of(path, "file", f"{suffix} cannot be read: save it as .docx, .xlsx or .pdf first")
        return
    try:
        size = path.stat().st_size
        if size > options.max_page_bytes:
            yield Reject.of(path, "file", f"{size:,} bytes, more than {options.max_page_bytes:,}")
            return
        page = page_of(path, unit.title, options=options)
    except EvidentiaError as error:
        if not isinstance(error, InputError):
            raise
        yield Reject.of(path, "file", error)
    except (OSError, ValueError, KeyError, RecursionError, MemoryError) as error:
        yield Reject.of(path, "file", f"{type(error).__name__}: {error}")
    else:
        if page.elements:
            yield page
        else:
            yield Reject.of(path, "file", "no text in it" + (" (a scan?)" if suffix == ".pdf" else ""))


def page_of(path: Path, title: str, *, options: ReadOptions = DEFAULT_OPTIONS) -> Page:
    """The page of one file of any kind."""
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise InputError(f"{path}: no kind of document known here ({', '.join(sorted(KINDS))})")
    builder = Builder(title, splitter_from(options.extra.get("splitter")))
    module = importlib.import_module(f"evidentia.formats.documents.{kind}")
    fill: Callable[[Path, Builder, ReadOptions], None] = module.fill
    fill(path, builder, options)
    return builder.page()


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)
