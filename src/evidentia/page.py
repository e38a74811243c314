"""A page and its elements: sentences, sections, tables, lists; links are data beside clean text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

_LINK = re.compile(r"\[\[([^\[\]|]*)\|([^\[\]]*)\]\]|\[\[([^\[\]|]+)\]\]")
MAX_COLUMNS = 1000
MAX_ROWS = 200_000
MAX_GRID = 4_000_000


class Link(msgspec.Struct, frozen=True):
    """`text[start:end]` of the clean text leads to the page `target`."""

    target: str
    start: int
    end: int


class Rich(msgspec.Struct):
    """Clean text with its links."""

    text: str
    links: tuple[Link, ...] = ()

    @property
    def markup(self) -> str:
        """The text with `[[Target_Page|anchor]]` in it, as the FEVEROUS database holds it."""
        if not self.links:
            return _no_markup(self.text)
        parts, position = [], 0
        for link in self.links:
            anchor = self.text[link.start : link.end]
            if "[" in anchor or "]" in anchor:
                continue
            parts.append(_no_markup(self.text[position : link.start]))
            parts.append(f"[[{escape_target(link.target)}|{anchor}]]")
            position = link.end
        parts.append(_no_markup(self.text[position:]))
        return "".join(parts)


def parse_markup(markup: str) -> Rich:
    """Clean text and links from a string with `[[Target_Page|anchor]]` in it."""
    if "[[" not in markup:
        return Rich(markup)
    parts: list[str] = []
    links: list[Link] = []
    length = position = 0
    for match in _LINK.finditer(markup):
        before = markup[position : match.start()]
        target = match.group(1) if match.group(1) is not None else match.group(3)
        anchor = match.group(2) if match.group(2) is not None else match.group(3)
        start = length + len(before)
        parts += (before, anchor)
        length = start + len(anchor)
        if target.strip():
            links.append(Link(unescape_target(target), start, length))
        position = match.end()
    parts.append(markup[position:])
    return Rich("".join(parts), tuple(links))


def _no_markup(text: str) -> str:
    """Brackets of the text itself set apart: the database has no way to write them beside links."""
    while "[[" in text:
        text = text.replace("[[", "[ [")
    return text


def escape_target(title: str) -> str:
    return title.replace(" ", "_").replace("|", "%7C").replace("[", "%5B").replace("]", "%5D")


def unescape_target(target: str) -> str:
    if "&" in target:
        target = html.unescape(target)
    return target.replace("_", " ").replace("%7C", "|").replace("%5B", "[").replace("%5D", "]").strip()


class Sentence(msgspec.Struct):
    number: int
    content: Rich

    @property
    def key(self) -> str:
        return f"sentence_{self.number}"

    @property
    def text(self) -> str:
        return self.content.text


class Section(msgspec.Struct):
    number: int
    content: Rich
    level: int

    @property
    def key(self) -> str:
        return f"section_{self.number}"

    @property
    def text(self) -> str:
        return self.content.text


class Cell(msgspec.Struct):
    """A cell where it stands in the source; `key` is its id within the page."""

    key: str
    content: Rich
    is_header: bool = False
    row_span: int = 1
    column_span: int = 1

    @property
    def text(self) -> str:
        return self.content.text


class Table(msgspec.Struct, dict=True):
    number: int
    rows: list[list[Cell]]
    type: str = "table"
    caption: Rich | None = None

    @property
    def key(self) -> str:
        return f"table_{self.number}"

    @property
    def caption_key(self) -> str:
        return f"table_caption_{self.number}"

    @property
    def text(self) -> str:
        lines = [self.caption.text] if self.caption else []
        lines += [" | ".join(cell.text for cell in row) for row in self.rows]
        return "\n".join(lines)

    def cells(self) -> Iterator[Cell]:
        for row in self.rows:
            yield from row

    @cached_property
    def grid(self) -> list[list[Cell | None]]:
        """The full grid: a spanning cell stands in each place it covers; of overlapping cells the first stays."""
        height = min(len(self.rows), MAX_ROWS)
        grid: list[list[Cell | None]] = [[] for _ in range(height)]
        work = 4 * MAX_GRID
        widest = min(MAX_COLUMNS, max(MAX_GRID // max(height, 1), 1))
        for number, row in enumerate(self.rows[:height]):
            column = 0
            for cell in row:
                line = grid[number]
                while column < len(line) and line[column] is not None:
                    column += 1
                if column >= widest:
                    break
                # A row span of 0 reaches to the end, as in HTML.
                down = min(max(cell.row_span, 1), height - number) if cell.row_span else height - number
                end = column + min(max(cell.column_span, 1), widest - column)
                work -= down * (end - column)
                if work < 0:
                    down, end = 1, column + 1
                for line in grid[number : number + down]:
                    line += [None] * (end - len(line))
                    for x in range(column, end):
                        if line[x] is None:
                            line[x] = cell
                column = end
        width = max(map(len, grid), default=0)
        for line in grid:
            line += [None] * (width - len(line))
        return grid

    @cached_property
    def positions(self) -> dict[str, tuple[int, int]]:
        """Where on the grid each cell begins, by key."""
        found: dict[str, tuple[int, int]] = {}
        for y, row in enumerate(self.grid):
            for x, cell in enumerate(row):
                if cell is not None:
                    found.setdefault(cell.key, (y, x))
        return found


class ListItem(msgspec.Struct):
    key: str
    content: Rich
    level: int = 0
    type: str | None = None

    @property
    def text(self) -> str:
        return self.content.text


class PageList(msgspec.Struct):
    number: int
    items: list[ListItem]
    type: str = "unordered_list"

    @property
    def key(self) -> str:
        return f"list_{self.number}"

    @property
    def text(self) -> str:
        return "\n".join(item.text for item in self.items)

    def by_level(self, level: int) -> list[ListItem]:
        return [item for item in self.items if item.level == level]


Element = Sentence | Section | Table | PageList
Piece = Sentence | Section | Table | PageList | Cell | ListItem | Rich


class Page(msgspec.Struct, dict=True):
    """A page: a plain title and its elements in the order of the source."""

    title: str
    elements: list[Element]

    @cached_property
    def by_key(self) -> dict[str, Piece]:
        """Every addressable element: also cells, items, captions and the title."""
        found: dict[str, Piece] = {"title": Rich(self.title)}
        for element in self.elements:
            found[element.key] = element
            if isinstance(element, Table):
                if element.caption is not None:
                    found[element.caption_key] = element.caption
                found.update((cell.key, cell) for cell in element.cells())
            elif isinstance(element, PageList):
                found.update((item.key, item) for item in element.items)
        return found

    @cached_property
    def positions(self) -> dict[str, int]:
        """Place in `elements` by key of whole elements."""
        return {element.key: place for place, element in enumerate(self.elements)}

    def id(self, key: str) -> str:
        return f"{self.title}_{key}"

    @property
    def sentences(self) -> list[Sentence]:
        return [element for element in self.elements if isinstance(element, Sentence)]

    @property
    def tables(self) -> list[Table]:
        return [element for element in self.elements if isinstance(element, Table)]

    @property
    def lists(self) -> list[PageList]:
        return [element for element in self.elements if isinstance(element, PageList)]

    @property
    def sections(self) -> list[Section]:
        return [element for element in self.elements if isinstance(element, Section)]

    @property
    def introduction(self) -> list[Sentence]:
        """The sentences before the first section."""
        found = []
        for element in self.elements:
            if isinstance(element, Section):
                break
            if isinstance(element, Sentence):
                found.append(element)
        return found

    def whole(self, key: str) -> Element | None:
        """The whole element (sentence, section, table, list) that an element key lies in."""
        position = self.positions.get(whole_key(key))
        return None if position is None else self.elements[position]

    def previous(self, key: str) -> Element | None:
        position = self.positions.get(whole_key(key))
        return self.elements[position - 1] if position else None

    def next(self, key: str) -> Element | None:
        position = self.positions.get(whole_key(key))
        if position is None or position + 1 >= len(self.elements):
            return None
        return self.elements[position + 1]


def whole_key(key: str) -> str:
    """`cell_0_2_1` → `table_0`, `item_3_4` → `list_3`; other keys stay."""
    kind, _, rest = key.partition("_")
    if kind == "header":
        rest = rest.partition("_")[2]
    if kind in ("cell", "header"):
        return "table_" + rest.partition("_")[0]
    if key.startswith("table_caption_"):
        return "table_" + key[len("table_caption_") :]
    if kind == "item":
        return "list_" + rest.partition("_")[0]
    return key


def piece_text(piece: Piece) -> str:
    return piece.text


def table_from_rows(
    rows: Sequence[Sequence[object]],
    *,
    header_rows: int = 1,
    header_columns: int = 0,
    caption: str = "",
    number: int = 0,
) -> Table:
    """A table from plain rows of text, with ids as FEVEROUS gives them."""
    made: list[list[Cell]] = []
    for y, row in enumerate(rows):
        cells = []
        for x, value in enumerate(row):
            header = y < header_rows or x < header_columns
            key = f"{'header_cell' if header else 'cell'}_{number}_{y}_{x}"
            cells.append(Cell(key, Rich("" if value is None else str(value)), header))
        made.append(cells)
    kind = "infobox" if header_columns and not header_rows else "table"
    return Table(number, made, kind, Rich(caption) if caption else None)
