"""HTML tables: rows, headers, spans, captions; tables inside cells; tables that only arrange the page."""

from __future__ import annotations

import re
from typing import Final

from lxml.etree import _Element as Element

from evidentia.formats.wikihtml.clean import BLANK, CLOSE, NEWLINE, OPEN, finish, target_of, visible
from evidentia.formats.wikihtml.inline import MAX_DEPTH, all_text, gather, skipped
from evidentia.page import MAX_COLUMNS, MAX_ROWS, Cell, Rich, Table

_GROUPS: Final = frozenset(("tbody", "thead", "tfoot"))
_BOLD: Final = frozenset(("b", "strong"))
_PASSIVE: Final = frozenset(("br", "sup"))
_ARRANGED: Final = ("ul", "ol", "dl", "h2", "h3", "h4", "h5", "p", "table", "blockquote", "pre")
_LAYOUT_CLASSES: Final = frozenset(("cquote", "quotebox", "multicol", "mp-upper", "columns"))
# Ratings are drawn as stars; the first of them says what they amount to.
_STARS: Final = re.compile(r"\d+(?:\.\d+)?(?:/| out of )\d+ stars?")


def table_type(classes: str) -> str:
    """`infobox`, `wikitable`, or nothing for a table of neither class."""
    if "infobox" in classes:
        return "infobox"
    return "wikitable" if "wikitable" in classes else ""


def holds_facts(element: Element) -> bool:
    """Whether a table of another class has a `wikitable` or an infobox in it: some wrap them in boxes of navigation."""
    return any(table_type(inner.get("class") or "") for inner in element.iter("table"))


def is_layout(element: Element, classes: str) -> bool:
    """Whether an unclassed table only arranges other things: lists, paragraphs, tables, or a single text."""
    if element.get("role") == "presentation" or not _LAYOUT_CLASSES.isdisjoint(classes.split()):
        return True
    arranged = next((inner for inner in element.iter(*_ARRANGED) if inner is not element), None)
    if arranged is not None:
        return not _has_headers(element) or holds_facts(element)
    return sum(1 for cell in element.iter("td", "th") if _has_text(cell)) <= 1


def _has_headers(element: Element) -> bool:
    """Whether a table has header cells of its own; those of tables inside it say nothing of it."""
    if next(element.iter("th"), None) is None:
        return False
    return any(next(row.iterchildren("th"), None) is not None for row, _ in source_rows(element)[0])


def _has_text(cell: Element) -> bool:
    return any(text.strip() for text in cell.itertext())


def source_rows(element: Element) -> tuple[list[tuple[Element, bool]], Element | None]:
    """The rows in reading order, each with whether it stands in `thead`, and the caption."""
    rows: list[tuple[Element, bool]] = []
    caption = None
    for child in element:
        tag = child.tag
        if tag == "tr":
            rows.append((child, False))
        elif tag in _GROUPS:
            head = tag == "thead"
            rows += [(row, head) for row in child.iterchildren("tr")]
        elif tag == "caption" and caption is None:
            caption = child
        if len(rows) > MAX_ROWS:
            del rows[MAX_ROWS:]
            break
    return rows, caption


def read_table(element: Element, number: int, kind: str, nested: list[Element], depth: int) -> Table | None:
    """A table with its cells where they stand in the source; None if no cell holds text."""
    sources, caption_element = source_rows(element)
    rows: list[list[Cell]] = []
    bold: list[bool] = []
    filled = headed = spanned = False
    for source, in_head in sources:
        cells: list[Cell] = []
        row = len(rows)
        prefix = f"{number}_{row}_"
        row_bold = _bold_style(source)
        all_bold = written = False
        for place in source:
            tag = place.tag
            if tag == "td":
                header = in_head or place.get("scope") is not None
            elif tag == "th":
                header = True
            else:
                continue
            style = place.get("style")
            if style is not None and "none" in style and skipped(place):
                continue
            content = _content(place, nested, depth)
            column = len(cells)
            if column >= MAX_COLUMNS:
                break
            down, across = place.get("rowspan"), place.get("colspan")
            cell = Cell(f"header_cell_{prefix}{column}" if header else f"cell_{prefix}{column}", content, header)
            if down is not None:
                cell.row_span = _span(down, MAX_ROWS, zero=0)
            if across is not None:
                cell.column_span = _span(across, MAX_COLUMNS, zero=1)
            cells.append(cell)
            if content.text:
                all_bold = (all_bold or not written) and not header and (row_bold or _is_bold(place))
                written = True
            headed = headed or header
        spanned = spanned or any(cell.row_span != 1 for cell in cells)
        if not cells or (kind == "infobox" and not written and not spanned):
            continue
        filled = filled or written
        rows.append(cells)
        bold.append(written and all_bold)
    if not filled:
        return None
    _mark_bold_headers(rows, bold, headed)
    for row, cells in enumerate(rows):
        for cell in cells:
            if cell.row_span == 0:
                cell.row_span = len(rows) - row
    if kind != "infobox":
        _fill_short_rows(number, rows)
    caption = None
    if caption_element is not None and not skipped(caption_element):
        caption = _caption(caption_element, nested, depth)
    return Table(number=number, rows=rows, type="infobox" if kind == "infobox" else "table", caption=caption)


