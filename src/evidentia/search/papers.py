"""The papers' retrieval as a whole: TF-IDF pages, with entities or without, then TF-IDF inside them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from evidentia.claim import Evidence, ScoredPage
from evidentia.context import context
from evidentia.errors import InputError
from evidentia.evidence.cells import pick
from evidentia.page import Page, Table
from evidentia.search.entities import EntityPages, Recogniser
from evidentia.search.passages import cut
from evidentia.search.searcher import Retrieved, Searcher
from evidentia.search.sentence_tfidf import rank_sentences, rank_tables, rank_texts
from evidentia.search.tfidf import TfidfIndex, build, introductions, whole_pages

if TYPE_CHECKING:
    from evidentia.corpus import Corpus
    from evidentia.search.methods import Budget

TEXTS = ("introductions", "pages", "pages-without-lists")
KEPT = "drqa"


def method(
    name: str,
    searcher: Searcher,
    budget: Budget,
    *,
    text: str = "introductions",
    ngram: int = 2,
    recognise: Recogniser | None = None,
) -> Callable[[str], Retrieved]:
    """`drqa`, or `drqa+entities` for the papers' combination with named entities."""
    corpus = searcher.corpus
    index = open_index(corpus, text=text)
    if index.note:
        print(index.note, file=sys.stderr)
    pages: Callable[[str, int], list[ScoredPage]] = index.search
    if name == "drqa+entities":
        pages = EntityPages(corpus.resolve, index.search, recognise=recognise).pages

    def retrieve(claim: str) -> Retrieved:
        ranked = pages(claim, budget.pages)
        found = [page for one in ranked if (page := corpus.get(one.title)) is not None]
        tables = rank_tables(claim, found, budget.tables, ngram=ngram) if budget.tables else []
        return Retrieved(
            pages=ranked,
            sentences=rank_sentences(claim, found, budget.sentences, ngram=ngram) if budget.sentences else [],
            tables=tables,
            cells=list(_cells(claim, found, tables, budget.cells, searcher.idf)),
            passages=_passages(claim, found, budget.passages) if budget.passages else [],
        )

    return retrieve


def open_index(corpus: Corpus, *, text: str = "introductions") -> TfidfIndex:
    """The corpus's TF-IDF index: kept beside its other indexes, built when there is none of this version."""
    if text not in TEXTS:
        raise InputError(f"TF-IDF over {text!r}: choose {', '.join(TEXTS)}")
    path = Path(corpus.index_path) / f"{KEPT}-{text}-{corpus.version}.npz"
    if path.exists():
        return TfidfIndex.load(path)
    index = build(_texts(corpus.pages(), text))
    path.parent.mkdir(parents=True, exist_ok=True)
    index.save(path)
    for old in sorted(path.parent.glob(f"{KEPT}-{text}-*.npz")):
        if old != path:
            old.unlink()
    return index


def _texts(pages: Iterable[Page], text: str) -> Iterator[tuple[str, str]]:
    return introductions(pages) if text == "introductions" else whole_pages(pages, lists=text == "pages")


def _cells(
    claim: str, pages: Sequence[Page], tables: Sequence[Evidence], count: int, idf: Callable[[str], float]
) -> Iterator[Evidence]:
    """The papers have a trained tagger here; without one, the lexical picker, table by table."""
    by_title = {page.title: page for page in pages}
    for found in tables:
        page = by_title[found.page]
        table = page.by_key[found.id[len(page.title) + 1 :]]
        if not isinstance(table, Table) or count <= 0:
            continue
        picked = pick(claim, table, page.title, k=count, idf=idf)
        count -= len(picked)
        for key, score in picked:
            kind = "header_cell" if key.startswith("header_") else "cell"
            text = page.by_key[key].text
            yield Evidence(
                id=page.id(key), page=page.title, kind=kind, text=text, context=context(page, key), score=score
            )


def _passages(claim: str, pages: Sequence[Page], count: int) -> list[Evidence]:
    found = [
        Evidence(id=f"{page.title}_passage_{number}", page=page.title, kind="passage", text=text)
        for page in pages
        for number, text in enumerate(cut(" ".join(sentence.text for sentence in page.sentences)))
    ]
    scores = rank_texts(claim, [f"{passage.page} {passage.text}" for passage in found])
    order = sorted(range(len(found)), key=lambda place: (-scores[place], place))[:count]
    for place in order:
        found[place].score = scores[place]
    return [found[place] for place in order]
