import pickle
import sqlite3
import threading
import unicodedata
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from evidentia.corpus import open_corpus
from evidentia.corpus.build import build
from evidentia.corpus.store import Corpus
from evidentia.errors import InputError
from evidentia.formats.feverous_db import write as write_database
from evidentia.page import Link, Page, Rich, Sentence

Write = Callable[..., Path]


PAGES = (
    ("Angélique Kidjo", "She sings in [[Fon_(language)|Fon]] and [[French|French]]."),
    ("Fon language", "It is spoken in [[Benin#History|Benin]]."),
    ("Benin", "A country, see [[Nowhere|nothing]]."),
    ("C++", "A language."),
)
REDIRECTS = (
    {"from": "Fon (language)", "to": "Fon"},
    {"from": "Fon", "to": "Fon language"},
    {"from": "Dahomey", "to": "benin"},
    {"from": "Loop", "to": "Pool"},
    {"from": "Pool", "to": "Loop"},
    {"from": "Benin", "to": "C++"},
    {"from": "Lost", "to": "Nowhere"},
)


@pytest.fixture
def corpus(write: Write, tmp_path: Path) -> Corpus:
    redirects = write("redirects.jsonl", *REDIRECTS)
    build([write("pages.jsonl", *PAGES)], tmp_path / "c", redirects=[redirects], index=False)
    return open_corpus(tmp_path / "c")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Benin", "Benin"),
        ("benin", "Benin"),
        ("Angélique Kidjo", "Angélique Kidjo"),
        (unicodedata.normalize("NFD", "Angélique_Kidjo"), "Angélique Kidjo"),
        ("Fon_language", "Fon language"),
        ("Fon", "Fon language"),
        ("Fon_(language)", "Fon language"),
        ("Dahomey", "Benin"),
        ("C++", "C++"),
        ("Loop", None),
        ("Lost", None),
        ("", None),
        ("x" * 100_000, None),
        ("a\0b", None),
        ("a\ud800b", None),
    ],
)
def test_titles_lead_to_pages(corpus: Corpus, title: str, expected: str | None) -> None:
    assert corpus.resolve(title) == expected
    page = corpus.get(title)
    assert (page.title if page else None) == expected
    assert (title in corpus) == (expected is not None)


def test_links_lead_past_redirects_and_only_to_pages(corpus: Corpus) -> None:
    page = corpus.get("Angélique Kidjo")
    assert page is not None
    assert page.sentences[0].content == Rich("She sings in Fon and French.", (Link("Fon language", 13, 16),))
    links = {page.title: [link.target for s in page.sentences for link in s.content.links] for page in corpus}
    assert links == {"Angélique Kidjo": ["Fon language"], "Fon language": ["Benin"], "Benin": [], "C++": []}
    untouched = corpus.get("Benin", links=False)
    assert untouched is not None and [link.target for link in untouched.sentences[0].content.links] == ["Nowhere"]


def test_pages_come_in_the_order_of_the_source(corpus: Corpus) -> None:
    assert len(corpus) == 4
    assert list(corpus.titles()) == [page.title for page in corpus.pages()] == [title for title, _ in PAGES]
    assert [title for title, _ in corpus.raw_pages()] == list(corpus.titles())
    low, high = corpus.rows()
    middle = (low + high) // 2
    parts = [*corpus.pages(low=low, high=middle), *corpus.pages(low=middle, high=high)]
    assert [page.title for page in parts] == list(corpus.titles())


def test_redirects_are_those_that_lead_somewhere(corpus: Corpus) -> None:
    expected = [("Dahomey", "Benin"), ("Fon", "Fon language"), ("Fon (language)", "Fon language")]
    assert list(corpus.redirects()) == expected
    assert corpus.manifest.redirects == 7


def test_a_corpus_travels_to_other_threads_and_processes(corpus: Corpus) -> None:
    assert pickle.loads(pickle.dumps(corpus)).resolve("Fon") == "Fon language"
    found: list[str | None] = []
    thread = threading.Thread(target=lambda: found.append(corpus.resolve("Fon")))
    thread.start()
    thread.join()
    assert found == ["Fon language"]


