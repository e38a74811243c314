"""Pages that the claim describes and a table only names: read together with the row that names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evidentia.search.engine import Engine
from evidentia.search.query import Query
from evidentia.search.records import StoredPage
from evidentia.search.tables import Voter, table_bytes
from evidentia.search.titles import bare
from evidentia.search.words import stems

MOST = 8
SENTENCES = 3


class Voters:
    """The voters of a page, loudest first; each is read once for a claim."""

    def __init__(self, query: Query, votes: Mapping[int, Sequence[tuple[float, int]]], engine: Engine) -> None:
        self._query, self._votes, self._engine = query, votes, engine
        self._read: dict[int, Voter] = {}

    def of(self, page: StoredPage) -> list[Voter]:
        if not page.table_count:
            return []
        best = sorted(self._votes.get(page.number, ()), key=lambda vote: (-vote[0], vote[1]))[:MOST]
        return [self._voter(number) for _, number in best]

    def _voter(self, number: int) -> Voter:
        if number not in self._read:
            page = self._engine.records[number]
            text = " ".join([page.title, *page.introduction[:SENTENCES]])
            words = frozenset(stems(text)) & self._query.weights.keys()
            self._read[number] = Voter(b" " + table_bytes(bare(page.title)) + b" ", words)
        return self._read[number]
