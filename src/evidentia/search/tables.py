"""Which tables of the pages found answer to a claim: what the page is worth, and what the table itself covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidentia.claim import ContextItem, Evidence
from evidentia.search.query import Query
from evidentia.search.records import SECTION, TABLE, StoredPage, StoredTable
from evidentia.search.words import stems

MAX_TABLES = 12
MAX_CHARACTERS = 12_000
PAGE_SHARE = 0.5


class TableHit(NamedTuple):
    page: StoredPage
    table: StoredTable
    context: list[ContextItem]
    score: float

    def evidence(self) -> Evidence:
        caption = [self.table.caption] if self.table.caption else []
        text = "\n".join(caption + [" | ".join(row) for row in self.table.rows])
        return Evidence(
            id=f"{self.page.title}_table_{self.table.number}",
            page=self.page.title,
            kind="table",
            text=text,
            context=self.context,
            score=self.score,
        )


def rank_tables(query: Query, found: Sequence[tuple[StoredPage, float]]) -> list[TableHit]:
    hits: list[TableHit] = []
    top = found[0][1] if found else 0.0
    for page, page_score in found:
        place = 0
        title = ContextItem(f"{page.title}_title", page.title)
        chain: list[tuple[int, ContextItem]] = []
        for element in page.elements:
            if element[0] == SECTION:
                chain = [pair for pair in chain if pair[0] < element[3]]
                chain.append((element[3], ContextItem(f"{page.title}_section_{element[1]}", element[2])))
            elif element[0] == TABLE:
                if place < MAX_TABLES:
                    around = [title, *(item for _, item in reversed(chain))]
                    table = page.table(place)
                    score = _covers(query, table, around) + PAGE_SHARE * (page_score - top)
                    hits.append(TableHit(page, table, around, round(score, 4)))
                place += 1
    hits.sort(key=lambda hit: -hit.score)
    return hits


def _covers(query: Query, table: StoredTable, around: list[ContextItem]) -> float:
    """Shares of the claim's weight: in the table with its sections, in its header row, in its best row."""
    weights, total = query.weights, query.total or 1.0
    weigh = weights.__getitem__
    wanted = weights.keys()
    context = set(stems(" ".join([item.text for item in around] + [table.caption or ""]))) & wanted
    best = 0.0
    everything = set(context)
    header = set[str]()
    size = 0
    for number, row in enumerate(table.rows):
        words = set(stems(" ".join(row))) & wanted
        everything |= words
        if number == 0:
            header = words
        best = max(best, sum(map(weigh, words - context)))
        size += sum(map(len, row))
        if size > MAX_CHARACTERS:
            break
    return (sum(map(weigh, everything)) + 0.5 * sum(map(weigh, header)) + 0.5 * best) / total
