"""A table as a report shows it: the chosen cells lit, their headers tinted, other rows and columns folded away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from evidentia.context import header_cells
from evidentia.page import Cell, Page, Rich, Table
from evidentia.report.words import clean

MAX_WHOLE_ROWS = 300
MAX_HEADER_ROWS = 3
_CELL_TEXT = 400


class CellView(msgspec.Struct, frozen=True, kw_only=True):
    """A cell where it begins; `chosen` is evidence, `tinted` a header that says how to read it."""

    text: str
    header: bool = False
    chosen: bool = False
    tinted: bool = False
    sets: tuple[int, ...] = ()
    rows: int = 1
    columns: int = 1
    scope: str = ""
    places: tuple[int, ...] = ()


class RowView(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table, or the sign that `folded` rows are not shown."""

    cells: list[CellView] = []
    folded: int = 0


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """`columns` counts the columns shown, with one for each fold."""

    page: str
    key: str
    caption: str
    sections: list[str]
    rows: list[RowView]
    whole: list[RowView]
    columns: int
    all_rows: int
    all_columns: int


def detail(page: Page, table: Table, sections: Sequence[str] = ()) -> dict[str, Any]:
    """A table as plain data for `Prediction.details["tables"]`, so that a report needs no corpus."""
    rows = [
        [
            {
                "key": cell.key,
                "text": cell.text,
                "header": cell.is_header,
                "row_span": cell.row_span,
                "column_span": cell.column_span,
            }
            for cell in row
        ]
        for row in table.rows[:MAX_WHOLE_ROWS]
    ]
    caption = table.caption.text if table.caption else ""
    return {"page": page.title, "table": table.key, "caption": caption, "sections": list(sections), "rows": rows}


def from_detail(value: Mapping[str, Any]) -> Table | None:
    """The table of a detail; plain texts will do as cells, `header_rows` and `header_columns` then name the headers."""
    number = str(value.get("table", "table_0")).rpartition("_")[2]
    rows = value.get("rows")
    if not number.isdigit() or not isinstance(rows, Sequence) or isinstance(rows, str):
        return None
    down, across = int(value.get("header_rows", 0)), int(value.get("header_columns", 0))
    cells = [
        [_cell(part, f"{number}_{y}_{x}", y < down or x < across) for x, part in enumerate(row)]
        for y, row in enumerate(rows)
    ]
    caption = value.get("caption")
    return Table(int(number), cells, caption=Rich(str(caption)) if caption else None)


def view(
    table: Table,
    chosen: Mapping[str, Sequence[int]],
    *,
    page: str = "",
    sections: Sequence[str] = (),
    neighbours: int = 1,
    max_columns: int = 30,
) -> TableView:
    """The rows of the chosen cells (key within the page → evidence sets) with their headers and neighbours."""
    grid = table.grid
    lit = {key: tuple(sets) for key, sets in chosen.items() if key in table.positions}
    tinted = {cell.key for key in sorted(lit) for cell in header_cells(table, key)} - lit.keys()
    height, width = len(grid), max((len(row) for row in grid), default=0)
    rows = _shown_rows(table, lit.keys() | tinted, lit.keys(), neighbours)
    columns = _shown_columns(table, lit.keys(), tinted, width, max_columns)
    shown = _Shown(table, lit, tinted, columns)
    folded = shown.rows(rows, height)
    every = list(range(min(height, MAX_WHOLE_ROWS)))
    return TableView(
        page=page,
        key=table.key,
        caption=clean(table.caption.text) if table.caption else "",
        sections=list(sections),
        rows=folded,
        whole=shown.rows(every, height) if len(rows) < height else [],
        columns=sum(1 for _ in _segments(columns, width)),
        all_rows=height,
        all_columns=width,
    )


