"""Pages in a compact form beside the index, so that reading a candidate page costs microseconds, not a JSON parse.

A record is one compressed part for the texts of the page and one for each table, which is read only when it is wanted.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np
import zstandard

from evidentia.page import Cell, Element, Link, ListItem, Page, PageList, Rich, Section, Sentence, Table

SENTENCE, SECTION, TABLE, LIST = range(4)
LEVEL = 1

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode
_decode_table = msgspec.msgpack.Decoder(tuple[int, str, str | None, str, dict[int, list[Any]]]).decode
_WIDTH = 4
CELL, ROW, EMPTY = "\x1f", "\x1e", "\x1d"
_NO_MARKS = {ord(mark): " " for mark in (CELL, ROW, EMPTY)}


class RecordWriter:
    """Appends records; `offsets` are the places of the records in the file."""

    def __init__(self, path: Path, start: int = 0) -> None:
        self._file: IO[bytes] = path.open("r+b" if start else "wb")
        self._file.seek(start)
        self._file.truncate()
        self._place = start
        self._pack = zstandard.ZstdCompressor(level=LEVEL, write_content_size=True).compress
        self.offsets: list[int] = []

    def add(self, title: str, elements: Sequence[Any], tables: Sequence[Any]) -> None:
        packed = [self._pack(_encode(table)) for table in tables]
        head = self._pack(_encode([title, elements, [len(part) for part in packed]]))
        self.offsets.append(self._place)
        whole = b"".join((len(head).to_bytes(_WIDTH, "little"), head, *packed))
        self._file.write(whole)
        self._place += len(whole)

    def close(self) -> int:
        self._file.close()
        return self._place


class Records:
    """Reads records by number through a memory map."""

    def __init__(self, path: Path, offsets: np.ndarray[Any, Any]) -> None:
        self._file = path.open("rb")
        self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""
        self._offsets = offsets
        self._unpack = zstandard.ZstdDecompressor().decompress

    def __len__(self) -> int:
        return len(self._offsets)

    def __getitem__(self, number: int) -> StoredPage:
        place = int(self._offsets[number])
        end = place + _WIDTH + int.from_bytes(self._map[place : place + _WIDTH], "little")
        title, elements, sizes = _decode(self._unpack(self._map[place + _WIDTH : end]))
        return StoredPage(self, number, title, elements, sizes, end)

    def table(self, place: int, size: int) -> StoredTable:
        return StoredTable(*_decode_table(self._unpack(self._map[place : place + size])))


class StoredPage:
    """A page as it lies in the store; tables are unpacked when asked for."""

    def __init__(
        self, records: Records, number: int, title: str, elements: list[Any], sizes: list[int], end: int
    ) -> None:
        self.number, self.title, self.elements = number, title, elements
        self._records, self._sizes, self._end = records, sizes, end
        self._tables: dict[int, StoredTable] = {}

    @property
    def table_count(self) -> int:
        return len(self._sizes)

    def table(self, place: int) -> StoredTable:
        """The table that stands at `place` among the tables of the page."""
        if place not in self._tables:
            start = self._end + sum(self._sizes[:place])
            self._tables[place] = self._records.table(start, self._sizes[place])
        return self._tables[place]

    @cached_property
    def sentences(self) -> list[str]:
        return [element[2] for element in self.elements if element[0] == SENTENCE]

    @cached_property
    def introduction(self) -> list[str]:
        found = []
        for element in self.elements:
            if element[0] == SECTION:
                break
            if element[0] == SENTENCE:
                found.append(element[2])
        return found

    def page(self, tables: bool = True) -> Page:
        """The page as the other rooms know it, without links; `tables=False` leaves the tables empty."""
        elements: list[Element] = []
        place = 0
        for element in self.elements:
            kind, number = element[0], element[1]
            if kind == SENTENCE:
                elements.append(Sentence(number, Rich(element[2])))
            elif kind == SECTION:
                elements.append(Section(number, Rich(element[2]), element[3]))
            elif kind == LIST:
                items = [ListItem(key, Rich(text), level, type_) for key, text, level, type_ in element[3]]
                elements.append(PageList(number, items, element[2]))
            else:
                elements.append(self.table(place).table if tables else Table(number, []))
                place += 1
        return Page(self.title, elements)


class StoredTable:
    """A table of a record. Its cells are one string, so that ranking never touches them one by one.

    `odd` holds what the place of a cell does not tell, by its number in reading order: whether it is a header, its key
    and its spans.
    """

    def __init__(self, number: int, type_: str, caption: str | None, text: str, odd: dict[int, list[Any]]) -> None:
        self.number, self.type, self.caption, self.text, self._odd = number, type_, caption, text, odd

    @cached_property
    def rows(self) -> list[list[str]]:
        return [row.split(CELL) if row else [] for row in self.text.split(ROW)] if self.text else []

    @cached_property
    def table(self) -> Table:
        rows: list[list[Cell]] = []
        count = 0
        for y, texts in enumerate(self.rows):
            row = []
            for x, text in enumerate(texts):
                row.append(self._cell(text.removeprefix(EMPTY), y, x, self._odd.get(count)))
                count += 1
            rows.append(row)
        return Table(self.number, rows, self.type, None if self.caption is None else Rich(self.caption))

    def _cell(self, text: str, row: int, column: int, odd: list[Any] | None) -> Cell:
        if odd is None:
            return Cell(f"cell_{self.number}_{row}_{column}", Rich(text))
        header, *rest = odd
        key = f"{'header_' if header else ''}cell_{self.number}_{row}_{column}"
        if not rest:
            return Cell(key, Rich(text), bool(header))
        return Cell(rest[0] or key, Rich(text), bool(header), rest[1], rest[2])


def store_cells(rows: list[list[tuple[str, list[Any] | None]]]) -> tuple[str, dict[int, list[Any]]]:
    """The string and the odd cells of a table from (text, what is odd) by row."""
    odd: dict[int, list[Any]] = {}
    count = 0
    lines = []
    for row in rows:
        texts = []
        for text, strange in row:
            if strange is not None:
                odd[count] = strange
            count += 1
            texts.append(text.translate(_NO_MARKS) if not text.isprintable() else text)
        # A row with one empty cell is not a row without cells.
        lines.append(CELL.join(texts) or (EMPTY if texts else ""))
    return ROW.join(lines), odd


def odd_cell(key: str, header: bool, down: int, across: int, regular: str) -> list[Any] | None:
    """What the place of a cell does not tell; `regular` is the key that its place gives it."""
    if down == across == 1 and key == regular:
        return [1] if header else None
    return [int(header), "" if key == regular else key, down, across]


def links_of(page: Page) -> list[Link]:
    """Every link of a page, in order."""
    found: list[Link] = []
    for element in page.elements:
        if isinstance(element, Table):
            found += [link for cell in element.cells() for link in cell.content.links]
        elif isinstance(element, PageList):
            found += [link for item in element.items for link in item.content.links]
        else:
            found += element.content.links
    return found
