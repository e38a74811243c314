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
_WIDTH = 4
Regular = str | list[Any]


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

    def part(self, place: int, size: int) -> Any:
        return _decode(self._unpack(self._map[place : place + size]))


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
            self._tables[place] = StoredTable(*self._records.part(start, self._sizes[place]))
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
    """A table of a record: `rows` of texts for ranking, `table` for everything else."""

    def __init__(self, number: int, type_: str, caption: str | None, cells: list[list[Regular]]) -> None:
        self.number, self.type, self.caption, self._cells = number, type_, caption, cells

    @cached_property
    def rows(self) -> list[list[str]]:
        return [[cell if isinstance(cell, str) else cell[0] for cell in row] for row in self._cells]

    @cached_property
    def table(self) -> Table:
        rows = [
            [self._cell(cell, row, column) for column, cell in enumerate(cells)]
            for row, cells in enumerate(self._cells)
        ]
        return Table(self.number, rows, self.type, None if self.caption is None else Rich(self.caption))

    def _cell(self, stored: Regular, row: int, column: int) -> Cell:
        if isinstance(stored, str):
            return Cell(f"cell_{self.number}_{row}_{column}", Rich(stored))
        text, header, *rest = stored
        key = f"{'header_' if header else ''}cell_{self.number}_{row}_{column}"
        if not rest:
            return Cell(key, Rich(text), bool(header))
        return Cell(rest[0] or key, Rich(text), bool(header), rest[1], rest[2])


def store_cell(key: str, text: str, header: bool, down: int, across: int, regular: str) -> Regular:
    """The shortest stored form of a cell; `regular` is the key that its place gives it."""
    if down == across == 1 and key == regular:
        return [text, 1] if header else text
    return [text, int(header), "" if key == regular else key, down, across]


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
