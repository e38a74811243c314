import pytest

from evidentia.context import context, evidence, kind_of
from evidentia.page import Cell, Page, Rich, Section, Sentence, Table


def grid(*rows: str, number: int = 0) -> Table:
    """`*` marks headers; `name:2x3` spans two rows and three columns."""
    cells = []
    for y, row in enumerate(rows):
        line = []
        for x, entry in enumerate(row.split()):
            name, _, span = entry.partition(":")
            down, across = (int(part) for part in span.split("x")) if span else (1, 1)
            header = name.startswith("*")
            key = f"{'header_cell' if header else 'cell'}_{number}_{y}_{x}"
            line.append(Cell(key, Rich(name.strip("*")), header, down, across))
        cells.append(line)
    return Table(number, cells)


def texts(page: Page, key: str) -> list[str]:
    return [item.text for item in context(page, key)]


PAGE = Page(
    "Games",
    [
        Sentence(0, Rich("Intro.")),
        Section(0, Rich("Results"), 2),
        Section(1, Rich("Men"), 3),
        Sentence(1, Rich("They ran.")),
        grid("*Group:1x3", "*Name *Gold *Silver", "*Ada 1 2", "*Bo 3 4"),
        Section(2, Rich("Women"), 3),
        Section(3, Rich("Notes"), 2),
        Sentence(2, Rich("Rain.")),
    ],
)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("sentence_0", ["Games"]),
        ("sentence_1", ["Games", "Men", "Results"]),
        ("sentence_2", ["Games", "Notes"]),
        ("section_1", ["Games", "Results"]),
        ("section_3", ["Games"]),
        ("table_0", ["Games", "Men", "Results"]),
        ("cell_0_2_1", ["Games", "Men", "Results", "Ada", "Gold", "Group"]),
        ("cell_0_3_2", ["Games", "Men", "Results", "Bo", "Silver", "Group"]),
        ("header_cell_0_3_0", ["Games", "Men", "Results", "Ada", "Name", "Group"]),
        ("title", ["Games"]),
    ],
)
def test_title_sections_and_headers(key: str, expected: list[str]) -> None:
    assert texts(PAGE, key) == expected


@pytest.mark.parametrize(
    ("rows", "key", "headers"),
    [
        # Non-headers between a cell and its headers are skipped.
        (["*Name *Born", "Ada 1815", "Bo 1900"], "cell_0_2_1", ["Born"]),
        # Only the first unbroken run counts: not the headers above the data above.
        (["*Old", "x", "*New", "y"], "cell_0_3_0", ["New"]),
        # Headers are found through spans, once each.
        (["*Place:2x1 *Medals:1x2", "*Gold *Silver", "Oslo 1 2"], "cell_0_2_2", ["Silver", "Medals"]),
        (["*Place:2x1 *Medals:1x2", "*Gold *Silver", "Oslo 1 2"], "cell_0_2_0", ["Place"]),
        (["*Year:3x1 a", "b", "c"], "cell_0_2_0", ["Year"]),
        (["a b", "c d"], "cell_0_1_1", []),
    ],
)
def test_nearest_headers(rows: list[str], key: str, headers: list[str]) -> None:
    assert texts(Page("T", [grid(*rows)]), key) == ["T", *headers]


def test_overlapping_spans_lose_no_header() -> None:
    page = Page("T", [grid("*A *B:2x1 *C", "x:1x3")])
    assert texts(page, "cell_0_1_0") == ["T", "A"]


def test_evidence_carries_text_and_context() -> None:
    found = evidence(PAGE, "cell_0_2_1", 0.5)
    assert (found.id, found.page, found.kind, found.text, found.score) == (
        "Games_cell_0_2_1",
        "Games",
        "cell",
        "1",
        0.5,
    )
    assert found.context[-1].id == "Games_header_cell_0_0_0"
    with pytest.raises(KeyError):
        evidence(PAGE, "cell_9_0_0")


def test_an_unknown_element_has_only_the_title() -> None:
    assert texts(PAGE, "sentence_99") == ["Games"]


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("header_cell_0_0_1", "header_cell"),
        ("table_caption_2", "table_caption"),
        ("title", "title"),
        ("item_0_1", "item"),
    ],
)
def test_kinds(key: str, kind: str) -> None:
    assert kind_of(key) == kind
