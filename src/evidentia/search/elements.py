"""Evidence of every kind from the pages found: sentences, tables, cells and list items, scored with their context."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from evidentia.claim import ContextItem, Evidence, ScoredPage
from evidentia.context import context
from evidentia.search.features import Looked
from evidentia.search.passages import best_passages
from evidentia.search.query import Query
from evidentia.search.records import LIST, SECTION, SENTENCE, StoredPage
from evidentia.search.tables import TableHit

if TYPE_CHECKING:
    from evidentia.search.searcher import Picker, Ranker, Retrieved

MAX_SENTENCES = 120
MAX_ITEMS = 120
RERANKED = 32
# How much the score of the page counts beside the score of the sentence.
PAGE_SHARE = 0.05
# How much the words count beside the probability that the second-stage ranker gives.
WORDS_SHARE = 1.0


class Ranks(Protocol):
    def score(self, claim: str, candidates: Sequence[Evidence], /) -> Sequence[float]: ...


class Budget(NamedTuple):
    """How much of each kind."""

    sentences: int
    tables: int
    cells: int
    items: int
    passages: int


def select(
    query: Query,
    found: Sequence[tuple[Looked, float]],
    tables: Sequence[tuple[TableHit, float]],
    budget: Budget,
    *,
    idf: Callable[[str], float],
    ranker: Ranker | None,
    picker: Picker | None = None,
) -> Retrieved:
    """Rank what lies in the pages found; `tables` are ranked already."""
    from evidentia.evidence.rank import LexicalRanker
    from evidentia.search.searcher import Retrieved

    claim = query.text
    lexical = LexicalRanker(idf)
    page_scores = {looked.page.title: score for looked, score in found}
    lines: list[Evidence] = []
    entries: list[Evidence] = []
    for looked, _ in found:
        of_page, listed = _texts(looked.page, want_items=budget.items > 0)
        lines += of_page
        entries += listed
    result = Retrieved(pages=[ScoredPage(title, score) for title, score in page_scores.items()])
    result.tables = [hit.evidence(score) for hit, score in tables[: max(budget.tables, 0)]]
    if budget.sentences > 0:
        result.sentences = best(claim, lines, lexical, page_scores, budget.sentences, ranker)
    if budget.items > 0:
        result.items = best(claim, entries, lexical, page_scores, budget.items, ranker)
    if budget.cells > 0:
        read = [hit for hit, _ in tables[: max(budget.tables, 1)]]
        result.cells = _cells(claim, read, budget.cells, idf, picker)
    if budget.passages > 0:
        result.passages = best_passages(
            claim, [looked.page for looked, _ in found], page_scores, budget.passages, idf=idf
        )
    return result


def _texts(page: StoredPage, *, want_items: bool) -> tuple[list[Evidence], list[Evidence]]:
    """Sentences and list items of a page as evidence, with title and sections as context."""
    lines: list[Evidence] = []
    entries: list[Evidence] = []
    title = ContextItem(f"{page.title}_title", page.title)
    chain: list[tuple[int, ContextItem]] = []
    around = [title]
    for element in page.elements:
        kind, number = element[0], element[1]
        if kind == SECTION:
            _, _, text, level = element
            chain = [pair for pair in chain if pair[0] < level]
            chain.append((level, ContextItem(f"{page.title}_section_{number}", text)))
            around = [title, *(item for _, item in reversed(chain))]
        elif kind == SENTENCE and len(lines) < MAX_SENTENCES and element[2].strip():
            identity = f"{page.title}_sentence_{number}"
            lines.append(Evidence(id=identity, page=page.title, kind="sentence", text=element[2], context=around))
        elif kind == LIST and want_items:
            for key, text, _, _ in element[3][: MAX_ITEMS - len(entries)]:
                if text.strip():
                    entries.append(
                        Evidence(id=f"{page.title}_{key}", page=page.title, kind="item", text=text, context=around)
                    )
    return lines, entries


def best(
    claim: str,
    pieces: list[Evidence],
    lexical: Ranks,
    page_scores: dict[str, float],
    count: int,
    ranker: Ranker | None,
) -> list[Evidence]:
    """The best pieces by their words and their page, and the second-stage ranker's word on the first of those."""
    if not pieces:
        return []
    top = max(page_scores.values())
    scores = lexical.score(claim, pieces)
    values = [score + PAGE_SHARE * (page_scores[piece.page] - top) for score, piece in zip(scores, pieces)]
    order = sorted(range(len(pieces)), key=lambda place: (-values[place], place))
    if ranker is not None:
        front = order[: max(RERANKED, count)]
        again = [float(score) for score in ranker.score(claim, [with_context(pieces[place]) for place in front])]
        for place, score in zip(front, again):
            values[place] = rescored(values[place], score)
        order = sorted(front, key=lambda place: (-values[place], place))
    for place in order[:count]:
        pieces[place].score = round(values[place], 4)
    return [pieces[place] for place in order[:count]]


def rescored(by_words: float, logit: float) -> float:
    """The score by words and the second stage's probability together: each finds what the other misses."""
    return WORDS_SHARE * by_words + 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


def with_context(piece: Evidence) -> str:
    """What a second-stage ranker reads of a piece of evidence."""
    names = [item.text for item in piece.context]
    return f"{' / '.join(names)}: {piece.text}" if names else piece.text


def _cells(
    claim: str, tables: Sequence[TableHit], count: int, idf: Callable[[str], float], picker: Picker | None
) -> list[Evidence]:
    """The cells that the picker takes, table by table: the best table may fill the budget."""
    from evidentia.evidence.cells import pick

    choose = picker or pick
    picked: list[Evidence] = []
    for hit in tables:
        left = count - len(picked)
        if left <= 0:
            break
        page = hit.page.page(tables=False)
        table = hit.table.table
        page.elements[page.positions[table.key]] = table
        texts = {cell.key: cell.text for cell in table.cells()}
        for key, score in choose(claim, table, hit.page.title, k=left, idf=idf):
            picked.append(
                Evidence(
                    id=page.id(key),
                    page=page.title,
                    kind="header_cell" if key.startswith("header_") else "cell",
                    text=texts[key],
                    context=context(page, key),
                    score=round(score, 4),
                )
            )
    return picked