def _fill_short_rows(number: int, rows: list[list[Cell]]) -> None:
    """A row that ends early gets one empty cell over the places that a browser draws empty."""
    if any(cell.row_span != 1 for row in rows for cell in row):
        grid = Table(number=number, rows=rows).grid
        missing = [sum(1 for cell in line if cell is None) for line in grid]
    else:
        widths = [sum(cell.column_span for cell in row) for row in rows]
        width = min(max(widths), MAX_COLUMNS)
        missing = [width - each for each in widths]
    for row, cells in enumerate(rows):
        if row < len(missing) and missing[row] > 0:
            cells.append(Cell(f"cell_{number}_{row}_{len(cells)}", Rich(""), column_span=missing[row]))


def _content(place: Element, nested: list[Element], depth: int) -> Rich:
    targets: list[str] = []
    if len(place) == 0:
        text = place.text
        return finish([text], targets) if text else Rich("")
    parts: list[str] = []
    gather(place, parts, targets, nested, None, depth + 1)
    content = finish(parts, targets)
    return content if content.text else _pictured(place)


def _pictured(place: Element) -> Rich:
    """What a cell without words shows: flags, or a rating in stars."""
    if next(place.iter("table"), None) is not None:
        return Rich("")
    ratings = [image.get("alt") or "" for image in place.iter("img")]
    stars = next((alt for alt in ratings if _STARS.fullmatch(alt)), "")
    return Rich(stars) if stars else _flags(place)


def _flags(place: Element) -> Rich:
    """A cell that shows nothing but flags says what they stand for: by their captions, or by hidden words of links."""
    names: list[tuple[str, str]] = []
    for span in place.iter("span"):
        if "flagicon" in (span.get("class") or ""):
            for image in span.iter("img"):
                holder = image.getparent()
                names.append((image.get("alt") or "", (holder.get("href") or "") if holder is not None else ""))
    if not any(name.strip() for name, _ in names):
        links = [(all_text(anchor), anchor.get("href") or "") for anchor in place.iter("a")]
        names = [(name, href) for name, href in links if target_of(href)]
    parts: list[str] = []
    targets: list[str] = []
    for name, href in names:
        name = visible(name).strip(BLANK)
        if not name:
            continue
        target = target_of(href)
        parts.append(NEWLINE if parts else "")
        if target:
            parts += (OPEN, name, CLOSE)
            targets.append(target)
        else:
            parts.append(name)
    return finish(parts, targets) if parts else Rich("")


def _caption(element: Element, nested: list[Element], depth: int) -> Rich | None:
    parts: list[str] = []
    targets: list[str] = []
    gather(element, parts, targets, nested, None, depth + 1)
    caption = finish(parts, targets)
    if "\n" in caption.text:
        caption.text = caption.text.replace("\n", " ")
    return caption if caption.text else None


def _span(value: str, most: int, *, zero: int) -> int:
    digits = value.strip().strip("\"'")[:12]
    number = int(digits) if digits.isdecimal() else 1
    return min(number, most) if number else zero


def _bold_style(element: Element) -> bool:
    style = element.get("style")
    return style is not None and "bold" in style and "font-weight" in style


def _is_bold(place: Element, depth: int = 0) -> bool:
    """All the text of a cell is bold."""
    if depth > MAX_DEPTH:
        return False
    if _bold_style(place):
        return True
    if place.text and place.text.strip():
        return False
    found = False
    for child in place:
        if child.tag in _BOLD:
            found = True
        elif child.tag not in _PASSIVE and not (child.tag == "span" and _is_bold(child, depth + 1)):
            return False
        else:
            found = found or child.tag == "span"
        if child.tail and child.tail.strip():
            return False
    return found


def _mark_bold_headers(rows: list[list[Cell]], bold: list[bool], headed: bool) -> None:
    """Rows all in bold are headers: the first ones of a table without any, and those of one cell across the table."""
    leading = not headed
    for row, cells in enumerate(rows):
        if not bold[row]:
            leading = False
            continue
        across = len(cells) == 1 and cells[0].column_span > 1
        if across or (leading and len(rows) > row + 1):
            for cell in cells:
                if not cell.is_header:
                    cell.is_header = True
                    cell.key = "header_" + cell.key
