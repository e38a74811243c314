import re
from collections import Counter

import pytest

from evidentia.claim import Label
from evidentia.datasets.table_layout import layout, number
from evidentia.datasets.table_sources import from_rows, statements_of
from evidentia.datasets.table_statements import KINDS, statements
from evidentia.page import Cell, Rich, Table

ROWS = [
    ["Rank", "Club", "City", "Goals", "Founded"],
    ["1", "Harlow", "Elden", "31", "1901"],
    ["2", "Reeds", "Marsh", "24", "1911"],
    ["3", "Tarn", "Elden", "17", "1899"],
    ["4", "Ferry", "Ostby", "9", "1950"],
    ["", "Total", "", "81", ""],
]


def made(seed: int = 1, rows: list[list[str]] = ROWS) -> list:
    return list(statements(from_rows(rows), "1964 Reed Cup", seed=seed))


def test_layout_names_rows_and_leaves_totals_out() -> None:
    plan = layout(from_rows(ROWS))
    assert plan is not None
    assert plan.subject.name == "Club"
    assert [row.name for row in plan.rows] == ["Harlow", "Reeds", "Tarn", "Ferry"]
    numeric = {column.name for column in plan.columns if column.numeric}
    assert numeric == {"Goals", "Founded"}
    assert [column.name for column in plan.columns if column.years] == ["Founded"]


def test_every_kind_is_made_and_labels_are_balanced() -> None:
    found = made()
    assert {each.kind for each in found} == set(KINDS)
    labels = Counter(each.label for each in found)
    assert labels[Label.SUPPORTS] == labels[Label.REFUTES]


def value(row: str, column: str) -> str:
    names = [line[1] for line in ROWS]
    return ROWS[names.index(row)][ROWS[0].index(column)]


def test_supported_lookups_state_what_the_cell_says() -> None:
    for seed in range(20):
        for each in made(seed):
            if each.kind == "lookup":
                column, name, told = re.match(r"(\w+) of (\w+) is (\w+)", each.reason).groups()
                assert told == value(name, column)
                words = re.findall(r"\w+", each.claim.replace("1964 Reed Cup", ""))
                assert (told.lower() in map(str.lower, words)) == (each.label is Label.SUPPORTS), each


def test_superlatives_are_right() -> None:
    for seed in range(10):
        for each in made(seed):
            if each.kind != "superlative" or each.label is not Label.SUPPORTS:
                continue
            if "goals" in each.claim:
                assert ("Harlow" in each.claim) == ("most" in each.claim)
                assert ("Ferry" in each.claim) == ("fewest" in each.claim)
            else:
                assert ("Ferry" in each.claim) == ("latest" in each.claim)


def test_sums_leave_out_the_row_of_totals() -> None:
    totals = [
        each for seed in range(20) for each in made(seed) if "total goals" in each.claim or "add up" in each.claim
    ]
    assert totals
    assert all(("81" in each.claim) == (each.label is Label.SUPPORTS) for each in totals)


def test_gold_cells_are_keys_of_the_table() -> None:
    table = from_rows(ROWS)
    keys = {cell.key for cell in table.cells()}
    for each in statements(table, "Cup", seed=3):
        assert each.cells and set(each.cells) <= keys


def test_same_seed_same_statements_and_another_seed_others() -> None:
    assert made(1) == made(1)
    assert made(1) != made(2)


@pytest.mark.parametrize(
    "rows", [[], [["a"]], [["a", "b"]], [["", ""], ["", ""], ["", ""]], [["x", "y"], ["1", "2"], ["1", "2"]]]
)
def test_tables_that_say_nothing_give_nothing(rows: list[list[str]]) -> None:
    assert list(statements(from_rows(rows), "Cup", seed=1)) == []


def test_infobox() -> None:
    pairs = [("Country", "Westmark"), ("Built", "1811"), ("Length", "12 km")]
    rows = [
        [Cell(f"header_cell_0_{y}_0", Rich(key), is_header=True), Cell(f"cell_0_{y}_1", Rich(text))]
        for y, (key, text) in enumerate(pairs)
    ]
    found = list(statements(Table(0, rows, type="infobox"), "Ell Canal", seed=1))
    true = [each.claim for each in found if each.label is Label.SUPPORTS]
    assert any("1811" in claim and "built" in claim.lower() for claim in true)
    false = [each for each in found if each.label is Label.REFUTES]
    assert false and all(
        text not in each.claim for each in false for key, text in pairs if key.lower() in each.claim.lower()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1,234", 1234), ("12 km", 12), ("3.5", 3.5), ("4[a]", 4), ("1901–02", None), ("", None), ("two", None)],
)
def test_numbers(text: str, expected: float | None) -> None:
    assert number(text) == expected


def test_records_have_evidence_ids() -> None:
    record = next(statements_of([("Reed Cup", "Reed Cup", from_rows(ROWS), "t1")], seed=1))
    assert record["evidence"][0]["content"][0].startswith("Reed Cup_cell_0_")
    assert record["extra"]["table"] == "t1" and record["extra"]["reason"]
