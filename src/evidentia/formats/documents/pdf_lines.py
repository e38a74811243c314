"""Lines of a PDF: what is a heading, what runs along every page, and where a paragraph ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from evidentia.formats.documents.builder import Builder, Item
from evidentia.formats.documents.text import join

_BULLET = re.compile(r"^(?:[•‣◦▪●○■\uf0b7\uf0a7]|[-–*](?=\s))\s*(?=\S)|^(\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)")
_NUMBERED = re.compile(r"^(?:\d+(?:\.\d+)*)\.?\s+\S")
_END = tuple('.!?:;"”’)')
_LONGEST_HEADING = 150
_PAGE_NUMBER = re.compile(r"\d+|^[ivxlc]+$|(?<=[-–] )[ivxlc]+$")
_LEADERS = re.compile(r"(?:\s?\.){5,}\s*")
FEWEST_WORDS = 60
# A gap of this share of the type size parts two words.
SPACE = 0.15


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


def lines_of(words: Sequence[dict[str, Any]], page_height: float) -> list[Line]:
    """Words that stand at one height, from left to right."""
    rows: list[list[dict[str, Any]]] = []
    for word in sorted(words, key=lambda each: (each["bottom"], each["x0"])):
        # Type of another size stands on the same base line, higher or lower by a little.
        if rows and abs(rows[-1][0]["bottom"] - word["bottom"]) <= 0.3 * float(word["size"]):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [_line(sorted(row, key=lambda each: each["x0"]), page_height) for row in rows]


def _line(row: list[dict[str, Any]], page_height: float) -> Line:
    weights: Counter[float] = Counter()
    for word in row:
        weights[round(float(word["size"]), 1)] += len(word["text"])
    length = sum(weights.values())
    bold = sum(len(word["text"]) for word in row if "bold" in str(word["fontname"]).lower())
    return Line(
        text=_LEADERS.sub(" ", _joined(row)),
        top=min(float(word["top"]) for word in row),
        bottom=max(float(word["bottom"]) for word in row),
        left=float(row[0]["x0"]),
        right=float(row[-1]["x1"]),
        size=max(sorted(weights), key=lambda size: weights[size]),
        bold=bold * 10 >= length * 9,
        page_height=page_height,
    )


def _joined(row: Sequence[dict[str, Any]]) -> str:
    """Words with the spaces between them; a change of type within a word makes none."""
    text = ""
    end = 0.0
    for word in row:
        if text and float(word["x0"]) - end > SPACE * float(word["size"]):
            text += " "
        text += str(word["text"])
        end = float(word["x1"])
    return text


def gutter(words: Sequence[dict[str, Any]], left: float, right: float) -> float | None:
    """Where a page of two columns is divided: an upright strip near its middle that no word crosses."""
    if len(words) < FEWEST_WORDS:
        return None
    clear = []
    for step in range(42, 59):
        place = left + (right - left) * step / 100
        if not any(word["x0"] < place + 4 and word["x1"] > place - 4 for word in words):
            clear.append(place)
    if not clear:
        return None
    best = clear[len(clear) // 2]
    on_left = sum(word["x1"] < best for word in words)
    return best if 0.25 < on_left / len(words) < 0.75 else None


def body_size(lines: Sequence[Line]) -> float:
    """The size that most of the text is set in."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[line.size] += len(line.text)
    return max(sorted(counts), key=lambda size: counts[size], default=0.0)


def running_lines(pages: Sequence[Sequence[Line]], body: float) -> set[int]:
    """The identities of small lines at head or foot that come again on many pages: running titles, page numbers."""
    if len(pages) < 3:
        return set()
    edges: Counter[str] = Counter()
    places: list[tuple[str, Line]] = []
    for lines in pages:
        ordered = sorted(lines, key=lambda line: line.top)
        seen = set()
        for line in {id(each): each for each in [*ordered[:2], *ordered[-2:]]}.values():
            if line.page_height * 0.12 < line.top < line.page_height * 0.88 or line.size > body * 1.12:
                continue
            key = _PAGE_NUMBER.sub("0", line.text.strip())
            places.append((key, line))
            seen.add(key)
        edges.update(seen)
    least = max(3, len(pages) // 20)
    return {id(line) for key, line in places if edges[key] >= least}


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
    marked = 0.0
    previous: Line | None = None
    for line in lines:
        this = _heading_level(line, body, sizes)
        if heading and (this != level or _NUMBERED.match(line.text)):
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
            marked = line.left
            items.append(Item(line.text[bullet.end() :], 0, bool(bullet.group(1))))
        elif items and previous is not None and not _parted(previous, line) and line.left > marked + 1:
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