def test_a_bare_database_is_a_corpus(tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    write_database([Page("Angélique", [Sentence(0, Rich("See [[x|y]] ", ()))]), Page("Ost", [])], path)
    before = path.read_bytes()
    corpus = open_corpus(path)
    assert (len(corpus), list(corpus.titles()), list(corpus.redirects())) == (2, ["Angélique", "Ost"], [])
    assert corpus.get("Ange\u0301lique") is not None
    assert corpus.index_path == tmp_path / "wiki.db.index"
    assert len(corpus.version) == 16
    assert path.read_bytes() == before


def test_a_database_whose_ids_are_written_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
    for key in ("Caf\u00e9_One", "Plain Two"):
        connection.execute("INSERT INTO wiki VALUES (?, ?)", (key, '{"title":"t","order":[]}'))
    connection.commit()
    corpus = open_corpus(path)
    assert [corpus.resolve(title) for title in ("Cafe\u0301 One", "Plain_Two")] == ["Café One", "Plain Two"]


def test_a_database_is_read_in_place(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    write_database([Page(title, [Sentence(0, Rich(text))]) for title, text in PAGES], path)
    manifest = build([path], tmp_path / "c", redirects=[write("r.jsonl", *REDIRECTS)], index=False)
    assert manifest.pages == 4 and manifest.database == str(path.resolve())
    corpus = open_corpus(tmp_path / "c")
    assert corpus.resolve("Dahomey") == "Benin"
    assert [title for title, _ in corpus.redirects()] == ["Dahomey", "Fon", "Fon (language)"]
    copied = build([path], tmp_path / "copy", copy=True, index=False)
    assert copied.database is None
    assert [page.title for page in open_corpus(tmp_path / "copy")] == list(corpus.titles())


def test_a_newer_corpus_is_not_misread(corpus: Corpus) -> None:
    file = corpus.path / "manifest.json"
    newer = msgspec.json.decode(file.read_bytes())
    newer["format"], newer["pages"] = 99, {"of": "another kind"}
    file.write_bytes(msgspec.json.encode(newer))
    with pytest.raises(InputError, match="newer than this program knows"):
        open_corpus(corpus.path)


def test_a_damaged_database_says_so(corpus: Corpus) -> None:
    file = corpus.path / "pages.db"
    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(InputError, match="cannot be read"):
        open_corpus(corpus.path).get("Benin")


def test_what_is_no_corpus_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such corpus"):
        open_corpus(tmp_path / "nothing")
    with pytest.raises(InputError, match="no corpus here"):
        open_corpus(tmp_path)
    (tmp_path / "text.txt").write_text("Dear reader, " * 200)
    with pytest.raises(InputError, match="not a readable SQLite database"):
        open_corpus(tmp_path / "text.txt")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE t (x)").connection.commit()
    with pytest.raises(InputError, match="not a FEVEROUS database"):
        open_corpus(tmp_path / "other.db")
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        open_corpus(tmp_path)


def test_rows_of_a_foreign_database_that_are_no_pages(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "wiki.db") as connection:
        connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
        page = '{"title": "Ost", "order": []}'
        rows = [(None, page), (5, page), (b"Ost", page), ("Ost", page), ("West", None), ("North", 7)]
        connection.executemany("INSERT INTO wiki VALUES (?, ?)", rows)
    corpus = open_corpus(tmp_path / "wiki.db")
    assert list(corpus.titles()) == ["Ost", "West", "North"]
    assert corpus.get("Ost") is not None
    for title in ("West", "North"):
        with pytest.raises(InputError, match="damaged"):
            corpus.get(title)


def test_a_view_that_never_ends_is_no_table(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "wiki.db") as connection:
        endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, i AS data FROM n"
        connection.execute(f"CREATE VIEW wiki AS {endless}")
    with pytest.raises(InputError, match="not a FEVEROUS database"):
        open_corpus(tmp_path / "wiki.db")
