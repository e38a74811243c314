"""Evidence as a reader reads it: the page title once, then its pieces; `header is cell`; context for every piece."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidentia import ids
from evidentia.claim import ContextItem, Evidence
from evidentia.evidence.headers import column_headers, header_text, is_header_row, row_name
from evidentia.evidence.rows import columns_for, data_rows, select_rows
from evidentia.evidence.words import pieces
from evidentia.page import Cell, Table

BUDGET = 150
PIECE_LIMIT = 90
CELL_LIMIT = 24
MAX_PIECES = 60
_CELLS = ("cell", "header_cell", "table_caption")
_FORMULA = re.compile(r"\{\\displaystyle.*?\}(?:\s*\})*(?=\s|$)")
TitledTable = Table | tuple[str, Table]


def shorten(text: str, budget: int) -> str:
    """The beginning of a text that fits the budget, on one line."""
    text = " ".join(text[: budget * 40].split())
    if "{\\displaystyle" in text:
        text = _FORMULA.sub("", text).strip()
    if len(text) <= budget or pieces(text) <= budget:
        return text
    kept: list[str] = []
    for word in text.split(" "):
        budget -= pieces(word)
        if budget < 0:
            break
        kept.append(word)
    return " ".join(kept)


def evidence_text(
    claim: str, evidence: Sequence[Evidence], tables: Sequence[TitledTable] = (), *, budget: int = BUDGET
) -> str:
    """One text from evidence (best first) and whole tables; what comes last is left out when it grows too long.

    Tables share what room the other evidence leaves, at least half of the budget if there are any.
    """
    titled = [table if isinstance(table, tuple) else ("", table) for table in tables]
    room = budget // 2 if titled else budget
    chosen: list[Evidence] = []
    seen: set[str] = set()
    used = 0
    for piece in evidence[:MAX_PIECES]:
        name = piece.id or piece.text
        cost = min(pieces(piece.text[: PIECE_LIMIT * 12]), PIECE_LIMIT) + 3
        if name in seen or (chosen and used + cost > room):
            continue
        seen.add(name)
        chosen.append(piece)
        used += cost
    parts = list(_pages(chosen))
    left = max(budget - sum(map(pieces, parts)), budget // 3)
    for place, (title, table) in enumerate(titled):
        parts.append(table_text(claim, table, title, budget=max(left // (len(titled) - place), 24)))
        left -= pieces(parts[-1])
        if left < 24:
            break
    return " ".join(parts)


def table_text(claim: str, table: Table, title: str = "", *, budget: int = BUDGET) -> str:
    """The rows and columns of a table that a claim needs, as far as the budget goes."""
    budget = max(budget - pieces(title) - 4, 24)
    rows = select_rows(claim, table, budget)
    columns = columns_for(claim, table, rows, budget)
    return shorten(linearise_table(table, title, rows=rows, columns=columns), budget + budget // 4)


def linearise_table(
    table: Table, title: str = "", *, rows: Sequence[int] | None = None, columns: Sequence[int] | None = None
) -> str:
    """`Title . caption . header1 is cell ; header2 is cell . next row …`; rows and columns count on the full grid."""
    head = [title] if title else []
    if table.caption is not None and table.caption.text:
        head.append(shorten(table.caption.text, PIECE_LIMIT))
    grid = table.grid
    wanted = range(len(grid)) if rows is None else [row for row in rows if 0 <= row < len(grid)]
    lines = [line for row in wanted if (line := _row(table, row, columns))]
    total = len(data_rows(table))
    if lines and len(lines) < total and rows is not None:
        head.append(f"{len(lines)} of {total} rows")
    return " . ".join([*head, *lines]) + " ." if title or lines else ""


def chunks(
    table: Table, title: str = "", *, budget: int = BUDGET, overlap: int = 1, claim: str | None = None
) -> Iterator[tuple[str, list[int]]]:
    """A long table in pieces that fit the budget, each with its rows; neighbours share `overlap` rows."""
    grid = table.grid
    columns = columns_for(claim, table, list(range(len(grid))), budget) if claim else None
    current: list[int] = []
    used = base = pieces(title) + 4
    for row in range(len(grid)):
        line = _row(table, row, columns)
        if not line:
            continue
        cost = pieces(line) + 1
        if current and used + cost > budget:
            yield shorten(linearise_table(table, title, rows=current, columns=columns), 2 * budget), current
            current = current[-overlap:] if overlap and len(current) > overlap else []
            used = base + sum(pieces(_row(table, kept, columns)) + 1 for kept in current)
        current.append(row)
        used += cost
    if current:
        yield shorten(linearise_table(table, title, rows=current, columns=columns), 2 * budget), current


def _row(table: Table, row: int, columns: Sequence[int] | None) -> str:
    """A data row as `header is cell ; …`; header rows are said with their columns, not by themselves."""
    cells = table.grid[row]
    if len(table.grid) > 1 and (is_header_row(cells) or not any(cells)):
        return ""
    headers = column_headers(table)[row]
    name = row_name(cells)
    said: list[str] = []
    last: Cell | None = None
    for column, cell in enumerate(cells):
        if cell is None or cell is last or not cell.text or (columns is not None and column not in columns):
            continue
        last = cell
        header = header_text(headers[column])
        if cell is not name or header:
            text = shorten(cell.text, CELL_LIMIT)
            said.append(f"{header} is {text}" if header else text)
    line = " ; ".join(said)
    if name is None or not name.text or header_text(headers[0]):
        return line
    title = shorten(name.text, CELL_LIMIT)
    if any(headers):
        return f"{title} : {line}"
    return f"{title} is {line}" if line else title


def _pages(evidence: Sequence[Evidence]) -> Iterator[str]:
    """One text per page, pages in the order of their best evidence, pieces in the order of the page."""
    pages: dict[str, list[Evidence]] = {}
    for piece in evidence:
        pages.setdefault(piece.page, []).append(piece)
    for title, pieces_of_page in pages.items():
        parts = [title] if title else []
        texts = [piece for piece in pieces_of_page if piece.kind not in _CELLS]
        cells = [piece for piece in pieces_of_page if piece.kind in _CELLS]
        parts += _texts(sorted(texts, key=_place))
        parts += _cells(sorted(cells, key=_place))
        yield " . ".join(part.removesuffix(" .").removesuffix(".") for part in parts if part) + " ."


def _place(piece: Evidence) -> tuple[int, tuple[int, ...]]:
    try:
        parsed = ids.parse(piece.id)
    except ValueError:
        return 9, ()
    order = {"sentence": 0, "item": 1, "list": 1, "section": 2}.get(parsed.kind, 3)
    return order, (parsed.numbers[0], -1) if parsed.kind == "table_caption" else parsed.numbers


def _texts(evidence: Sequence[Evidence]) -> Iterator[str]:
    before = ""
    for piece in evidence:
        sections, _, _ = _context(piece, ())
        text = shorten(piece.text, PIECE_LIMIT)
        yield f"{sections} : {text}" if sections and sections != before else text
        before = sections


def _cells(evidence: Sequence[Evidence]) -> Iterator[str]:
    """Cells of one row together: `row header : column header is cell ; …`."""
    rows: dict[tuple[int, ...], list[Evidence]] = {}
    for piece in evidence:
        rows.setdefault(_place(piece)[1][:2], []).append(piece)
    before = ""
    common = _common(evidence)
    for cells in rows.values():
        said: list[str] = []
        name = ""
        for piece in cells:
            sections, row_header, header = _context(piece, common.get(_place(piece)[1][:1], ()))
            if sections and sections != before:
                said.append(f"{sections} :")
                before = sections
            if row_header and row_header != name and not header:
                said.append(f"{row_header} is {shorten(piece.text, PIECE_LIMIT)}")
                continue
            if row_header and row_header != name:
                said.append(f"{row_header} :")
            name = row_header or name
            text = shorten(piece.text, PIECE_LIMIT)
            said.append(f"{header} is {text}" if header else text)
        yield " ; ".join(said).replace(" : ;", " :").replace(": ;", ":")


def _common(cells: Sequence[Evidence]) -> dict[tuple[int, ...], tuple[str, ...]]:
    """By table, what stands in the context of all its cells: sections, where the context does not say its kinds."""
    shared: dict[tuple[int, ...], tuple[str, ...]] = {}
    for cell in cells:
        table = _place(cell)[1][:1]
        texts = tuple(shorten(item.text, 16) for item in cell.context)
        known = shared.get(table)
        # One cell alone shares everything with itself; its last context is its header.
        shared[table] = texts[:-1] if known is None else tuple(text for text in known if text in texts)
    return shared


def _context(piece: Evidence, common: Sequence[str]) -> tuple[str, str, str]:
    """Sections (outermost first), row headers and column headers of a piece."""
    sections: list[str] = []
    rows: list[str] = []
    columns: list[str] = []
    unknown: list[str] = []
    row = _place(piece)[1][1:2]
    for item in piece.context:
        text = shorten(item.text, 16)
        kind, numbers = _kind(item)
        if not text or kind == "title" or text == piece.page or text == piece.text:
            continue
        if kind == "section":
            sections.insert(0, text)
        elif kind in ("header_cell", "cell"):
            (rows if numbers[1:2] == row else columns).insert(0, text)
        else:
            unknown.append(text)
    if piece.kind in _CELLS and piece.kind != "table_caption":
        columns += [text for text in unknown if text not in common]
        unknown = [text for text in unknown if text in common]
    sections += unknown
    return " , ".join(sections[-2:]), " ".join(rows), " ".join(columns)


def _kind(item: ContextItem) -> tuple[str, tuple[int, ...]]:
    try:
        parsed = ids.parse(item.id)
    except ValueError:
        return "", ()
    return parsed.kind, parsed.numbers
