"""Spans of a text that a claim may have wrong: dates, years, numbers, names; each with the value it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evidentia.evidence.words import NUMBERS, STOPWORDS

_CALENDAR = "January February March April May June July August September October November December"
_MONTHS = _CALENDAR.split()
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(
    rf"\b(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?P<m>{_MONTH}),? (?P<y>\d{{4}})"
    rf"|(?P<m2>{_MONTH}) (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y2>\d{{4}})"
    rf"|(?P<m3>{_MONTH}),? (?P<y3>\d{{4}})|(?P<d4>\d{{1,2}}) (?P<m4>{_MONTH})|(?P<m5>{_MONTH}) (?P<d5>\d{{1,2}}))\b"
)
_WORDS = {word: number for word, number in NUMBERS.items() if word not in ("once", "single", "first", "second")}
_NUMBER = re.compile(
    r"(?P<sign>[−-](?=\d)(?<![\d\w].))?(?P<figure>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?P<tail>st\b|nd\b|rd\b|th\b)?(?P<unit> ?%| percent\b| per cent\b| million\b| billion\b| trillion\b)?"
)
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'’.-]+(?:(?: (?:of|the|de|la|le|du|von|van|der)){0,2} [A-ZÀ-ÖØ-Þ][\w'’.-]*)*")
_SCALE = {"million": 1e6, "billion": 1e9, "trillion": 1e12}


class Span(NamedTuple):
    start: int
    end: int
    text: str
    kind: str
    value: str


def spans(text: str) -> list[Span]:
    """In the order of the text, none inside another; dates before numbers before names."""
    taken = [False] * len(text)
    found: list[Span] = []
    for span in [*_dates(text), *_numbers(text), *_names(text)]:
        if span.end > span.start and not any(taken[span.start : span.end]):
            taken[span.start : span.end] = [True] * (span.end - span.start)
            found.append(span)
    return sorted(found)


def _dates(text: str) -> Iterator[Span]:
    for match in _DATE.finditer(text):
        fields = match.groupdict()

        def of(letter: str, fields: dict[str, str | None] = fields) -> str:
            return next((value for name, value in fields.items() if name[0] == letter and value), "")

        year, month, day = of("y"), of("m"), of("d")
        kind = "date" if year and day else "month" if year else "day"
        value = f"{year}-{_MONTHS.index(month) + 1:02}-{int(day or 0):02}"
        yield Span(match.start(), match.end(), match.group(), kind, value)


def _numbers(text: str) -> Iterator[Span]:
    for match in _NUMBER.finditer(text):
        figure, unit = match["figure"], (match["unit"] or "").strip()
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        # A figure inside a name ("B2", "3D", "19-year-old") is no number of its own.
        if before.isalpha() or after.isalpha() or (before == "-" and not match["sign"]):
            continue
        if len(figure) == 4 and figure.isdigit() and 1000 <= int(figure) <= 2100 and not match["tail"] and not unit:
            yield Span(match.start(), match.end(), match.group(), "year", figure)
            continue
        number = float(figure.replace(",", "")) * _SCALE.get(unit, 1.0)
        kind = "ordinal" if match["tail"] else "share" if unit in ("%", "percent", "per cent") else "number"
        yield Span(match.start(), match.end(), match.group(), kind, f"{'-' if match['sign'] else ''}{number:g}")
    for match in _WORD.finditer(text):
        low = match.group().lower()
        kind = "ordinal" if low.endswith(("th", "third")) else "number"
        yield Span(match.start(), match.end(), match.group(), kind, f"{float(_WORDS[low]):g}")


def _names(text: str) -> Iterator[Span]:
    for match in _NAME.finditer(text):
        name = match.group().rstrip(".'’-")
        if name.endswith(("'s", "’s")):
            name = name[:-2]
        first = name.split(" ", 1)[0]
        if first.lower() in STOPWORDS:
            rest = name[len(first) :].lstrip()
            start = match.start() + len(name) - len(rest)
            if rest[:1].isupper():
                yield Span(start, start + len(rest), rest, "name", rest.casefold())
            continue
        yield Span(match.start(), match.start() + len(name), name, "name", name.casefold())