class _Shown:
    """Cuts rows out of a grid; a spanning cell is cut to what is shown of it."""

    def __init__(
        self, table: Table, lit: Mapping[str, tuple[int, ...]], tinted: set[str], columns: Sequence[int]
    ) -> None:
        self.grid, self.lit, self.tinted, self.columns = table.grid, lit, tinted, columns
        self.width = max((len(row) for row in self.grid), default=0)
        self.header_rows = _header_rows(table)

    def rows(self, rows: Sequence[int], height: int) -> list[RowView]:
        found: list[RowView] = []
        before = -1
        done: set[tuple[int, int]] = set()
        kept = set(rows)
        for y in rows:
            if y > before + 1:
                found.append(RowView(folded=y - before - 1))
            found.append(RowView(cells=self._row(y, kept, done)))
            before = y
        if before < height - 1:
            found.append(RowView(folded=height - 1 - before))
        return found

    def _row(self, y: int, kept: set[int], done: set[tuple[int, int]]) -> list[CellView]:
        cells: list[CellView] = []
        for place, x in enumerate(_segments(self.columns, self.width)):
            if x is None:
                cells.append(CellView(text="⋯", places=(place,)))
                continue
            if (y, x) in done:
                continue
            cell = self.grid[y][x]
            across = 1
            while (
                cell is not None
                and x + across in self.columns
                and self.grid[y][x + across] is cell
                and (y, x + across) not in done
            ):
                across += 1
            span = range(x, x + across)
            down = 1
            while (
                cell is not None
                and y + down in kept
                and all(self.grid[y + down][c] is cell and (y + down, c) not in done for c in span)
            ):
                down += 1
            done.update((y + dy, c) for dy in range(down) for c in span)
            cells.append(self._cell(cell, y, down, across, place))
        return cells

    def _cell(self, cell: Cell | None, y: int, down: int, across: int, place: int) -> CellView:
        places = tuple(range(place, place + across))
        if cell is None:
            return CellView(text="", rows=down, columns=across, places=places)
        scope = ""
        if cell.is_header:
            scope = (
                ("colgroup" if across > 1 else "col") if y < self.header_rows else ("rowgroup" if down > 1 else "row")
            )
        return CellView(
            text=clean(cell.text, _CELL_TEXT),
            header=cell.is_header,
            chosen=cell.key in self.lit,
            tinted=cell.key in self.tinted,
            sets=self.lit.get(cell.key, ()),
            rows=down,
            columns=across,
            scope=scope,
            places=places,
        )


def _cell(part: Any, numbers: str, header: bool) -> Cell:
    if not isinstance(part, Mapping):
        return Cell(f"{'header_' if header else ''}cell_{numbers}", Rich(str(part)), header)
    header = bool(part.get("header", header))
    return Cell(
        str(part.get("key") or f"{'header_' if header else ''}cell_{numbers}"),
        Rich(str(part.get("text", ""))),
        header,
        int(part.get("row_span", 1)),
        int(part.get("column_span", 1)),
    )


def _header_rows(table: Table) -> int:
    """How many rows at the top hold nothing but headers."""
    count = 0
    for row in table.grid:
        if not row or not all(cell is None or cell.is_header for cell in row) or not any(row):
            break
        count += 1
    return count


def _shown_rows(table: Table, wanted: Collection[str], lit: Collection[str], neighbours: int) -> list[int]:
    grid, height = table.grid, len(table.grid)
    shown = set(range(min(_header_rows(table), MAX_HEADER_ROWS)))
    for key in sorted(wanted):
        y = table.positions[key][0]
        around = neighbours if key in lit else 0
        shown.update(range(max(0, y - around), min(height, y + around + 1)))
    if not lit:
        shown.update(range(min(height, 8)))
    # A fold of one row would take the room of the row itself.
    shown.update(y for y in range(height) if (y == 0 or y - 1 in shown) and (y == height - 1 or y + 1 in shown))
    return sorted(y for y in shown if y < len(grid))


def _shown_columns(table: Table, lit: Collection[str], tinted: Collection[str], width: int, limit: int) -> list[int]:
    if width <= limit:
        return list(range(width))
    ranked = [0]
    for key in sorted(lit) + sorted(tinted):
        ranked.append(table.positions[key][1])
    for column in list(ranked):
        ranked += [column - 1, column + 1]
    ranked += range(width)
    kept: list[int] = []
    for column in ranked:
        if 0 <= column < width and column not in kept:
            kept.append(column)
        if len(kept) == limit:
            break
    return sorted(kept)


def _segments(columns: Sequence[int], width: int) -> list[int | None]:
    """The columns shown, with None where some are folded away."""
    found: list[int | None] = []
    before = -1
    for column in columns:
        if column > before + 1:
            found.append(None)
        found.append(column)
        before = column
    if before < width - 1:
        found.append(None)
    return found
