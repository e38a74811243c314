"""PDF: lines put together to paragraphs, headings by their type size, tables by their rules."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from evidentia.errors import InputError, MissingExtra
from evidentia.formats.base import ReadOptions
from evidentia.formats.documents.builder import Builder, Place
from evidentia.formats.documents.pdf_lines import Line, body_size, running_lines, write_lines

MOST_PAGES = 5000


def fill(path: Path, builder: Builder, options: ReadOptions) -> None:
    try:
        import pdfplumber
        from pdfminer.pdfdocument import PDFPasswordIncorrect
        from pdfplumber.utils.exceptions import PdfminerException
    except ImportError as error:
        raise MissingExtra("pdfplumber", "documents") from error
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    try:
        with pdfplumber.open(path) as document:
            if len(document.pages) > MOST_PAGES:
                raise InputError(f"{len(document.pages):,} pages, more than {MOST_PAGES:,}: divide it")
            pages = [_blocks(page) for page in document.pages]
    except PdfminerException as error:
        cause = error.args[0] if error.args else error
        if isinstance(cause, PDFPasswordIncorrect):
            raise InputError("protected by a password: save it without one") from error
        raise InputError(f"damaged PDF: {cause}") from error
    except (TypeError, AttributeError, AssertionError, IndexError) as error:
        raise InputError(f"damaged PDF: {error}") from error
    lines = [block for page in pages for block in page if isinstance(block, Line)]
    body = body_size(lines)
    passing = running_lines([[block for block in page if isinstance(block, Line)] for page in pages])
    held: list[Line] = []
    for page in pages:
        for block in page:
            if not isinstance(block, Line):
                write_lines(held, body, builder)
                held = []
                builder.table(block)
            elif id(block) not in passing:
                held.append(block)
    write_lines(held, body, builder)


def _blocks(page: Any) -> list[Line | list[list[Place]]]:
    """The lines and tables of one page in reading order."""
    page = page.dedupe_chars()
    tables = [table for table in page.find_tables() if len(table.rows) > 1 and len(table.columns) > 1]
    boxes = [table.bbox for table in tables]
    rest = page.filter(lambda thing: not any(_inside(thing, box) for box in boxes)) if boxes else page
    found: list[tuple[float, Line | list[list[Place]]]] = [(line.top, line) for line in _lines(rest)]
    for table in tables:
        rows = [[Place(text or "") for text in row] for row in table.extract()]
        found.append((table.bbox[1], rows))
    columns = _gutter(rest)
    if columns is None:
        found.sort(key=lambda block: block[0])
        page.close()
        return [block for _, block in found]
    page.close()
    left = [block for block in found if isinstance(block[1], Line) and block[1].left < columns]
    other = [block for block in found if not (isinstance(block[1], Line) and block[1].left < columns)]
    return [block for _, block in sorted(left, key=lambda block: block[0])] + [
        block for _, block in sorted(other, key=lambda block: block[0])
    ]


def _lines(page: Any) -> list[Line]:
    middle = _gutter(page)
    parts = [page]
    if middle is not None:
        left, top, right, bottom = page.bbox
        parts = [page.crop((left, top, middle, bottom)), page.crop((middle, top, right, bottom))]
    found = []
    for part in parts:
        for line in part.extract_text_lines(return_chars=True, strip=True):
            characters = [each for each in line["chars"] if each["text"].strip()]
            if characters:
                sizes = sorted(float(each["size"]) for each in characters)
                bold = sum("bold" in str(each["fontname"]).lower() for each in characters)
                found.append(
                    Line(
                        text=str(line["text"]),
                        top=float(line["top"]),
                        bottom=float(line["bottom"]),
                        left=float(line["x0"]),
                        right=float(line["x1"]),
                        size=round(sizes[len(sizes) // 2], 1),
                        bold=bold * 10 >= len(characters) * 9,
                        page_height=float(page.height),
                    )
                )
    return found


def _gutter(page: Any) -> float | None:
    """Where a page of two columns is divided: an upright strip in its middle that no word crosses."""
    words = page.extract_words()
    if len(words) < 60:
        return None
    left, _, right, _ = page.bbox
    width = right - left
    best, clear = None, 0
    for step in range(40, 61):
        place = left + width * step / 100
        crossing = sum(word["x0"] < place + 4 and word["x1"] > place - 4 for word in words)
        if crossing == 0:
            clear += 1
            best = place if best is None or clear % 2 else best
    if best is None:
        return None
    on_left = sum(word["x1"] < best for word in words)
    return best if 0.25 < on_left / len(words) < 0.75 else None


def _inside(thing: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    middle = (thing["x0"] + thing["x1"]) / 2, (thing["top"] + thing["bottom"]) / 2
    return bool(box[0] <= middle[0] <= box[2] and box[1] <= middle[1] <= box[3])
