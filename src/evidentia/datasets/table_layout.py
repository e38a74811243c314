"""What the columns of a table mean: headers, the column that names the rows, numbers and years."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from evidentia.page import Cell, Table

_NOTE = re.compile(r"\[[^\[\]]{0,12}\]|[†‡*#^§]+")
_NUMBER = re.compile(r"^[^\w\d+-]{0,2}([+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+-]?\d+(?:\.\d+)?)\s*(%|[a-zA-Z²³/]{0,12})$")
_EMPTY = frozenset(("", "-", "–", "—", "n/a", "na", "none", "tba", "tbd", "?", "n / a", "null", "...", "…", "unknown"))
_TOTALS = frozenset(("total", "totals", "sum", "average", "mean", "overall", "all", "career total", "career totals"))
_ORDER = re.compile(
    r"^(?:.*\b)?(?:no|nos|#|№|rank|ranking|pos|position|place|seed|order|number|id|game|episode|ep|series|season|week|round|"
    r"match|day|grid|pick|draw|lane|heat|code|jersey|route|race|stage|leg|bib|district|chapter|part|volume|issue)\.?"
    r"(?: in .*| no\.?| number| #)?$",
    re.I,
)
_DATE = re.compile(
    r"^(?:\w{3,9},? )?(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"(?: \d{1,2})?\b(?!\w)[\d ,–-]*",
    re.I,
)
MAX_TEXT = 80


@dataclass
class Column:
    number: int
    name: str
    header: str | None
    numeric: bool = False
    years: bool = False
    unit: str = ""


@dataclass
class Row:
    cells: list[Cell]
    name: str


@dataclass
class Layout:
    """A table of records: each row one thing, named by the subject column."""

    columns: list[Column]
    subject: Column
    rows: list[Row]
    headers: list[str] = field(default_factory=list)

    def values(self, column: Column) -> Iterator[tuple[Row, Cell, float]]:
        for row in self.rows:
            value = number(row.cells[column.number].text)
            if value is not None:
                yield row, row.cells[column.number], value


def clean(text: str) -> str:
    """A cell's text without footnote marks."""
    return " ".join(_NOTE.sub(" ", text).split())


def is_empty(text: str) -> bool:
    return clean(text).lower() in _EMPTY


def number(text: str) -> float | None:
    found = _NUMBER.match(clean(text))
    return None if found is None else float(found.group(1).replace(",", ""))


def unit(text: str) -> str:
    found = _NUMBER.match(clean(text))
    return found.group(2) if found else ""


def is_infobox(table: Table) -> bool:
    """Two cells a row, the left one a header: each row says one thing of the page."""
    pairs = [row for row in table.rows if len(row) == 2 and row[0].is_header and not row[1].is_header]
    return table.type == "infobox" or len(pairs) >= max(3, 0.6 * len(table.rows))


def infobox_pairs(table: Table) -> list[tuple[Cell, Cell]]:
    """The named values of an infobox."""
    return [
        (row[0], row[1])
        for row in table.rows
        if len(row) == 2 and row[0].text.strip() and not is_empty(row[1].text) and len(row[1].text) <= MAX_TEXT
    ]


def layout(table: Table) -> Layout | None:
    """The records of a table; None where it has no clear header row, subject column or at least two rows."""
    grid = table.grid
    if len(grid) < 3 or len(grid[0]) < 2:
        return None
    top = 0
    while top < len(grid) - 1 and all(cell is None or cell.is_header for cell in grid[top]):
        top += 1
    top = top or 1
    if top > 3:
        return None
    body = [row for row in grid[top:] if all(cell is not None for cell in row)]
    body = [row for row in body if len({cell.key for cell in row if cell}) == len(row)]
    if len(body) < 2:
        return None
    columns = [_column(grid, top, place, body) for place in range(len(grid[0]))]
    names = [column.name.lower() for column in columns]
    subject = _subject(columns, body)
    if subject is None:
        return None
    seen: set[str] = set()
    rows: list[Row] = []
    for cells in body:
        line = [cell for cell in cells if cell is not None]
        name = clean(line[subject.number].text)
        if not name or is_empty(name) or len(name) > MAX_TEXT or name.lower() in _TOTALS:
            continue
        if any(clean(cell.text).lower() in _TOTALS for cell in line[:2]):
            continue
        rows.append(Row(line, name))
        seen.add(name.lower())
    if len(rows) < 2 or len(seen) < len(rows):
        return None
    usable = [
        column for column in columns if column.name and names.count(column.name.lower()) == 1 and len(column.name) <= 60
    ]
    return Layout([column for column in usable if column is not subject], subject, rows)


def _column(grid: list[list[Cell | None]], top: int, place: int, body: list[list[Cell | None]]) -> Column:
    parts: list[str] = []
    header = None
    for row in grid[:top]:
        cell = row[place]
        if cell is not None and clean(cell.text) and clean(cell.text) not in parts:
            parts.append(clean(cell.text))
            header = cell.key
    texts = [cell.text for row in body if (cell := row[place]) is not None and not is_empty(cell.text)]
    parsed = [value for text in texts if (value := number(text)) is not None]
    units = {unit(text) for text in texts if number(text) is not None}
    numeric = len(texts) >= 2 and len(parsed) >= 0.9 * len(texts) and len(units) <= 1
    name = " ".join(parts)
    years = (
        numeric
        and all(1000 <= value <= 2100 and value == int(value) for value in parsed)
        and not any("," in text for text in texts)
    )
    return Column(place, name, header, numeric and not _ordering(name), years, units.pop() if len(units) == 1 else "")


def _dated(texts: list[str]) -> bool:
    return sum(bool(_DATE.search(text)) for text in texts) > 0.5 * len(texts)


def _ordering(name: str) -> bool:
    return bool(_ORDER.match(name.strip()))


def _subject(columns: list[Column], body: list[list[Cell | None]]) -> Column | None:
    """The first column of unlike texts; a column of unlike years only where there is no other."""
    spare = None
    for column in columns:
        texts = [clean(cell.text).lower() for row in body if (cell := row[column.number]) is not None]
        distinct = len(set(texts)) == len(texts) and not any(is_empty(text) for text in texts)
        lettered = sum(bool(re.search(r"[^\W\d_]{2}", text)) for text in texts) >= 0.8 * len(texts)
        if distinct and lettered and column.name and not _ordering(column.name):
            if not _dated(texts):
                return column
            spare = spare or column
        elif distinct and spare is None and column.years:
            spare = column
    return spare
