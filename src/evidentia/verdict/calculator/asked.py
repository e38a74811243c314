"""A linked claim ready to be executed, the drafts that come of it, and the choices all readings share."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import msgspec

from evidentia.verdict.calculator.columns import NUMERIC, Typed
from evidentia.verdict.calculator.intents import TIME_WORDS, Trigger, triggers
from evidentia.verdict.calculator.links import Hit, Linked, Stated
from evidentia.verdict.calculator.words import STOP, number_text

TIMES = ("date", "year")
_LOOSE = frozenset(("about", "approximately", "nearly", "almost", "around", "roughly", "some", "over"))
_GRADED = frozenset(
    ("best", "top", "highest", "better", "higher", "worst", "lowest", "lower", "worse", "high", "low", "bottom")
)
_PLACED = frozenset(("above", "ahead", "below", "under"))
_BEST = frozenset(("best", "top", "better", "worst", "worse"))
_SPEED = frozenset(("fastest", "faster", "slowest", "slower"))


class Draft(msgspec.Struct):
    """One reading of the claim, executed."""

    variant: str
    truth: bool
    text: str
    cells: list[str]
    column: float = 0.0
    near: float = 0.0
    subject: float = 0.0
    scope: int = 0
    used: frozenset[int] = frozenset()
    number: int | None = None


class Asked(msgspec.Struct, dict=True):
    """A linked claim with its triggers and the parts the readings choose from."""

    table: Typed
    linked: Linked
    triggers: list[Trigger]
    entities: list[Hit]
    numbers: list[Stated]
    loose: bool
    everything: frozenset[int]


def ask(linked: Linked, table: Typed) -> Asked:
    entities: list[Hit] = []
    for hit in linked.hits:
        timed = table.kinds[hit.column] in TIMES
        if hit.numeric and not (timed and hit.exact):
            continue
        if not hit.exact and all(p in linked.title_places or linked.stems[p] in STOP for p in hit.places):
            continue
        if hit.score >= 0.3 and len(entities) < 8:
            entities.append(hit)
    found = triggers(linked.tokens)
    headers = {place for where in linked.column_places.values() for place in where}
    found = [trigger for trigger in found if not (trigger.word in ("high", "low", "no") and trigger.place in headers)]
    loose = any(token.text in _LOOSE for token in linked.tokens)
    return Asked(
        table, linked, found, entities, linked.numbers[:6], loose, frozenset(range(table.height)) - table.summary
    )


def same_number(value: float, claimed: float, loose: bool = False) -> bool:
    """Equal, or equal once rounded as the claim writes it, or in the table's thousands or millions."""
    if value == claimed:
        return True
    decimals = len(number_text(claimed).partition(".")[2])
    if decimals and abs(value - claimed) <= 0.5 * 10**-decimals * 1.0001:
        return True
    difference, size = abs(value - claimed), max(abs(value), abs(claimed))
    if loose and difference <= 0.05 * size:
        return True
    if claimed >= 1e5 and value < 1e5:
        return any(abs(value * scale - claimed) <= 1e-3 * claimed for scale in (1e3, 1e6))
    return False


def column_sign(asked: Asked, trigger: Trigger, column: int) -> int:
    """Places and ranks count downwards: the best is the smallest; of times the fastest; of birth dates the oldest."""
    word, kind = trigger.word, asked.table.kinds[column]
    if word in _GRADED or word in _PLACED:
        if asked.table.is_rank(column):
            return -trigger.sign
        if word in _BEST and (kind == "duration" or _golf(asked, column)):
            return -trigger.sign
    if word in _SPEED and (kind == "duration" or "tim" in asked.table.name_stems[column]):
        return -trigger.sign
    if word in ("older", "oldest", "younger", "youngest"):
        old = word in ("older", "oldest")
        return (-1 if old else 1) if kind in TIMES else (1 if old else -1)
    return trigger.sign


def _golf(asked: Asked, column: int) -> bool:
    """Strokes: beside a column `to par`, the best score is the smallest."""
    names = asked.table.name_stems
    return any("par" in stems for stems in names) and bool({"par", "scor", "total"} & set(names[column]))


