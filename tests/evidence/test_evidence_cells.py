from pathlib import Path

import pytest
from table_examples import INFOBOX, LAKES, LONG

from evidentia.errors import InputError
from evidentia.evidence import cell_reader
from evidentia.evidence.asked import asked, kind_of_column, kind_of_value
from evidentia.evidence.cells import pick
from evidentia.page import Page, Rich, Sentence, Table

INTRODUCTIONS = {
    "Lake Ohrid": "Lake Ohrid is a lake. It is one of the oldest lakes of Europe.",
    "Lake Prespa": "Prespa is a lake. Pelicans breed on its shores.",
    "Lake Dojran": "Dojran is a lake. It is known for fishing with cormorants.",
}


@pytest.mark.parametrize(
    ("claim", "cell"),
    [("Lake Ohrid has a depth of 288.", "cell_0_1_3"), ("What is the area of Prespa?", "cell_0_2_2")],
)
def test_words_find_the_cell(claim: str, cell: str) -> None:
    assert cell in [key for key, _ in pick(claim, LAKES, "Lakes", k=3)]


def test_headers_are_not_picked_before_cells() -> None:
    keys = [key for key, _ in pick("Which lake is the deepest?", LAKES, k=16)]
    assert len(keys) == 16
    assert all(key.startswith("header") for key in keys[-4:])


def test_the_reader_follows_a_rows_links() -> None:
    question = "What is the depth of the lake whose fishing is done with cormorants?"
    best = cell_reader.load().pick(question, LAKES, "Lakes", k=1, linked=INTRODUCTIONS.get)
    assert best[0][0] == "cell_0_3_3"


def test_the_readers_shares_add_up_and_fall() -> None:
    found = cell_reader.load().pick("What is the area of Prespa?", LAKES, k=100)
    shares = [share for _, share in found]
    assert sum(shares) == pytest.approx(1, abs=1e-4)
    assert shares == sorted(shares, reverse=True)


def test_scores_of_another_ranker_reach_the_features() -> None:
    from evidentia.evidence.cell_features import view

    features = view("x", LAKES, linked=INTRODUCTIONS.get, scorer=lambda _, texts: ["Pelican" in text for text in texts])
    rows = {row for row, value in zip(features.rows, features.column("row_ranker_best")) if value > 0}
    assert rows == {2}


@pytest.mark.parametrize("table", [Table(0, []), Table(0, [[]]), INFOBOX, LONG])
@pytest.mark.parametrize("claim", ["", "the", "Genre is Folk " * 400, "?"])
def test_any_table_and_any_claim(table: Table, claim: str) -> None:
    for picker in (pick, cell_reader.load().pick):
        found = picker(claim, table, "T", k=5)
        assert len(found) == min(5, len(list(table.cells())))
        assert found == picker(claim, table, "T", k=5)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who won?", "name"),
        ("How many goals were scored?", "number"),
        ("In what year was it?", "year"),
        ("What city is it in?", "place"),
        ("What date was it?", "date"),
        ("It won.", "other"),
    ],
)
def test_what_is_asked(question: str, kind: str) -> None:
    assert asked(question) == kind


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("1999", "year"),
        ("2001-02", "year"),
        ("5 May 1999", "date"),
        ("12,345", "number"),
        ("45 %", "number"),
        ("Ajax", "name"),
        ("and so on", "text"),
    ],
)
def test_kinds_of_values(value: str, kind: str) -> None:
    assert kind_of_value(value) == kind


def test_kind_of_a_column_is_that_of_most_values() -> None:
    assert kind_of_column(["1", "", "2", "x"]) == "number"
    assert kind_of_column([]) == "text"


def test_damaged_weights_are_named(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text('{"weights": {"row_te')
    with pytest.raises(InputError, match="train it again"):
        cell_reader.load(tmp_path / "w.json")
    (tmp_path / "w.json").write_text('{"weights": {"no_such_feature": 1}}')
    with pytest.raises(InputError, match="no_such_feature"):
        cell_reader.load(tmp_path / "w.json")


def test_introductions_of_a_corpus_are_read_once() -> None:
    asked_for: list[str] = []

    def get(title: str) -> Page | None:
        asked_for.append(title)
        texts = ["One.", "Two."]
        return Page(title, [Sentence(n, Rich(text)) for n, text in enumerate(texts)]) if title == "A" else None

    linked = cell_reader.introductions(get, sentences=1)
    assert [linked("A"), linked("A"), linked("B")] == ["One.", "One.", None]
    assert asked_for == ["A", "B"]
