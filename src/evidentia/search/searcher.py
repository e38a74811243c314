"""Search: a claim in, pages, sentences, tables, cells and items out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from evidentia.claim import Evidence, ScoredPage
from evidentia.search import candidates, features
from evidentia.search.candidates import EVERYTHING, gather
from evidentia.search.engine import Engine
from evidentia.search.features import look
from evidentia.search.fusion import fusion
from evidentia.search.query import Query, analyse
from evidentia.search.records import StoredPage
from evidentia.search.words import stems

if TYPE_CHECKING:
    from evidentia.corpus import Corpus

LOOKED_AT = 24


class Ranker(Protocol):
    """A second stage: scores texts against a claim; higher is better."""

    def score(self, claim: str, texts: Sequence[str]) -> Sequence[float]: ...


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

    def pages(self, claim: str, k: int = 5) -> list[ScoredPage]:
        """The `k` pages most likely to hold evidence."""
        return [ScoredPage(page.title, score) for page, score in self._pages(claim, k)[0]]

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
        scorer: str = "fusion",
    ) -> Retrieved:
        """Evidence of every kind from the best pages; `ranker` rescores the first candidates of the lexical order."""
        from evidentia.search.elements import select

        found, query = self._pages(claim, pages, scorer)
        return select(
            query,
            found,
            idf=self.idf,
            sentences=sentences,
            tables=tables,
            cells=cells,
            items=items,
            passages=passages,
            ranker=ranker,
        )

    def _pages(self, claim: str, k: int, scorer: str = "fusion") -> tuple[list[tuple[StoredPage, float]], Query]:
        query = analyse(claim, self._engine)
        records = self._engine.records
        if scorer == "bm25":
            hits = self._engine.search(EVERYTHING, query.terms, max(k, 1))
            return [(records[page], round(score, 4)) for score, page, _ in hits[:k]], query
        found = gather(query, self._engine).candidates
        guesses = fusion("guess", candidates.NAMES).score([candidate.features for candidate in found])
        order = sorted(range(len(found)), key=lambda place: (-guesses[place], found[place].page))
        chosen = [found[place] for place in order[: max(LOOKED_AT, 2 * k)]]
        stored = [records[candidate.page] for candidate in chosen]
        rows = [look(query, page, candidate)[0] for page, candidate in zip(stored, chosen)]
        scores = fusion("page", features.NAMES).score(rows)
        ranked = sorted(zip(stored, scores), key=lambda pair: (-pair[1], pair[0].number))
        return ranked[: max(k, 0)], query
