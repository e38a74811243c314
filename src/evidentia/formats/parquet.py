"""Parquet: a row for the title and for each element of a page, in the order of the page.

Columns: `page` (title), `position` (place on the page, -1 for the title), `id` (element id within the page), `kind`
(`title`, `sentence`, `section`, `table`, `list`), `sections` (enclosing sections, outermost first), `text` (clean
text) and `data` (the element as FEVEROUS writes it, in JSON). `data` alone is enough to read the page back.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from evidentia.errors import InputError, MissingExtra
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Reject
from evidentia.formats.feverous import page_from_json, page_to_dict, plain_title
from evidentia.page import Page, Section

if TYPE_CHECKING:
    import pyarrow

COLUMNS = ("page", "position", "id", "kind", "sections", "text", "data")
_ROWS = 20_000
_TEXT = 16 << 20
_BATCH = 1000


def detect(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(4) == b"PAR1"


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("pyarrow", "parquet") from error
    return pyarrow


def _schema(arrow: Any) -> pyarrow.Schema:
    return arrow.schema(
        [
            ("page", arrow.string()),
            ("position", arrow.int32()),
            ("id", arrow.string()),
            ("kind", arrow.string()),
            ("sections", arrow.list_(arrow.string())),
            ("text", arrow.string()),
            ("data", arrow.string()),
        ]
    )


def write(pages: Iterable[Page], to: Path) -> int:
    """One file; returns how many pages. The same pages give the same bytes."""
    arrow = _arrow()
    schema = _schema(arrow)
    part = to.with_name(to.name + f".part{os.getpid()}")
    count = length = 0
    rows: list[tuple[Any, ...]] = []

    def flush() -> None:
        columns = list(zip(*rows)) if rows else [()] * len(COLUMNS)
        arrays = [arrow.array(column, field.type) for column, field in zip(columns, schema)]
        file.write_table(arrow.Table.from_arrays(arrays, schema=schema))

    try:
        with arrow.parquet.ParquetWriter(part, schema, compression="zstd") as file:
            for page in pages:
                count += 1
                for row in _rows(page):
                    rows.append(row)
                    length += len(row[5]) + len(row[6])
                if len(rows) >= _ROWS or length > _TEXT:
                    flush()
                    rows, length = [], 0
            flush()
        os.replace(part, to)
    except (OSError, arrow.ArrowException) as error:
        raise InputError(f"cannot write {to}: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return count


def _rows(page: Page) -> Iterator[tuple[Any, ...]]:
    yield page.title, -1, "title", "title", [], page.title, msgspec.json.encode(page.title).decode()
    raw = page_to_dict(page)
    chain: list[tuple[int, str]] = []
    for position, element in enumerate(page.elements):
        if isinstance(element, Section):
            chain = [one for one in chain if one[0] < element.level]
        sections = [name for _, name in chain]
        data = msgspec.json.encode(raw[element.key]).decode()
        yield page.title, position, element.key, element.key.rpartition("_")[0], sections, element.text, data
        if isinstance(element, Section):
            chain.append((element.level, element.text))


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    """The pages of a file as `write` makes it; rows of one page stand together."""
    arrow = _arrow()
    try:
        with arrow.parquet.ParquetFile(source) as file:
            names = file.schema_arrow.names
            if not {"page", "id", "data"} <= set(names):
                raise InputError(f"{source}: no columns `page`, `id` and `data` (it has {', '.join(names)[:200]})")
            yield from _pages(source, file, options)
    except (OSError, arrow.ArrowException) as error:
        raise InputError(f"{source}: not a Parquet file that can be read ({error})") from error


def _pages(source: Path, file: Any, options: ReadOptions) -> Iterator[Record]:
    title: str | None = None
    parts: list[tuple[str, str]] = []
    number = first = size = 0
    for batch in file.iter_batches(batch_size=_BATCH, columns=["page", "id", "data"]):
        for page, key, data in zip(*(batch.column(name).to_pylist() for name in ("page", "id", "data"))):
            if page != title or not number:
                if number:
                    yield _page(source, first, title, parts, size, options)
                title, parts, first, size = page, [], number, 0
            number += 1
            size += len(data or "")
            if size <= options.max_page_bytes and key != "title":
                parts.append((str(key), str(data)))
    if number:
        yield _page(source, first, title, parts, size, options)


def _page(
    source: Path, row: int, title: str | None, parts: list[tuple[str, str]], size: int, options: ReadOptions
) -> Page | Reject:
    try:
        if size > options.max_page_bytes:
            raise ValueError(f"longer than {options.max_page_bytes:,} bytes")
        raw: dict[str, Any] = {"title": plain_title(title), "order": [key for key, _ in parts]}
        raw |= {key: msgspec.Raw(data.encode()) for key, data in parts}
        return page_from_json(msgspec.json.encode(raw))
    except (ValueError, msgspec.MsgspecError) as error:
        return Reject.of(source, f"row {row + 1}", error)
