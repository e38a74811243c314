import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidentia.formats.feverous import (
    canonical,
    page_from_dict,
    page_from_json,
    page_to_dict,
    page_to_json,
    plain_title,
)
from evidentia.page import Cell, Link, ListItem, Page, PageList, Rich, Section, Sentence, Table

RAW = {
    "title": "Harbour_towns",
    "order": ["sentence_0", "section_0", "table_0", "list_0"],
    "sentence_0": "Some lie on the [[Grey_Sea|sea]].",
    "section_0": {"value": "Towns", "level": 2},
    "table_0": {
        "type": "table",
        "table": [
            [{"id": "header_cell_0_0_0", "value": "Town", "is_header": True, "column_span": "2", "row_span": "1"}],
            [
                {"id": "cell_0_1_0", "value": "[[Ost|Ost]]", "is_header": False, "column_span": "1", "row_span": "1"},
                {"id": "cell_0_1_1", "value": "12", "is_header": False, "column_span": 1, "row_span": "x"},
            ],
        ],
        "caption": "Towns and boats",
    },
    "list_0": {
        "type": "ordered_list",
        "list": [{"id": "item_0_0", "value": "First", "level": 0}, {"id": "item_0_1", "value": "Second", "level": "1"}],
    },
}


def test_a_page_with_every_kind_of_element() -> None:
    page = page_from_dict(RAW)
    assert page.title == "Harbour towns"
    assert [element.key for element in page.elements] == RAW["order"]
    assert page.sentences[0].content == Rich("Some lie on the sea.", (Link("Grey Sea", 16, 19),))
    assert page.sections[0].level == 2
    table = page.tables[0]
    assert table.caption == Rich("Towns and boats")
    assert [cell.key for cell in table.cells()] == ["header_cell_0_0_0", "cell_0_1_0", "cell_0_1_1"]
    assert (table.rows[0][0].column_span, table.rows[1][1].row_span, table.rows[0][0].is_header) == (2, 1, True)
    assert [(item.text, item.level) for item in page.lists[0].items] == [("First", 0), ("Second", 1)]
    assert page.lists[0].type == "ordered_list"


def test_written_as_the_official_files_are() -> None:
    written = msgspec.json.decode(page_to_json(page_from_dict(RAW)))
    assert written["order"] == RAW["order"]
    assert written["sentence_0"] == RAW["sentence_0"]
    assert written["section_0"] == RAW["section_0"]
    assert written["table_0"]["table"][0] == RAW["table_0"]["table"][0]  # type: ignore[index]
    assert written["table_0"]["table"][1][1]["column_span"] == "1"
    assert written["table_0"]["caption"] == "Towns and boats"
    assert written["list_0"]["list"][1] == {"id": "item_0_1", "value": "Second", "level": 1}
    assert page_from_dict(written) == page_from_dict(RAW)


def test_canonical_bytes_are_those_of_the_page() -> None:
    raw = {**RAW, "sentence_0": "é [[A_b|c]]"}
    title, data = canonical(msgspec.json.encode(raw))
    assert title == "Harbour towns"
    # A span that is no number is kept as the text it was; as a page it counts as 1.
    again, same = canonical(data)
    assert (again, same) == (title, data)
    assert page_from_json(data) == page_from_json(msgspec.json.encode(raw))


texts = st.text(st.characters(codec="utf-8", exclude_characters="[]"), max_size=10)
riches = texts.map(Rich)
cells = st.builds(lambda text, header, spans: (text, header, *spans), riches, st.booleans(),
                  st.tuples(st.integers(0, 9), st.integers(0, 9)))  # fmt: skip


def table(number: int, rows: list[list[tuple[Rich, bool, int, int]]], caption: Rich | None) -> Table:
    return Table(
        number,
        [
            [Cell(f"{'header_' * header}cell_{number}_{y}_{x}", text, header, down, across)
             for x, (text, header, down, across) in enumerate(row)]
            for y, row in enumerate(rows)
        ],
        "infobox",
        caption,
    )  # fmt: skip


