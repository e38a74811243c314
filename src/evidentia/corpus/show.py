"""A page for a person: sections as headings, tables as tables, lists as lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from evidentia.page import Page, PageList, Section, Sentence, Table

_MOST = 40
_LEAST = 4
_DEEPEST = 20
# Controls could drive the terminal, and overrides of the writing direction make a text read otherwise than it is.
_UNSEEN = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def render(page: Page, *, width: int = 100, ids: bool = False) -> Iterator[str]:
    """Lines of text; `ids` sets the id of each element before it."""
    return map(visible, _lines(page, width, ids))


def visible(text: str) -> str:
    """Without the characters that are not to be seen; line breaks and tabs stay."""
    return text.translate(_UNSEEN)


def _lines(page: Page, width: int, ids: bool) -> Iterator[str]:
    yield page.title
    yield "=" * min(wide(page.title), width)
    sentences: list[str] = []
    for element in page.elements:
        if isinstance(element, Sentence) and not ids:
            sentences.append(element.text)
            continue
        if sentences:
            yield ""
            yield from wrap(" ".join(sentences), width)
            sentences = []
        mark = f"[{element.key}] " if ids else ""
        if not isinstance(element, Sentence):
            yield ""
        if isinstance(element, Section):
            yield f"{mark}{'#' * min(max(element.level, 1), _DEEPEST)} {element.text}"
        elif isinstance(element, Sentence):
            yield from wrap(mark + element.text, width)
        elif isinstance(element, PageList):
            if ids:
                yield mark.rstrip()
            yield from _list(element, width, ids)
        else:
            if ids:
                yield mark.rstrip()
            yield from _table(element, width, ids)
    if sentences:
        yield ""
        yield from wrap(" ".join(sentences), width)


def wide(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def wrap(text: str, width: int, indent: str = "") -> Iterator[str]:
    """Text in lines of `width` columns; a longer word has a line of its own."""
    line, used = "", 0
    for word in text.split():
        size = wide(word)
        if line and used + 1 + size > width:
            yield line
            line, used = indent + word, len(indent) + size
        else:
            line, used = (f"{line} {word}", used + 1 + size) if line else (word, size)
    if line:
        yield line


def _list(element: PageList, width: int, ids: bool) -> Iterator[str]:
    counts: dict[int, int] = {}
    for item in element.items:
        depth = min(item.level, _DEEPEST)
        counts = {level: count for level, count in counts.items() if level <= depth}
        counts[depth] = counts.get(depth, 0) + 1
        ordered = (item.type or element.type).startswith("ordered")
        sign = f"{counts[depth]}." if ordered else "-"
        indent = "  " * (depth + 1)
        mark = f"[{item.key}] " if ids else ""
        lines = wrap(f"{sign} {mark}{item.text}", max(width - len(indent), 20), "  ")
        yield from (indent + line for line in lines)


def _table(table: Table, width: int, ids: bool) -> Iterator[str]:
    if table.caption is not None:
        yield from wrap(f"{table.caption.text}", width)
    rows: list[list[tuple[str, bool]]] = []
    for row in table.grid:
        shown: list[tuple[str, bool]] = []
        before = None
        for cell in row:
            # A cell over several columns is written once; a repeated one would read as repeated data.
            text = "" if cell is None or cell is before else " ".join(cell.text.split())
            if ids and cell is not None and cell is not before:
                text = f"[{cell.key}] {text}"
            shown.append((text, cell is not None and cell.is_header))
            before = cell
        rows.append(shown)
    if not rows or not rows[0]:
        return
    widths = _widths(rows, width)
    line = "+" + "+".join("-" * (size + 2) for size in widths) + "+"
    yield line
    for number, entries in enumerate(rows):
        wrapped = [list(_cell(text, size)) or [""] for (text, _), size in zip(entries, widths)]
        for part in range(max(len(lines) for lines in wrapped)):
            texts = [lines[part] if part < len(lines) else "" for lines in wrapped]
            yield "| " + " | ".join(text + " " * (size - wide(text)) for text, size in zip(texts, widths)) + " |"
        heading = all(is_header for text, is_header in entries if text)
        last = number + 1 == len(rows)
        if last or (heading and not all(is_header for text, is_header in rows[number + 1] if text)):
            yield line


def _widths(rows: list[list[tuple[str, bool]]], width: int) -> list[int]:
    count = len(rows[0])
    longest = [min(max(wide(row[x][0]) for row in rows) or 1, _MOST) for x in range(count)]
    room = max(width - 3 * count - 1, _LEAST * count)
    while sum(longest) > room:
        most = max(longest)
        if most <= _LEAST:
            break
        longest[longest.index(most)] -= 1
    return longest


def _cell(text: str, size: int) -> Iterator[str]:
    """Lines of at most `size` columns; a longer word is cut."""
    for line in wrap(text, size):
        start = used = 0
        for place, letter in enumerate(line):
            columns = wide(letter)
            if used + columns > size and place > start:
                yield line[start:place]
                start, used = place, 0
            used += columns
        yield line[start:]
