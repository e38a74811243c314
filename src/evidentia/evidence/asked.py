"""What kind of answer a claim or question asks of a table, and what kind of values a column holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

_QUESTION_WORD = re.compile(r"\b(who(?:se|m)?|when|where|which|what|how)\b", re.IGNORECASE)
_NAME = "who whose whom name person player actor actress singer team club company artist director author winner"
_PLACE = "where city country location town state place nationality nation county region venue stadium village"
_DATE = "when date day birthday month"
_YEAR = "year season"
_NUMBER = "many much number total population score height length points percentage rank attendance capacity"
ASKED = ("name", "place", "date", "year", "number", "other")
_WORDS = {word: kind for kind, words in zip(ASKED, (_NAME, _PLACE, _DATE, _YEAR, _NUMBER)) for word in words.split()}

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE_VALUE = re.compile(rf"(?:\b\d{{1,2}}\W+{_MONTH}\b|\b{_MONTH}\W+\d|\b\d{{4}}-\d\d-\d\d\b)", re.IGNORECASE)
_YEAR_VALUE = re.compile(r"\W*(?:1[5-9]|20)\d\d(?:\s*[-–/]\s*\d{2,4})?\W*\Z")
_NUMBER_VALUE = re.compile(r"[^\w]*\d[\d,.: %/–-]*\s*[\w%]{0,4}\W*\Z")
KINDS = ("name", "date", "year", "number", "text")

_HIGH = re.compile(
    r"\b(most|highest|largest|biggest|longest|oldest|greatest|best|tallest|latest|last|maximum|more)\b", re.I
)
_LOW = re.compile(r"\b(least|fewest|lowest|smallest|shortest|youngest|worst|earliest|first|minimum|fewer|less)\b", re.I)


def is_question(text: str) -> bool:
    return text.rstrip().endswith("?")


def asked(text: str) -> str:
    """The kind of answer the words after the question word ask for."""
    match = _QUESTION_WORD.search(text)
    if match is None:
        return "other"
    for word in [match.group(1).lower(), *re.findall(r"[a-z]+", text[match.end() : match.end() + 40].lower())[:3]]:
        if word in _WORDS:
            return _WORDS[word]
    return "other"


def target_words(text: str) -> str:
    """The words right after the question word: what the answer's column may be called."""
    match = _QUESTION_WORD.search(text)
    return "" if match is None else " ".join(text[match.end() :].split()[:6])


def direction(text: str) -> tuple[bool, bool]:
    """Whether it asks for a highest, for a lowest."""
    return _HIGH.search(text) is not None, _LOW.search(text) is not None


def kind_of_value(text: str) -> str:
    text = text.strip()
    if _YEAR_VALUE.match(text):
        return "year"
    if _DATE_VALUE.search(text) and len(text) < 40:
        return "date"
    if _NUMBER_VALUE.match(text):
        return "number"
    return "name" if text[:1].isupper() and len(text) < 50 else "text"


def kind_of_column(values: Sequence[str]) -> str:
    """The kind that most of its values have; of equals the first of KINDS."""
    kinds = [kind_of_value(value) for value in values if value.strip()]
    return max(KINDS, key=kinds.count) if kinds else "text"


def number(text: str) -> float | None:
    """The first number of a cell."""
    match = re.search(r"-?\d+(?:\.\d+)?", text.replace(",", ""))
    return float(match.group(0)) if match else None
