"""Headings, paragraphs, lists and tables of any document become the elements of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from evidentia.corpus.sentences import Splitter
from evidentia.errors import InputError
from evidentia.formats.documents.headers import mark_headers
from evidentia.formats.wikihtml.clean import CONTROLS, clean
from evidentia.page import MAX_COLUMNS, Cell, Element, ListItem, Page, PageList, Rich, Section, Sentence, Table

# A longer table becomes several, each under the same headers, so that none is cut off.
ROWS_PER_TABLE: Final = 5000
_CONTROLS: Final = dict.fromkeys(CONTROLS)


class Place(msgspec.Struct):
    """A cell of a document's table."""

    text: str
    is_header: bool | None = None
    """None: not known, to be told from the table."""
    row_span: int = 1
    column_span: int = 1


class Item(msgspec.Struct):
    """An item of a document's list."""

    text: str
    level: int = 0
    ordered: bool = False


class Builder:
    """Collects the elements of one page in their order."""

    def __init__(self, title: str, splitter: Splitter) -> None:
        self.title = title
        self.elements: list[Element] = []
        self.splitter = splitter
        self._sentences = self._sections = self._tables = self._lists = 0

    def page(self) -> Page:
        return Page(title=self.title, elements=self.elements)

    def heading(self, text: str, level: int) -> None:
        text = tidy(text)
        if text:
            self.elements.append(Section(self._sections, Rich(text), max(1, min(level, 6))))
            self._sections += 1

    def paragraph(self, text: str) -> None:
        text = tidy(text)
        for start, end in self.splitter.spans(text):
            self.elements.append(Sentence(self._sentences, Rich(text[start:end])))
            self._sentences += 1

    def list(self, items: Sequence[Item]) -> None:
        found: list[ListItem] = []
        for item in items:
            text = tidy(item.text)
            if text:
                kind = "ordered_list" if item.ordered else "unordered_list"
                found.append(ListItem(f"item_{self._lists}_{len(found)}", Rich(text), item.level, kind))
        if found:
            self.elements.append(PageList(self._lists, found, found[0].type or "unordered_list"))
            self._lists += 1

    def table(self, rows: Sequence[Sequence[Place]], caption: str = "") -> None:
        """A table; what is a header is told from its cells where the document does not say."""
        places = [[msgspec.structs.replace(place, text=lines(place.text)) for place in row] for row in rows]
        places = [row for row in places if row]
        widest = max(map(len, places), default=0)
        if widest > MAX_COLUMNS:
            raise InputError(f"a table of {widest:,} columns, more than {MAX_COLUMNS:,}")
        if not any(place.text for row in places for place in row):
            return
        mark_headers(places)
        head = 0
        while head < min(len(places), 5) and all(place.is_header for place in places[head]):
            head += 1
        if len(places) <= ROWS_PER_TABLE or head == len(places):
            self._table(places, caption)
            return
        top, body = places[:head], places[head:]
        for start in range(0, len(body), ROWS_PER_TABLE):
            self._table(top + body[start : start + ROWS_PER_TABLE], caption)

    def _table(self, places: Sequence[Sequence[Place]], caption: str) -> None:
        number = self._tables
        rows = [
            [
                Cell(
                    f"{'header_' if place.is_header else ''}cell_{number}_{row}_{column}",
                    Rich(place.text),
                    bool(place.is_header),
                    place.row_span,
                    place.column_span,
                )
                for column, place in enumerate(cells)
            ]
            for row, cells in enumerate(places)
        ]
        title = tidy(caption)
        self.elements.append(Table(number=number, rows=rows, caption=Rich(title) if title else None))
        self._tables += 1

    def take(self, page: Page) -> None:
        """The elements of a page that another reader made, numbered as they are."""
        self.elements += page.elements


def tidy(text: str) -> str:
    """One line of clean text."""
    return clean(text.translate(_CONTROLS))


def lines(text: str) -> str:
    """Clean text that keeps its line breaks, as cells do."""
    if "\n" not in text:
        return tidy(text)
    return "\n".join(line for line in map(tidy, text.split("\n")) if line)
