from __future__ import annotations

from pathlib import Path

from evidentia.corpus import open_corpus
from evidentia.search.candidates import NAMES, Candidate
from evidentia.search.engine import Engine
from evidentia.search.features import Looked, look
from evidentia.search.hops import hops
from evidentia.search.query import Query, analyse


def start(small: Path, claim: str, title: str) -> tuple[Query, list[Looked], Engine, dict[str, int]]:
    corpus = open_corpus(small)
    engine = Engine(corpus.index_path, corpus.path)
    numbers = {engine.records[number].title: number for number in range(len(engine.records))}
    query = analyse(claim, engine)
    page = engine.records[numbers[title]]
    return query, [look(query, page, Candidate(page.number, [0.0] * len(NAMES), None))], engine, numbers


def test_a_linked_page_that_has_what_the_claim_lacks_is_brought_in(small: Path) -> None:
    query, best, engine, numbers = start(small, "Geography of Norland: a stream rises on Ossa", "Geography of Norland")
    assert [one.page for one in hops(query, best, set(), engine)] == [numbers["Tarn Beck"]]
    assert hops(query, best, {numbers["Tarn Beck"]}, engine) == []


def test_nothing_is_brought_in_where_nothing_lacks_or_nothing_links(small: Path) -> None:
    query, best, engine, _ = start(small, "Norland is an island country", "Geography of Norland")
    assert hops(query, best, set(), engine) == []
    query, best, engine, _ = start(small, "Quill is a stream on Ossa", "Quill")
    assert hops(query, best, set(), engine) == []


def test_links_lead_in_both_directions_and_through_redirects(small: Path) -> None:
    _, _, engine, numbers = start(small, "x", "Quill")
    page = numbers["Geography of Norland"]
    assert engine.links.outgoing(page) == sorted(numbers[name] for name in ("Amber (river)", "Tarn Beck", "Quill"))
    assert engine.links.incoming(numbers["Quill"]) == [page]
    assert engine.links.incoming_count(numbers["Amber"]) == 0
