"""The packaged demo: pages, redirects and claims agree with each other and with what the reader makes of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest

from evidentia import ids
from evidentia.claim import LABELS
from evidentia.cli.demo import CLAIMS as SHOWN
from evidentia.context import context
from evidentia.corpus import open_corpus
from evidentia.corpus.build import build
from evidentia.corpus.demo import demo_claims, demo_folder
from evidentia.corpus.store import Corpus
from evidentia.page import Cell, Page, Table, piece_text

CHALLENGES = {
    "Multi-hop Reasoning",
    "Numerical Reasoning",
    "Combining Tables and Text",
    "Entity Disambiguation",
    "Search terms not in claim",
    "Other",
}
# Links to pages that the demo leaves out on purpose: a build must drop them.
ABROAD = {"Congress of Vienna", "Frankenstein (1931 film)", "Jupiter (god)", "Rhône"}
_HREF = re.compile(r'href="/wiki/([^"#]+)"')

RECORDS = [json.loads(line) for line in demo_claims().read_text(encoding="utf-8").splitlines()]
CLAIMS = RECORDS[1:]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    to = tmp_path_factory.mktemp("demo") / "corpus"
    folder = demo_folder()
    redirects = [folder / "redirects.jsonl"]
    build([folder / "pages"], to, format="html", redirects=redirects, workers=1, index=False, strict=True)
    return open_corpus(to)


@pytest.fixture(scope="module")
def pages(corpus: Corpus) -> dict[str, Page]:
    return {page.title: page for page in corpus.pages()}


def sources() -> list[Path]:
    return sorted((demo_folder() / "pages").glob("*.html"))


def redirects() -> list[tuple[str, str]]:
    lines = (demo_folder() / "redirects.jsonl").read_text(encoding="utf-8").splitlines()
    return [(record["from"], record["to"]) for record in map(json.loads, lines)]


def levels(table: Table) -> int:
    """Header rows at the top of a table."""
    count = 0
    for row in table.grid:
        if not all(cell is not None and cell.is_header for cell in row):
            break
        count += 1
    return count


def wide(table: Table) -> bool:
    return table.type != "infobox" and len(table.grid[0]) >= 3


def test_every_file_is_one_page(pages: dict[str, Page]) -> None:
    assert len(pages) == len(sources()) >= 62


def test_the_pages_hold_every_kind_of_element(pages: dict[str, Page]) -> None:
    tables = [table for page in pages.values() for table in page.tables]
    lists = [part for page in pages.values() for part in page.lists]
    assert sum(table.type == "infobox" for table in tables) >= 25
    assert sum(map(wide, tables)) >= 20
    assert sum(wide(table) and levels(table) >= 2 for table in tables) >= 5
    assert sum(table.caption is not None for table in tables) >= 20
    assert sum(any(item.level > 0 for item in part.items) for part in lists) >= 10
    assert {item.type for part in lists for item in part.items} | {part.type for part in lists} >= {
        "unordered_list",
        "ordered_list",
    }


@pytest.mark.parametrize("name", ["Mercury", "Georgia", "Titanic", "Apollo 13"])
def test_ambiguous_names_have_several_pages(pages: dict[str, Page], name: str) -> None:
    assert sum(title == name or title.startswith(f"{name} (") for title in pages) >= 2


def test_pages_are_long_enough_to_be_searched(pages: dict[str, Page]) -> None:
    lists_of_meanings = {"Georgia", "Mercury", "Titanic (disambiguation)"}
    short = {title for title, page in pages.items() if len(page.sentences) < 8}
    assert short == lists_of_meanings


def test_no_mark_of_the_source_is_left_in_a_text(pages: dict[str, Page]) -> None:
    for page in pages.values():
        for key, piece in page.by_key.items():
            text = piece_text(piece)
            assert not re.search(r"\[\d+\]|<[a-z/]|\[\[|&[a-z]+;", text), (page.title, key, text)


def test_redirects_lead_to_pages_and_hide_none(corpus: Corpus, pages: dict[str, Page]) -> None:
    found = redirects()
    assert len(found) >= 25
    assert len({source for source, _ in found}) == len(found)
    for source, target in found:
        assert source not in pages
        assert target in pages
        assert corpus.resolve(source) == target


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.stem)
def test_every_link_leads_to_a_page_or_abroad(corpus: Corpus, path: Path) -> None:
    targets = {unquote(target).replace("_", " ") for target in _HREF.findall(path.read_text(encoding="utf-8"))}
    assert {target for target in targets if corpus.resolve(target) is None} <= ABROAD


def test_links_are_dense_and_stay_in_the_corpus(pages: dict[str, Page]) -> None:
    links = [
        link.target for page in pages.values() for piece in page.by_key.values() for link in getattr(piece, "links", ())
    ]
    links += [
        link.target
        for page in pages.values()
        for piece in page.by_key.values()
        for link in getattr(getattr(piece, "content", None), "links", ())
    ]
    assert len(links) >= 3 * len(pages)
    assert set(links) <= set(pages)


def test_a_header_record_then_claims_with_ids_of_their_own() -> None:
    assert RECORDS[0]["id"] == "" and RECORDS[0]["claim"] == ""
    assert len(CLAIMS) >= 44
    assert len({record["id"] for record in CLAIMS}) == len(CLAIMS) == len({record["claim"] for record in CLAIMS})


def test_claims_cover_labels_and_challenges() -> None:
    labels = Counter(record["label"] for record in CLAIMS)
    assert set(labels) == {label.value for label in LABELS}
    assert labels["SUPPORTS"] >= 18 and labels["REFUTES"] >= 16 and labels["NOT ENOUGH INFO"] >= 10
    assert {record["challenge"] for record in CLAIMS} == CHALLENGES
    assert {record["expected_challenge"] for record in CLAIMS} <= CHALLENGES
    assert min(Counter(record["challenge"] for record in CLAIMS).values()) >= 5


@pytest.mark.parametrize("record", CLAIMS, ids=lambda record: str(record["id"]))
def test_gold_evidence_lies_in_the_corpus_with_its_context(pages: dict[str, Page], record: dict) -> None:
    assert 1 <= len(record["evidence"]) <= 3
    for group in record["evidence"]:
        assert set(group["content"]) == set(group["context"])
        assert len(group["content"]) == len(set(group["content"]))
        for text in group["content"]:
            element = ids.parse(text)
            page = pages[element.page]
            assert element.key in page.by_key
            assert group["context"][text] == [item.id for item in context(page, element.key)]


@pytest.mark.parametrize("record", CLAIMS, ids=lambda record: str(record["id"]))
def test_gold_evidence_fits_the_budget(record: dict) -> None:
    for group in record["evidence"]:
        kinds = [ids.parse(text).kind for text in group["content"]]
        assert kinds.count("sentence") <= 5
        assert len(kinds) - kinds.count("sentence") <= 25


def test_tables_with_text_need_both() -> None:
    for record in CLAIMS:
        if record["challenge"] == "Combining Tables and Text":
            kinds = {ids.parse(text).kind for text in record["evidence"][0]["content"]}
            assert "sentence" in kinds and "cell" in kinds, record["claim"]


def test_evidence_crosses_pages_where_the_claim_hops() -> None:
    hops = [record for record in CLAIMS if record["challenge"] == "Multi-hop Reasoning"]
    across = [r for r in hops if len({ids.parse(text).page for text in r["evidence"][0]["content"]}) > 1]
    assert len(across) >= 8


# (start of the claim, what its first evidence set says): the ids must go on pointing at the same words.
GOLD = [
    (
        "Marie Curie was the first person",
        ["She was the first woman to win a Nobel Prize and the first person to win two."],
    ),
    ("James Rodríguez of Colombia", ["6"]),
    ("The main span of the 1915", ["2,023", "1,991"]),
    ("Abraham Lincoln won more than half", ["39.8"]),
    ("Franz Beckenbauer was the captain", ["Germans call the match the Miracle of Bern.", "Fritz Walter"]),
    ("Mercury, the liquid metal", ["356.73 °C"]),
    ("A short river joins", ["Seerhein, the short river that joins the two lakes"]),
    ("Leroy Burrell set", ["Leroy Burrell", "New York", "Leroy Burrell", "Lausanne"]),
    ("The bridges between the island", ["Bridges at each piece of land", "5"]),
]


@pytest.mark.parametrize(("start", "texts"), GOLD, ids=[start for start, _ in GOLD])
def test_gold_evidence_says_what_decides_the_claim(pages: dict[str, Page], start: str, texts: list[str]) -> None:
    (record,) = [record for record in CLAIMS if record["claim"].startswith(start)]
    found = [ids.parse(text) for text in record["evidence"][0]["content"]]
    assert [piece_text(pages[element.page].by_key[element.key]) for element in found] == texts


# (page, row, column header, the infobox row that says the same, its value)
AGREEMENTS = [
    ("Longest suspension bridge spans", "Golden Gate Bridge", "Metres", "Golden Gate Bridge", "Longest span"),
    ("Longest suspension bridge spans", "Akashi Kaikyō Bridge", "Metres", "Akashi Kaikyō Bridge", "Longest span"),
    ("Solar System", "Jupiter", "Diameter (km)", "Jupiter", "Diameter"),
    ("Solar System", "Saturn", "Diameter (km)", "Saturn", "Diameter"),
    ("Solar System", "Mercury", "Diameter (km)", "Mercury (planet)", "Diameter"),
    ("Solar System", "Venus", "Diameter (km)", "Venus", "Diameter"),
    ("Alps", "Matterhorn", "Elevation (m)", "Matterhorn", "Elevation"),
    ("Seven Summits", "Kilimanjaro", "Elevation (m)", "Mount Kilimanjaro", "Elevation"),
    ("Austria", "Vienna", "Area (km²)", "Vienna", "Area"),
    ("Olympic-class ocean liner", "Titanic", "Tonnage (GRT)", "Titanic", "Tonnage"),
]


@pytest.mark.parametrize(("title", "row", "column", "other", "label"), AGREEMENTS)
def test_tables_agree_with_infoboxes(
    pages: dict[str, Page], title: str, row: str, column: str, other: str, label: str
) -> None:
    (box,) = [table for table in pages[other].tables if table.type == "infobox"]
    (value,) = [line[1].text for line in box.rows if line[0].text == label]
    assert cell(pages[title], row, column).text in value


def cell(page: Page, row: str, column: str) -> Cell:
    for table in page.tables:
        if table.type == "infobox":
            continue
        for y, line in enumerate(table.grid):
            if line[0] is None or line[0].text != row:
                continue
            for x, found in enumerate(line):
                above = [table.grid[k][x] for k in range(y)]
                if found is not None and any(head and head.is_header and head.text == column for head in above):
                    return found
    raise AssertionError(f"{page.title} has no cell {row!r}, {column!r}")


def test_the_chapter_counts_what_is_there() -> None:
    chapter = (Path(__file__).parents[1] / "docs" / "demo.md").read_text(encoding="utf-8")
    assert f"| `pages/*.html` | {len(sources())} pages" in chapter
    assert f"| `redirects.jsonl` | {len(redirects())} other titles" in chapter
    assert f"| `claims.jsonl` | {len(CLAIMS)} claims" in chapter
    counts = Counter((record["challenge"], record["label"]) for record in CLAIMS)
    for challenge in CHALLENGES:
        row = " | ".join(str(counts[challenge, label.value]) for label in LABELS)
        assert f"| {challenge} | {row} |" in chapter
    shown = [record for record in CLAIMS if record["id"] in SHOWN]
    assert [record["label"] for record in shown] == [label.value for label in LABELS]
    for record in shown:
        assert f"| {record['claim']} |" in chapter
