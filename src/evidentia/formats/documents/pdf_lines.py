"""Lines of a PDF: what is a heading, what runs along every page, and where a paragraph ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from evidentia.formats.documents.builder import Builder, Item
from evidentia.formats.documents.text import join

_BULLET = re.compile(r"^(?:[•‣◦▪●○■\uf0b7\uf0a7]|[-–*](?=\s))\s*(?=\S)|^(\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)")
_NUMBERED = re.compile(r"^(?:\d+(?:\.\d+)*)\.?\s+\S")
_END = tuple('.!?:;"”’)')
_LONGEST_HEADING = 150


class Line(msgspec.Struct):
    """One line of type."""

    text: str
    top: float
    bottom: float
    left: float
    right: float
    size: float
    bold: bool
    page_height: float = 0.0


def body_size(lines: Sequence[Line]) -> float:
    """The size that most of the text is set in."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[line.size] += len(line.text)
    return max(sorted(counts), key=lambda size: counts[size], default=0.0)


def running_lines(pages: Sequence[Sequence[Line]]) -> set[int]:
    """The identities of lines at the head or foot that stand on most pages: running titles, page numbers."""
    if len(pages) < 3:
        return set()
    edges: Counter[str] = Counter()
    places: list[tuple[str, Line]] = []
    for lines in pages:
        ordered = sorted(lines, key=lambda line: line.top)
        seen = set()
        for line in {id(each): each for each in [*ordered[:2], *ordered[-2:]]}.values():
            if line.page_height * 0.12 < line.top < line.page_height * 0.88:
                continue
            key = re.sub(r"\d+", "0", line.text.strip())
            places.append((key, line))
            seen.add(key)
        edges.update(seen)
    return {id(line) for key, line in places if edges[key] * 2 > len(pages)}


def write_lines(lines: Sequence[Line], body: float, builder: Builder) -> None:
    """Headings, lists and paragraphs out of lines in reading order."""
    sizes = sorted({line.size for line in lines if line.size > body * 1.12}, reverse=True)
    paragraph: list[Line] = []
    items: list[Item] = []

    def flush() -> None:
        nonlocal paragraph, items
        if paragraph:
            builder.paragraph(join([line.text for line in paragraph]))
        builder.list(items)
        paragraph, items = [], []

    widest = max((line.right for line in lines), default=0.0)
    heading: list[str] = []
    level = 0
    previous: Line | None = None
    for line in lines:
        this = _heading_level(line, body, sizes)
        if heading and this != level:
            builder.heading(join(heading), level)
            heading = []
        if this:
            flush()
            heading.append(line.text)
            level, previous = this, None
            continue
        bullet = _BULLET.match(line.text)
        if bullet:
            if paragraph:
                flush()
            items.append(Item(line.text[bullet.end() :], 0, bool(bullet.group(1))))
        elif items and previous is not None and not _parted(previous, line):
            items[-1].text = join([items[-1].text, line.text])
        elif previous is not None and paragraph and _goes_on(previous, line, widest):
            paragraph.append(line)
        else:
            flush()
            paragraph = [line]
        previous = line
    if heading:
        builder.heading(join(heading), level)
    flush()


def _heading_level(line: Line, body: float, sizes: Sequence[float]) -> int:
    text = line.text.strip()
    if len(text) > _LONGEST_HEADING or not any(character.isalpha() for character in text):
        return 0
    if line.size in sizes:
        return min(1 + sizes.index(line.size), 5)
    if line.bold and not text.endswith((".", ",", ";")) and len(text) <= 100:
        return min(len(sizes) + (2 if _NUMBERED.match(text) else 1) + 1, 6)
    return 0


def _goes_on(previous: Line, line: Line, widest: float) -> bool:
    """Whether a line belongs to the paragraph of the line before it."""
    if _turns_page(previous, line):
        return True
    return not _parted(previous, line) and not _ended(previous, line, widest)


def _parted(previous: Line, line: Line) -> bool:
    """More room between two lines than within a paragraph, or a new page or column."""
    return line.top < previous.top or line.top - previous.bottom > 0.8 * max(line.size, 1.0)


def _ended(previous: Line, line: Line, widest: float) -> bool:
    """A short last line with its full stop, and then an indent or a capital."""
    return (
        previous.text.rstrip().endswith(_END)
        and previous.right < widest * 0.8
        and (line.left > previous.left + 5 or line.text[:1].isupper())
    )


def _turns_page(previous: Line, line: Line) -> bool:
    """A sentence that goes on over a page or column."""
    return line.top < previous.top and not previous.text.rstrip().endswith(_END) and line.text[:1].islower()
