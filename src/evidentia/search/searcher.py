"""Search: a claim in, pages, sentences, tables, cells and items out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from evidentia.claim import Evidence, ScoredPage
from evidentia.search import candidates, features
from evidentia.search.candidates import EVERYTHING, Found, gather
from evidentia.search.engine import Engine
from evidentia.search.features import Looked, look
from evidentia.search.fusion import fusion
from evidentia.search.hops import hops
from evidentia.search.query import Query, analyse, outright
from evidentia.search.table_ranking import table_rows
from evidentia.search.tables import RANKING, TableHit, table_hits
from evidentia.search.voters import Voters
from evidentia.search.words import stems

if TYPE_CHECKING:
    from evidentia.corpus import Corpus
    from evidentia.page import Table

LOOKED_AT = 26
# Of a long claim more pages are read, and the best page of each clause.
LONGER = 8
NAMED = 6
TITLED = 5
TITLE_SCORE = candidates.NAMES.index("title")
CLAUSE_RANK = candidates.NAMES.index("clause_rank")


class Ranker(Protocol):
    """A second stage: scores texts against a claim; higher is better."""

    def score(self, claim: str, texts: Sequence[str]) -> Sequence[float]: ...


class Picker(Protocol):
    """Picks the cells of a table that a claim needs: keys and scores, best first."""

    def __call__(
        self, claim: str, table: Table, page_title: str, *, k: int, idf: Callable[[str], float]
    ) -> list[tuple[str, float]]: ...


class Retrieved(msgspec.Struct, kw_only=True):
    """What was found for one claim, best first."""

    pages: list[ScoredPage] = []
    sentences: list[Evidence] = []
    tables: list[Evidence] = []
    cells: list[Evidence] = []
    items: list[Evidence] = []
    passages: list[Evidence] = []


class Searcher:
    """Opens the index of a corpus; every query works on memory-mapped files. For one thread at a time."""

    def __init__(self, corpus: Corpus | str | Path) -> None:
        if isinstance(corpus, str | Path):
            from evidentia.corpus import open_corpus

            corpus = open_corpus(corpus)
        self.corpus = corpus
        self._engine = Engine(corpus.index_path, corpus.path)

    @property
    def page_count(self) -> int:
        return self._engine.pages

    def idf(self, term: str) -> float:
        """How rare a word is in the corpus; a word that the index does not have is as rare as can be."""
        return max((self._engine.idf(stem) for stem in stems(term)), default=0.0)

    def page_frequency(self, term: str) -> int:
        """In how many pages a word, in any of its forms, occurs."""
        return min((self._engine.frequency(stem) for stem in stems(term)), default=0)

    def pages(self, claim: str, k: int = 5, *, scorer: str = "fusion") -> list[ScoredPage]:
        """The `k` pages most likely to hold evidence; `scorer` is `fusion`, or `bm25` for the engine's own order."""
        query = analyse(claim, self._engine)
        ranked, _ = self._ranked(query, k, scorer)
        return [ScoredPage(looked.page.title, score) for looked, score in ranked[: max(k, 0)]]

    def retrieve(
        self,
        claim: str,
        *,
        pages: int = 5,
        sentences: int = 5,
        tables: int = 3,
        cells: int = 25,
        items: int = 5,
        passages: int = 0,
        ranker: Ranker | None = None,
        picker: Picker | None = None,
        scorer: str = "fusion",
    ) -> Retrieved:
        """Evidence of every kind; `ranker` rescores the first sentences and items, `picker` picks the cells."""
        from evidentia.search.elements import Budget, select

        query = analyse(claim, self._engine)
        ranked, found = self._ranked(query, pages, scorer)
        wanted = tables > 0 or cells > 0
        return select(
            query,
            ranked[: max(pages, 0)],
            self._tables(query, ranked, found) if wanted else [],
            Budget(sentences, tables, cells, items, passages),
            idf=self.idf,
            ranker=ranker,
            picker=picker,
        )

    def _ranked(self, query: Query, k: int, scorer: str) -> tuple[list[tuple[Looked, float]], Found]:
        records = self._engine.records
        if scorer == "bm25":
            hits = self._engine.search(EVERYTHING, query.terms, max(k, 1))
            pages = [(records[page], round(score, 4)) for score, page, _ in hits]
            return [(Looked(page, [], table_hits(query, page), set()), score) for page, score in pages], Found(
                [], [], {}
            )
        found = gather(query, self._engine)
        guesses = fusion("guess", candidates.NAMES).score([candidate.features for candidate in found.candidates])
        order = sorted(range(len(guesses)), key=lambda place: (-guesses[place], found.candidates[place].page))
        count = max(LOOKED_AT + (LONGER if query.clauses else 0), 2 * k)
        chosen = [found.candidates[place] for place in order[:count]]
        # Whatever else the guess prefers: pages that the claim names outright, and the best by their titles alone.
        left = [found.candidates[place] for place in order[count:]]
        chosen += [one for one in left if one.features[CLAUSE_RANK] == 1]
        left = [one for one in left if one.features[CLAUSE_RANK] != 1]
        chosen += islice((one for one in left if one.mention is not None and outright(one.mention)), NAMED)
        known = {one.page for one in chosen}
        titled = sorted((one for one in left if one.page not in known), key=lambda one: -one.features[TITLE_SCORE])
        chosen += [one for one in titled[:TITLED] if one.features[TITLE_SCORE] > 0]
        places: dict[int, set[int]] = {}
        for _, page, place in found.tables:
            places.setdefault(page, set()).add(place)
        voters = Voters(query, found.voters, self._engine)
        read = [(one, records[one.page]) for one in chosen]
        looked = [look(query, page, one, places.get(page.number, ()), voters.of(page)) for one, page in read]
        ranked = _sorted(looked)
        known = {page.page.number for page in looked}
        further = hops(query, [page for page, _ in ranked], known, self._engine)
        if further:
            ranked = _sorted(looked + [look(query, records[one.page], one) for one in further])
        return ranked, found

    def _tables(
        self, query: Query, ranked: Sequence[tuple[Looked, float]], found: Found
    ) -> list[tuple[TableHit, float]]:
        """The tables of all pages that were looked at, best first: a table may be evidence where its page is not."""
        hits, rows = table_rows(query, ranked, found, self._engine)
        scores = fusion("table", RANKING).score(rows)
        return sorted(zip(hits, scores), key=lambda pair: -pair[1])


def _sorted(looked: list[Looked]) -> list[tuple[Looked, float]]:
    scores = fusion("page", features.NAMES).score([page.features for page in looked])
    return sorted(zip(looked, scores), key=lambda pair: (-pair[1], pair[0].page.number))
