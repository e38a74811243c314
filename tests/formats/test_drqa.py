import sqlite3
from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.formats import drqa, registry
from evidentia.formats.base import ReadOptions, Reject
from evidentia.page import Link, ListItem, Page, PageList, Rich, Section, Sentence

PAGE = Page(
    "Ångström (unit)",
    [
        Sentence(0, Rich("A unit of length.")),
        Sentence(1, Rich("It is small.")),
        Section(0, Rich("Use"), 2),
        Sentence(2, Rich("Atoms are measured in it.")),
        PageList(0, [ListItem("item_0_0", Rich("Listed."))]),
    ],
)


def database(path: Path, rows: list[tuple[object, ...]], columns: str = "id PRIMARY KEY, text") -> Path:
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE documents ({columns})")
    marks = ",".join("?" * len(rows[0]))
    connection.executemany(f"INSERT INTO documents VALUES ({marks})", rows)
    connection.commit()
    connection.close()
    return path


def read(path: Path, **options: int) -> list[object]:
    return list(drqa.read(path, options=ReadOptions(**options)))  # type: ignore[arg-type]


def test_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "docs.db"
    assert drqa.write([PAGE, Page("B", [])], path) == 2
    assert registry.detect(path) == "drqa"
    first, second = read(path)
    assert isinstance(first, Page) and first.title == PAGE.title
    assert [one.text for one in first.sentences] == [
        "A unit of length.",
        "It is small.",
        "Atoms are measured in it.",
        "Listed.",
    ]
    assert second == Page("B", [])


def test_a_title_above_the_text_is_no_sentence(tmp_path: Path) -> None:
    path = database(tmp_path / "d.db", [("Some town", "Some town\n\nIt is old. It is small.\nThe end.")])
    (page,) = read(path)
    assert isinstance(page, Page)
    assert [one.text for one in page.sentences] == ["It is old.", "It is small.", "The end."]


def test_the_database_of_fever_has_lines(tmp_path: Path) -> None:
    rows = [("Elm_-LRB-tree-RRB-", "An elm.", "0\t\n1\tAn elm .\telm\tElm")]
    path = database(tmp_path / "fever.db", rows, "id PRIMARY KEY, text, lines")
    assert registry.detect(path) == "drqa"
    assert read(path) == [Page("Elm (tree)", [Sentence(1, Rich("An elm .", (Link("Elm", 3, 6),)))])]


def test_bad_rows_are_rejects_with_their_place(tmp_path: Path) -> None:
    rows: list[tuple[object, ...]] = [
        ("A", "Good."),
        ("a\0b", "x"),
        ("x" * 1_000_000, "x"),
        ("", "x"),
        ("B", b"\xff\xff"),
        ("C", "y" * 3_000_000),
        ("D", None),
    ]
    found = read(database(tmp_path / "d.db", rows), max_page_bytes=2_000_000)
    assert [one.position for one in found if isinstance(one, Reject)] == [f"row {n}" for n in range(2, 7)]
    assert [one.title for one in found if isinstance(one, Page)] == ["A", "D"]


def test_rows_far_apart_cost_nothing(tmp_path: Path) -> None:
    path = database(tmp_path / "d.db", [("A", "One.")])
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO documents (rowid, id, text) VALUES (9000000000000000000, 'B', 'Two.')")
    connection.execute("INSERT INTO documents (rowid, id, text) VALUES (-5, 'C', 'Three.')")
    connection.commit()
    assert [one.title for one in read(path) if isinstance(one, Page)] == ["C", "A", "B"]


def test_more_rows_than_a_unit(tmp_path: Path) -> None:
    path = database(tmp_path / "d.db", [(f"P{n}", "x") for n in range(1201)])
    assert len(list(drqa.units(path))) == 3
    assert len(read(path)) == 1201


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE documents (name)").connection.commit()
    assert not drqa.detect(other)
    with pytest.raises(InputError, match="no table `documents`"):
        read(other)
    damaged = database(tmp_path / "d.db", [(f"P{n}", "x" * 500) for n in range(3000)])
    data = damaged.read_bytes()
    damaged.write_bytes(data[: len(data) // 2])
    try:
        assert any(isinstance(one, Reject) for one in read(damaged))
    except InputError as error:
        assert "damaged" in str(error) or "not a readable" in str(error)
