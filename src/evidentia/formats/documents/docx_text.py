"""DOCX: headings by their styles, lists with their levels, tables with merged cells."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from evidentia.errors import InputError, MissingExtra
from evidentia.formats.base import ReadOptions
from evidentia.formats.documents import archive
from evidentia.formats.documents.builder import Builder, Item, Place

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"(?:heading|überschrift|titre|título|titolo|kop|nagłówek)\s*(\d)", re.IGNORECASE)
MOST_NESTED = 20


def fill(path: Path, builder: Builder, options: ReadOptions) -> None:
    try:
        import docx
        from docx.opc.exceptions import PackageNotFoundError
    except ImportError as error:
        raise MissingExtra("python-docx", "documents") from error
    archive.check(path)
    try:
        document = docx.Document(str(path))
    except (PackageNotFoundError, KeyError, SyntaxError) as error:
        raise InputError(f"no DOCX: {error}") from error
    reader = _Reader(document, builder)
    reader.read(document)
    reader.finish()


class _Reader:
    """The walk over a document's body."""

    def __init__(self, document: Any, builder: Builder) -> None:
        self._builder = builder
        self._items: list[Item] = []
        self._caption = ""
        self._waiting: Any = None
        self._ordered = _ordered_lists(document)

    def read(self, container: Any) -> None:
        for block in container.iter_inner_content():
            if hasattr(block, "rows"):
                self._flush_items()
                self._flush_table()
                self._waiting = block
            else:
                self._paragraph(block)

    def finish(self) -> None:
        self._flush_items()
        self._flush_table()
        if self._caption:
            self._builder.paragraph(self._caption)
            self._caption = ""

    def _paragraph(self, paragraph: Any) -> None:
        text = paragraph.text.strip()
        if not text:
            return
        style = (paragraph.style.name if paragraph.style is not None else "") or ""
        if style.lower() in ("caption", "beschriftung", "légende"):
            # Above a table, or below the one just read.
            if self._waiting is not None:
                self._flush_table(text)
            else:
                self._flush_items()
                self._flush_caption()
                self._caption = text
            return
        self._flush_table()
        self._flush_caption()
        level = _heading_level(style)
        if level:
            self._flush_items()
            self._builder.heading(text, level)
            return
        item = self._item(paragraph, style, text)
        if item is not None:
            self._items.append(item)
            return
        self._flush_items()
        for line in text.split("\n"):
            self._builder.paragraph(line)

    def _item(self, paragraph: Any, style: str, text: str) -> Item | None:
        properties = paragraph._p.pPr
        numbering = properties.numPr if properties is not None else None
        lowered = style.lower()
        if numbering is not None and numbering.numId is not None and numbering.numId.val:
            level = numbering.ilvl.val if numbering.ilvl is not None else 0
            return Item(text, level, (numbering.numId.val, level) in self._ordered or "number" in lowered)
        if lowered.startswith(("list bullet", "list number", "list paragraph")):
            last = lowered.rsplit(" ", 1)[-1]
            return Item(text, int(last) - 1 if last.isdigit() else 0, "number" in lowered)
        return None

    def _flush_items(self) -> None:
        self._builder.list(self._items)
        self._items = []

    def _flush_caption(self) -> None:
        if self._caption:
            self._builder.paragraph(self._caption)
            self._caption = ""

    def _flush_table(self, caption: str = "") -> None:
        if self._waiting is None:
            return
        table, self._waiting = self._waiting, None
        above, self._caption = self._caption, ""
        nested: list[Any] = []
        self._builder.table(_rows(table, nested), above or caption)
        if above and caption:
            self._builder.paragraph(caption)
        for _ in range(MOST_NESTED):
            if not nested:
                break
            deeper: list[Any] = []
            for inner in nested:
                self._builder.table(_rows(inner, deeper))
            nested = deeper


def _heading_level(style: str) -> int:
    if style.lower() in ("title", "titel", "titre"):
        return 1
    match = _HEADING.match(style)
    return int(match.group(1)) if match else 0


def _rows(table: Any, nested: list[Any]) -> list[list[Place]]:
    """The cells where they stand, with the merges of the source as spans."""
    from docx.table import _Cell

    rows: list[list[Place]] = []
    # The cell that goes on downwards at each column of the grid.
    above: dict[int, Place] = {}
    for row in table._tbl.tr_lst:
        marked = row.trPr is not None and row.trPr.find(f"{_W}tblHeader") is not None
        places: list[Place] = []
        column = row.grid_before
        for source in row.tc_lst:
            across = source.grid_span
            if source.vMerge == "continue" and column in above:
                above[column].row_span += 1
            else:
                cell = _Cell(source, table)
                place = Place("\n".join(part.text for part in cell.paragraphs), True if marked else None)
                place.column_span = across
                nested += cell.tables
                places.append(place)
                above.pop(column, None)
                if source.vMerge == "restart":
                    above[column] = place
            column += across
        rows.append(places)
    return rows


def _ordered_lists(document: Any) -> set[tuple[int, int]]:
    """The numbering ids and levels whose items are counted."""
    try:
        numbering = document.part.numbering_part.element
    except (KeyError, NotImplementedError, AttributeError):
        return set()
    counted: dict[str, set[int]] = {}
    for abstract in numbering.iter(f"{_W}abstractNum"):
        levels = counted.setdefault(abstract.get(f"{_W}abstractNumId") or "", set())
        for level in abstract.iter(f"{_W}lvl"):
            form = level.find(f"{_W}numFmt")
            if form is not None and form.get(f"{_W}val") not in ("bullet", "none"):
                levels.add(int(level.get(f"{_W}ilvl") or 0))
    found: set[tuple[int, int]] = set()
    for number in numbering.iter(f"{_W}num"):
        abstract = number.find(f"{_W}abstractNumId")
        if abstract is not None:
            key = int(number.get(f"{_W}numId") or 0)
            found |= {(key, level) for level in counted.get(abstract.get(f"{_W}val") or "", ())}
    return found
