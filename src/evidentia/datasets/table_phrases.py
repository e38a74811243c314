"""The wordings of statements from tables, and values that make them wrong but likely."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from evidentia.datasets.grammar.answers import spatial, temporal
from evidentia.datasets.grammar.words import wordset
from evidentia.datasets.table_layout import Column, number

_SPELLED = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_RATES = re.compile(r"%|\b(?:average|avg|mean|percent|percentage|rate|ratio|per|year|age|rank|time|density)\b", re.I)
_COUNTED = re.compile(r"^(?:[a-z]+ ){0,2}[a-z]{3,}s$")
_NOT_COUNTED = wordset("status class loss address pass cross gross series press mass less")


def lower(name: str) -> str:
    """A header inside a sentence: words of one capital are lowered, abbreviations stay."""
    return " ".join(word.lower() if word[:1].isupper() and word[1:].islower() else word for word in name.split())


def _among(title: str, chance: random.Random) -> str:
    return chance.choice((f"In {title}", f"According to {title}", f"In the table of {title}", f"For {title}"))


def _value(text: str) -> str:
    return text.strip().rstrip(".")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def infobox(title: str, name: str, chance: random.Random) -> Callable[[str], str]:
    key = lower(name)
    form = chance.randrange(4)
    verbal = re.fullmatch(r"(?:[a-z]+ )?[a-z]+(?:ed|born|built|written)(?: by| in| on| at)?", key)
    if verbal:
        joined = key if key.endswith((" by", " in", " on", " at")) else key + ":"
        if joined.endswith(":"):
            return lambda value: f"{title} was {key} {_in(value)}."
        return lambda value: f"{title} was {joined} {_value(value)}."
    if form == 0:
        return lambda value: f"The {key} of {title} is {_value(value)}."
    if form == 1:
        return lambda value: f"{title} has {_value(value)} as its {key}."
    if form == 2:
        return lambda value: f"{_capital(_value(value))} is the {key} of {title}."
    return lambda value: f"For {title}, the {key} is {_value(value)}."


def _in(value: str) -> str:
    return temporal(_value(value)) if re.search(r"\d", value) else spatial(_value(value))


def lookup(title: str, subject: str, column: Column, chance: random.Random) -> Callable[[str], str]:
    key = lower(column.name)
    form = chance.randrange(5)
    done = re.fullmatch(
        r"(directed|written|produced|story|teleplay|music|composed|designed|built|won|sung|performed) by", key
    )
    if done:
        verb = key if done.group(1) not in ("story", "teleplay", "music") else f"given {key}"
        return lambda value: f"{subject} in {title} was {verb} {_value(value)}."
    if column.numeric and _is_counted(key) and form < 3:
        if form == 0:
            return lambda value: f"In {title}, {subject} has {_value(value)} {key}."
        return lambda value: f"{subject} had {_value(value)} {key} in {title}."
    if form == 0:
        return lambda value: f"In {title}, the {key} of {subject} is {_value(value)}."
    if form == 1:
        return lambda value: f"The {key} listed for {subject} in {title} is {_value(value)}."
    if form == 2:
        return lambda value: f"{subject} has {_value(value)} as its {key} in {title}."
    if form == 3:
        return lambda value: f"{_capital(_value(value))} is the {key} of {subject} in {title}."
    return lambda value: f"For {subject}, the {key} is {_value(value)} according to {title}."


def _is_counted(key: str) -> bool:
    """Whether a header counts things, so that one can have `12 goals`."""
    return bool(_COUNTED.match(key)) and key.split()[-1] not in _NOT_COUNTED and not _RATES.search(key)


def comparison(title: str, column: Column, chance: random.Random) -> Callable[[str, str, bool], str]:
    key = lower(column.name)
    where = _among(title, chance)
    if column.years:
        return lambda one, two, high: (
            f"{where}, the {key} of {one} is {'later' if high else 'earlier'} than that of {two}."
        )
    if _is_counted(key):
        if chance.random() < 0.5:
            return lambda one, two, high: f"{where}, {one} has {'more' if high else 'fewer'} {key} than {two}."
        return lambda one, two, high: f"{one} had {'more' if high else 'fewer'} {key} than {two} in {title}."
    if chance.random() < 0.5:
        return lambda one, two, high: f"{where}, {one} has a {'higher' if high else 'lower'} {key} than {two}."
    return lambda one, two, high: (
        f"The {key} of {one} is {'higher' if high else 'lower'} than the {key} of {two} in {title}."
    )


def superlative(title: str, thing: str, column: Column, chance: random.Random) -> Callable[[str, bool], str]:
    key, kind = lower(column.name), lower(thing)
    if column.years:
        return lambda name, high: f"In {title}, {name} is the {kind} with the {'latest' if high else 'earliest'} {key}."
    form = chance.randrange(3)
    if _is_counted(key):
        if form == 0:
            return lambda name, high: f"In {title}, {name} has the {'most' if high else 'fewest'} {key}."
        return lambda name, high: f"{name} is the {kind} with the {'most' if high else 'fewest'} {key} in {title}."
    if form == 0:
        return lambda name, high: f"In {title}, {name} has the {'highest' if high else 'lowest'} {key}."
    if form == 1:
        return lambda name, high: f"The {kind} with the {'highest' if high else 'lowest'} {key} in {title} is {name}."
    return lambda name, high: f"{name} has the {'highest' if high else 'lowest'} {key} of all in {title}."


def count_equal(title: str, thing: str, column: Column, value: str, chance: random.Random) -> Callable[[int], str]:
    key, kind = lower(column.name), lower(thing)
    form = chance.randrange(3)
    if form == 0:
        return lambda number: f"In {title}, {value} is the {key} of {spelled(number)} {_plural(kind, number)}."
    if form == 1:
        return lambda number: (
            f"{_capital(spelled(number))} {_plural(kind, number)} in {title} {_have(number)} {value} as {key}."
        )
    return lambda number: f"{value} appears {_times(number)} as {key} in {title}."


def count_bound(title: str, thing: str, column: Column, value: str, chance: random.Random) -> Callable[[int], str]:
    key, kind = lower(column.name), lower(thing)
    if _is_counted(key):
        return lambda number: (
            f"In {title}, {spelled(number)} {_plural(kind, number)} {_have(number)} at least {value} {key}."
        )
    if chance.random() < 0.5:
        return lambda number: (
            f"{_capital(spelled(number))} {_plural(kind, number)} in {title} {_have(number)} "
            f"a {key} of {value} or more."
        )
    return lambda number: f"In {title}, the {key} is at least {value} for {spelled(number)} {_plural(kind, number)}."


def difference(title: str, column: Column, one: str, two: str, chance: random.Random) -> Callable[[float], str]:
    key, unit = lower(column.name), f" {column.unit}" if column.unit and column.unit != "%" else column.unit
    if _is_counted(key):
        return lambda value: f"In {title}, {one} has {figure(value)} more {key} than {two}."
    if chance.random() < 0.5:
        return lambda value: f"In {title}, the {key} of {one} is {figure(value)}{unit} higher than that of {two}."
    return lambda value: f"The difference between the {key} of {one} and {two} in {title} is {figure(value)}{unit}."


def total(title: str, column: Column, chance: random.Random) -> Callable[[float], str]:
    key, unit = lower(column.name), f" {column.unit}" if column.unit and column.unit != "%" else column.unit
    if chance.random() < 0.5:
        return lambda value: f"In {title}, the total {key} is {figure(value)}{unit}."
    return lambda value: f"The {key} in {title} add{'' if key.endswith('s') else 's'} up to {figure(value)}{unit}."


def average(title: str, column: Column, chance: random.Random) -> Callable[[float], str]:
    key, unit = lower(column.name), f" {column.unit}" if column.unit and column.unit != "%" else column.unit
    if chance.random() < 0.5:
        return lambda value: f"In {title}, the average {key} is {figure(value)}{unit}."
    return lambda value: f"On average, the {key} in {title} is {figure(value)}{unit}."


def is_rate(column: Column) -> bool:
    """Whether adding up the column's values would mean nothing."""
    return bool(_RATES.search(column.name)) or column.unit == "%"


