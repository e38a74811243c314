from evidentia.corpus.show import render, wide
from evidentia.page import Cell, ListItem, Page, PageList, Rich, Section, Sentence, Table

PAGE = Page(
    "Lighthouses",
    [
        Sentence(0, Rich("They shine.")),
        Sentence(1, Rich("Ships see them.")),
        Section(0, Rich("By height"), 2),
        Table(
            0,
            [
                [Cell("header_cell_0_0_0", Rich("Name"), True), Cell("header_cell_0_0_1", Rich("Height"), True, 1, 2)],
                [Cell("cell_0_1_0", Rich("東の灯")), Cell("cell_0_1_1", Rich("12")), Cell("cell_0_1_2", Rich("m"))],
            ],
            "table",
            Rich("Some of them"),
        ),
        PageList(
            0, [ListItem("item_0_0", Rich("North"), 0), ListItem("item_0_1", Rich("Far north"), 1)], "ordered_list"
        ),
    ],
)


def test_a_page_for_a_person() -> None:
    assert list(render(PAGE, width=60)) == [
        "Lighthouses",
        "===========",
        "",
        "They shine. Ships see them.",
        "",
        "## By height",
        "",
        "Some of them",
        "+--------+--------+---+",
        "| Name   | Height |   |",
        "+--------+--------+---+",
        "| 東の灯 | 12     | m |",
        "+--------+--------+---+",
        "",
        "  1. North",
        "    1. Far north",
    ]


def test_ids_stand_before_what_they_name() -> None:
    shown = "\n".join(render(PAGE, width=200, ids=True))
    for key in ("sentence_1", "section_0", "table_0", "cell_0_1_1", "list_0", "item_0_1"):
        assert f"[{key}]" in shown


def test_a_wide_table_fits_the_width() -> None:
    row = [Cell(f"cell_0_0_{x}", Rich("word " * 20)) for x in range(6)]
    shown = list(render(Page("T", [Table(0, [row])]), width=80))
    assert max(map(wide, shown)) <= 80
    assert sum(line.count("word") for line in shown) == 120


def test_an_empty_table_and_an_endless_word() -> None:
    page = Page("T", [Table(0, []), Table(1, [[]]), Table(2, [[Cell("cell_2_0_0", Rich("x" * 300))]])])
    shown = list(render(page, width=40))
    assert sum(line.count("x") for line in shown) == 300
    assert max(map(len, shown)) <= 60


def test_a_page_cannot_drive_the_terminal() -> None:
    hostile = Page("T", [Sentence(0, Rich("a\x1b]0;owned\x07b\u202ec\x9b31m")), Section(0, Rich("s\x1b[2J"), 10**6)])
    shown = "\n".join(render(hostile))
    assert not set(shown) & set("\x1b\x07\x9b\u202e")
    assert len(shown) < 200


def test_endless_words_and_depths_take_bounded_work() -> None:
    table = Table(0, [[Cell("cell_0_0_0", Rich("x" * 300_000)), Cell("cell_0_0_1", Rich("灯" * 50))]])
    deep = PageList(0, [ListItem(f"item_0_{level}", Rich("i"), level) for level in range(20_000)], "ordered_list")
    shown = list(render(Page("T", [table, deep]), width=80))
    assert sum(line.count("x") for line in shown) == 300_000
    assert sum(line.count("灯") for line in shown) == 50
    assert max(map(wide, shown)) <= 80
