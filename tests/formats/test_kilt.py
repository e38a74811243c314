import json
from pathlib import Path

import pytest

from evidentia.formats import kilt, registry
from evidentia.formats.base import ReadOptions, Reject
from evidentia.page import Link, ListItem, Page, PageList, Rich, Section, Sentence, table_from_rows

LISTED = [
    ListItem("item_0_0", Rich("First harbour", (Link("Harbour (sea)", 6, 13),)), 0, "unordered_list"),
    ListItem("item_0_1", Rich("Its pier"), 1, "unordered_list"),
]
PAGE = Page(
    "Elmhaven",
    [
        Sentence(0, Rich("Elmhaven is a town.", (Link("Town", 14, 18),))),
        Sentence(1, Rich("It lies by the sea.", (Link("Sea", 15, 18),))),
        Section(0, Rich("History"), 2),
        Section(1, Rich("Early years"), 3),
        Sentence(2, Rich("Fishers came first.")),
        PageList(0, LISTED, "unordered_list"),
        PageList(1, [ListItem("item_1_0", Rich("One"), 0, "ordered_list")], "ordered_list"),
        Section(2, Rich("Today"), 2),
        Sentence(3, Rich("It has a school.")),
    ],
)


def line(title: object = "A", text: object = ("A\n", "Text.\n"), **more: object) -> str:
    return json.dumps({"_id": "1", "wikipedia_id": "1", "wikipedia_title": title, "text": text, **more})


def read(path: Path, **options: int) -> list[object]:
    return list(kilt.read(path, options=ReadOptions(**options)))  # type: ignore[arg-type]


def test_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "knowledge.jsonl"
    assert kilt.write([PAGE, Page("Empty", [])], path) == 2
    assert registry.detect(path) == "kilt"
    assert read(path) == [PAGE, Page("Empty", [])]
    written = json.loads(path.read_text().splitlines()[0])
    assert written["text"] == [
        "Elmhaven\n",
        "Elmhaven is a town. It lies by the sea.\n",
        "Section::::History.\n",
        "Section::::History.:Early years.\n",
        "Fishers came first.\n",
        "BULLET::::- First harbour\n",
        "BULLET::::-- Its pier\n",
        "BULLET::::1. One\n",
        "Section::::Today.\n",
        "It has a school.\n",
    ]
    for anchor in written["anchors"]:
        assert written["text"][anchor["paragraph_id"]][anchor["start"] : anchor["end"]] == anchor["text"]


def test_tables_have_no_place(tmp_path: Path) -> None:
    kilt.write([Page("T", [table_from_rows([["a"], ["1"]]), Sentence(0, Rich("Text."))])], tmp_path / "k.jsonl")
    assert read(tmp_path / "k.jsonl") == [Page("T", [Sentence(0, Rich("Text."))])]


@pytest.mark.parametrize(
    ("anchor", "link"),
    [
        ({"paragraph_id": 1, "start": 4, "end": 8, "text": "town", "href": "Small%20town"}, ("Small town", 4, 8)),
        (
            {"paragraph_id": 1, "start": 4, "end": 8, "href": "x", "wikipedia_title": "Town_(place)"},
            ("Town (place)", 4, 8),
        ),
        ({"paragraph_id": 1, "start": 4, "end": 8, "text": "city", "href": "City"}, None),
        ({"paragraph_id": 1, "start": 4, "end": 900, "href": "City"}, None),
        ({"paragraph_id": 1, "start": -3, "end": 2, "href": "City"}, None),
        ({"paragraph_id": 7, "start": 4, "end": 8, "href": "City"}, None),
        ({"paragraph_id": 1, "start": 4, "end": 8, "text": "town"}, None),
    ],
)
def test_anchors(anchor: dict[str, object], link: tuple[str, int, int] | None, tmp_path: Path) -> None:
    (tmp_path / "k.jsonl").write_text(line(text=["A\n", "The town is old.\n"], anchors=[anchor]))
    (page,) = read(tmp_path / "k.jsonl")
    assert isinstance(page, Page)
    assert page.sentences[0].content.links == ((Link(*link),) if link else ())


def test_anchors_within_one_another_and_over_two_sentences(tmp_path: Path) -> None:
    anchors = [
        {"paragraph_id": 1, "start": 4, "end": 8, "href": "Inner"},
        {"paragraph_id": 1, "start": 0, "end": 8, "href": "Outer"},
        {"paragraph_id": 1, "start": 10, "end": 24, "href": "Across"},
    ]
    (tmp_path / "k.jsonl").write_text(line(text=["A\n", "The town is  old. It sleeps.\n"], anchors=anchors))
    (page,) = read(tmp_path / "k.jsonl")
    assert isinstance(page, Page)
    assert [one.content for one in page.sentences] == [
        Rich("The town is old.", (Link("Outer", 0, 8),)),
        Rich("It sleeps."),
    ]


def test_bad_lines_are_rejects_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "k.jsonl"
    rows = [
        line(),
        line()[:-20],
        line(title="a\0b"),
        line(title="x" * 1_000_000),
        line(title=None),
        line(text="no list"),
        line(text=["A\n", 3]),
        "x" * 3_000_000,
        line("B", text=["B\n", "Section::::.\n", "BULLET::::\n", "BULLET::::" + "-" * 1000 + " deep\n", "\n"]),
    ]
    path.write_text("\n".join(rows) + "\n")
    found = read(path, max_page_bytes=2_000_000)
    assert [one.position for one in found if isinstance(one, Reject)] == [f"line {n}" for n in range(2, 9)]
    pages = [one for one in found if isinstance(one, Page)]
    assert [page.title for page in pages] == ["A", "B"]
    assert [item.level for item in pages[1].lists[0].items] == [20]
