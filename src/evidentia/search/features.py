"""How much of a claim the text of a page covers: its title, its sentences one by one and together."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import NamedTuple

from evidentia.search.candidates import NAMES as CHEAP
from evidentia.search.candidates import Candidate
from evidentia.search.query import Query
from evidentia.search.records import StoredPage
from evidentia.search.tables import NAMES as TABLE_NAMES
from evidentia.search.tables import NOTHING, TableHit, Voter, table_hits
from evidentia.search.titles import bare
from evidentia.search.words import stems

SENTENCES = 30
_MARK = "zqxbreakzqx"
_BREAK = f" {_MARK} "

NAMES = (
    *CHEAP,
    "verbatim", "verbatim_bare", "title_covers", "title_precise", "bare_precise", "qualifier_match", "qualifier_miss",
    "year_miss", "first", "best", "second", "introduction", "whole", "rest_best", "rest_whole", "rest_mentioned",
    "bigrams", "title_and_best", "is_list", "title_whole", *TABLE_NAMES, "page_and_table",
)  # fmt: skip


class Looked(NamedTuple):
    """A page after its text was read: its features, its tables with theirs, and the claim's words in its text."""

    page: StoredPage
    features: list[float]
    tables: list[TableHit]
    covered: set[str]


def look(
    query: Query,
    page: StoredPage,
    candidate: Candidate,
    places: Container[int] = (),
    voters: Sequence[Voter] = (),
) -> Looked:
    """Read a candidate page against the claim; `places` are those of its tables that the index found."""
    weights, total = query.weights, query.total or 1.0
    weigh = weights.__getitem__
    wanted = weights.keys()
    name = bare(page.title)
    short = set(stems(name))
    qualifier = set(stems(page.title[len(name) :])) if len(name) < len(page.title) else set[str]()
    full = short | qualifier if qualifier else short
    in_title = full & wanted

    tokens = stems(_BREAK.join((page.introduction or page.sentences)[:SENTENCES]))
    parts: list[set[str]] = []
    begin = 0
    for place, token in enumerate(tokens):
        if token == _MARK:
            parts.append(set(tokens[begin:place]) & wanted)
            begin = place + 1
    if tokens:
        parts.append(set(tokens[begin:]) & wanted)
    pairs = query.bigrams.intersection(pairwise(tokens)) if tokens else frozenset[tuple[str, str]]()
    text = set[str]().union(*parts)
    covered = in_title | text

    rest = wanted - in_title
    rest_total = sum(map(weigh, rest)) or 1.0
    said = candidate.mention
    unsaid = rest - set(query.tokens[said.start : said.end]) if said else rest
    unsaid_total = sum(map(weigh, unsaid)) or 1.0
    sums = sorted((sum(map(weigh, part)) / total for part in parts), reverse=True)
    title_total = sum(max(weights.get(word, 1.0), 0.3) for word in full) or 1.0
    lower = query.lower
    tables = table_hits(query, page, places, in_title, voters)
    table = max(tables, key=lambda hit: hit.worth).features if tables else NOTHING
    whole = sum(map(weigh, covered)) / total
    features = [
        float(page.title in query.text),
        float(name.lower() in lower),
        sum(map(weigh, in_title)) / total,
        sum(max(weights[word], 0.3) for word in in_title) / title_total,
        len(short & wanted) / (len(short) or 1),
        sum(map(weigh, qualifier & wanted)) / total,
        float(bool(qualifier) and not qualifier & wanted),
        float(any(len(word) == 4 and word.isdigit() for word in full - wanted)),
        sum(map(weigh, parts[0])) / total if parts else 0.0,
        sums[0] if sums else 0.0,
        sums[1] if len(sums) > 1 else 0.0,
        sum(map(weigh, text)) / total,
        whole,
        max((sum(map(weigh, part - in_title)) for part in parts), default=0.0) / rest_total,
        sum(map(weigh, rest & text)) / rest_total,
        sum(map(weigh, unsaid & text)) / unsaid_total,
        sum(weights[one] + weights[two] for one, two in pairs) / query.bigram_total,
        max((sum(map(weigh, part | in_title)) for part in parts), default=sum(map(weigh, in_title))) / total,
        float(page.title.startswith(("List of", "Lists of"))),
        sum(map(weigh, in_title)) / total if full <= wanted else 0.0,
        *table,
        max(whole, table[0]),
    ]
    return Looked(page, candidate.features + features, tables, covered)
