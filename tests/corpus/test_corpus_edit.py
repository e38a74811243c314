import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from evidentia.corpus import open_corpus
from evidentia.corpus.build import build
from evidentia.corpus.edit import add, remove, update
from evidentia.errors import InputError

Write = Callable[..., Path]


@pytest.fixture
def corpus(write: Write, tmp_path: Path) -> Path:
    build([write("a.jsonl", ("A", "1"), ("B", "2"))], tmp_path / "c", index=False)
    return tmp_path / "c"


def texts(folder: Path) -> dict[str, list[str]]:
    return {page.title: [sentence.text for sentence in page.sentences] for page in open_corpus(folder).pages()}


def test_pages_are_added(corpus: Path, write: Write) -> None:
    manifest = add(corpus, [write("b.jsonl", ("B", "new"), ("C", "3"), {"title": 1})], index=False)
    assert texts(corpus) == {"A": ["1"], "B": ["new"], "C": ["3"]}
    assert (manifest.pages, manifest.duplicates, manifest.rejects, len(manifest.sources)) == (3, 1, 1, 2)
    assert open_corpus(corpus).manifest == manifest
    assert "line 3" in (corpus / "rejects.jsonl").read_text()


def test_adding_gives_what_building_at_once_gives(corpus: Path, write: Write, tmp_path: Path) -> None:
    other = write("b.jsonl", ("B", "new"), ("C", "3"))
    redirects = [write("r.jsonl", {"from": "x", "to": "C"})]
    added = add(corpus, [other], redirects=redirects, index=False)
    at_once = build([tmp_path / "a.jsonl", other], tmp_path / "d", redirects=redirects, index=False)
    assert added.version == at_once.version
    assert open_corpus(corpus).resolve("x") == "C"


def test_removing_gives_what_was_there_before(corpus: Path, write: Write) -> None:
    before = open_corpus(corpus).version
    add(corpus, [write("b.jsonl", ("Café", "3"))], index=False)
    manifest = remove(corpus, ["Cafe\u0301"], index=False)
    assert (manifest.version, manifest.pages) == (before, 2)
    assert texts(corpus) == {"A": ["1"], "B": ["2"]}


def test_removing_all_or_nothing(corpus: Path) -> None:
    with pytest.raises(InputError, match="nothing was removed"):
        remove(corpus, ["A", "Nowhere"], index=False)
    assert set(texts(corpus)) == {"A", "B"}


def test_updating_takes_no_new_pages(corpus: Path, write: Write) -> None:
    manifest = update(corpus, [write("b.jsonl", ("B", "new"), ("C", "3"))], index=False)
    assert texts(corpus) == {"A": ["1"], "B": ["new"]}
    assert (manifest.rejects, manifest.duplicates) == (1, 0)
    assert "not in the corpus" in (corpus / "rejects.jsonl").read_text()


def test_a_change_that_fails_changes_nothing(corpus: Path, write: Write) -> None:
    before = open_corpus(corpus).manifest
    with pytest.raises(InputError, match="--strict"):
        add(corpus, [write("b.jsonl", ("C", "3"), {"title": 1})], strict=True, index=False)
    with pytest.raises(InputError, match="a second page"):
        add(corpus, [write("b.jsonl", ("C", "3"), ("A", "x"))], on_duplicate="error", index=False)
    assert set(texts(corpus)) == {"A", "B"}
    assert open_corpus(corpus).manifest == before


def test_a_database_in_place_is_not_changed(write: Write, tmp_path: Path) -> None:
    from evidentia.formats.feverous_db import write as write_database
    from evidentia.page import Page

    write_database([Page("A", [])], tmp_path / "wiki.db")
    build([tmp_path / "wiki.db"], tmp_path / "c", index=False)
    for target in (tmp_path / "c", tmp_path / "wiki.db"):
        with pytest.raises(InputError, match="in place"):
            remove(target, ["A"], index=False)


def test_the_index_is_brought_in_step(
    corpus: Path, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[list[str], list[str]]] = []
    monkeypatch.setattr(
        "evidentia.search.index.update_index",
        lambda path, changed, removed: told.append((list(changed), list(removed))),
    )
    add(corpus, [write("b.jsonl", ("C", "3"), ("A", "new"), ("C", "4"))])
    remove(corpus, ["B"])
    assert told == [(["C", "A"], []), ([], ["B"])]


def test_what_cannot_be_changed_says_why(corpus: Path, write: Write, tmp_path: Path) -> None:
    more = write("more.jsonl", ("C", "Three."))
    with pytest.raises(InputError, match="no such corpus"):
        add(tmp_path / "nowhere", [more], index=False)
    with contextlib.closing(sqlite3.connect(corpus / "pages.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InputError, match="another command is writing"):
            add(corpus, [more], index=False)
    (corpus / "pages.db").write_bytes(b"no database at all")
    with pytest.raises(InputError, match="not a readable SQLite database"):
        add(corpus, [more], index=False)
    (corpus / "pages.db").unlink()
    with pytest.raises(InputError, match="no such database"):
        add(corpus, [more], index=False)
    assert not (corpus / "pages.db").exists()
