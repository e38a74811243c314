"""TF-IDF inside the pages found, as the papers rank sentences and tables: the texts at hand are the collection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evidentia import context
from evidentia.claim import Evidence
from evidentia.page import Page
from evidentia.search.tfidf import build

SENTENCES = 5
TABLES = 3


def rank_texts(claim: str, texts: Sequence[str], *, ngram: int = 2) -> list[float]:
    """A score per text: `ngram=2` is the binned-bigram ranking, `ngram=1` the plain unigram one."""
    if not texts:
        return []
    index = build(((str(place), text) for place, text in enumerate(texts)), ngram=ngram)
    return [float(score) for score in index.scores(claim)]


def rank_sentences(
    claim: str, pages: Iterable[Page], k: int = SENTENCES, *, ngram: int = 2, lists: bool = False
) -> list[Evidence]:
    """The best k sentences of the pages; list items too if wanted."""
    found = []
    for page in pages:
        found += [(page, sentence.key, sentence.text) for sentence in page.sentences]
        if lists:
            found += [(page, item.key, item.text) for each in page.lists for item in each.items]
    return _best(claim, found, k, ngram)


def rank_tables(claim: str, pages: Iterable[Page], k: int = TABLES, *, ngram: int = 2) -> list[Evidence]:
    """The best k tables of the pages, by all their text."""
    return _best(claim, [(page, table.key, table.text) for page in pages for table in page.tables], k, ngram)


def _best(claim: str, found: list[tuple[Page, str, str]], k: int, ngram: int) -> list[Evidence]:
    scores = rank_texts(claim, [text for _, _, text in found], ngram=ngram)
    order = sorted(range(len(found)), key=lambda place: (-scores[place], place))[:k]
    return [context.evidence(found[place][0], found[place][1], scores[place]) for place in order]
