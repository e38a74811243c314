import pytest

from evidentia.verdict.calculator.numbers import date_key, find_date, find_numbers, parse


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("1,234", "number", 1234),
        ("-7", "number", -7),
        ("$4.5 million", "number", 4_500_000),
        ("45%", "percent", 45),
        ("3rd", "rank", 3),
        ("t5", "rank", 5),
        ("1:02.50", "duration", 62.5),
        ("2:01:30", "duration", 7290),
        ("12.7 (79)", "score", 79),
        ("3 - 1", "pair", 3),
        ("1995", "year", date_key(1995, 0, 0)),
        ("1995 - 96", "year", date_key(1995, 0, 0)),
        ("4 May 1990", "date", date_key(1990, 5, 4)),
        ("may 4 , 1990", "date", date_key(1990, 5, 4)),
        ("170 cm (5 ft 7 in)", "number", 170),
        ("Anna Ek (31)", "named", 31),
        ("Anna Ek", "text", None),
        ("n/a", "empty", None),
        ("", "empty", None),
    ],
)
def test_value_of_a_cell(text: str, kind: str, key: float | None) -> None:
    value = parse(text)
    assert (value.kind, value.key) == (kind, key)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2011-03-09", (2011, 3, 9)),
        ("on the 9th of march 2011", (2011, 3, 9)),
        ("march 2011", (2011, 3, 0)),
        ("december 6", (0, 12, 6)),
        ("nothing here 12", None),
    ],
)
def test_first_date(text: str, date: tuple[int, int, int] | None) -> None:
    assert find_date(text) == date


def test_a_hyphen_between_numbers_is_no_sign() -> None:
    assert find_numbers("49 -17 and -3") == (49, 17, -3)


def test_hostile_cells_end() -> None:
    assert parse("9" * 5000).kind in ("number", "text")
    assert len(find_numbers("1 " * 5000)) <= 40
