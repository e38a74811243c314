from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from evidentia.corpus import open_corpus
from evidentia.search import Searcher


@pytest.mark.parametrize(
    ("claim", "title"),
    [
        ("Amber flows through the town of Quill.", "Amber (river)"),
        ("Amber was directed by Ada Lund.", "Amber (film)"),
        ("Amber is fossil resin of trees.", "Amber"),
        ("JK Marlow wrote a novel.", "J. K. Marlow"),
        ("Joanna Marlow wrote a novel.", "J. K. Marlow"),
        ("Emile Zoran painted.", "Émile Zoran"),
        ("Emile Zoram painted.", "Émile Zoran"),
        ("Pedro Sanchez was the mayor of Quill.", "Quill"),
        ("東京は日本の首都である。", "東京"),
        ("TARN BECK rises on mount ossa", "Tarn Beck"),
    ],
)
def test_the_page_meant_comes_first(searcher: Searcher, claim: str, title: str) -> None:
    assert searcher.pages(claim, 3)[0].title == title


def test_pages_are_as_many_as_asked_and_sorted(searcher: Searcher) -> None:
    found = searcher.pages("Filler page of Norland", 7)
    assert len(found) == 7
    assert [page.score for page in found] == sorted((page.score for page in found), reverse=True)
    assert len({page.title for page in found}) == 7


@pytest.mark.parametrize(
    "claim",
    [
        "",
        "   ",
        "the of and",
        '"',
        "+amber -film:(",
        "title:amber^2 AND",
        "[[[",
        "\x00",
        "\ud800",
        "¿?",
        "*",
        "zzzz qqqq",
    ],
)
def test_odd_claims_find_nothing_or_something_but_never_crash(searcher: Searcher, claim: str) -> None:
    found = searcher.retrieve(claim)
    assert len(found.pages) <= 5


def test_a_claim_of_stopwords_or_unknown_words_has_an_honest_empty_answer(searcher: Searcher) -> None:
    for claim in ("", "zzzz qqqq", "?!"):
        found = searcher.retrieve(claim)
        assert not (found.pages or found.sentences or found.tables or found.cells or found.items)


def test_a_claim_of_ten_thousand_words_is_bounded(searcher: Searcher) -> None:
    found = searcher.retrieve("Amber flows through Quill. " * 2500)
    assert found.pages[0].title == "Amber (river)"


def test_evidence_of_every_kind_with_its_context(searcher: Searcher) -> None:
    found = searcher.retrieve("The river Amber in Norland has a length of 1,204 km; Port Vesper is a harbour.")
    assert found.tables[0].id == "Geography of Norland_table_0"
    assert [item.text for item in found.tables[0].context] == ["Geography of Norland", "Rivers"]
    ids = {cell.id for cell in found.cells}
    assert {"Geography of Norland_cell_0_1_0", "Geography of Norland_cell_0_1_1"} <= ids
    cell = next(cell for cell in found.cells if cell.id.endswith("cell_0_1_1"))
    assert cell.kind == "cell"
    assert [item.text for item in cell.context] == ["Geography of Norland", "Rivers", "Length (km)"]
    assert found.items[0].id == "Geography of Norland_item_0_1"
    assert [item.text for item in found.items[0].context] == ["Geography of Norland", "Towns"]
    assert any(piece.id == "Amber (river)_sentence_0" for piece in found.sentences)


def test_evidence_ids_exist_in_the_corpus(searcher: Searcher, small: Path) -> None:
    corpus = open_corpus(small)
    found = searcher.retrieve("Quill is the old capital of Norland on the river Amber")
    for piece in [*found.sentences, *found.tables, *found.cells, *found.items]:
        page = corpus.get(piece.page)
        assert page is not None
        assert piece.id.removeprefix(f"{page.title}_") in page.by_key


def test_sizes_are_kept_to(searcher: Searcher) -> None:
    found = searcher.retrieve("Amber is a river in Norland", pages=2, sentences=1, tables=0, cells=0, items=0)
    assert (len(found.pages), len(found.sentences)) == (2, 1)
    assert not (found.tables or found.cells or found.items)


def test_passages_are_cut_from_the_pages_found(searcher: Searcher) -> None:
    found = searcher.retrieve("Quill is a town", passages=3, sentences=0)
    assert found.passages[0].id == "Quill_passage_0"
    assert found.passages[0].text == "Quill is a town in Norland. Its mayor in 1990 was Pedro Sánchez."


class SureOf:
    """A second stage that is sure of one text alone."""

    def __init__(self, text: str) -> None:
        self.text = text

    def score(self, claim: str, texts: Sequence[str]) -> list[float]:
        return [20.0 if text.endswith(self.text) else -20.0 for text in texts]


def test_the_second_stage_turns_the_order_of_words(searcher: Searcher) -> None:
    claim = "Amber is a river in Norland"
    by_words = [piece.id for piece in searcher.retrieve(claim).sentences]
    sure = searcher.retrieve(claim).sentences[-1]
    found = searcher.retrieve(claim, ranker=SureOf(sure.text)).sentences
    assert [piece.id for piece in found].index(sure.id) < by_words.index(sure.id)
    assert [piece.score for piece in found] == sorted((piece.score for piece in found), reverse=True)


def test_rare_words_have_a_higher_idf(searcher: Searcher) -> None:
    assert searcher.idf("resin") > searcher.idf("norland") > 0
    assert searcher.idf("qqqq") >= searcher.idf("resin")
    assert searcher.page_frequency("rivers") == searcher.page_frequency("river") > 0


def test_two_searchers_agree_to_the_last_digit(searcher: Searcher, small: Path) -> None:
    claims = ["Amber flows through the town of Quill.", "Filler page 7", "A film of 1962 won the Golden Pike"]
    assert [searcher.retrieve(claim) for claim in claims] == [Searcher(small).retrieve(claim) for claim in claims]


def test_bm25_alone_is_a_scorer(searcher: Searcher) -> None:
    assert searcher.pages("fossil tree resin", 1, scorer="bm25")[0].title == "Amber"
