"""The KILT knowledge source: a page a line, paragraphs with `Section::::` and `BULLET::::` marks, links beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from evidentia.files import atomic, dumps
from evidentia.formats import prose
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Reject
from evidentia.formats.feverous import plain_title
from evidentia.formats.opening import Block, blocks, head, lines
from evidentia.ids import fold
from evidentia.page import Element, Link, ListItem, Page, PageList, Rich, Section, Sentence

_SECTION = "Section::::"
_BULLET = re.compile(r"BULLET::::(-+|[0-9]+\.)?\s*")
_BETWEEN_SECTIONS = ".:"
_TOP_LEVEL = 2
_MAX_LEVEL = 20


class _Anchor(msgspec.Struct):
    paragraph_id: int = -1
    start: int = -1
    end: int = -1
    text: str | None = None
    href: str | None = None
    wikipedia_title: str | None = None


class _Line(msgspec.Struct):
    wikipedia_title: str
    text: list[str]
    anchors: list[_Anchor] = []


_decoder = msgspec.json.Decoder(_Line)


def detect(path: Path) -> bool:
    """JSON lines with `wikipedia_title`."""
    if not path.is_file():
        return False
    data = head(path).lstrip(b"\xef\xbb\xbf \r\n")
    return data.startswith(b"{") and b'"wikipedia_title"' in data and b'"text"' in data


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Block]:
    return blocks(source, max_line=options.max_page_bytes, max_total=options.max_total_bytes)


def parse(unit: Block, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Page | Reject]:
    if unit.data is None:
        yield Reject.of(unit.source, f"line {unit.first_line}", f"longer than {options.max_page_bytes:,} bytes")
        return
    spans = prose.spans_for(options)
    for number, line in lines(unit):
        try:
            yield _page(_decoder.decode(line), spans)
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            yield Reject.of(unit.source, f"line {number}", f"not a KILT page: {error}")


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)


def _page(record: _Line, spans: prose.Spans) -> Page:
    title = plain_title(record.wikipedia_title)
    anchors: dict[int, list[_Anchor]] = {}
    for anchor in record.anchors:
        anchors.setdefault(anchor.paragraph_id, []).append(anchor)
    made = _Elements(spans)
    for number, paragraph in enumerate(record.text):
        if number == 0 and fold(paragraph) == title:
            continue
        if paragraph.startswith(_SECTION):
            made.section(paragraph[len(_SECTION) :])
            continue
        rich = Rich(paragraph, _links(paragraph, anchors.get(number, ())))
        if bullet := _BULLET.match(paragraph):
            made.item(prose.cut(rich, bullet.end(), len(paragraph)), bullet[1] or "-")
        else:
            made.paragraph(rich)
    return Page(title, made.elements)


def _links(paragraph: str, anchors: Iterable[_Anchor]) -> tuple[Link, ...]:
    """The anchors that stand where they say, in the order of the text, none within another."""
    links: list[Link] = []
    for anchor in sorted(anchors, key=lambda one: (one.start, -one.end)):
        target = fold(anchor.wikipedia_title or unquote(anchor.href or "").partition("#")[0])
        if not target or not (links[-1].end if links else 0) <= anchor.start < anchor.end <= len(paragraph):
            continue
        if anchor.text is None or paragraph[anchor.start : anchor.end] == anchor.text:
            links.append(Link(target, anchor.start, anchor.end))
    return tuple(links)


class _Elements:
    """The elements of one page as its paragraphs come."""

    def __init__(self, spans: prose.Spans) -> None:
        self.elements: list[Element] = []
        self._spans = spans
        self._numbers = {Section: 0, Sentence: 0, PageList: 0}

    def section(self, names: str) -> None:
        # "History.:Early years." stands two levels deep; all names but the last were sections before.
        parts = [name for name in names.strip().removesuffix(".").split(_BETWEEN_SECTIONS) if name.strip()]
        if parts:
            level = min(_TOP_LEVEL + len(parts) - 1, _MAX_LEVEL)
            content = Rich(" ".join(parts[-1].split()))
            self.elements.append(Section(self._next(Section), content, level))

    def paragraph(self, rich: Rich) -> None:
        found = prose.sentences(rich, self._spans, self._numbers[Sentence])
        self._numbers[Sentence] += len(found)
        self.elements += found

    def item(self, content: Rich, mark: str) -> None:
        if not content.text:
            return
        level = len(mark) - 1 if mark[0] == "-" else 0
        kind = "unordered_list" if mark[0] == "-" else "ordered_list"
        before = self.elements[-1] if self.elements else None
        if not isinstance(before, PageList) or (level == 0 and before.type != kind):
            before = PageList(self._next(PageList), [], kind)
            self.elements.append(before)
        key = f"item_{before.number}_{len(before.items)}"
        before.items.append(ListItem(key, content, min(level, _MAX_LEVEL), kind))

    def _next(self, kind: Any) -> int:
        number: int = self._numbers[kind]
        self._numbers[kind] += 1
        return number


def write(pages: Iterable[Page], to: Path) -> int:
    """One page a line: each run of sentences is a paragraph; tables have no place in KILT and are left out."""
    count = 0
    with atomic(to) as stream:
        for page in pages:
            count += 1
            stream.write(dumps(_record(page, str(count))) + "\n")
    return count


def _record(page: Page, number: str) -> dict[str, Any]:
    text = [page.title + "\n"]
    anchors: list[dict[str, Any]] = []
    chain: list[tuple[int, str]] = []
    open_paragraph = False
    for element in page.elements:
        if isinstance(element, Sentence):
            if not open_paragraph:
                text.append("")
                open_paragraph = True
            elif text[-1]:
                text[-1] += " "
            _append(element.content, text, anchors)
            continue
        if open_paragraph:
            text[-1] += "\n"
            open_paragraph = False
        if isinstance(element, Section):
            chain = [one for one in chain if one[0] < element.level]
            chain.append((element.level, " ".join(element.text.split())))
            text.append(_SECTION + _BETWEEN_SECTIONS.join(name for _, name in chain) + ".\n")
        elif isinstance(element, PageList):
            for item in element.items:
                kind = item.type or element.type
                mark = "1." if kind == "ordered_list" and not item.level else "-" * (max(item.level, 0) + 1)
                text.append(f"BULLET::::{mark} ")
                _append(item.content, text, anchors)
                text[-1] += "\n"
    if open_paragraph:
        text[-1] += "\n"
    return {
        "_id": number,
        "wikipedia_id": number,
        "wikipedia_title": page.title,
        "text": text,
        "anchors": anchors,
    }


def _append(content: Rich, text: list[str], anchors: list[dict[str, Any]]) -> None:
    before = len(text[-1])
    for link in content.links:
        anchors.append(
            {
                "paragraph_id": len(text) - 1,
                "start": before + link.start,
                "end": before + link.end,
                "text": content.text[link.start : link.end],
                "href": quote(link.target),
                "wikipedia_title": link.target,
            }
        )
    text[-1] += content.text.replace("\n", " ")
