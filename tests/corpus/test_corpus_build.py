import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from evidentia.corpus import build as building
from evidentia.corpus import open_corpus, reading
from evidentia.corpus.build import build
from evidentia.corpus.manifest import Manifest
from evidentia.errors import InputError
from evidentia.formats import opening
from evidentia.formats.feverous import page_to_json

Write = Callable[..., Path]


def content(folder: Path) -> dict[str, bytes]:
    return {page.title: page_to_json(page) for page in open_corpus(folder).pages()}


def timeless(manifest: Manifest) -> Manifest:
    return msgspec.structs.replace(manifest, date="")


def texts(folder: Path, title: str) -> list[str]:
    page = open_corpus(folder).get(title)
    assert page is not None
    return [sentence.text for sentence in page.sentences]


def test_sources_become_one_corpus(write: Write, tmp_path: Path) -> None:
    sources = [write("a.jsonl", ("A", "One."), ("B", "Two.")), write("b.jsonl", ("C", "Three."))]
    manifest = build(sources, tmp_path / "c", index=False)
    assert manifest.pages == 3
    assert [(source.pages, source.format) for source in manifest.sources] == [
        (2, "feverous-jsonl"),
        (1, "feverous-jsonl"),
    ]
    assert set(content(tmp_path / "c")) == {"A", "B", "C"}
    assert not (tmp_path / "c.part").exists()
    assert (tmp_path / "c/rejects.jsonl").read_text() == ""


def test_the_version_names_the_content(write: Write, tmp_path: Path) -> None:
    one = build([write("a.jsonl", ("A", "1"), ("B", "2"))], tmp_path / "1", index=False)
    two = build([write("b.jsonl", ("B", "2"), ("A", "1"))], tmp_path / "2", index=False)
    other = build([write("c.jsonl", ("B", "2"), ("A", "3"))], tmp_path / "3", index=False)
    more = build(
        [tmp_path / "a.jsonl"], tmp_path / "4", redirects=[write("r.jsonl", {"from": "x", "to": "A"})], index=False
    )
    assert one.version == two.version
    assert len({one.version, other.version, more.version}) == 3


@pytest.mark.parametrize(
    ("policy", "expected", "duplicates"),
    [
        ("replace", ["Newer.", "More."], 2),
        ("keep", ["Older."], 2),
        ("merge", ["Older.", "Between.", "Newer.", "More."], 2),
    ],
)
def test_the_same_title_twice(write: Write, tmp_path: Path, policy: str, expected: list[str], duplicates: int) -> None:
    first = write("1.jsonl", ("Cafe\u0301", "Older."), ("Other", "x"), ("Caf\u00e9", "Older.", "Between."))
    second = write("2.jsonl", ("New", "y"), ("Café", "Newer.", "More."))
    manifest = build([first, second], tmp_path / "c", on_duplicate=policy, index=False)
    assert texts(tmp_path / "c", "Café") == expected
    assert (manifest.pages, manifest.duplicates) == (3, duplicates)
    direct = build([write("3.jsonl", ("Café", *expected), ("Other", "x"), ("New", "y"))], tmp_path / "d", index=False)
    assert direct.version == manifest.version


