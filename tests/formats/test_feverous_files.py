import json
import re
import sqlite3
import unicodedata
from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.formats import feverous_db, feverous_jsonl, registry
from evidentia.formats.base import Encoded, ReadOptions, Reject
from evidentia.page import Page, Rich, Sentence

PAGES = [
    Page("Oslo", [Sentence(0, Rich("A city."))]),
    Page("Ange\u0301lique".encode().decode(), [Sentence(0, Rich("A name with é."))]),
    Page("a/b", [Sentence(0, Rich("Slash."))]),
]
TITLES = ["Oslo", "Angélique", "a/b"]


def titles(records: object) -> list[str]:
    return [record.title if not isinstance(record, Reject) else f"! {record.reason}" for record in records]  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", [feverous_db, feverous_jsonl])
def test_written_and_read_back(module: object, tmp_path: Path) -> None:
    path = tmp_path / "pages"
    assert module.write(iter(PAGES), path) == 3  # type: ignore[attr-defined]
    assert module.detect(path)  # type: ignore[attr-defined]
    read = list(module.read(path))  # type: ignore[attr-defined]
    assert titles(read) == TITLES
    assert [page.elements for page in read] == [page.elements for page in PAGES]
    parsed = [one for unit in module.units(path) for one in module.parse(unit)]  # type: ignore[attr-defined]
    assert titles(parsed) == TITLES
    assert all(isinstance(one, Encoded) for one in parsed)


def test_the_database_is_read_as_feveroous_own_tools_read_it(tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    feverous_db.write(PAGES, path)
    connection = sqlite3.connect(path)
    row = connection.execute("SELECT data FROM wiki WHERE id = ?", (unicodedata.normalize("NFD", "Angélique"),))
    page = json.loads(row.fetchone()[0])
    assert page["order"] == ["sentence_0"]
    assert connection.execute("SELECT count(*) FROM wiki").fetchone() == (3,)


def test_rows_of_a_database_that_are_no_pages(tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
    rows = [("One", '{"order":["sentence_0"],"sentence_0":"a"}'), ("Two", "{"), ("Three", None), ("", '{"order":[]}')]
    connection.executemany("INSERT INTO wiki VALUES (?, ?)", rows)
    connection.commit()
    found = titles(feverous_db.read(path))
    assert found[0] == "One"
    assert [one[:6] for one in found[1:]] == ["! not ", "! not ", "! empt"]
    assert len([one for unit in feverous_db.units(path) for one in feverous_db.parse(unit)]) == 4


def test_malformed_lines_have_their_number(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"title":"A","order":[]}\r\n\n{"title":"B"\n{"title":"C","order":[]}\n' + b"x" * 5000 + b"\n"
        b'{"title":"D","order":[]}'
    )
    options = ReadOptions(max_page_bytes=1000)
    for found in (
        list(feverous_jsonl.read(path, options=options)),
        [
            one
            for unit in feverous_jsonl.units(path, options=options)
            for one in feverous_jsonl.parse(unit, options=options)
        ],
    ):
        rejects = [(one.position, one.reason[:8]) for one in found if isinstance(one, Reject)]
        assert rejects[0] == ("line 3", "not JSON")
        assert rejects[1][0] == "line 5"
        assert [one.title for one in found if not isinstance(one, Reject)] == ["A", "C", "D"]


@pytest.mark.parametrize("name", [*registry.READERS])
def test_every_reader_is_there(name: str) -> None:
    assert callable(registry.reader(name).read)


@pytest.mark.parametrize("name", [*registry.WRITERS])
def test_every_writer_is_there(name: str) -> None:
    assert callable(registry.writer(name).write)


def test_formats_are_recognised(tmp_path: Path) -> None:
    feverous_db.write(PAGES, tmp_path / "wiki.db")
    feverous_jsonl.write(PAGES, tmp_path / "pages.jsonl")
    assert registry.detect(tmp_path / "wiki.db") == "feverous-db"
    assert registry.detect(tmp_path / "pages.jsonl") == "feverous-jsonl"
    assert registry.detect("https://wiki.example.org/") == "mediawiki"


def test_unknown_formats_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="known: feverous-db"):
        registry.reader("word-perfect")
    with pytest.raises(InputError, match="no such file"):
        registry.detect(tmp_path / "nothing")
    (tmp_path / "noise.xyz").write_bytes(bytes(range(256)))
    with pytest.raises(InputError, match="--format"):
        registry.detect(tmp_path / "noise.xyz")


@pytest.mark.parametrize(
    "table", ["other (x)", "wiki (id)", "wiki (id TEXT PRIMARY KEY, data json) WITHOUT ROWID", "wiki_view (id, data)"]
)
def test_other_databases_are_refused_in_words(table: str, tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE {table}")
        if "view" in table:
            connection.execute("CREATE VIEW wiki AS SELECT * FROM wiki_view")
    with pytest.raises(InputError, match=re.escape(str(path))):
        list(feverous_db.units(path))
