import gzip
import json
import zipfile
from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.formats import fever, registry
from evidentia.formats.base import ReadOptions, Reject
from evidentia.page import Link, Page, PageList, Rich, Sentence

PAGES = [
    Page(
        "Lake (Elm): a {very} [old] one",
        [
            Sentence(0, Rich("The lake (of elms) lies in Norway.", (Link("Norway", 27, 33),))),
            Sentence(2, Rich("Elm grew: elm (tree) and Elm.", (Link("Elm (tree)", 10, 20), Link("Elm", 25, 28)))),
            PageList(0, []),
        ],
    ),
    Page("Nothing on it", []),
]


def record(title: str, lines: str, text: str = "") -> str:
    return json.dumps({"id": title, "text": text, "lines": lines})


def read(path: Path, **options: int) -> list[object]:
    return list(fever.read(path, options=ReadOptions(**options)))  # type: ignore[arg-type]


def titles(records: list[object]) -> list[str]:
    return [one.title if isinstance(one, Page) else f"! {one.position}" for one in records]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("plain", "escaped"),
    [("A (b) [c] {d}: e", "A_-LRB-b-RRB-_-LSB-c-RSB-_-LCB-d-RCB--COLON-_e"), ("Plain", "Plain"), ("a-b", "a-b")],
)
def test_titles_are_escaped_and_back(plain: str, escaped: str) -> None:
    assert fever.escape_title(plain) == escaped
    assert fever.unescape_title(escaped) == plain


