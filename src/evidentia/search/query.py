"""A claim as the search sees it: weighted stems, and the names of pages that it mentions."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from evidentia.search.engine import Engine
from evidentia.search.titles import ACRONYM, BARE, BARE_REDIRECT, REDIRECT, hash_key, key
from evidentia.search.words import compounds, loose_stems, stems, stop_stems

MAX_TOKENS = 400
MAX_CHARACTERS = 4000
MAX_TERMS = 24
MAX_SPAN = 10
MAX_NAMESAKES = 30
FEW_NAMESAKES = 6
_STOP_WEIGHT = 0.02
_CHUNK = re.compile(r"\w+", re.UNICODE)
# A claim of so many words is also searched clause by clause.
LONG = 10
MAX_CLAUSES = 4
_CLAUSES = re.compile(
    r"[,;:()\"]|\b(?:and|but|which|who|whom|whose|where|when|while|that|although|though|including|with|after|before)\b"
)
_ROMAN = {str(value): sign for value, sign in enumerate(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"], 1)}


class Mention(NamedTuple):
    """A stretch of the claim that is the name of a page, in one way or another."""

    page: int
    kind: int
    start: int
    end: int
    mass: float
    namesakes: int
    capitalised: bool
    longest: bool


def pattern(stem: str) -> bytes:
    """What to look for in a table's bytes for a stem: whole numbers and short words, beginnings of longer words."""
    if stem.isdecimal() or len(stem) < 4:
        return f" {stem} ".encode("utf-8", "surrogatepass")
    return f" {stem[:-1] if stem[-1] in 'iy' else stem}".encode("utf-8", "surrogatepass")


def outright(mention: Mention) -> bool:
    """Whether a mention in capitals, inside no longer name, is the name of this page or of few others."""
    sure = mention.kind <= REDIRECT or (mention.kind <= BARE_REDIRECT and mention.namesakes <= FEW_NAMESAKES)
    return sure and mention.longest and mention.capitalised


class Query(NamedTuple):
    text: str
    tokens: list[str]
    weights: dict[str, float]
    total: float
    terms: list[str]
    mentions: dict[int, list[Mention]]
    bigrams: frozenset[tuple[str, str]]
    bigram_total: float
    lower: str
    patterns: list[tuple[str, bytes]]
    clauses: list[list[str]]


def analyse(claim: str, engine: Engine) -> Query:
    claim = claim[:MAX_CHARACTERS]
    chunks = _CHUNK.findall(claim)[:MAX_TOKENS]
    tokens: list[str] = []
    surface: list[str] = []
    for chunk in chunks:
        for stem in stems(chunk):
            tokens.append(stem)
            surface.append(chunk)
    idle = stop_stems()
    weights: dict[str, float] = {}
    for stem in tokens:
        if stem not in weights:
            weights[stem] = _STOP_WEIGHT if stem in idle else engine.idf(stem)
    # Words that no page has can find nothing; they still count as what the claim lacks.
    terms = [stem for stem in weights if stem not in idle and engine.frequency(stem)]
    terms += [word for word in dict.fromkeys(compounds(claim)) if engine.frequency(word)]
    if not terms:
        terms = [stem for stem in weights if engine.frequency(stem)]
    terms = sorted(terms, key=lambda stem: -engine.idf(stem))[:MAX_TERMS]
    pairs = dict.fromkeys((one, two) for one, two in pairwise(tokens) if one not in idle or two not in idle)
    return Query(
        claim,
        tokens,
        weights,
        sum(weights.values()),
        terms,
        _mentions(tokens, surface, weights, engine),
        frozenset(pairs),
        sum(weights[one] + weights[two] for one, two in pairs) or 1.0,
        claim.lower(),
        [(stem, pattern(stem)) for stem in weights if stem not in idle],
        _clauses(claim, terms, weights) if len(terms) >= LONG else [],
    )


def _clauses(claim: str, terms: list[str], weights: dict[str, float]) -> list[list[str]]:
    """The terms of the weightiest clauses of a claim; a single word is no clause."""
    known = set(terms)
    found = []
    for clause in _CLAUSES.split(claim):
        inside = [stem for stem in dict.fromkeys(stems(clause)) if stem in known]
        if len(inside) > 1:
            found.append(inside)
    found.sort(key=lambda inside: -sum(weights[stem] for stem in inside))
    return found[:MAX_CLAUSES] if len(found) > 1 else []


def _mentions(
    tokens: list[str], surface: list[str], weights: dict[str, float], engine: Engine
) -> dict[int, list[Mention]]:
    spans: list[tuple[int, int]] = []
    hashes: list[int] = []
    idle, loose = stop_stems(), loose_stems()
    for start in range(len(tokens)):
        if start and tokens[start] in loose:
            continue
        for end in range(start + 1, min(start + MAX_SPAN, len(tokens)) + 1):
            if tokens[end - 1] in loose or (end == start + 1 and tokens[start] in idle):
                continue
            spans.append((start, end))
            hashes.append(hash_key(key(tokens[start:end])))
            if end - start > 1 and tokens[end - 1] in _ROMAN:
                spans.append((start, end))
                hashes.append(hash_key(key([*tokens[start : end - 1], _ROMAN[tokens[end - 1]]])))
    found: dict[int, list[Mention]] = {}
    longest: list[tuple[int, int]] = []
    hits = (
        [(span, pages) for span, pages in zip(spans, engine.titles.find(hashes, MAX_NAMESAKES)) if pages]
        if spans
        else []
    )
    capital = [word[:1].isupper() or word[:1].isdigit() for word in surface]
    for (start, end), pages in sorted(hits, key=lambda hit: (hit[0][0] - hit[0][1], hit[0][0])):
        words = surface[start:end]
        content = [place for place in range(start, end) if tokens[place] not in idle]
        proper = all(capital[place] for place in content) if content else all(capital[start:end])
        whole = not any(a <= start and end <= b for a, b in longest)
        named = False
        mass = sum(weights[token] for token in dict.fromkeys(tokens[start:end]))
        for page, kind in pages:
            if kind == ACRONYM and not (len(words) == 1 and words[0].isupper()):
                continue
            named = named or kind <= BARE
            found.setdefault(page, []).append(Mention(page, kind, start, end, mass, len(pages), proper, whole))
        if named and proper:
            longest.append((start, end))
    return found
