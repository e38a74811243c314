"""Which tables of the pages that were looked at answer to a claim."""

from __future__ import annotations

from collections.abc import Sequence

from evidentia.search.candidates import Found
from evidentia.search.engine import Engine
from evidentia.search.features import Looked
from evidentia.search.query import Query
from evidentia.search.tables import TableHit, table_hits
from evidentia.search.titles import bare
from evidentia.search.voters import Voters

# Of the best pages every table competes, not only the first ones and those that the index found.
WHOLE_PAGES = 3
MAX_TABLES = 32
MAX_VOTERS = 12


def table_rows(
    query: Query, ranked: Sequence[tuple[Looked, float]], found: Found, engine: Engine
) -> tuple[list[TableHit], list[list[float]]]:
    """The tables with the features of `RANKING`: the page, the table's own BM25, links, and what it covers."""
    top = found.tables[0][0] if found.tables else 1.0
    own = {(page, place): score / top for score, page, place in found.tables}
    reader = Voters(query, found.voters, engine)
    hits: list[TableHit] = []
    rows: list[list[float]] = []
    for rank, (looked, score) in enumerate(ranked):
        page = looked.page
        tables = looked.tables
        if rank < WHOLE_PAGES and len(tables) < page.table_count:
            tables = table_hits(query, page, range(MAX_TABLES), voters=reader.of(page))
        voters = _voters(found.voters.get(page.number, []), engine) if len(tables) > 1 else []
        for hit in tables:
            hits.append(hit)
            voted = sum(weight for weight, name in voters if name in hit.table.text)
            own_score = own.get((page.number, hit.place), 0.0)
            rows.append([score, 1 / (1 + rank), own_score, voted, *hit.features])
    return hits, rows


def _voters(voters: list[tuple[float, int]], engine: Engine) -> list[tuple[float, str]]:
    """The names of the pages that voted for a page, with the shares of their votes."""
    best = sorted(voters, key=lambda voter: (-voter[0], voter[1]))[:MAX_VOTERS]
    total = sum(weight for weight, _ in best)
    return [(weight / total, bare(engine.records[page].title)) for weight, page in best]