def figure(value: float) -> str:
    """A number as people write it: thousands with commas, two decimals at most."""
    rounded = round(value, 2)
    return f"{int(rounded):,}" if rounded == int(rounded) else f"{rounded:,.2f}".rstrip("0")


def spelled(value: int) -> str:
    return _SPELLED[value] if 0 <= value < len(_SPELLED) else str(value)


def _plural(noun: str, count: int) -> str:
    if count == 1 or (noun.endswith("s") and not noun.endswith("ss")):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("ss", "x", "ch", "sh")) else "s")


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{spelled(count)} times")


def wrong_value(value: str, others: Sequence[str], chance: random.Random) -> str | None:
    """Another value of the same column and form, or a number nearby; None if there is none."""
    near = sorted({other for other in others if _alike(value, other)})
    if near:
        return chance.choice(near)
    return nearby(value, chance)


def _alike(value: str, other: str) -> bool:
    if not other or _folded(value) == _folded(other) or len(other) > 80:
        return False
    one, two = number(value), number(other)
    if (one is None) != (two is None):
        return False
    if one is not None:
        return one != two
    # A value that holds the other would still be partly right.
    if _folded(value) in _folded(other) or _folded(other) in _folded(value):
        return False
    digits = bool(re.search(r"\d", value)), bool(re.search(r"\d", other))
    return digits[0] == digits[1] and 0.3 < (len(value) + 3) / (len(other) + 3) < 3.3


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.lower()).strip()


def nearby(value: str, chance: random.Random) -> str | None:
    """The same text with its last number moved a little."""
    # Neither the 20 of `20th Century Fox` nor the 06 of 2015-06-03 is a number of its own.
    numbers = list(re.finditer(r"(?<![\w,.-])\d+(?![\w-]|[,.]\d)", value))
    if not numbers:
        return None
    found = max(numbers, key=lambda each: len(each.group()))
    digits = found.group()
    amount = int(digits)
    step = max(1, int(amount * 0.01)) if len(digits) == 4 else max(1, amount // 5)
    moved = amount + chance.choice((-1, 1)) * chance.randint(1, max(2, step))
    if moved < 0 or moved == amount:
        moved = amount + 1
    return value[: found.start()] + str(moved).zfill(len(digits) if digits[0] == "0" else 0) + value[found.end() :]


def wrong_count(true: int, rows: int, chance: random.Random) -> int | None:
    choices = [count for count in range(max(1, true - 2), min(rows, true + 3) + 1) if count != true]
    return chance.choice(choices) if choices else None


def wrong_number(true: float, chance: random.Random) -> float:
    """A number of the same size and the same decimals."""
    factor = chance.choice((0.5, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.5, 2.0))
    wrong = round(true * factor, 0 if true == int(true) else 2)
    if figure(wrong) == figure(true) or wrong <= 0:
        wrong = true + chance.choice((1, 2, 3))
    return wrong