def test_the_same_title_twice_can_be_an_error(write: Write, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a second page 'A'"):
        build([write("1.jsonl", ("A", "1"), ("A", "2"))], tmp_path / "c", on_duplicate="error", index=False)
    assert not (tmp_path / "c").exists()


def test_merged_tables_and_lists_are_numbered_on(write: Write, tmp_path: Path) -> None:
    def table(text: str) -> dict[str, Any]:
        return {"type": "table", "table": [[{"id": "cell_0_0_0", "value": text}]]}

    items = {"type": "unordered_list", "list": [{"id": "item_0_0", "value": "i", "level": 0}]}
    first = {"title": "A", "order": ["table_0"], "table_0": table("x")}
    second = {"title": "A", "order": ["table_0", "list_0"], "table_0": table("y"), "list_0": items}
    source = write("1.jsonl", first, second)
    build([source], tmp_path / "c", on_duplicate="merge", index=False)
    page = open_corpus(tmp_path / "c").get("A")
    assert page is not None
    assert {key: page.by_key[key].text for key in ("cell_0_0_0", "cell_1_0_0", "item_0_0")} == {
        "cell_0_0_0": "x",
        "cell_1_0_0": "y",
        "item_0_0": "i",
    }


def test_what_cannot_be_read_is_counted_and_kept(write: Write, tmp_path: Path) -> None:
    source = write("a.jsonl", ("A", "1"), {"title": 7}, ("B", "2"), {"title": "C", "order": ["sentence_9"]})
    redirects = write("r.jsonl", {"from": "x", "to": "A"}, {"from": "y"}, ["z"])
    manifest = build([source], tmp_path / "c", redirects=[redirects], index=False)
    assert (manifest.pages, manifest.rejects, manifest.redirects) == (2, 4, 1)
    lines = [json.loads(line) for line in (tmp_path / "c/rejects.jsonl").read_text().splitlines()]
    assert [(Path(line["source"]).name, line["position"]) for line in lines] == [
        ("a.jsonl", "line 2"),
        ("a.jsonl", "line 4"),
        ("r.jsonl", "line 2"),
        ("r.jsonl", "line 3"),
    ]
    assert all(line["reason"] for line in lines)
    with pytest.raises(InputError, match=r"line 2: no title \(--strict\)"):
        build([source], tmp_path / "d", strict=True, index=False)
    assert not (tmp_path / "d").exists()


def test_nothing_to_read_is_an_error(write: Write, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no page found in .*refused: .*line 1"):
        build([write("a.jsonl", {"title": 7})], tmp_path / "c", format="feverous-jsonl", index=False)
    with pytest.raises(InputError, match="no such file"):
        build([tmp_path / "nothing"], tmp_path / "c", index=False)
    with pytest.raises(InputError, match="no source"):
        build([], tmp_path / "c", index=False)


def test_a_source_cut_off_keeps_what_came_before(write: Write, tmp_path: Path) -> None:
    import zstandard

    whole = write("a.jsonl", *((f"Page {number}", "text " * 50) for number in range(20_000)))
    packed = zstandard.compress(whole.read_bytes(), 1)
    (tmp_path / "cut.jsonl.zst").write_bytes(packed[: len(packed) * 3 // 4])
    manifest = build([tmp_path / "cut.jsonl.zst"], tmp_path / "c", index=False, workers=1)
    assert 10_000 < manifest.pages < 20_000
    assert manifest.rejects == 1
    assert "reading stopped here" in (tmp_path / "c/rejects.jsonl").read_text()


class Killed(BaseException):
    pass


@pytest.mark.parametrize("moment", [1, 2, 3, 7, 12, 13])
def test_a_broken_build_goes_on_where_it_was(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    pages = [(f"Page {number % 2500}", f"Text {number}.") for number in range(3000)]
    last = write("b.jsonl", ("Last", "x"), ("Page 7", "again"), {"title": 2})
    sources = [write("a.jsonl", *pages, {"title": 1}), last]
    redirects = [write("r.jsonl", {"from": "First", "to": "Page 1"})]
    monkeypatch.setattr(building, "_SECONDS_BETWEEN_COMMITS", 0.0)
    monkeypatch.setitem(opening.blocks.__kwdefaults__, "size", 1 << 14)
    build(sources, tmp_path / "whole" / "c", redirects=redirects, on_duplicate="merge", index=False)
    count = 0

    def dying(*args: Any, **options: Any) -> Any:
        nonlocal count
        for batch in reading.batches(*args, **options):
            count += 1
            if count == moment:
                raise Killed
            yield batch

    with monkeypatch.context() as patch:
        patch.setattr(building, "batches", dying)
        with pytest.raises(Killed):
            build(sources, tmp_path / "c", redirects=redirects, on_duplicate="merge", index=False)
    assert not (tmp_path / "c").exists()
    with pytest.raises(InputError, match="not finished"):
        open_corpus(tmp_path / "c")
    build(sources, tmp_path / "c", redirects=redirects, on_duplicate="merge", index=False)
    whole, resumed = tmp_path / "whole" / "c", tmp_path / "c"
    assert timeless(open_corpus(resumed).manifest) == timeless(open_corpus(whole).manifest)
    assert list(open_corpus(resumed).raw_pages()) == list(open_corpus(whole).raw_pages())
    assert (resumed / "rejects.jsonl").read_bytes() == (whole / "rejects.jsonl").read_bytes()


def test_another_request_does_not_go_on_from_a_broken_one(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(*args: Any, **options: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("evidentia.corpus.manifest.write", dying)
        with pytest.raises(Killed):
            build([write("a.jsonl", ("A", "1"))], tmp_path / "c", index=False)
    build([write("b.jsonl", ("B", "2"))], tmp_path / "c", index=False)
    assert set(content(tmp_path / "c")) == {"B"}


def test_a_finished_build_is_left_as_it_is(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write("a.jsonl", ("A", "1"))
    first = build([source], tmp_path / "c", index=False)
    assert build([source], tmp_path / "c", index=False) == first
    assert "already built" in capsys.readouterr().err
    write("a.jsonl", ("A", "2"))
    with pytest.raises(InputError, match="already holds a corpus"):
        build([source], tmp_path / "c", index=False)
    build([source], tmp_path / "c", overwrite=True, index=False)
    assert texts(tmp_path / "c", "A") == ["2"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "c"]


def test_a_folder_of_something_else_is_not_touched(write: Write, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    with pytest.raises(InputError, match="is no corpus"):
        build([write("a.jsonl", ("A", "1"))], tmp_path / "mine", index=False)
    (tmp_path / "empty").mkdir()
    assert build([tmp_path / "a.jsonl"], tmp_path / "empty", index=False).pages == 1


def test_all_cores_give_what_one_gives(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_WORTH_WORKERS", 0)
    source = write("a.jsonl", *((f"Page {number}", "word " * 100) for number in range(5000)), {"title": 1})
    one = build([source], tmp_path / "1", name="c", workers=1, index=False)
    two = build([source], tmp_path / "2", name="c", workers=2, index=False)
    assert timeless(one) == timeless(two)
    assert list(open_corpus(tmp_path / "1").raw_pages()) == list(open_corpus(tmp_path / "2").raw_pages())


def test_two_builds_do_not_write_to_one_folder(write: Write, tmp_path: Path) -> None:
    from evidentia.corpus.build import _alone

    source = write("a.jsonl", ("A", "1"))
    with _alone(tmp_path / "c.part", "x") as connection:
        connection.execute("CREATE TABLE t (x)")
        with pytest.raises(InputError, match="another build"):
            build([source], tmp_path / "c", index=False)


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs a limit on file sizes")
def test_a_full_disk_is_said_and_the_build_goes_on_later(write: Write, tmp_path: Path) -> None:
    source = write("a.jsonl", *((f"Page {number}", "word " * 200) for number in range(3000)))
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
        "from evidentia.cli.main import run\n"
        "run(sys.argv[1:])\n"
    )
    command = ["corpus", "build", str(source), "--to", str(tmp_path / "c"), "--no-index"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    failed = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, env=environment)
    assert failed.returncode == 2, failed.stderr
    assert "cannot write" in failed.stderr and "Traceback" not in failed.stderr
    assert not (tmp_path / "c").exists()
    assert build([source], tmp_path / "c", index=False).pages == 3000


@pytest.mark.parametrize(
    "title", ["a/b", "../../etc/passwd", "😀", "-", "CON", ".", "%2e%2e", "a\\b", "'; DROP TABLE wiki"]
)
def test_odd_titles_are_only_titles(write: Write, tmp_path: Path, title: str) -> None:
    build([write("a.jsonl", (title, "text"))], tmp_path / "c", index=False)
    assert texts(tmp_path / "c", title) == ["text"]


def test_impossible_titles_are_refused(write: Write, tmp_path: Path) -> None:
    source = write("a.jsonl", ("A", "1"), ("a\0b", "2"), ("x" * 1_000_000, "3"), ("\ud800", "4"), ("  ", "5"))
    manifest = build([source], tmp_path / "c", index=False)
    assert (manifest.pages, manifest.rejects) == (1, 4)
    assert (tmp_path / "c/rejects.jsonl").stat().st_size < 4000


def test_what_a_kill_left_beside_the_corpus_is_not_in_the_way(write: Write, tmp_path: Path) -> None:
    build([write("one.jsonl", ("A", "One."))], tmp_path / "c", index=False)
    (tmp_path / "c.old").mkdir()
    (tmp_path / "c.old" / "pages.db").write_text("of a corpus before")
    build([write("two.jsonl", ("B", "Two."))], tmp_path / "c", index=False, overwrite=True)
    assert texts(tmp_path / "c", "B") == ["Two."]
    assert not (tmp_path / "c.old").exists()


@pytest.mark.parametrize("damage", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_unfinished_build_is_begun_anew(write: Write, tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "c.part").mkdir()
    (tmp_path / "c.part" / "pages.db").write_bytes(damage)
    assert build([write("one.jsonl", ("A", "One."))], tmp_path / "c", index=False).pages == 1


def test_a_damaged_corpus_can_be_replaced(write: Write, tmp_path: Path) -> None:
    source = write("one.jsonl", ("A", "One."))
    build([source], tmp_path / "c", index=False)
    (tmp_path / "c" / "pages.db").write_bytes(b"no database at all")
    with pytest.raises(InputError, match="--overwrite"):
        build([source], tmp_path / "c", index=False)
    assert build([source], tmp_path / "c", index=False, overwrite=True).pages == 1


def test_sources_that_never_end_or_came_twice(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a file nor a folder"):
        build([os.devnull], tmp_path / "c", format="html", index=False)
    with pytest.raises(InputError, match="once"):
        build(["-", "-"], tmp_path / "c", index=False)


@pytest.mark.parametrize("copy", [False, True])
def test_a_database_without_pages_is_no_source(tmp_path: Path, copy: bool) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(InputError, match="not a FEVEROUS database"):
        build([tmp_path / "empty.db"], tmp_path / "c", format="feverous-db", copy=copy, index=False)
