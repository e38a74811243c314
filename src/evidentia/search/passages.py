"""Passages of 100 words, cut from the pages found and scored like sentences: one index serves pages and passages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evidentia.claim import ContextItem, Evidence
from evidentia.search.records import StoredPage

WORDS = 100
MAX_PASSAGES = 60


def cut(text: str, words: int = WORDS) -> list[str]:
    """Consecutive passages of so many words; the last may be shorter."""
    parts = text.split()
    return [" ".join(parts[start : start + words]) for start in range(0, len(parts), words)]


def passages(page: StoredPage) -> list[Evidence]:
    """The passages of a page; the id is the title with the number of the passage."""
    context = [ContextItem(f"{page.title}_title", page.title)]
    return [
        Evidence(id=f"{page.title}_passage_{number}", page=page.title, kind="passage", text=text, context=context)
        for number, text in enumerate(cut(" ".join(page.sentences))[:MAX_PASSAGES])
    ]


def best_passages(
    claim: str,
    pages: Sequence[StoredPage],
    page_scores: dict[str, float],
    count: int,
    *,
    idf: Callable[[str], float],
) -> list[Evidence]:
    """The best passages of some pages, by their words and their page."""
    from evidentia.evidence.rank import LexicalRanker
    from evidentia.search.elements import best

    pieces = [piece for page in pages for piece in passages(page)]
    return best(claim, pieces, LexicalRanker(idf), page_scores, count, None)
