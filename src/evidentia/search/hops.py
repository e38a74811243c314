"""Hyperlink hops: from the best pages to pages they link to that speak of what the claim still lacks."""

from __future__ import annotations

from collections.abc import Container, Sequence

from evidentia.search.candidates import NAMES, Candidate, length
from evidentia.search.engine import Engine
from evidentia.search.features import Looked
from evidentia.search.query import Query

FROM = 2
MAX_LINKS = 1000
MAX_TERMS = 8
DEPTH = 48
HOPS = 3
FIELDS = (("title", 2.0), ("alias", 1.0), ("introduction", 1.0))
_LINKED = NAMES.index("linked")
_LENGTH = NAMES.index("claim_length")


def hops(query: Query, best: Sequence[Looked], known: Container[int], engine: Engine) -> list[Candidate]:
    """Candidates that only a link brought in; `known` pages are candidates already."""
    linked: set[int] = set()
    covered: set[str] = set()
    for looked in best[:FROM]:
        linked.update(engine.links.outgoing(looked.page.number, MAX_LINKS))
        covered |= looked.covered
    lacking = [term for term in query.terms if term not in covered][:MAX_TERMS]
    if not linked or not lacking:
        return []
    found = [page for _, page, _ in engine.search(FIELDS, lacking, DEPTH) if page in linked and page not in known]
    features = [0.0] * len(NAMES)
    features[_LINKED] = 1.0
    features[_LENGTH] = length(query)
    return [Candidate(page, features, None) for page in found[:HOPS]]
