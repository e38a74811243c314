"""The retrieval methods by name, and the settings that the papers use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from evidentia.errors import InputError
from evidentia.search.searcher import Picker, Ranker, Retrieved, Searcher

if TYPE_CHECKING:
    from evidentia.corpus import Corpus

Method = Callable[[str], Retrieved]
METHODS = ("default", "bm25", "drqa", "drqa+entities")


class Budget(msgspec.Struct, frozen=True):
    """How much to find of each kind."""

    pages: int = 5
    sentences: int = 5
    tables: int = 3
    cells: int = 25
    items: int = 5
    passages: int = 0


PRESETS = {
    "default": Budget(),
    # FEVEROUS: k = 5 pages, l = 5 sentences, q = 3 tables.
    "feverous": Budget(pages=5, sentences=5, tables=3),
    # FEVER: five pages, five sentences, nothing else.
    "fever": Budget(pages=5, sentences=5, tables=0, cells=0, items=0),
    # FAVIQ: the three best passages of 100 words.
    "faviq": Budget(pages=10, sentences=0, tables=0, cells=0, items=0, passages=3),
}


def method(
    name: str, corpus: Corpus, budget: Budget, *, ranker: Ranker | None = None, picker: Picker | None = None
) -> Method:
    """What turns a claim into `Retrieved`, by the name of the method."""
    if name not in METHODS:
        raise InputError(f"no retrieval method {name!r}; there are {', '.join(METHODS)}")
    searcher = Searcher(corpus)
    if name in ("default", "bm25"):
        scorer = "bm25" if name == "bm25" else "fusion"
        return lambda claim: searcher.retrieve(
            claim,
            pages=budget.pages,
            sentences=budget.sentences,
            tables=budget.tables,
            cells=budget.cells,
            items=budget.items,
            passages=budget.passages,
            ranker=ranker,
            picker=picker,
            scorer=scorer,
        )
    from evidentia.search import papers

    chosen: Method = papers.method(name, searcher, budget)
    return chosen