tables = st.lists(st.lists(cells, max_size=3), max_size=3)
elements = st.one_of(
    st.builds(lambda text: lambda n: Sentence(n, text), riches),
    st.builds(lambda text, level: lambda n: Section(n, text, level), riches, st.integers(1, 6)),
    st.builds(lambda rows, caption: lambda n: table(n, rows, caption), tables, st.none() | riches),
    st.builds(lambda items: lambda n: PageList(n, [ListItem(f"item_{n}_{i}", *item) for i, item in enumerate(items)]),
              st.lists(st.tuples(riches, st.integers(0, 5), st.none() | st.just("ordered_list")), max_size=3)),
)  # fmt: skip


@given(st.lists(elements, max_size=6))
def test_any_page_and_back(makers: list) -> None:  # type: ignore[type-arg]
    page = Page("A page", [make(number) for number, make in enumerate(makers)])
    assert page_from_json(page_to_json(page)) == page
    assert page_from_dict(msgspec.to_builtins(page_to_dict(page))) == page
    assert canonical(page_to_json(page)) == ("A page", page_to_json(page))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "not JSON"),
        (b"[]", "not a FEVEROUS page"),
        (b'"text"', "not a FEVEROUS page"),
        (b"\xff\xfe", "not JSON"),
        (b'{"title":"\xff","order":[]}', "not UTF-8"),
        (b'{"order":[]}', "no title"),
        (b'{"title":"","order":[]}', "empty title"),
        (b'{"title":" _ ","order":[]}', "empty title"),
        (b'{"title":7,"order":[]}', "no title"),
        (b'{"title":"a\\u0000b","order":[]}', "NUL"),
        (b'{"title":"T","order":"sentence_0"}', "`order` is not a list"),
        (b'{"title":"T","order":["sentence_0"]}', "which the page does not have"),
        (b'{"title":"T","order":[7]}', "which the page does not have"),
        (b'{"title":"T","order":[["x"]]}', "which the page does not have"),
        (b'{"title":"T","order":["sentence_0","sentence_0"],"sentence_0":"a"}', "twice"),
        (b'{"title":"T","order":["sentence_0"],"sentence_0":7}', "is not a text"),
        (b'{"title":"T","order":["table_0"],"table_0":"a"}', "is not a record"),
        (b'{"title":"T","order":["table_0"],"table_0":{"table":[["a"]]}}', "not a FEVEROUS page"),
        (b'{"title":"' + b"x" * 1_000_000 + b'","order":[]}', "title of 1,000,000 characters"),
        (b"[" * 100_000, "not"),
        (b'{"title":"T","order":[],"sentence_0":' + b'{"value":' * 100_000, "not"),
    ],
)
def test_malformed_pages_are_refused_with_a_reason(data: bytes, reason: str) -> None:
    for read in (canonical, page_from_json):
        with pytest.raises(ValueError, match=reason):
            read(data)


def test_what_order_forgets_is_not_lost() -> None:
    page = page_from_dict({"title": "T", "order": ["sentence_1"], "sentence_0": "a", "sentence_1": "b", "note": "x"})
    assert [sentence.text for sentence in page.sentences] == ["b", "a"]


def test_missing_ids_and_nulls_are_filled_in() -> None:
    raw = {"title": "T", "order": ["table_2"], "table_2": {"table": [[{"value": None, "is_header": True}, {}]]}}
    assert [cell.key for cell in page_from_dict(raw).tables[0].cells()] == ["header_cell_2_0_0", "cell_2_0_1"]


@pytest.mark.parametrize(
    ("given", "plain"),
    [("A_b", "A b"), ("  A\tb\n", "A b"), ("Cafe\u0301", "Café"), ("a/b/../c", "a/b/../c"), ("😀", "😀")],
)
def test_titles_become_plain(given: str, plain: str) -> None:
    assert plain_title(given) == plain
