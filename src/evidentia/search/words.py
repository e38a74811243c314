"""Words as the index sees them: folded to ASCII where that is possible, lower case, English stems."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

# Words that say nothing about which page is meant; question words are here because questions are searched too.
_STOP = """
    a about after all also am an and any are as at be became because been before being between both but by can could
    did do does during each for from had has have having he her here hers him his how i if in into is it its itself
    just many may me more most much my no nor not of off on once one only or other our out over own same she should so
    some such than that the their them then there these they this those through to too under until up upon us very was
    we were what when where which while who whom whose why will with would you your
"""
STOP = frozenset(_STOP.split())
_LOOSE = "the a an of and or is was were are be has had have by with from that which who his her its"
ANALYSER = "english"
MAX_WORD = 60
_COMPOUND = re.compile(r"\d+(?:[.,]\d+)+")


@cache
def analyser() -> Any:
    """The tokenizer of the index: the same object analyses pages, titles and claims."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    return (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.remove_long(MAX_WORD))
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
        .filter(Filter.stemmer("english"))
        .build()
    )


@cache
def plain_analyser() -> Any:
    """Words without stemming: names are compared by it."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    return (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.remove_long(MAX_WORD))
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
        .build()
    )


@cache
def stop_stems() -> frozenset[str]:
    return frozenset(stem for word in STOP for stem in analyser().analyze(word))


@cache
def loose_stems() -> frozenset[str]:
    """What hardly any name begins or ends with."""
    return frozenset(stems(_LOOSE))


def stems(text: str) -> list[str]:
    """The stems of a text, in order, stopwords too."""
    found: list[str] = analyser().analyze(composed(text))
    return found


def plain(text: str) -> list[str]:
    """The words of a text, folded and lower case but not stemmed."""
    found: list[str] = plain_analyser().analyze(composed(text))
    return found


def composed(text: str) -> str:
    """NFC: combining marks would split a word."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def compounds(text: str) -> list[str]:
    """One word for each number with points or commas: `1,234` → `1234`, `13.12` → `13x12`."""
    return [number.replace(",", "").replace(".", "x") for number in _COMPOUND.findall(text)]
