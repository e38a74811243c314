"""Which cells of a table without marks are headers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evidentia.formats.documents.builder import Place

_NUMBER = re.compile(r"[-+−–(]?\s*[$€£¥₹]?\s*[-+−]?\d[\d.,'\s]*\s*(?:%|‰|[a-zA-Zµ°²³/]{0,6})\)?\Z")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?\Z")
_YEAR = re.compile(r"(?:FY\s?|Q[1-4]\s)?(?:1[5-9]|20|21)\d\d(?:[-–/]\d{2,4})?\Z")
_LONGEST_HEADER = 80


def is_value(text: str) -> bool:
    """A number, an amount or a date."""
    if len(text) > _LONGEST_HEADER:
        return False
    return bool(_NUMBER.match(text) or _DATE.match(text))


def mark_headers(rows: Sequence[Sequence[Place]]) -> None:
    """Decide what the document left open: the first row, and the first column, if they look like headers."""
    if not rows or all(place.is_header is not None for row in rows for place in row):
        return
    known = any(place.is_header for row in rows for place in row)
    if not known and len(rows) > 1 and _heads_columns(rows):
        for place in rows[0]:
            place.is_header = True
        if _heads_rows(rows):
            for row in rows[1:]:
                row[0].is_header = True
    for row in rows:
        for place in row:
            place.is_header = bool(place.is_header)


def _heads_columns(rows: Sequence[Sequence[Place]]) -> bool:
    first = [place.text for place in rows[0]]
    filled = [text for text in first if text]
    # A title, a note or a short row of values heads nothing.
    if len(first) < 2 or len(filled) < max(2, (len(first) + 1) // 2):
        return False
    if any(len(text) > _LONGEST_HEADER for text in filled):
        return False
    labels = [text for text in filled if not is_value(text) or _YEAR.match(text)]
    if len(labels) < len(filled):
        return False
    # Years alone head columns only above other numbers; a row of years may be data as well.
    return any(not is_value(text) for text in filled) or not first[0]


def _heads_rows(rows: Sequence[Sequence[Place]]) -> bool:
    """A first column of names, all different, beside columns that are mostly values."""
    body = [row for row in rows[1:] if row]
    names = [row[0].text for row in body]
    if not all(names) or len(set(names)) < len(names) or any(is_value(name) for name in names):
        return False
    values = [place.text for row in body for place in row[1:] if place.text]
    return bool(values) and 2 * sum(map(is_value, values)) >= len(values)