@pytest.mark.parametrize("name", ["wiki-pages", "pages.jsonl", "pages.zip"])
def test_written_and_read_back(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    assert fever.write(iter(PAGES), path) == 2
    assert registry.detect(path) == "fever"
    first, second = read(path)
    assert isinstance(first, Page) and first.title == PAGES[0].title
    assert first.elements == PAGES[0].sentences
    assert second == PAGES[1]
    assert not list(tmp_path.glob("*.part*"))


def test_the_lines_are_those_of_fever(tmp_path: Path) -> None:
    fever.write(PAGES, tmp_path / "pages.jsonl")
    written = json.loads((tmp_path / "pages.jsonl").read_text().splitlines()[0])
    assert written["id"] == "Lake_-LRB-Elm-RRB--COLON-_a_-LCB-very-RCB-_-LSB-old-RSB-_one"
    assert written["lines"].split("\n") == [
        "0\tThe lake (of elms) lies in Norway.\tNorway\tNorway",
        "1\t",
        "2\tElm grew: elm (tree) and Elm.\telm (tree)\tElm_-LRB-tree-RRB-\tElm\tElm",
    ]


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    fever.write(PAGES, tmp_path / "a.zip")
    fever.write(PAGES, tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_files_are_split_and_numbered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fever, "PAGES_A_FILE", 2)
    pages = [Page(f"P{number}", [Sentence(0, Rich("x"))]) for number in range(5)]
    assert fever.write(iter(pages), tmp_path / "wiki-pages") == 5
    names = sorted(path.name for path in (tmp_path / "wiki-pages").iterdir())
    assert names == ["wiki-001.jsonl", "wiki-002.jsonl", "wiki-003.jsonl"]
    assert titles(read(tmp_path / "wiki-pages")) == [page.title for page in pages]
    with pytest.raises(InputError, match="exists already"):
        fever.write(pages, tmp_path / "wiki-pages")


def test_lines_keep_their_numbers_and_brackets_are_unescaped() -> None:
    page = fever.page_from_lines("A", "0\tOne -LRB- 1 -RRB- .\n1\t\n2\tThree\tThree\t3_-LRB-number-RRB-\n3\t")
    assert page.elements == [
        Sentence(0, Rich("One ( 1 ) .")),
        Sentence(2, Rich("Three", (Link("3 (number)", 0, 5),))),
    ]


@pytest.mark.parametrize(
    ("row", "links"),
    [
        ("a b a\ta\tX\ta\tY", [("X", 0, 1), ("Y", 4, 5)]),
        ("a b\tnot there\tX\tb\tY", [("Y", 2, 3)]),
        ("a b\t\tX\ta\t\tb", []),
        ("a b\ta", []),
        ("a b\ta\tPage#Section", [("Page", 0, 1)]),
    ],
)
def test_links_stand_where_their_anchor_is(row: str, links: list[tuple[str, int, int]]) -> None:
    (sentence,) = fever.page_from_lines("A", "0\t" + row).elements
    assert isinstance(sentence, Sentence)
    assert sentence.content.links == tuple(Link(*link) for link in links)


def test_a_line_break_in_a_sentence_and_a_page_without_lines() -> None:
    page = fever.page_from_lines("A", "0\tBroken\nin two.\n1\tWhole.\n0\tNot a number here")
    assert [one.text for one in page.sentences] == ["Broken in two.", "Whole. 0 Not a number here"]
    page = fever.page_from_lines("A", "", text="One thing. Another thing.")
    assert [one.text for one in page.sentences] == ["One thing.", "Another thing."]


def test_decoys_and_empty_records_are_no_pages(tmp_path: Path) -> None:
    line = record("", "") + "\n" + record("A_b", "0\tText.") + "\n"
    with zipfile.ZipFile(tmp_path / "wiki.zip", "w") as archive:
        archive.writestr("__MACOSX/wiki-pages/._wiki-001.jsonl", b"\0\5\x16\7 not a page")
        archive.writestr("wiki-pages/._wiki-001.jsonl", b"\0\5\x16\7 not a page")
        archive.writestr("wiki-pages/", b"")
        archive.writestr("wiki-pages/wiki-001.jsonl", line)
        archive.writestr("../../escaped.jsonl", record("Escaped", "0\tStays in the archive."))
    assert registry.detect(tmp_path / "wiki.zip") == "fever"
    assert titles(read(tmp_path / "wiki.zip")) == ["Escaped", "A b"]
    folder = tmp_path / "wiki-pages"
    (folder / "__MACOSX").mkdir(parents=True)
    (folder / "__MACOSX" / "wiki-001.jsonl").write_text("not a page")
    (folder / "._wiki-001.jsonl").write_text("not a page")
    (folder / "wiki-001.jsonl").write_text(line)
    assert registry.detect(folder) == "fever"
    assert titles(read(folder)) == ["A b"]


def test_bad_lines_are_rejects_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    bad = [
        record("A", "0\tGood."),
        record("B", "0\tCut")[:-5],
        record("N\0ul", "0\tx"),
        record("x" * 1_000_000, "0\tx"),
        record("", "0\tNo title."),
        '{"id": 3, "lines": []}',
        record("C", "no number"),
        '{"id": "S", "lines": "0\\t\\ud800"}',
        record("😀/../b", "0\tEmoji."),
        "[" * 100_000,
    ]
    path.write_text("\n".join(bad))
    found = read(path)
    lines = ["A", *(f"! line {number}" for number in range(2, 9)), "😀/../b", "! line 10"]
    assert titles(found) == lines
    assert all(one.source == str(path) and one.reason for one in found if isinstance(one, Reject))


def test_bombs_and_damage_are_bounded(tmp_path: Path) -> None:
    folder = tmp_path / "wiki-pages"
    folder.mkdir()
    good = record("A", "0\tGood.") + "\n"
    (folder / "wiki-001.jsonl.gz").write_bytes(gzip.compress(good.encode() + b"x" * 6_000_000))
    (folder / "wiki-002.jsonl.gz").write_bytes(gzip.compress(good.encode() * 5_000)[:200])
    (folder / "wiki-003.jsonl").write_text(good)
    found = read(folder, max_page_bytes=2_000_000, max_total_bytes=5_000_000)
    assert titles([found[0], found[-1]]) == ["A", "A"]
    assert [one.reason.partition(": ")[2][:11] for one in found if isinstance(one, Reject)] == [
        "unpacks to ",
        "damaged or ",
    ]
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("wiki-001.jsonl", good.encode() + b"x" * 4_000_000 + b"\n" + good.encode())
    assert titles(read(tmp_path / "bomb.zip", max_page_bytes=2_000_000)) == ["A", "! line 2", "A"]


def test_a_damaged_member_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "wiki.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("wiki-001.jsonl", record("A", "0\tOne.") + "\n")
        archive.writestr("wiki-002.jsonl", record("B", "0\tTwo.") + "\n")
    path.write_bytes(path.read_bytes().replace(b"One.", b"0ne."))
    found = read(path)
    assert titles(found) == ["! file", "B"]
    path.write_bytes(path.read_bytes()[:-30])
    assert not fever.detect(path)
