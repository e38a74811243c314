from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from evidentia.errors import InputError
from evidentia.page import Cell, ListItem, Page, PageList, Rich, Section, Sentence, Table
from evidentia.search.methods import PRESETS
from evidentia.search.papers import method, open_index

WORDS = ("piano", "basalt", "kite", "chess", "moth", "bread", "tea", "glass", "harbour", "violin", "desert", "saddle")


def pages() -> list[Page]:
    table = Table(
        0,
        [
            [Cell("header_cell_0_0_0", Rich("Bridge"), True), Cell("header_cell_0_0_1", Rich("Built"), True)],
            [Cell("cell_0_1_0", Rich("Stone Bridge")), Cell("cell_0_1_1", Rich("1469"))],
        ],
    )
    vardar = Page(
        "Vardar",
        [
            Sentence(0, Rich("The Vardar is a river of Macedonia.")),
            Section(0, Rich("Bridges"), 2),
            Sentence(1, Rich("Its bridges are old, the Stone Bridge above all.")),
            table,
            PageList(0, [ListItem("item_0_0", Rich("an oxbow"))]),
        ],
    )
    return [vardar, *(Page(word.title(), [Sentence(0, Rich(f"The {word} is a thing."))]) for word in WORDS)]


@pytest.fixture
def searcher(tmp_path: Path) -> Any:
    by_title = {page.title: page for page in pages()}
    corpus = SimpleNamespace(
        pages=lambda: iter(by_title.values()),
        get=by_title.get,
        resolve=lambda title: title if title in by_title else None,
        index_path=tmp_path / "index",
        version="v1",
    )
    return SimpleNamespace(corpus=corpus, idf=lambda word: 3.0)


def test_pages_sentences_tables_and_cells(searcher: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = method("drqa", searcher, PRESETS["feverous"])("The Stone Bridge over the river Vardar was built in 1469.")
    assert [page.title for page in found.pages] == ["Vardar"]
    assert found.sentences[0].id == "Vardar_sentence_1"
    assert [item.text for item in found.sentences[0].context] == ["Vardar", "Bridges"]
    assert [table.id for table in found.tables] == ["Vardar_table_0"]
    assert {"Vardar_cell_0_1_0", "Vardar_cell_0_1_1"} <= {cell.id for cell in found.cells[:2]}
    assert capsys.readouterr().err == ""


def test_entities_lead_though_tfidf_prefers_another_page(searcher: Any) -> None:
    claim = "A kite beside a kite, above the Vardar"
    retrieve = method("drqa+entities", searcher, PRESETS["fever"], recognise=lambda _: ["Vardar"])
    assert retrieve(claim).pages[0].title == "Vardar"
    assert method("drqa", searcher, PRESETS["fever"])(claim).pages[0].title != "Vardar"


def test_faviq_takes_passages(searcher: Any) -> None:
    found = method("drqa", searcher, PRESETS["faviq"])("Vardar river of Macedonia")
    assert found.passages[0].id == "Vardar_passage_0"
    assert not found.sentences and not found.tables and not found.cells


def test_the_index_is_kept_for_its_version_of_the_corpus(searcher: Any) -> None:
    open_index(searcher.corpus)
    searcher.corpus.pages = lambda: pytest.fail("built again")
    assert len(open_index(searcher.corpus)) == 13
    searcher.corpus.version = "v2"
    searcher.corpus.pages = lambda: iter(pages()[:2])
    assert len(open_index(searcher.corpus)) == 2
    assert [path.name for path in searcher.corpus.index_path.iterdir()] == ["drqa-introductions-v2.npz"]


def test_a_few_pages_are_searched_and_said_to_be_few(searcher: Any, capsys: pytest.CaptureFixture[str]) -> None:
    searcher.corpus.pages = lambda: iter(pages()[:2])
    found = method("drqa", searcher, PRESETS["fever"])("the river Vardar of Macedonia")
    assert found.pages[0].title == "Vardar"
    assert "2 documents" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("introductions", "the Stone Bridge", False),
        ("pages", "an oxbow", True),
        ("pages-without-lists", "an oxbow", False),
    ],
)
def test_what_is_indexed(searcher: Any, text: str, words: str, found: bool) -> None:
    assert bool(open_index(searcher.corpus, text=text).search(words)) is found


def test_unknown_texts_are_named(searcher: Any) -> None:
    with pytest.raises(InputError, match="choose introductions"):
        open_index(searcher.corpus, text="titles")
