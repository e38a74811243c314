from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidentia.corpus import open_corpus
from evidentia.corpus.build import build
from evidentia.errors import InputError
from evidentia.search import Searcher
from evidentia.search.index import build_index, update_index


def best(corpus: Path, claim: str) -> str:
    return Searcher(corpus).pages(claim, 1)[0].title


def edit(corpus: Path, statement: str, *values: str) -> None:
    import sqlite3

    with sqlite3.connect(corpus / "pages.db") as connection:
        connection.execute(statement, values)


def data(title: str, *sentences: str) -> str:
    keys = {f"sentence_{number}": text for number, text in enumerate(sentences)}
    return json.dumps({"title": title, "order": [*keys], **keys})


def test_the_same_corpus_gives_the_same_files(own: Path, small: Path) -> None:
    build_index(own)
    for name in ("title_hashes", "title_pages", "in_pages", "offsets"):
        new = sorted((own / "index").glob(f"{name}.*.npy"))
        old = sorted((small / "index").glob(f"{name}.*.npy"))
        assert [path.read_bytes() for path in new] == [path.read_bytes() for path in old]


def test_an_added_page_is_found_and_a_removed_one_is_not(own: Path) -> None:
    edit(own, "INSERT INTO wiki VALUES (?, ?)", "Lake Orsa", data("Lake Orsa", "Lake Orsa is the deepest lake."))
    edit(own, "DELETE FROM wiki WHERE id = ?", "Tarn Beck")
    update_index(own, ["Lake Orsa"], ["Tarn Beck"])
    assert best(own, "the deepest lake") == "Lake Orsa"
    assert "Tarn Beck" not in {page.title for page in Searcher(own).pages("Tarn Beck rises on Mount Ossa", 10)}
    assert best(own, "Amber flows through the town of Quill") == "Amber (river)"


def test_a_changed_page_shows_its_new_text_once(own: Path) -> None:
    edit(own, "UPDATE wiki SET data = ? WHERE id = 'Quill'", data("Quill", "Quill is a goose feather for writing."))
    update_index(own, ["Quill"], [])
    found = Searcher(own).retrieve("A quill is a feather of a goose")
    assert found.sentences[0].text == "Quill is a goose feather for writing."
    assert [page.title for page in found.pages].count("Quill") == 1
    assert not any("mayor" in piece.text for piece in Searcher(own).retrieve("mayor of Quill").sentences)


def test_updating_a_page_leaves_its_namesakes_alone(own: Path) -> None:
    edit(own, "DELETE FROM wiki WHERE id = ?", "Amber (film)")
    update_index(own, [], ["Amber (film)"])
    titles = {page.title for page in Searcher(own).pages("Amber", 10)}
    assert {"Amber", "Amber (river)"} <= titles
    assert "Amber (film)" not in titles


def test_many_updates_are_like_one_build(own: Path) -> None:
    for number in range(3):
        title = f"Isle {number}"
        edit(own, "INSERT INTO wiki VALUES (?, ?)", title, data(title, f"Isle {number} is a rock of kind {number}."))
        update_index(own, [title], [])
    assert best(own, "Isle 2 is a rock") == "Isle 2"
    assert len(list((own / "index").glob("engine.*"))) == 1
    assert len(list((own / "index").glob("offsets.*"))) == 1


def test_other_files_in_the_folder_of_the_index_stay(own: Path) -> None:
    (own / "index" / "other.npz").write_bytes(b"x")
    build_index(own)
    assert (own / "index" / "other.npz").exists()


def damage(corpus: Path, how: str) -> None:
    index = corpus / "index"
    if how == "absent":
        for path in index.glob("index.json"):
            path.unlink()
    elif how == "old":
        manifest = json.loads((index / "index.json").read_text())
        (index / "index.json").write_text(json.dumps({**manifest, "format": 0}))
    elif how == "manifest":
        (index / "index.json").write_text("{")
    elif how == "fields":
        (index / "index.json").write_text(json.dumps({"format": 2}))
    else:
        path = next(path for path in sorted(index.rglob(how)) if path.stat().st_size > 50)
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("absent", "has no search index"),
        ("old", "of another version"),
        ("manifest", "is damaged"),
        ("fields", "of another version|is damaged"),
        ("records.*", "cut short"),
        ("offsets.*.npy", "cut short"),
        ("title_hashes.*.npy", "cut short"),
        ("*.idx", "cut short"),
        ("*.term", "cut short"),
        ("meta.json", "cut short"),
    ],
)
def test_an_index_that_cannot_be_used_says_so_and_how_to_mend_it(own: Path, how: str, says: str) -> None:
    damage(own, how)
    with pytest.raises(InputError, match=says) as caught:
        Searcher(own)
    assert "evidentia corpus index" in str(caught.value)
    build_index(own)
    assert best(own, "fossil tree resin") == "Amber"


def test_a_corpus_without_redirects_or_links(tmp_path: Path) -> None:
    source = tmp_path / "one.jsonl"
    source.write_text(data("Only", "The only page there is.") + "\n")
    build([source], tmp_path / "corpus", format="feverous-jsonl", workers=1)
    assert best(tmp_path / "corpus", "only page") == "Only"
    assert len(open_corpus(tmp_path / "corpus")) == 1
