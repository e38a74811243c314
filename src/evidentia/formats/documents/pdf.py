"""PDF: lines put together to paragraphs, headings by their type size, tables by their rules."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from evidentia.errors import InputError, MissingExtra
from evidentia.formats.base import ReadOptions
from evidentia.formats.documents.builder import Builder, Place
from evidentia.formats.documents.pdf_lines import SPACE, Line, body_size, gutter, lines_of, running_lines, write_lines

MOST_PAGES = 5000
# Fewer drawn rules than this make no table; looking for one costs more than the text.
FEWEST_RULES = 4


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
    passing = running_lines([[block for block in page if isinstance(block, Line)] for page in pages], body)
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
    tables = []
    if len(page.lines) + len(page.rects) + len(page.curves) >= FEWEST_RULES:
        tables = [table for table in page.find_tables() if len(table.rows) > 1 and len(table.columns) > 1]
    boxes = [table.bbox for table in tables]
    rest = page.filter(lambda thing: not any(_inside(thing, box) for box in boxes)) if boxes else page
    words = rest.extract_words(x_tolerance_ratio=SPACE, extra_attrs=["size", "fontname"])
    middle = gutter(words, float(page.bbox[0]), float(page.bbox[2]))
    height = float(page.height)
    left = lines_of([word for word in words if middle is None or word["x0"] < middle], height)
    right = lines_of([word for word in words if middle is not None and word["x0"] >= middle], height)
    placed: list[tuple[float, Line | list[list[Place]]]] = [(line.top, line) for line in left]
    second: list[tuple[float, Line | list[list[Place]]]] = [(line.top, line) for line in right]
    for table in tables:
        rows = [[Place(text or "") for text in row] for row in table.extract(x_tolerance_ratio=SPACE)]
        in_second = middle is not None and table.bbox[0] >= middle
        (second if in_second else placed).append((table.bbox[1], rows))
    page.close()
    return [block for part in (placed, second) for _, block in sorted(part, key=lambda block: block[0])]


def _inside(thing: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    middle = (thing["x0"] + thing["x1"]) / 2, (thing["top"] + thing["bottom"]) / 2
    return bool(box[0] <= middle[0] <= box[2] and box[1] <= middle[1] <= box[3])
