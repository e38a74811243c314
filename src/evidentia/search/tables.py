"""What a table covers of a claim: as a whole, in its header, in its best row.

Tables are long, so their words are looked for in the bytes of the text instead of being listed.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from typing import NamedTuple

from evidentia.claim import ContextItem, Evidence
from evidentia.search.query import Query
from evidentia.search.records import ROW, SECTION, TABLE, StoredPage, StoredTable
from evidentia.search.words import stems

FIRST_TABLES = 2
MAX_CHARACTERS = 16_000
MAX_PLACES = 24
NAMES = (
    "table_whole",
    "table_cells",
    "table_header",
    "table_row",
    "table_rest",
    "table_context",
    "table_size",
    "joint",
    "joint_new",
    "joint_own",
)
RANKING = ("page", "page_rank", "own", "voters", *NAMES)
NOTHING = [0.0] * len(NAMES)

# Rows end in a newline, all else that is no letter or digit is a space.
_SPACES = bytes(10 if chr(code) == ROW else code if code >= 128 or chr(code).isalnum() else 32 for code in range(256))


class TableHit(NamedTuple):
    page: StoredPage
    table: StoredTable
    context: list[ContextItem]
    features: list[float]
    place: int

    @property
    def worth(self) -> float:
        """A plain sum that picks the table that speaks for its page."""
        whole, _, header, row, *_ = self.features
        return whole + 0.5 * header + 0.5 * row

    def evidence(self, score: float) -> Evidence:
        caption = [self.table.caption] if self.table.caption else []
        text = "\n".join(caption + [" | ".join(row) for row in self.table.rows])
        return Evidence(
            id=f"{self.page.title}_table_{self.table.number}",
            page=self.page.title,
            kind="table",
            text=text,
            context=self.context,
            score=score,
        )


class Voter(NamedTuple):
    """A page found by its words that a table may link to: its name as a table's text has it, and the
    claim's words in it."""

    name: bytes
    words: frozenset[str]


def table_hits(
    query: Query,
    page: StoredPage,
    places: Container[int] = (),
    title_words: set[str] | None = None,
    voters: Sequence[Voter] = (),
) -> list[TableHit]:
    """The first tables of a page and those at some places, with their features."""
    if not page.table_count:
        return []
    hits: list[TableHit] = []
    title = ContextItem(f"{page.title}_title", page.title)
    chain: list[tuple[int, ContextItem]] = []
    place = -1
    if title_words is None:
        title_words = set(stems(page.title)) & query.weights.keys()
    for element in page.elements:
        if element[0] == SECTION:
            chain = [pair for pair in chain if pair[0] < element[3]]
            chain.append((element[3], ContextItem(f"{page.title}_section_{element[1]}", element[2])))
        elif element[0] == TABLE:
            place += 1
            if place >= FIRST_TABLES and place not in places:
                continue
            around = [item for _, item in reversed(chain)]
            table = page.table(place)
            hits.append(
                TableHit(page, table, [title, *around], _features(query, table, around, title_words, voters), place)
            )
    return hits


def table_bytes(text: str) -> bytes:
    """A text as names and words are looked for in it."""
    return text.lower().encode("utf-8", "surrogatepass").translate(_SPACES)


def _features(
    query: Query, table: StoredTable, around: Sequence[ContextItem], title: set[str], voters: Sequence[Voter]
) -> list[float]:
    weights, total = query.weights, query.total or 1.0
    weigh = weights.__getitem__
    names = " ".join([item.text for item in around] + [table.caption or ""])
    context = set(stems(names)) & weights.keys() if names else set[str]()
    known = title | context
    text = table.text[:MAX_CHARACTERS]
    data = b" " + table_bytes(text).replace(b"\n", b" \n ") + b" "
    find, row_of = data.find, data.rfind
    first = find(b"\n")
    rows: dict[int, float] = {}
    words_of: dict[int, set[str]] = {}
    in_header: set[str] = set()
    inside = fresh = header = 0.0
    for stem, needle in query.patterns:
        start = find(needle)
        if start < 0:
            continue
        weight = weights[stem]
        inside += weight
        if stem in known:
            continue
        fresh += weight
        if start < first:
            header += weight
            in_header.add(stem)
            start = find(needle, first)
        count, before = 0, -1
        while start >= 0 and count < MAX_PLACES:
            row = row_of(b"\n", 0, start)
            if row != before:
                rows[row] = rows.get(row, 0.0) + weight
                if voters:
                    words_of.setdefault(row, set()).add(stem)
                before = row
            count += 1
            start = find(needle, start + 1)
    said = sum(map(weigh, sorted(known)))
    rest = total - sum(map(weigh, sorted(title)))
    joint = joint_new = joint_own = 0.0
    for voter in voters:
        start = find(voter.name)
        if start < 0:
            continue
        beside = words_of.get(row_of(b"\n", 0, start + 1), set())
        own = known | in_header | beside
        both = sum(map(weigh, sorted(own | voter.words))) / total
        if both > joint:
            joint, joint_own = both, sum(map(weigh, sorted(beside))) / total
            joint_new = sum(map(weigh, sorted(voter.words - own))) / total
    return [
        (said + fresh) / total,
        inside / total,
        header / total,
        max(rows.values(), default=0.0) / total,
        fresh / (rest or 1.0),
        sum(map(weigh, sorted(context - title))) / total,
        # A long table holds many of the claim's words by chance.
        math.log1p(len(text)) / 10,
        joint,
        joint_new,
        joint_own,
    ]
