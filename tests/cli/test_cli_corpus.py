import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from evidentia.cli.main import run

PAGES = [
    {
        "title": "Ost",
        "order": ["sentence_0", "section_0", "table_0"],
        "sentence_0": "Ost lies on the [[Grey_Sea|sea]] and on [[Nowhere|nothing]].",
        "section_0": {"value": "Boats", "level": 2},
        "table_0": {
            "type": "table",
            "table": [
                [{"id": "header_cell_0_0_0", "value": "Year", "is_header": True, "column_span": "1", "row_span": "1"}],
                [{"id": "cell_0_1_0", "value": "1902", "is_header": False, "column_span": "1", "row_span": "1"}],
            ],
        },
    },
    {"title": "Grey Sea", "order": ["sentence_0"], "sentence_0": "It is grey."},
]


@pytest.fixture
def corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    source, redirects = tmp_path / "pages.jsonl", tmp_path / "redirects.jsonl"
    source.write_text("".join(json.dumps(page) + "\n" for page in [*PAGES, {"title": 1}]))
    redirects.write_text('{"from": "East", "to": "Ost"}\n')
    call(capsys, "build", source, "--to", tmp_path / "c", "--redirects", redirects, "--no-index")
    return tmp_path / "c"


def call(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> tuple[str, str]:
    with pytest.raises(SystemExit) as stop:
        run(["corpus", *map(str, arguments)])
    said = capsys.readouterr()
    assert stop.value.code == code, said.err
    return said.out, said.err


def test_build_says_what_it_built(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = call(capsys, "build", corpus.parent / "pages.jsonl", "--to", corpus.parent / "d", "--no-index", "--json")
    assert json.loads(out)["pages"] == 2
    assert "2 pages" in err and "1 records refused" in err and "rejects.jsonl" in err


def test_show(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = call(capsys, "show", corpus, "East")
    assert out.splitlines()[0] == "Ost"
    assert "Ost lies on the sea and on nothing." in out and "| 1902 |" in out
    out, _ = call(capsys, "show", corpus, "Ost", "--json")
    assert json.loads(out) == {**PAGES[0], "sentence_0": "Ost lies on the [[Grey_Sea|sea]] and on nothing."}
    out, err = call(capsys, "show", corpus, "Nowhere", code=2)
    assert (out, "no page 'Nowhere'" in err) == ("", True)


def test_context(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = call(capsys, "context", corpus, "Ost_cell_0_1_0")
    assert out.splitlines() == [
        "Ost_title\tOst",
        "Ost_section_0\tBoats",
        "Ost_header_cell_0_0_0\tYear",
        "Ost_cell_0_1_0\t1902",
    ]
    out, _ = call(capsys, "context", corpus, "East_sentence_0", "--json")
    found = json.loads(out)
    assert (found["id"], found["kind"], found["context"]) == (
        "Ost_sentence_0", "sentence", [{"id": "Ost_title", "text": "Ost"}],
    )  # fmt: skip
    for wrong in ("Ost", "Nowhere_sentence_0", "Ost_sentence_9"):
        call(capsys, "context", corpus, wrong, code=2)


def test_stats(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = call(capsys, "stats", corpus, "--json")
    found = json.loads(out)
    assert {name: found[name] for name in ("pages", "sentences", "tables", "cells", "header_cells", "redirects")} == {
        "pages": 2, "sentences": 2, "tables": 1, "cells": 2, "header_cells": 1, "redirects": 1,
    }  # fmt: skip
    out, _ = call(capsys, "stats", corpus)
    assert "sentences" in out


@pytest.mark.parametrize("name", ["feverous-db", "feverous-jsonl"])
def test_export_and_build_again(name: str, corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = corpus.parent / "out"
    _, err = call(capsys, "export", corpus, "--format", name, "--to", path)
    assert "2 written" in err
    call(capsys, "build", path, "--to", corpus.parent / "again", "--no-index")
    assert call(capsys, "show", corpus.parent / "again", "Ost")[0] == call(capsys, "show", corpus, "Ost")[0]


def test_export_to_a_pipe(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = call(capsys, "export", corpus, "--format", "feverous-jsonl", "--to", "-")
    assert [json.loads(line)["title"] for line in out.splitlines()] == ["Ost", "Grey Sea"]


def test_add_update_remove(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = corpus.parent / "more.jsonl"
    more.write_text(
        '{"title":"New","order":["sentence_0"],"sentence_0":"n"}\n{"title":"Ost","order":["sentence_0"],"sentence_0":"o"}\n'
    )
    _, err = call(capsys, "update", corpus, more, "--no-index")
    assert "2 pages" in err
    _, err = call(capsys, "add", corpus, more, "--no-index")
    assert "3 pages" in err
    assert json.loads(call(capsys, "show", corpus, "Ost", "--json")[0])["sentence_0"] == "o"
    _, err = call(capsys, "remove", corpus, "New", "Grey_Sea", "--no-index")
    assert "1 pages" in err
    call(capsys, "remove", corpus, "New", code=2)


def test_index(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not (corpus / "index").exists()
    call(capsys, "index", corpus)
    assert any((corpus / "index").iterdir())
    call(capsys, "index", corpus.parent / "nowhere", code=2)


def test_limit(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = corpus.parent / "pages.jsonl"
    _, err = call(capsys, "build", source, "--to", corpus.parent / "d", "--no-index", "--limit", 1)
    assert "1 pages" in err and "refused" not in err


def test_build_from_a_pipe(corpus: Path) -> None:
    command = [sys.executable, "-m", "evidentia", "corpus", "build", "-", "--to", "piped", "--no-index"]
    source = (corpus.parent / "pages.jsonl").read_bytes()
    done = subprocess.run(command, input=source, cwd=corpus.parent, capture_output=True, check=True)
    assert b"2 pages" in done.stderr
    assert sorted(path.name for path in (corpus.parent / "piped").iterdir()) == [
        "manifest.json", "pages.db", "rejects.jsonl",
    ]  # fmt: skip
    assert not (corpus.parent / "piped.stdin").exists()


def test_strict(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = corpus.parent / "pages.jsonl"
    _, err = call(capsys, "build", source, "--to", corpus.parent / "d", "--no-index", "--strict", code=2)
    assert "line 3" in err and err.count("\n") == 1


def test_a_splitter_that_is_none_is_said_before_anything_is_read(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = corpus.parent / "bad.json.gz"
    packed = bytearray(gzip.compress(b"text" * 100))
    packed[10:14] = b"\xff" * 4
    for data in (b"", b"text", bytes(packed), gzip.compress(b"{}"), gzip.compress(b"{}")[:9]):
        bad.write_bytes(data)
        source = corpus.parent / "pages.jsonl"
        _, err = call(capsys, "build", source, "--to", corpus.parent / "d", "--splitter", bad, code=2)
        assert "is no splitter" in err and err.count("\n") == 1