def numeric_columns(asked: Asked, trigger: Trigger, most: int = 3) -> list[tuple[int, float, float]]:
    """Columns the trigger may speak of: (column, how well named, nearness); the likeliest even if nothing names it."""
    table, linked = asked.table, asked.linked
    found = []
    timed = trigger.word in TIME_WORDS
    number_columns = {hit.column for hit in linked.hits if hit.numeric}
    numeric = [column for column, kind in enumerate(table.kinds) if kind in NUMERIC]
    for column in numeric:
        named = linked.columns.get(column, 0.0)
        near = 0.0
        for place in linked.column_places.get(column, ()):
            distance = place - trigger.place
            near = max(near, (1.0 if distance > 0 else 0.5) / (1 + 0.25 * (abs(distance) - (distance > 0))))
        kind = table.kinds[column]
        prior = 0.0
        if timed:
            prior += 0.6 if kind in TIMES else 0.0
        elif kind in TIMES:
            prior -= 0.3
        elif len(numeric) == 1:
            prior += 0.3
        if column in number_columns:
            prior += 0.2
        if table.is_rank(column):
            prior += 0.2 if trigger.word in _GRADED or trigger.word == "ranked" else -0.1
        found.append((named + near + prior, column, named, near))
    found.sort(key=lambda item: (-item[0], item[1]))
    kept = [item for item in found if item[0] > 0.25] or [item for item in found if item[0] > -0.2][:1]
    return [(column, named, near) for _, column, named, near in kept[:most]]


def named_columns(asked: Asked, most: int = 3) -> list[int]:
    columns = asked.linked.columns
    return sorted(columns, key=lambda column: (-columns[column], column))[:most]


def name(asked: Asked, column: int) -> str:
    return asked.table.names[column].strip() or f"column {column + 1}"


def label(asked: Asked, row: int, column: int) -> str:
    """What a person calls the row: its first textual cell that is not in the column asked."""
    for other, kind in enumerate(asked.table.kinds):
        if other != column and kind == "text" and asked.table.text(row, other):
            return asked.table.text(row, other)
    return asked.table.text(row, 0)


def scopes(asked: Asked, without: set[int], column: int) -> list[tuple[frozenset[int], int, frozenset[int]]]:
    """Row sets to compute over: all rows, then the rows that other named cells leave."""
    found: list[tuple[frozenset[int], int, frozenset[int]]] = [(asked.everything, 0, frozenset())]
    rows, used, count = asked.everything, frozenset[int](), 0
    for hit in asked.entities:
        if without & set(hit.places) or hit.column == column or used & set(hit.places):
            continue
        fewer = rows & hit.rows
        if 2 <= len(fewer) < len(rows):
            rows, used, count = fewer, used | set(hit.places), count + 1
            found.append((rows, count, used))
            if count == 2:
                break
    return found


def among(asked: Asked, rows: frozenset[int], used: frozenset[int]) -> str:
    """The rows a computation was kept to, in the claim's words."""
    if not used:
        return ""
    words = " ".join(asked.linked.tokens[place].text for place in sorted(used))
    return f" among the {len(rows)} rows with {words}"


def keyed(asked: Asked, rows: Iterable[int], column: int) -> list[tuple[float, int]]:
    values = asked.table.values
    return [(key, row) for row in sorted(rows) if (key := values[row][column].key) is not None]


def free_numbers(asked: Asked, *taken: int | None) -> list[Stated]:
    return [number for number in asked.numbers if number.place not in taken]


def shown(asked: Asked, place: int) -> str:
    return asked.linked.tokens[place].text


def apart(first: Hit, second: Hit) -> bool:
    """Two hits on different words and different rows."""
    return not set(first.places) & set(second.places) and not first.rows & second.rows


def pairs(asked: Asked) -> list[tuple[Hit, Hit]]:
    """Two different cells of one column, in the order of the claim."""
    found = []
    numeric = [hit for hit in asked.linked.hits if hit.numeric and hit.exact and hit not in asked.entities][:6]
    for group in (asked.entities, numeric):
        for first, second in itertools.combinations(group, 2):
            if first.column == second.column and apart(first, second):
                found.append((first, second) if first.places < second.places else (second, first))
        if found:
            break
    return found[:4]


def option_sets(asked: Asked, without: int | None) -> list[tuple[Hit, ...]]:
    """Conditions to count by: single named cells, and two of different columns."""
    outside = [hit for hit in asked.entities if without not in hit.places]
    numeric = [
        hit
        for hit in asked.linked.hits
        if hit.numeric and hit.exact and without not in hit.places and hit not in outside
    ][:3]
    options = outside[:5] + numeric
    sets: list[tuple[Hit, ...]] = [(hit,) for hit in options]
    for pair in itertools.combinations(options[:4], 2):
        if pair[0].column != pair[1].column and not set(pair[0].places) & set(pair[1].places):
            sets.append(pair)
    return sets


def date_at(asked: Asked, place: int) -> tuple[int, int, int] | None:
    """The date a number of the claim is part of; a bare year is one too."""
    for mentioned in asked.linked.dates:
        if place in mentioned.places:
            return mentioned.date
    number = asked.linked.tokens[place].number
    return (int(number), 0, 0) if number is not None and 1500 <= number <= 2100 and number == int(number) else None


def meeting(asked: Asked, chosen: tuple[Hit, ...]) -> frozenset[int]:
    rows = asked.everything
    for hit in chosen:
        rows &= hit.rows
    return rows
