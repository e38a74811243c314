"""Candidate answers in passages: spans of the form that an answer has, ranked by passage and context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from evidentia.datasets.grammar.words import MONTHS, wordset
from evidentia.datasets.kinds import AMOUNT, DATE, MONTH, NUMBER, YEAR

_NAMES = "|".join(name.capitalize() for name in MONTHS[:12])
_DAY = rf"(?:\d{{1,2}} (?:{_NAMES})|(?:{_NAMES}) \d{{1,2}}),? \d{{4}}"
_PATTERNS = {
    DATE: re.compile(rf"\b{_DAY}\b"),
    MONTH: re.compile(rf"\b(?:{_NAMES}) \d{{4}}\b"),
    YEAR: re.compile(r"(?<![\d,.–-])(?:1[0-9]\d{2}|20[0-4]\d)(?![\d,.]*\d|[–-]\d)"),
    NUMBER: re.compile(
        r"(?<![\w$£€.,–-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w%–-])|(?<![\w$£€.,–-])\d+(?:\.\d+)?(?![\w%–,-]|\.\d)"
    ),
    AMOUNT: re.compile(r"(?<![\w.,])[$£€]?\d[\d,]*(?:\.\d+)?(?: (?:million|billion|thousand|hundred))? [a-z]{3,}"),
}
# A name: capitalised words, with small words between them but not at its ends.
_NAME = re.compile(r"[A-Z][\w'’.-]*(?:\s+(?:(?:of|the|and|de|la|von|van|for|in|to|&)\s+){0,2}[A-Z0-9][\w'’.-]*){0,5}")
_NO_NAMES = wordset(
    "The A An In On At It He She They This That These Those His Her Its Their After Before During When While As For "
    "From With By However Although There Here Since Then But And Or If Of To"
) | {name.capitalize() for name in MONTHS}
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")
MAX_TEXT = 200_000
TOP = 50


class Span(msgspec.Struct, frozen=True):
    text: str
    score: float
    sentence: str
    page: str


def find(text: str, form: str | None) -> Iterator[str]:
    """Spans of a form; names if it is None."""
    if form in _PATTERNS:
        for found in _PATTERNS[form].finditer(text[:MAX_TEXT]):
            yield found.group().strip()
        return
    for found in _NAME.finditer(text[:MAX_TEXT]):
        name = found.group().strip(" .,'’-")
        first, _, rest = name.partition(" ")
        if first in _NO_NAMES:
            name = rest.strip()
        if len(name) > 2 and not name.isdigit() and name[:1].isupper():
            yield name
            # `Paris and London` is two names, and `Lord of the Rings` one: both readings are candidates.
            if " and " in name:
                yield from (part.strip() for part in name.split(" and ") if len(part) > 2 and part[:1].isupper())


def top_spans(
    question: str,
    passages: Sequence[tuple[str, str, float]],
    form: str | None,
    *,
    idf: Callable[[str], float],
    top: int = TOP,
) -> list[Span]:
    """The best spans of (page, text, score) passages: a good passage and the question's words beside it."""
    asked = set(re.findall(r"\w{2,}", question.lower()))
    weights = {word: idf(word) for word in sorted(asked)}
    total = sum(weights.values()) or 1.0
    best: dict[str, Span] = {}
    for rank, (page, text, _) in enumerate(passages):
        for sentence in SENTENCE_END.split(text[:MAX_TEXT]):
            words = set(re.findall(r"\w{2,}", f"{page} {sentence}".lower()))
            shared = sum(weights[word] for word in sorted(asked & words)) / total
            score = shared + 1.0 / (2 + rank)
            for span in find(sentence, form):
                known = best.get(span)
                if known is None or known.score < score:
                    best[span] = Span(span, score, sentence, page)
    order = sorted(best.values(), key=lambda span: (-span.score, span.text))
    return order[:top]
