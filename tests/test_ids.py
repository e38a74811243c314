import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidentia import ids
from evidentia.ids import ElementId

SHAPES = {
    "sentence": 1,
    "section": 1,
    "table": 1,
    "list": 1,
    "table_caption": 1,
    "item": 2,
    "cell": 3,
    "header_cell": 3,
    "title": 0,
}
numbers = st.integers(0, 999_999_999)


@st.composite
def element_ids(draw: st.DrawFn) -> ElementId:
    kind = draw(st.sampled_from(sorted(SHAPES)))
    # A title that itself ends like the beginning of a longer kind cannot be told from that kind.
    page = draw(st.text(min_size=1).filter(lambda text: not text.endswith("header")))
    return ElementId(page, kind, tuple(draw(st.tuples(*[numbers] * SHAPES[kind]))))


@given(element_ids())
def test_what_is_written_is_parsed(element: ElementId) -> None:
    assert ids.parse(str(element)) == element
    assert ids.is_id(str(element))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Oslo_sentence_3", ElementId("Oslo", "sentence", (3,))),
        ("Oslo_cell_0_2_1", ElementId("Oslo", "cell", (0, 2, 1))),
        ("Oslo_header_cell_0_0_1", ElementId("Oslo", "header_cell", (0, 0, 1))),
        ("Oslo_table_caption_0", ElementId("Oslo", "table_caption", (0,))),
        ("Oslo_item_0_4", ElementId("Oslo", "item", (0, 4))),
        ("Oslo_title", ElementId("Oslo", "title", ())),
        ("List_of_cells_2_cell_0_1_2", ElementId("List_of_cells_2", "cell", (0, 1, 2))),
        ("A_sentence_1_sentence_2", ElementId("A_sentence_1", "sentence", (2,))),
        ("The_title_title", ElementId("The_title", "title", ())),
        ("1984_1_sentence_0", ElementId("1984_1", "sentence", (0,))),
        ("sentence_0", ElementId("", "sentence", (0,))),
        ("Line\nbreak_sentence_0", ElementId("Line\nbreak", "sentence", (0,))),
    ],
)
def test_ids_are_parsed_from_the_end(text: str, expected: ElementId) -> None:
    assert ids.parse(text) == expected
    assert str(ids.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "Oslo", "Oslo_sentence", "Oslo_sentence_x", "Oslo_sentence_1\n", "Oslo_cell_0_1", "Oslo_item_3", "subtitle",
     "Oslo_sentence_" + "9" * 5000, "Oslo_sentence_٣"],
)  # fmt: skip
def test_other_texts_are_no_ids(text: str) -> None:
    assert not ids.is_id(text)
    with pytest.raises(ValueError, match="not an element id"):
        ids.parse(text)


@pytest.mark.parametrize("kind", ["cell_1_0_0", "header_cell_1_0_0", "table_caption_1", "table_1"])
def test_the_table_of_a_part(kind: str) -> None:
    assert str(ids.parse(f"Oslo_{kind}").table) == "Oslo_table_1"


def test_a_sentence_has_no_table() -> None:
    with pytest.raises(ValueError, match="does not belong"):
        _ = ids.parse("Oslo_sentence_1").table


@given(st.text())
def test_folding_twice_changes_nothing(title: str) -> None:
    assert ids.fold(ids.fold(title)) == ids.fold(title)


def test_folding_is_blind_to_composition_and_underscores() -> None:
    assert ids.fold("Ange\u0301lique_Kidjo") == ids.fold("Angélique Kidjo") == "Angélique Kidjo"
