"""XLSX: each sheet a section; blocks of rows between blank ones are tables, lone cells are text."""

from __future__ import annotations

import datetime
import re
import zipfile
from pathlib import Path
from typing import Any

from evidentia.errors import InputError, MissingExtra
from evidentia.formats.base import ReadOptions
from evidentia.formats.documents import archive
from evidentia.formats.documents.builder import Builder, Place

_MOST_CELLS = 5_000_000
_MERGED = re.compile(rb"mergeCell\s[^<>]{0,100}?ref\s*=\s*[\"']([^\"'<>]{1,60})[\"']")


def fill(path: Path, builder: Builder, options: ReadOptions) -> None:
    try:
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError as error:
        raise MissingExtra("openpyxl", "documents") from error
    archive.check(path)
    _check_merged(path)
    try:
        book = openpyxl.load_workbook(path, data_only=True)
    except (InvalidFileException, KeyError, SyntaxError, TypeError) as error:
        raise InputError(f"no XLSX: {error}") from error
    left = _MOST_CELLS
    for sheet in book.worksheets:
        left -= sheet.max_row * sheet.max_column
        if left < 0:
            raise InputError(f"more than {_MOST_CELLS:,} cells: save its sheets as CSV")
        if len(book.worksheets) > 1:
            builder.heading(sheet.title, 2)
        _sheet(sheet, builder)


def _check_merged(path: Path) -> None:
    """Each place of a merged area becomes a cell when the book is opened: a line of the file may ask for billions."""
    from openpyxl.utils.cell import range_boundaries

    left = _MOST_CELLS
    with zipfile.ZipFile(path) as book:
        for name in book.namelist():
            if not name.startswith("xl/worksheets/"):
                continue
            with book.open(name) as sheet:
                before = b""
                while part := sheet.read(1 << 20):
                    text = before + part
                    end = 0
                    for match in _MERGED.finditer(text):
                        end = match.end()
                        try:
                            columns, rows, last_column, last_row = range_boundaries(match[1].decode())
                            left -= (last_column - columns + 1) * (last_row - rows + 1)
                        except (TypeError, ValueError) as error:
                            raise InputError(f"no XLSX: a merged area {match[1][:40]!r}") from error
                        if left < 0:
                            raise InputError(
                                f"merged areas of more than {_MOST_CELLS:,} cells: undo them, or save as CSV"
                            )
                    before = text[max(end, len(text) - 300) :]


def _sheet(sheet: Any, builder: Builder) -> None:
    merged = {(area.min_row, area.min_col): area for area in sheet.merged_cells.ranges}
    hidden = {
        (row, column)
        for area in merged.values()
        for row in range(area.min_row, area.max_row + 1)
        for column in range(area.min_col, area.max_col + 1)
    } - merged.keys()
    block: list[list[Any]] = []
    for row in sheet.iter_rows():
        if any(cell.value is not None and str(cell.value).strip() for cell in row) or _is_covered(row, hidden):
            block.append(list(row))
        elif block:
            _block(block, merged, hidden, builder)
            block = []
    if block:
        _block(block, merged, hidden, builder)


def _is_covered(row: Any, hidden: set[tuple[int, int]]) -> bool:
    return any((cell.row, cell.column) in hidden for cell in row)


def _block(block: list[list[Any]], merged: dict[Any, Any], hidden: set[Any], builder: Builder) -> None:
    """Rows with a single cell before a table are its caption or text; after it, notes."""
    first, last = 0, len(block)
    while first < last and _alone(block[first]):
        first += 1
    while last > first and _alone(block[last - 1]):
        last -= 1
    before, table, after = block[:first], block[first:last], block[last:]
    caption = _text_of_row(before[-1]) if before and table else ""
    for row in before[:-1] if caption else before:
        builder.paragraph(_text_of_row(row))
    if table:
        used = [number for number in range(len(table[0])) if any(row[number].value is not None for row in table)]
        left, right = (used[0], used[-1] + 1) if used else (0, 0)
        rows = [_places(row[left:right], merged, hidden) for row in table]
        builder.table([row for row in rows if row], caption)
    for row in after:
        builder.paragraph(_text_of_row(row))


def _alone(row: list[Any]) -> bool:
    return sum(1 for cell in row if cell.value is not None) <= 1


def _text_of_row(row: list[Any]) -> str:
    return " ".join(shown(cell) for cell in row if cell.value is not None)


def _places(row: list[Any], merged: dict[Any, Any], hidden: set[Any]) -> list[Place]:
    places = []
    for cell in row:
        key = (cell.row, cell.column)
        if key in hidden:
            continue
        place = Place(shown(cell))
        area = merged.get(key)
        if area is not None:
            place.row_span = area.max_row - area.min_row + 1
            place.column_span = area.max_col - area.min_col + 1
        places.append(place)
    return places


def shown(cell: Any) -> str:
    """A value as its sheet shows it: dates, percentages, numbers without the dust of binary fractions."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime.datetime):
        if value.time() == datetime.time():
            return value.date().isoformat()
        return value.isoformat(sep=" ", timespec="minutes" if value.second == 0 else "seconds")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (int, float)):
        form = cell.number_format or ""
        if form.split(";")[0].endswith("%"):
            digits = len(form.split(";")[0].rstrip("%").partition(".")[2])
            return f"{100 * value:.{digits}f}%"
        if isinstance(value, float):
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.12g}"
    return str(value)
