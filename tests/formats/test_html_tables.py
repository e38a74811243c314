"""Tables of Wikipedia's HTML: headers, spans, captions, nesting, infoboxes, tables that only arrange."""

from __future__ import annotations

import pytest

from evidentia.context import header_cells
from evidentia.formats.html import page_from_html
from evidentia.page import Page, Table


def page(html: str, filter: str | None = None) -> Page:
    found = page_from_html(html, "T", filter=filter)
    assert found is not None
    return found


def only_table(html: str) -> Table:
    (table,) = page(html).tables
    return table


def rows(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


WIDE = """
<table class="wikitable sortable">
<caption>Medals <span class="navbar">v t e</span><sup class="reference">[1]</sup></caption>
<thead><tr><th rowspan="2" scope="col">Team</th><th colspan="2">Medals</th></tr>
<tr><td>Gold</td><td>Silver</td></tr></thead>
<tbody><tr><th scope="row"><a href="/wiki/Norway">Norway</a></th><td>3</td>
<td><span style="display:none">0</span>1</td></tr>
<tr><td scope="row">Chad</td><td colspan="2" rowspan="0">none</td></tr></tbody></table>
"""


def test_multi_level_headers_ids_and_caption() -> None:
    table = only_table(WIDE)
    assert table.type == "table"
    assert table.caption is not None
    assert table.caption.text == "Medals"
    assert [[cell.key for cell in row] for row in table.rows] == [
        ["header_cell_0_0_0", "header_cell_0_0_1"],
        ["header_cell_0_1_0", "header_cell_0_1_1"],
        ["header_cell_0_2_0", "cell_0_2_1", "cell_0_2_2"],
        ["header_cell_0_3_0", "cell_0_3_1"],
    ]
    assert [[cell and cell.text for cell in row] for row in table.grid] == [
        ["Team", "Medals", "Medals"],
        ["Team", "Gold", "Silver"],
        ["Norway", "3", "1"],
        ["Chad", "none", "none"],
    ]
    assert [cell.text for cell in header_cells(table, "cell_0_2_2")] == ["Norway", "Silver", "Medals"]
    assert table.rows[2][0].content.links[0].target == "Norway"


def test_second_table_counts_on() -> None:
    html = "<table class='wikitable'><tr><td>a</td></tr></table>" * 2
    assert [table.rows[0][0].key for table in page(html).tables] == ["cell_0_0_0", "cell_1_0_0"]


def test_infobox_rows() -> None:
    html = """<table class="infobox vcard"><tr><th colspan="2">Ada</th></tr>
    <tr><td colspan="2"><a class="image" href="/wiki/File:A.jpg"><img src="a.jpg"></a></td></tr>
    <tr><th scope="row">Born</th><td>1815<br/>London</td></tr>
    <tr><th>Known for</th><td><ul><li>Notes</li><li>Programs</li></ul></td></tr></table>"""
    table = only_table(html)
    assert table.type == "infobox"
    assert rows(table) == [["Ada"], ["Born", "1815\nLondon"], ["Known for", "Notes\nPrograms"]]
    assert [cell.text for cell in header_cells(table, "cell_0_1_1")] == ["Born", "Ada"]


def test_a_cell_of_flags_alone_says_whose_they_are() -> None:
    flag = '<span class="flagicon"><a href="/wiki/{0}"><img alt="{0}"></a></span>'
    cells = f"<td>{flag.format('Chad')}</td><td>{flag.format('Mali')} Ann</td><td><img alt='photo'></td>"
    (row,) = only_table(f"<table class='wikitable'><tr>{cells}</tr></table>").rows
    assert [cell.text for cell in row] == ["Chad", "Ann", ""]
    assert row[0].content.links[0].target == "Chad"
    hidden = "<td><a href='/wiki/Peru'><span style='display:none'>PER</span></a></td>"
    mark = "<td><sup class='reference'><a href='#n'>[1]</a></sup></td>"
    (row,) = only_table(f"<table class='wikitable'><tr><td>x</td>{hidden}{mark}</tr></table>").rows
    assert [cell.text for cell in row] == ["x", "PER", ""]


def test_bold_rows_are_headers() -> None:
    html = """<table class="wikitable"><tr><td><b>Year</b></td><td><b>Film</b><sup class="reference">[2]</sup></td></tr>
    <tr><td colspan="2"><b>Silent</b></td></tr><tr><td>1925</td><td><b>Gold</b></td></tr>
    <tr style="font-weight: bold"><td>1926</td><td>Sum</td></tr></table>"""
    table = only_table(html)
    assert [[cell.is_header for cell in row] for row in table.rows] == [
        [True, True],
        [True],
        [False, False],
        [False, False],
    ]
    assert table.rows[0][1].key == "header_cell_0_0_1"


def test_bold_row_under_real_headers_is_none() -> None:
    html = "<table class='wikitable'><tr><th>A</th><th>B</th></tr><tr><td><b>1</b></td><td><b>2</b></td></tr></table>"
    assert not any(cell.is_header for cell in only_table(html).rows[1])


def test_short_rows_are_filled_but_not_in_infoboxes() -> None:
    short = "<tr><td>a</td><td>b</td><td>c</td></tr><tr><td>d</td></tr>"
    table = only_table(f"<table class='wikitable'>{short}</table>")
    assert [cell and cell.text for cell in table.grid[1]] == ["d", "", ""]
    assert table.rows[1][1].key == "cell_0_1_1"
    assert rows(only_table(f"<table class='infobox'>{short}</table>"))[1] == ["d"]


def test_nested_table_becomes_its_own() -> None:
    inner = "<table class='wikitable'><tr><th>X</th><th>Y</th></tr><tr><td>1</td><td>2</td></tr></table>"
    found = page(f"<table class='wikitable'><tr><th>Outer</th></tr><tr><td>text {inner} end</td></tr></table>").tables
    assert [rows(table) for table in found] == [[["Outer"], ["text end"]], [["X", "Y"], ["1", "2"]]]
    assert found[1].rows[1][0].key == "cell_1_1_0"


def test_nested_table_of_an_infobox_is_an_infobox() -> None:
    inner = "<table><tr><th>Club</th><th>Goals</th></tr><tr><td>Ajax</td><td>7</td></tr></table>"
    found = page(f"<table class='infobox'><tr><th>Name</th></tr><tr><td>{inner}</td></tr></table>", "feverous").tables
    assert [table.type for table in found] == ["infobox", "infobox"]


def test_small_table_in_a_cell_is_text() -> None:
    html = "<table class='wikitable'><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>"
    assert rows(only_table(html)) == [["a", "b\nc"]]


LAYOUT = [
    "<table><tr><td><ul><li>one</li></ul></td><td><ul><li>two</li></ul></td></tr></table>",
    "<table class='multicol'><tr><td>one</td><td>two</td></tr></table>",
    "<table><tr><td><p>one</p></td><td><p>two</p></td></tr></table>",
    "<table class='cquote'><tr><td>“</td><td>one two</td><td>”</td></tr></table>",
    "<table><tr><td></td><td>one two</td></tr></table>",
    "<table role='presentation'><tr><td>one</td><td>two</td></tr></table>",
]


@pytest.mark.parametrize("html", LAYOUT)
def test_tables_that_only_arrange_are_read_through(html: str) -> None:
    found = page(html)
    assert not found.tables
    text = " ".join(element.text for element in found.elements)
    assert "one" in text
    assert "two" in text


def test_wikitables_inside_a_layout_or_a_navigation_box() -> None:
    inner = "<table class='wikitable'><tr><th>X</th><td>1</td></tr></table>"
    for classes in ("", "navbox collapsible", "toccolours"):
        assert rows(
            only_table(f"<table class='{classes}'><tr><th>Games</th></tr><tr><td>{inner}</td></tr></table>")
        ) == [["X", "1"]]


def test_unclassed_table_of_facts_is_kept_unless_filtered() -> None:
    html = (
        "<p>a</p><table class='toccolours'><tr><th>Year</th><th>Rank</th></tr><tr><td>1990</td><td>3</td></tr></table>"
    )
    assert rows(page(html).tables[0]) == [["Year", "Rank"], ["1990", "3"]]
    assert not page(html, "feverous").tables


def test_empty_tables_are_dropped() -> None:
    html = "<p>a</p><table class='wikitable'><caption>c</caption><tr><td><img src='x'></td><td> </td></tr></table>"
    assert not page(html).tables


def test_overlapping_spans_survive() -> None:
    lines = "<tr><td>a</td><td rowspan=3>b</td></tr><tr><td colspan=2>c</td></tr><tr><td>d</td></tr>"
    html = f"<table class='wikitable'>{lines}</table>"
    grid = only_table(html).grid
    assert {cell.text for row in grid for cell in row if cell} >= {"a", "b", "c", "d"}


# The paper's filters


def notice(classes: str, text: str) -> str:
    return f'<table class="plainlinks metadata ambox {classes}"><tr><td>{text}</td></tr></table>'


UNREFERENCED = notice("box-Unreferenced ambox-content", "This article does not cite any sources.")
STYLE = notice("ambox-style", "This article reads like an essay.")


def test_flagged_page_is_left_out_only_with_the_filter() -> None:
    html = f"{UNREFERENCED}<p>Text.</p><h2>A</h2><p>More.</p>"
    assert page_from_html(html, "T", filter="feverous") is None
    assert [sentence.text for sentence in page(html).sentences] == ["Text.", "More."]
    assert page_from_html(f"{STYLE}<p>Text.</p>", "T", filter="feverous") is not None


def test_flagged_section_is_left_out_with_its_subsections() -> None:
    table = "<table class='wikitable'><tr><td>x</td></tr></table>"
    html = f"<p>Intro.</p><h2>A</h2>{UNREFERENCED}<p>a</p><h3>A1</h3><p>a1</p>{table}<h2>B</h2><p>b</p>"
    assert [(element.key, element.text) for element in page(html, "feverous").elements] == [
        ("sentence_0", "Intro."),
        ("section_0", "B"),
        ("sentence_1", "b"),
    ]


def test_notice_by_its_words_alone() -> None:
    box = "<div class='mbox-small ambox'>This section needs additional\ncitations for verification.</div>"
    html = f"<p>I.</p><h2>A</h2>{box}<p>a</p>"
    assert [element.text for element in page(html, "feverous").elements] == ["I."]


def test_listed_sections_are_left_out() -> None:
    html = "<p>I.</p><h2>See also</h2><ul><li>x</li></ul><h2>Career</h2><p>c</p><h2>References</h2><ol><li>r</li></ol>"
    assert [element.text for element in page(html, "feverous").elements] == ["I.", "Career", "c"]
    assert len(page(html).lists) == 2


def test_an_infobox_of_many_empty_rows_takes_bounded_work() -> None:
    table = only_table("<table class=infobox>" + "<tr><td>a" * 20_000 + "<tr><td>" * 20_000 + "</table>")
    assert len(table.rows) == 20_000


def test_a_cell_of_many_elements_in_one_another_is_read() -> None:
    deep = "<span>" * 1500 + "<b>x</b>" + "</span>" * 1500
    assert rows(only_table(f"<table class=wikitable><tr><td>{deep}</td><td>y</td></tr></table>")) == [["x", "y"]]


def test_a_table_around_tables_with_headers_is_no_table() -> None:
    squad = (
        '<table><tr><th>No.</th><th>Nation</th></tr><tr><td>{}</td><td><span class="flagicon">'
        '<a href="/wiki/Wales"><img alt="Wales"></a></span></td></tr></table>'
    )
    tables = page(f"<table><tr><td>{squad.format(1)}</td><td></td><td>{squad.format(2)}</td></tr></table>").tables
    assert [rows(table) for table in tables] == [[["No.", "Nation"], [number, "Wales"]] for number in "12"]


def test_ratings_in_stars() -> None:
    star = '<span title="{0}"><img alt="{0}" src="a.png"><img alt="" src="a.png"></span>'
    cells = "".join(f"<tr><th>Review</th><td>{star.format(alt)}</td></tr>" for alt in ("3.5/5 stars", "Cover.jpg"))
    assert rows(only_table(f'<table class="infobox">{cells}</table>')) == [["Review", "3.5/5 stars"], ["Review", ""]]


def test_coordinates_for_the_top_of_the_page_are_not_said_twice() -> None:
    place = '<span class="geo">41°7′N 16°52′E</span>'
    top = f'<span><span id="coordinates"><a href="/wiki/Geo">Coordinates</a>: {place}</span></span>'
    table = only_table(
        f'<table class="infobox"><tr><td>Coordinates: {place}{top}</td></tr><tr><td>Near here {top}</td></tr></table>'
    )
    assert rows(table) == [["Coordinates: 41°7′N 16°52′E"], ["Near here Coordinates: 41°7′N 16°52′E"]]
