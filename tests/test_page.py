import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidentia.page import (
    MAX_COLUMNS,
    Cell,
    Link,
    ListItem,
    Page,
    PageList,
    Rich,
    Section,
    Sentence,
    Table,
    parse_markup,
    whole_key,
)


def table(*rows: list[tuple[int, int]]) -> Table:
    """A table whose cells have these (row span, column span)."""
    return Table(
        0,
        [
            [Cell(f"cell_0_{y}_{x}", Rich(f"{y}.{x}"), row_span=spans[0], column_span=spans[1])
             for x, spans in enumerate(row)]
            for y, row in enumerate(rows)
        ],
    )  # fmt: skip


def drawn(one: Table) -> list[str]:
    return [" ".join(cell.text if cell else "-" for cell in row) for row in one.grid]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[(1, 1), (1, 1)], [(1, 1), (1, 1)]], ["0.0 0.1", "1.0 1.1"]),
        ([[(2, 1), (1, 2)], [(1, 1), (1, 1)]], ["0.0 0.1 0.1", "0.0 1.0 1.1"]),
        ([[(1, 1)], [(1, 1), (1, 1)]], ["0.0 -", "1.0 1.1"]),
        # A row span of 0 reaches to the end; one too long ends with the table.
        ([[(0, 1), (1, 1)], [(1, 1)], [(1, 1)]], ["0.0 0.1", "0.0 1.0", "0.0 2.0"]),
        ([[(9, 1), (1, 1)], [(1, 1)]], ["0.0 0.1", "0.0 1.0"]),
        # Where spans overlap the first cell stays, and no cell is lost.
        ([[(1, 1), (2, 1), (1, 1)], [(1, 3)]], ["0.0 0.1 0.2", "1.0 0.1 1.0"]),
        ([[(-3, -3), (1, 1)]], ["0.0 0.1"]),
        ([], []),
        ([[], [(1, 1)]], ["-", "1.0"]),
    ],
)
def test_spans_are_resolved_onto_the_full_grid(rows: list[list[tuple[int, int]]], expected: list[str]) -> None:
    assert drawn(table(*rows)) == expected


spans = st.tuples(st.integers(-1, 6), st.integers(-1, 6))


@given(st.lists(st.lists(spans, max_size=6), max_size=6))
def test_every_cell_stands_on_the_grid_where_its_row_is(rows: list[list[tuple[int, int]]]) -> None:
    one = table(*rows)
    assert len({len(row) for row in one.grid}) <= 1
    assert set(one.positions) == {cell.key for cell in one.cells()}
    for key, (y, x) in one.positions.items():
        assert y == int(key.split("_")[2])
        here = one.grid[y][x]
        assert here is not None and here.key == key


def test_a_hostile_span_is_bounded() -> None:
    one = table(*[[(1_000_000, 1_000_000)] * 5] * 300)
    assert len(one.grid) == 300
    assert len(one.grid[0]) <= MAX_COLUMNS


def test_spans_that_overlap_again_and_again_are_bounded() -> None:
    # Each row begins a column further left and spans the rest of the table: naively a billion steps.
    side = 400
    rows = [[(1, 1)] * (side - number - 1) + [(side, side)] for number in range(side)]
    one = table(*rows)
    assert set(one.positions) == {cell.key for cell in one.cells()}


def test_a_long_narrow_table_keeps_all_rows() -> None:
    one = table(*[[(1, 1), (1, 1)]] * 30_000)
    assert one.positions["cell_0_29999_1"] == (29_999, 1)


PAGE = Page(
    "Oslo",
    [
        Sentence(0, Rich("Oslo is a city.")),
        Section(0, Rich("Sights"), 2),
        PageList(0, [ListItem("item_0_0", Rich("Fort"), 0), ListItem("item_0_1", Rich("Walls"), 1)]),
        Table(0, [[Cell("header_cell_0_0_0", Rich("Year"), True)], [Cell("cell_0_1_0", Rich("1624"))]], "table",
              Rich("Years")),
    ],
)  # fmt: skip


def test_elements_by_key() -> None:
    assert PAGE.by_key["title"].text == "Oslo"
    assert PAGE.by_key["cell_0_1_0"].text == "1624"
    assert PAGE.by_key["table_caption_0"].text == "Years"
    assert PAGE.by_key["item_0_1"].text == "Walls"
    assert PAGE.id("section_0") == "Oslo_section_0"


@pytest.mark.parametrize(
    ("key", "whole"),
    [
        ("cell_0_2_1", "table_0"),
        ("header_cell_3_2_1", "table_3"),
        ("table_caption_2", "table_2"),
        ("item_1_4", "list_1"),
        ("sentence_5", "sentence_5"),
        ("section_0", "section_0"),
        ("title", "title"),
    ],
)
def test_the_whole_that_a_part_belongs_to(key: str, whole: str) -> None:
    assert whole_key(key) == whole


def test_neighbours() -> None:
    before, after = PAGE.previous("cell_0_1_0"), PAGE.next("sentence_0")
    assert before is not None and before.key == "list_0"
    assert after is not None and after.key == "section_0"
    assert PAGE.previous("sentence_0") is None
    assert PAGE.next("table_caption_0") is None
    assert PAGE.previous("sentence_9") is None and PAGE.next("sentence_9") is None


def test_the_introduction_ends_at_the_first_section() -> None:
    page = Page("T", [Sentence(0, Rich("a")), Section(0, Rich("s"), 2), Sentence(1, Rich("b"))])
    assert [sentence.text for sentence in page.introduction] == ["a"]


def test_items_by_level() -> None:
    assert [item.text for item in PAGE.lists[0].by_level(1)] == ["Walls"]


@pytest.mark.parametrize(
    ("markup", "text", "links"),
    [
        ("plain", "plain", ()),
        ("in [[Oslo_Fjord|the fjord]].", "in the fjord.", (Link("Oslo Fjord", 3, 12),)),
        ("[[Oslo]]", "Oslo", (Link("Oslo", 0, 4),)),
        ("[[A|a]][[B|b]]", "ab", (Link("A", 0, 1), Link("B", 1, 2))),
        ("[[AT&amp;T|AT&T]]", "AT&T", (Link("AT&T", 0, 4),)),
        ("[[|nowhere]]", "nowhere", ()),
        ("[[open", "[[open", ()),
    ],
)
def test_markup_becomes_text_and_links(markup: str, text: str, links: tuple[Link, ...]) -> None:
    assert parse_markup(markup) == Rich(text, links)


words = st.text(st.characters(codec="utf-8"), max_size=12)
targets = st.text("aé (),'|[]-", min_size=1, max_size=8).filter(lambda text: text.strip() == text)


@given(st.lists(st.tuples(words, targets, words), max_size=4), words)
def test_markup_and_back(parts: list[tuple[str, str, str]], end: str) -> None:
    text, links = "", []
    for before, target, anchor in parts:
        text += before
        links.append(Link(target, len(text), len(text) + len(anchor)))
        text += anchor
    rich = parse_markup(Rich(text + end, tuple(links)).markup)
    if "[" not in text + end and "]" not in text + end:
        assert rich == Rich(text + end, tuple(links))
    assert rich.text.replace(" ", "") == (text + end).replace(" ", "")
    assert parse_markup(rich.markup) == rich
