from itertools import pairwise

import pytest
from table_examples import INFOBOX, LONG, table

from evidentia.claim import ContextItem, Evidence
from evidentia.evidence.linearise import chunks, evidence_text, linearise_table, shorten, table_text
from evidentia.evidence.rows import asks_whole_column, select_rows
from evidentia.evidence.words import pieces
from evidentia.page import Cell, Rich, Table


@pytest.mark.parametrize(
    ("given", "title", "expected"),
    [
        (
            table([["Lake", "Depth"], ["Ohrid", "288"], ["Prespa", "54"]]),
            "Lakes",
            "Lakes . Lake is Ohrid ; Depth is 288 . Lake is Prespa ; Depth is 54 .",
        ),
        (INFOBOX, "A singer", "A singer . Born is 1 May 1971 . Genre is Folk . Label ."),
        (
            table([["", "2019", "2020"], ["Goals", "3", "4"]], header_columns=1),
            "Player",
            "Player . Goals : 2019 is 3 ; 2020 is 4 .",
        ),
        (table([["a", "b"]], header_rows=0), "", "a ; b ."),
        (table([["Lake"], ["Ohrid"]], caption="Deep lakes"), "", "Deep lakes . Lake is Ohrid ."),
        (Table(0, []), "", ""),
    ],
)
def test_tables_as_text(given: Table, title: str, expected: str) -> None:
    assert linearise_table(given, title) == expected


def test_two_rows_of_headers_are_said_together_and_spans_are_resolved() -> None:
    rows = [
        [
            Cell("header_cell_0_0_0", Rich("Season"), True, row_span=2),
            Cell("header_cell_0_0_1", Rich("Goals"), True, 1, 2),
        ],
        [Cell("header_cell_0_1_0", Rich("Home"), True), Cell("header_cell_0_1_1", Rich("Away"), True)],
        [Cell("cell_0_2_0", Rich("1999")), Cell("cell_0_2_1", Rich("5")), Cell("cell_0_2_2", Rich("6"))],
    ]
    assert linearise_table(Table(0, rows), "X") == "X . Season is 1999 ; Goals Home is 5 ; Goals Away is 6 ."


def test_rows_that_share_the_claims_words_come_first_and_stay_in_table_order() -> None:
    rows = select_rows("In 1944 and 1917 Team 3 won", LONG, 40)
    assert rows == sorted(rows)
    assert {18, 45} <= set(rows)
    assert len(rows) < 10


def test_a_claim_that_compares_gets_more_rows_with_fewer_columns() -> None:
    text = table_text("Team 3 has the highest score", LONG, "Cup", budget=120)
    plain = table_text("In 1944 the score was 44-2", LONG, "Cup", budget=120)
    assert text.count("is") > plain.count("Year is")
    assert "of 100 rows" in text
    assert "Year is 1944 ; Winner is Team 2 ; Score is 44-2" in plain


@pytest.mark.parametrize(
    ("claim", "whole"),
    [
        ("It has the most goals", True),
        ("He was born in the west", False),
        ("The tallest of them", True),
        ("It won", False),
    ],
)
def test_claims_that_need_whole_columns(claim: str, whole: bool) -> None:
    assert asks_whole_column(claim) is whole


@pytest.mark.parametrize("budget", [60, 150, 400])
def test_text_keeps_to_its_budget(budget: int) -> None:
    assert pieces(table_text("Team 3 won in 1944", LONG, "Cup", budget=budget)) <= budget * 1.4


def test_chunks_cover_all_rows_and_overlap() -> None:
    parts = list(chunks(LONG, "Cup", budget=100))
    rows = [row for _, part in parts for row in part]
    assert sorted(set(rows)) == list(range(1, 101))
    assert all(left[1][-1] == right[1][0] for left, right in pairwise(parts))
    assert all(text.startswith("Cup . ") for text, _ in parts)


def piece(page: str, key: str, text: str, *context: tuple[str, str]) -> Evidence:
    kind = key.rstrip("0123456789_")
    items = [ContextItem(f"{page}_title", page), *(ContextItem(f"{page}_{k}", t) for k, t in context)]
    return Evidence(id=f"{page}_{key}", page=page, kind=kind, text=text, context=items)


def test_page_title_once_then_its_pieces_in_page_order() -> None:
    evidence = [
        piece("Vardar", "sentence_4", "It floods.", ("section_0", "Course")),
        piece("Skopje", "sentence_0", "Skopje is a city."),
        piece("Vardar", "sentence_0", "A river."),
    ]
    assert evidence_text("", evidence) == "Vardar . A river . Course : It floods . Skopje . Skopje is a city ."


def test_cells_of_one_row_are_said_together_under_their_headers() -> None:
    evidence = [
        piece("Cup", "cell_0_2_2", "3-1", ("section_1", "Final"), ("header_cell_0_0_2", "Score")),
        piece("Cup", "cell_0_2_1", "Ajax", ("section_1", "Final"), ("header_cell_0_0_1", "Winner")),
        piece("Cup", "table_caption_0", "All finals"),
    ]
    assert evidence_text("", evidence) == "Cup . All finals . Final : Winner is Ajax ; Score is 3-1 ."


def test_an_infobox_cell_is_key_is_value() -> None:
    cell = piece("Singer", "cell_0_1_1", "Folk", ("header_cell_0_1_0", "Genre"))
    assert evidence_text("", [cell]) == "Singer . Genre is Folk ."


def test_context_without_ids_is_sections_then_header() -> None:
    context = [ContextItem("", text) for text in ("Cup", "Final", "Winner")]
    cells = [Evidence(id="Cup_cell_0_2_1", page="Cup", kind="cell", text="Ajax", context=context)]
    assert evidence_text("", cells) == "Cup . Final : Winner is Ajax ."


def test_the_best_evidence_stays_when_there_is_too_much() -> None:
    evidence = [piece("P", f"sentence_{9 - n}", f"number{n} " + "word " * 30) for n in range(10)]
    text = evidence_text("", evidence, budget=100)
    assert "number0" in text and "number1" in text and "number9" not in text


def test_tables_and_sentences_share_the_budget() -> None:
    text = evidence_text("Team 3 won in 1944", [piece("P", "sentence_0", "word " * 60)], [("Cup", LONG)], budget=150)
    assert text.startswith("P . word") and "Cup . " in text and "1944" in text


@pytest.mark.parametrize(("text", "budget", "expected"), [("a b c d", 2, "a b"), ("a  b\n c", 9, "a b c"), ("", 3, "")])
def test_shorten(text: str, budget: int, expected: str) -> None:
    assert shorten(text, budget) == expected


def test_nothing_and_hostile_cells() -> None:
    assert evidence_text("x", []) == ""
    huge = table([["h"], ["x" * 10_000], *([str(n)] for n in range(5000))])
    assert pieces(table_text("value 77", huge, "T", budget=100)) < 200
