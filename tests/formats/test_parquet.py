from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.formats import parquet, registry
from evidentia.formats.base import ReadOptions, Reject
from evidentia.page import Link, ListItem, Page, PageList, Rich, Section, Sentence, table_from_rows

arrow = pytest.importorskip("pyarrow")
arrow_parquet = pytest.importorskip("pyarrow.parquet")

PAGES = [
    Page(
        "Elm (tree)",
        [
            Sentence(0, Rich("An elm.", (Link("Elm wood", 3, 6),))),
            Section(0, Rich("Kinds"), 2),
            Section(1, Rich("Tall"), 3),
            table_from_rows([["Name", "Height"], ["Wych", "40"]], caption="Elms"),
            PageList(0, [ListItem("item_0_0", Rich("One"), 0, "ordered_list")], "ordered_list"),
            Section(2, Rich("Use"), 2),
            Sentence(1, Rich("Wood.")),
        ],
    ),
    Page("Empty", []),
    *(Page(f"P{n}", [Sentence(0, Rich("x")), Sentence(4, Rich("y"))]) for n in range(1500)),
]


def test_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    assert parquet.write(iter(PAGES), path) == len(PAGES)
    assert registry.detect(path) == "parquet"
    assert list(parquet.read(path)) == PAGES
    parquet.write(PAGES, tmp_path / "again.parquet")
    assert path.read_bytes() == (tmp_path / "again.parquet").read_bytes()


def test_the_columns_are_those_documented(tmp_path: Path) -> None:
    parquet.write(PAGES[:1], tmp_path / "p.parquet")
    table = arrow_parquet.read_table(tmp_path / "p.parquet")
    assert tuple(table.column_names) == parquet.COLUMNS
    rows = table.to_pylist()
    assert [row["id"] for row in rows] == [
        "title",
        "sentence_0",
        "section_0",
        "section_1",
        "table_0",
        "list_0",
        "section_2",
        "sentence_1",
    ]
    assert rows[4]["sections"] == ["Kinds", "Tall"] and rows[4]["kind"] == "table"
    assert rows[4]["text"] == "Elms\nName | Height\nWych | 40"
    assert rows[7]["sections"] == ["Use"] and rows[7]["position"] == 6
    assert rows[1]["data"] == '"An [[Elm_wood|elm]]."'


def test_row_groups_do_not_part_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_ROWS", 10)
    monkeypatch.setattr(parquet, "_BATCH", 7)
    parquet.write(PAGES[:60], tmp_path / "p.parquet")
    assert arrow_parquet.ParquetFile(tmp_path / "p.parquet").num_row_groups > 5
    assert list(parquet.read(tmp_path / "p.parquet")) == PAGES[:60]


def test_bad_rows_are_rejects_with_their_place(tmp_path: Path) -> None:
    rows = [
        ("A", "sentence_0", '"Good."'),
        ("B", "sentence_0", "not JSON"),
        ("C", "sentence_0", '{"value": 1}'),
        ("a\0b", "title", '"a"'),
        (None, "title", None),
        ("x" * 1_000_000, "title", '""'),
        ("D", "sentence_0", '"' + "x" * 3_000_000 + '"'),
        ("E", "title", '"E"'),
    ]
    columns = dict(zip(("page", "id", "data"), map(list, zip(*rows))))
    arrow_parquet.write_table(arrow.table(columns), tmp_path / "p.parquet")
    found = list(parquet.read(tmp_path / "p.parquet", options=ReadOptions(max_page_bytes=2_000_000)))
    assert [one.title for one in found if isinstance(one, Page)] == ["A", "E"]
    assert [one.position for one in found if isinstance(one, Reject)] == [f"row {n}" for n in range(2, 8)]


def test_other_files_are_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    arrow_parquet.write_table(arrow.table({"a": [1]}), path)
    with pytest.raises(InputError, match="no columns `page`"):
        list(parquet.read(path))
    path.write_bytes(b"PAR1" + path.read_bytes()[4:100])
    with pytest.raises(InputError, match="not a Parquet file"):
        list(parquet.read(path))
