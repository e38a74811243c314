"""Which pages are looked at for a claim, and what the index says of them before their text is read."""

from __future__ import annotations

import math
from typing import NamedTuple

from evidentia.search.engine import Engine
from evidentia.search.query import Mention, Query

EVERYTHING = (("title", 2.0), ("alias", 1.0), ("introduction", 1.0), ("body", 1.0), ("tables", 1.0))
TITLE = (("title", 1.0), ("alias", 1.0))
TABLE = (("table_title", 1.5), ("table_context", 1.0), ("table_header", 1.0), ("table_cells", 1.0))
CLAUSE = (("title", 2.0), ("alias", 1.0), ("introduction", 1.0))
CLAUSE_DEPTH = 12
DEPTH = 64
VOTERS = 48
MAX_INCOMING = 60
NOWHERE = 99

NAMES = (
    "everything", "everything_rank", "title", "table", "table_rank", "votes", "linked", "fuzzy",
    "named_title", "named_redirect", "named_bare", "named_short", "named_acronym",
    "mention_mass", "mention_proper", "mention_proper_mass", "mention_longest", "mention_longest_mass", "mention_first",
    "mention_alone", "mention_words", "mention_nested_title", "clause", "clause_rank", "claim_length",
)  # fmt: skip


class Candidate(NamedTuple):
    page: int
    features: list[float]
    mention: Mention | None


class Found(NamedTuple):
    """`tables` are (score, page, place), best first; `voters` are the pages found that a page links to."""

    candidates: list[Candidate]
    tables: list[tuple[float, int, int]]
    voters: dict[int, list[tuple[float, int]]]


def gather(query: Query, engine: Engine, *, depth: int = DEPTH) -> Found:
    everything = engine.search(EVERYTHING, query.terms, depth)
    titles = engine.search(TITLE, query.terms, depth // 4)
    tables = engine.search(TABLE, query.terms, depth) if engine.tables else []
    fuzzy = _misspelt(query, engine)
    by_all = _relative(everything)
    by_title = _relative(titles)
    by_table = _relative(tables)
    by_clause = _clauses(query, engine)
    voters, linked = _neighbours(engine, by_all, by_table)
    votes = {page: sum(weight for weight, _ in found) for page, found in voters.items()}
    peak = max(votes.values(), default=1.0)
    pages = dict.fromkeys([*by_all, *by_title, *by_table, *query.mentions, *fuzzy, *by_clause])
    # Of pages that only links speak for, the loudest few.
    pages |= dict.fromkeys(sorted(votes, key=lambda page: (-votes[page], page))[: depth // 4])
    candidates = []
    for page in pages:
        score, rank = by_all.get(page, (0.0, NOWHERE))
        table, table_rank = by_table.get(page, (0.0, NOWHERE))
        features = [
            score, 1 / (1 + rank), by_title.get(page, (0.0, 0))[0], table, 1 / (1 + table_rank),
            votes.get(page, 0.0) / peak, linked.get(page, 0.0), fuzzy.get(page, 0.0),
        ]  # fmt: skip
        named, mention = _named(query, query.mentions.get(page, []))
        clause, clause_rank = by_clause.get(page, (0.0, NOWHERE))
        features += [*named, clause, 1 / (1 + clause_rank), length(query)]
        candidates.append(Candidate(page, features, mention))
    return Found(candidates, tables, voters)


def _relative(hits: list[tuple[float, int, int]]) -> dict[int, tuple[float, int]]:
    """Score relative to the best, and rank, by page."""
    found: dict[int, tuple[float, int]] = {}
    for score, page, _ in hits:
        if page not in found:
            found[page] = (score / hits[0][0], len(found))
    return found


def _clauses(query: Query, engine: Engine) -> dict[int, tuple[float, int]]:
    """The best score and rank of each page among those found by one clause of a long claim."""
    found: dict[int, tuple[float, int]] = {}
    for terms in query.clauses:
        for page, (score, rank) in _relative(engine.search(CLAUSE, terms, CLAUSE_DEPTH)).items():
            before = found.get(page, (0.0, NOWHERE))
            found[page] = (max(score, before[0]), min(rank, before[1]))
    return found


def _named(query: Query, mentions: list[Mention]) -> tuple[list[float], Mention | None]:
    if not mentions:
        return [0.0] * 14, None
    best = min(mentions, key=lambda m: (not m.longest, max(m.kind, 1), -m.mass, m.start))
    kinds = {mention.kind for mention in mentions}
    mass = best.mass / (query.total or 1.0)
    features = [
        0 in kinds, 1 in kinds, 2 in kinds or 3 in kinds, 4 in kinds, 5 in kinds,
        mass, best.capitalised, mass * best.capitalised, best.longest, mass * best.longest, best.start == 0,
        1 / best.namesakes, min(best.end - best.start, 5) / 5, best.kind == 0 and not best.longest,
    ]  # fmt: skip
    return [float(value) for value in features], best


def _neighbours(
    engine: Engine, by_all: dict[int, tuple[float, int]], by_table: dict[int, tuple[float, int]]
) -> tuple[dict[int, list[tuple[float, int]]], dict[int, float]]:
    """Votes of pages found for the pages that link to them, and which pages the best ones lead to."""
    voters: dict[int, list[tuple[float, int]]] = {}
    linked: dict[int, float] = {}
    links = engine.links
    for page, (score, rank) in by_all.items():
        if rank < VOTERS and links.incoming_count(page) <= MAX_INCOMING:
            for source in links.incoming(page):
                voters.setdefault(source, []).append((score * score, page))
    for found in (by_all, by_table):
        for page, (score, rank) in found.items():
            if rank < 3:
                for goal in links.outgoing(page, 300):
                    linked[goal] = max(linked.get(goal, 0.0), score)
    return voters, linked


def _misspelt(query: Query, engine: Engine) -> dict[int, float]:
    """Pages whose title has a word within one edit of a word of the claim that hardly any page has."""
    found: dict[int, float] = {}
    strange = [stem for stem in query.weights if len(stem) >= 5 and stem.isalpha() and engine.frequency(stem) <= 1]
    for stem in strange[:3]:
        for page in engine.fuzzy("title", stem, 20):
            found[page] = found.get(page, 0.0) + query.weights[stem] / query.total
    return found


def length(query: Query) -> float:
    """How long the claim is: in a long one many words are found by chance."""
    return math.log1p(len(query.patterns)) / 3
