"""How an answer enters a sentence: the preposition that its form asks for."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import words
from evidentia.datasets.grammar.verbs import is_gerund
from evidentia.datasets.grammar.words import wordset

_MONTH = "|".join(words.MONTHS)
_HAS_DAY = re.compile(
    rf"\b(?:{_MONTH})\.?\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\b(?!\d)|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{_MONTH})\b"
    rf"|\b(?:{'|'.join(words.DAYS)})s?\b|\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}}/\d{{1,2}}/\d{{2,4}}\b",
    re.I,
)
_CLOCK = re.compile(
    r"\b\d{1,2}(?::\d\d)+\b|\b\d{1,2}\s*[ap]\.?m\b|\b(?:noon|midnight|dawn|dusk|sunset|sunrise)\b", re.I
)
_YEAR = re.compile(
    r"\b(?:1\d{3}|20\d\d)s?\b|\b\d{1,4}\s*(?:bce?|ce|ad)\b|\b(?:ad|c\.|circa)\s*\d+|\bcentur(?:y|ies)\b", re.I
)
_RANGE = re.compile(r"^(\d{3,4})\s*(?:-|–|—|to|until|through)\s*(\d{3,4}|present|\d{2})\b", re.I)
_SPAN = re.compile(
    r"\d\s*(?:to|until|till)\s|\bto (?:the )?(?:present|\w+ \d{4})|\d\s*[–—-]\s*(?:present|\w+ \d)", re.I
)
_HOLIDAY = re.compile(r"\b(?:eve|day|birthday|monday|friday|sunday|saturday|weekends?)s?$", re.I)
_SPELL = re.compile(
    rf"(?:\d+|{'|'.join(sorted(words.NUMBER_WORDS))}|several|few|many|a few)\b.*"
    r"\b(?:years?|months?|weeks?|days?|hours?|minutes?)\b"
)
_READY = wordset(
    "in on at during after before since until till when while between from around about circa by every annually never "
    "always as with once late later early now today yesterday tomorrow currently upon under within throughout through "
    "if because twice daily weekly monthly yearly prior shortly within near into to over along across behind inside "
    "outside above below beneath among amid toward towards via up down for of off where nowhere here there following "
    "anywhere everywhere worldwide nationwide online abroad unknown approximately not just only immediately "
    "between beyond underneath alongside"
)


def lower_article(answer: str) -> str:
    """`The House` → `the House`: the form inside a sentence."""
    head, space, rest = answer.partition(" ")
    low = head.lower()
    return f"{low}{space}{rest}" if space and (low in ("the", "a", "an") or low in _READY) else answer


def first_word(text: str) -> str:
    found = re.match(r"[\w'’.-]+", text.strip())
    return found.group().lower() if found else ""


def brings_preposition(answer: str) -> bool:
    """Whether the answer is already an adverbial: `in 1996`, `after the war`, `annually`."""
    first = first_word(answer)
    if first in ("late", "later", "early", "around", "about", "approximately", "circa"):
        return first == "later"
    if re.match(r"\w{3,}ly (?:on|in|at|to|from|within|by|of|along|near|under|above|below)\b", answer, re.I):
        return True
    return first in _READY


def temporal(answer: str, *, during: bool = False) -> str:
    """A time as an adverbial: `in 1996`, `on May 5, 1996`, `at noon`, `from 1939 to 1945`."""
    answer = lower_article(answer)
    lower = answer.lower()
    bare = lower.removeprefix("the ")
    if brings_preposition(answer):
        return answer
    if _HAS_DAY.search(lower) and not _SPAN.search(lower):
        return f"on {answer}"
    if _RANGE.match(lower) or _SPAN.search(lower):
        return f"from {answer}" if during or _SPAN.search(lower) else f"in {answer}"
    if _CLOCK.search(lower):
        return f"at {answer}"
    if bare.split(" ")[0] in ("end", "beginning", "start", "age", "time", "turn", "close", "onset", "moment", "height"):
        return f"at {answer}"
    if bare.startswith(("morning", "afternoon", "evening")):
        return f"in {answer}"
    if _HOLIDAY.search(bare) and not _YEAR.match(bare):
        return f"on {answer}"
    if re.search(r"\b(?:night|christmas|easter|birth|death)\b", bare) and not _YEAR.search(bare):
        return f"at {answer}"
    if re.fullmatch(r"\d{1,2}", bare):
        return f"at {answer}"
    if re.fullmatch(r"\d{3}0'?s", lower):
        return f"in the {answer}"
    if _YEAR.search(bare) or re.fullmatch(r"'?\d{2,4}s?", bare):
        return f"in {answer}"
    heads = set(re.findall(r"\w+", bare))
    if heads & (set(words.MONTHS) | words.SEASONS | {"season", "episode", "chapter", "week", "era", "period", "age"}):
        return f"in {answer}"
    if _SPELL.match(bare):
        return answer if lower.endswith(("ago", "later", "after", "before", "earlier")) else f"in {answer}"
    if is_gerund(first_word(bare)):
        return f"when {answer}"
    return f"during {answer}"


def spatial(answer: str, *, verb: str = "") -> str:
    """A place as an adverbial: `in Ohio`, `at Wembley Stadium`, `on Main Street`."""
    answer = lower_article(answer)
    lower = answer.lower()
    if brings_preposition(answer):
        return answer
    if verb in words.MOTION:
        return f"to {answer}"
    head = re.split(r",| in | of | near | on ", lower.removeprefix("the "))[0].split()
    if head:
        first, last = head[0].strip(".'\""), head[-1].strip(".'\"")
        if first in AT and (" of " in lower or first in ("same", "junction", "intersection")):
            return f"at {answer}"
        if last in words.AT_PLACES:
            return f"at {answer}"
        if last in words.ON_PLACES or last.endswith("coast") or (first == "side" and " of " in lower):
            return f"on {answer}"
    return f"in {answer}"


AT = frozenset(words.AT_PARTS)


def reason(answer: str) -> str:
    """What follows a clause to say why."""
    answer = lower_article(answer)
    if first_word(answer) in ("because", "to", "due", "for", "since", "as", "so", "in", "by", "from", "out", "owing"):
        return answer
    subject = answer.split(" ")
    clause = len(subject) > 2 and any(
        word.lower() in words.AUXILIARY or word.lower().endswith("ed") for word in subject[1:5]
    )
    return f"because {answer}" if clause else f"because of {answer}"


def manner(answer: str) -> str:
    """What follows a clause to say how."""
    first = first_word(answer)
    if first in words.PREPOSITION or first in ("when", "because", "to") or first.endswith("ly"):
        return answer
    return f"by {lower_article(answer)}"
