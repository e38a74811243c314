from __future__ import annotations

import pytest

from evidentia.search.titles import (
    ACRONYM,
    BARE,
    BARE_REDIRECT,
    REDIRECT,
    SHORT,
    TITLE,
    TitleTable,
    bare,
    hash_key,
    key,
    variants,
)
from evidentia.search.words import compounds, stems


@pytest.mark.parametrize(
    ("name", "mention"),
    [
        ("The Beatles", "beatles"),
        ("J. K. Rowling", "JK Rowling"),
        ("Émile Zola", "Emile Zola"),
        ("Amber (film)", "Amber (film)"),
        ("U.S. Steel", "US Steel"),
        ("Rivers", "river"),
    ],
)
def test_one_key_for_spellings_of_a_name(name: str, mention: str) -> None:
    assert key(stems(name)) == key(stems(mention))


@pytest.mark.parametrize(
    ("title", "redirect", "name", "kind"),
    [
        ("Amber (film)", False, "Amber (film)", TITLE),
        ("Amber (film)", False, "Amber", BARE),
        ("Amber (film)", True, "Amber", BARE_REDIRECT),
        ("Joanna Marlow", True, "Joanna Marlow", REDIRECT),
        ("Athens, Georgia", False, "Athens", SHORT),
        ("List of rivers of Norland", False, "rivers of Norland", SHORT),
        ("World Health Organization", False, "WHO", ACRONYM),
    ],
)
def test_variants_of_a_title(title: str, redirect: bool, name: str, kind: int) -> None:
    wanted = hash_key(name.lower() if kind == ACRONYM else key(stems(name)))
    assert (wanted, kind) in set(variants(title, redirect))


def test_a_title_without_words_has_a_key() -> None:
    assert [kind for _, kind in variants("!!!")] == [TITLE]


def test_find_gives_the_surest_kind_first_and_keeps_to_the_limit() -> None:
    table = TitleTable.build([(7, 3, BARE), (7, 1, BARE), (7, 9, TITLE), (5, 2, TITLE)])
    assert table.find([7, 5, 6]) == [[(9, TITLE), (1, BARE), (3, BARE)], [(2, TITLE)], []]
    assert table.find([7], 1) == [[(9, TITLE)]]


def test_merged_tables_stay_sorted() -> None:
    merged = TitleTable.build([(9, 1, TITLE), (2, 1, BARE)]).merged(TitleTable.build([(5, 2, TITLE)]))
    assert merged.find([2, 5, 9]) == [[(1, BARE)], [(2, TITLE)], [(1, TITLE)]]


def test_bare_keeps_a_title_that_is_nothing_but_a_bracket() -> None:
    assert bare("(film)") == "(film)"
    assert bare("Amber (film)") == "Amber"


def test_compound_numbers_are_one_word() -> None:
    assert compounds("1,204 km, 13.75 m and 7") == ["1204", "13x75"]
