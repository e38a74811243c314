"""The walk over a page's HTML: paragraphs, headings, lists and tables in their order."""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml.etree import _Element as Element

from evidentia.formats.wikihtml import filters, marks
from evidentia.formats.wikihtml.clean import NEWLINE, finish
from evidentia.formats.wikihtml.inline import (
    MAX_DEPTH,
    all_text,
    formula,
    gather,
    is_picture,
    link,
    mathematics,
    skipped,
)
from evidentia.formats.wikihtml.lists import read_list
from evidentia.formats.wikihtml.marks import KIND
from evidentia.formats.wikihtml.tables import holds_facts, is_layout, read_table, source_rows, table_type
from evidentia.page import Element as PageElement
from evidentia.page import Link, PageList, Rich, Section, Sentence, Table

Spans = Callable[[str], list[tuple[int, int]]]
# Marks without a word between them (a lone full stop behind a dropped note, large quotation marks) are no sentence.
_SHORT = 8
# "2." and "b." before the first sentence of a paragraph count it.
_ENUMERATOR = re.compile(r"(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})\.")
_TERMINAL = frozenset(".!?:;\"')]”’…")


class Walker:
    """Builds the elements of one page; `filtered` leaves out what the FEVEROUS paper leaves out."""

    def __init__(self, title: str, spans: Spans, *, filtered: bool = False) -> None:
        self.elements: list[PageElement] = []
        self.flagged = False
        self._title = title
        self._spans = spans
        self._filtered = filtered
        # The level of the section that is being left out; 0 for none.
        self._muted = 0
        self._sentences = self._sections = self._tables = self._lists = 0
        self._parts: list[str] = []
        self._targets: list[str] = []

    def read(self, root: Element) -> list[PageElement]:
        self._walk(root, 0)
        self._flush()
        return self.elements

    def _walk(self, element: Element, depth: int) -> None:
        parts = self._parts
        if depth > MAX_DEPTH:
            parts.append(all_text(element))
            return
        text = element.text
        if text:
            parts.append(text)
        for child in element:
            kind = KIND.get(child.tag, 0)
            if kind == marks.BLOCK:
                if not self._drops(child):
                    self._flush()
                    self._walk(child, depth + 1)
                    self._flush()
            elif kind == marks.LINK:
                nested: list[Element] = []
                link(child, parts, self._targets, nested, None, depth)
                for table in nested:
                    self._table(table, depth + 1)
            elif kind <= marks.STYLED:
                if kind == marks.PLAIN or not skipped(child):
                    if len(child):
                        self._walk(child, depth + 1)
                    elif child.text:
                        parts.append(child.text)
            elif kind == marks.TABLE:
                if not self._drops(child):
                    self._flush()
                    self._table(child, depth + 1)
            elif kind == marks.LIST:
                if not skipped(child):
                    self._flush()
                    self._list(child, depth + 1)
            elif kind == marks.HEADING:
                if not skipped(child):
                    self._flush()
                    self._heading(child)
            elif kind == marks.BREAK:
                parts.append(NEWLINE)
            elif kind == marks.RULE:
                self._flush()
            elif kind == marks.IMAGE:
                parts.append(formula(child))
            elif kind == marks.MATH:
                parts.append(mathematics(child))
            tail = child.tail
            if tail:
                parts.append(tail)

    def _drops(self, element: Element) -> bool:
        if self._filtered:
            classes = element.get("class")
            if classes and filters.is_notice(classes) and filters.lacks_citations(element):
                self._flush()
                self._flag()
        if is_picture(element):
            return True
        return skipped(element) and not (element.tag == "table" and holds_facts(element))

    def _flag(self) -> None:
        """A notice stands over the page, or over the section that has just begun."""
        if self._muted:
            return
        for place in range(len(self.elements) - 1, -1, -1):
            element = self.elements[place]
            if isinstance(element, Section):
                del self.elements[place:]
                self._muted = element.level
                self._recount()
                return
        self.flagged = True

    def _recount(self) -> None:
        kinds = [type(element) for element in self.elements]
        self._sentences, self._sections = kinds.count(Sentence), kinds.count(Section)
        self._tables, self._lists = kinds.count(Table), kinds.count(PageList)

    def _flush(self) -> None:
        """What was gathered becomes sentences."""
        parts = self._parts
        if not parts:
            return
        targets = self._targets
        if self._muted or not any(part and not part.isspace() for part in parts):
            parts.clear()
            targets.clear()
            return
        content = finish(parts, targets)
        parts.clear()
        targets.clear()
        text = content.text
        if "\n" in text:
            content.text = text = _join_lines(text)
        if not text:
            return
        spans = self._spans(text)
        if len(spans) > 1 and spans[0][1] <= _SHORT and _ENUMERATOR.fullmatch(text[: spans[0][1]]):
            spans[:2] = [(0, spans[1][1])]
        for start, end in spans:
            if end - start <= _SHORT and not any(character.isalnum() for character in text[start:end]):
                continue
            self.elements.append(Sentence(self._sentences, _slice(content, start, end)))
            self._sentences += 1

    def _heading(self, element: Element) -> None:
        parts: list[str] = []
        targets: list[str] = []
        gather(element, parts, targets, [], None)
        content = finish(parts, targets)
        content.text = content.text.replace("\n", " ")
        level = int(str(element.tag)[1])
        if not content.text or (level == 1 and content.text == self._title):
            return
        if self._muted:
            if level > self._muted:
                return
            self._muted = 0
        if self._filtered and filters.unwanted_section(content.text):
            self._muted = level
            return
        self.elements.append(Section(self._sections, content, level))
        self._sections += 1

    def _list(self, element: Element, depth: int) -> None:
        if self._muted:
            return
        if element.tag == "dl":
            terms = next(element.iterchildren("dt"), None) is not None
            definitions = next(element.iterchildren("dd"), None) is not None
            if not (terms and definitions):
                # Indented paragraphs (`:`) and headings made of terms (`;`) are running text.
                self._walk(element, depth)
                self._flush()
                return
        nested: list[Element] = []
        found = read_list(element, self._lists, nested, depth)
        if found is not None:
            self.elements.append(found)
            self._lists += 1
        for table in nested:
            self._table(table, depth + 1)

    def _table(self, element: Element, depth: int, parent: str = "") -> None:
        if self._muted or depth > MAX_DEPTH:
            return
        classes = element.get("class") or ""
        kind = table_type(classes) or parent
        if not kind and is_layout(element, classes):
            self._layout(element, depth)
            return
        nested: list[Element] = []
        if kind or not self._filtered:
            table = read_table(element, self._tables, kind, nested, depth)
            if table is not None:
                self.elements.append(table)
                self._tables += 1
        for inner in nested:
            if not self._drops(inner):
                self._table(inner, depth + 1, "infobox" if kind == "infobox" else "")

    def _layout(self, element: Element, depth: int) -> None:
        rows, caption = source_rows(element)
        for place in ([caption] if caption is not None else []) + [row for row, _ in rows]:
            if not self._drops(place):
                self._walk(place, depth + 1)
                self._flush()


def _join_lines(text: str) -> str:
    """Line breaks in running text end a sentence only where the line is at its end."""
    lines = text.split("\n")
    return "".join(line + ("\n" if line and line[-1] in _TERMINAL else " ") for line in lines[:-1]) + lines[-1]


def _slice(content: Rich, start: int, end: int) -> Rich:
    """A part of a text with the links in it."""
    text = content.text[start:end]
    if not content.links:
        return Rich(text)
    links = tuple(
        Link(each.target, max(each.start, start) - start, min(each.end, end) - start)
        for each in content.links
        if each.end > start and each.start < end
    )
    return Rich(text, links)
