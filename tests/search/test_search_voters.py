from __future__ import annotations

from evidentia.search import Searcher
from evidentia.search.candidates import gather
from evidentia.search.features import look
from evidentia.search.query import analyse
from evidentia.search.tables import NAMES
from evidentia.search.voters import Voters

JOINT = NAMES.index("joint")
LONG = (
    "Ada Lund directed a film in 1962 that won the Golden Pike, while the painter Emile Zoran lived in a harbour town, "
    "and the stream of Mount Ossa rises far north of the old capital"
)


def test_a_row_and_the_page_that_it_names_are_read_together(searcher: Searcher) -> None:
    engine = searcher._engine
    query = analyse("How long is the stream that rises on Mount Ossa?", engine)
    found = gather(query, engine)
    candidate = next(one for one in found.candidates if engine.records[one.page].title == "Geography of Norland")
    page = engine.records[candidate.page]
    voters = Voters(query, found.voters, engine).of(page)
    alone = look(query, page, candidate).tables[0].features
    together = look(query, page, candidate, (), voters).tables[0].features
    assert alone[JOINT] == 0
    assert together[JOINT] > together[NAMES.index("table_whole")]


def test_a_long_claim_is_searched_clause_by_clause(searcher: Searcher) -> None:
    engine = searcher._engine
    assert analyse("Amber was directed by Ada Lund, and won.", engine).clauses == []
    query = analyse(LONG, engine)
    assert len(query.clauses) > 1
    first = [one for one in gather(query, engine).candidates if one.features[-2] == 1]
    assert len(first) > 1
    assert {"Amber (film)", "Tarn Beck"} <= {engine.records[one.page].title for one in first}
