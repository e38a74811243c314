"""Which headers a place in a table is read under, for text and for picking; ids and context follow `context.py`."""

from __future__ import annotations

from evidentia.page import Cell, Table

MAX_RUN = 3


def is_header_row(row: list[Cell | None]) -> bool:
    """All cells are headers; the corner may be plain, and others empty beside several headers."""
    headers = {cell.key for cell in row if cell is not None and cell.is_header}
    plain = [(place, cell) for place, cell in enumerate(row) if cell is not None and not cell.is_header]
    if not headers or not plain:
        return bool(headers)
    return len(headers) > 1 and all(place == 0 or not cell.text for place, cell in plain)


def is_title_row(row: list[Cell | None]) -> bool:
    """One cell over the full width of a table that has more than one column."""
    return len(row) > 1 and row[0] is not None and all(cell is row[0] for cell in row)


def column_headers(table: Table) -> list[list[tuple[Cell, ...]]]:
    """For every place of the grid the run of column headers above it, outermost first."""
    found: list[list[tuple[Cell, ...]]] | None = table.__dict__.get("_column_headers")
    if found is not None:
        return found
    found = []
    current: list[tuple[Cell, ...]] = [()] * max((len(row) for row in table.grid), default=0)
    running = False
    for row in table.grid:
        header = is_header_row(row)
        if header and not running and not is_title_row(row):
            current = [()] * len(current)
        found.append(current)
        if header and not is_title_row(row):
            current = [
                (*above, cell)[-MAX_RUN:] if cell is not None and cell.text and cell not in above else above
                for above, cell in zip(current, row)
            ]
        running = header
    table.__dict__["_column_headers"] = found
    return found


def row_name(row: list[Cell | None]) -> Cell | None:
    """The header cell that names a row, if it begins with one and goes on with data."""
    first = row[0] if row else None
    return first if first is not None and first.is_header and not is_header_row(row) else None


def header_text(headers: tuple[Cell, ...]) -> str:
    return " ".join(dict.fromkeys(" ".join(cell.text.split())[:80] for cell in headers))
