"""Two named rows beside each other: more, less, by how much, before, after, the same, different."""

from __future__ import annotations

from collections.abc import Iterator

from evidentia.verdict.calculator.asked import (
    TIMES,
    Asked,
    Draft,
    column_sign,
    free_numbers,
    keyed,
    name,
    named_columns,
    numeric_columns,
    pairs,
    same_number,
    scopes,
    shown,
)  # fmt: skip
from evidentia.verdict.calculator.intents import Trigger
from evidentia.verdict.calculator.links import Hit
from evidentia.verdict.calculator.words import number_text

_ORDERED = frozenset(
    ("above", "below", "ahead", "behind", "before", "after", "higher", "lower", "earlier", "later", "follow")
)


def comparison(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind not in ("compare", "difference"):
            continue
        for first, second in pairs(asked):
            used = frozenset(first.places) | set(second.places) | {trigger.place}
            order = int((min(first.places) < trigger.place) + (min(second.places) > trigger.place) < 2)
            subject = min(first.score, second.score)
            for column, named, near in numeric_columns(asked, trigger):
                if column != first.column:
                    yield from _beside(asked, trigger, first, second, column, named, near, order)
            cells = [table.key(min(first.rows), first.column), table.key(min(second.rows), second.column)]
            if len(first.rows) + len(second.rows) > 2 and trigger.kind == "compare":
                yield Draft(
                    "compare.count", trigger.sign * (len(first.rows) - len(second.rows)) > 0,
                    f"{first.text} is in {len(first.rows)} rows, {second.text} in {len(second.rows)}", cells,
                    0.0, 0.0, subject, order, used,
                )  # fmt: skip
                gap = trigger.sign * (len(first.rows) - len(second.rows))
                for number in free_numbers(asked):
                    if not number.ordinal and not number.dated and abs(number.place - trigger.place) <= 3:
                        yield Draft(
                            "compare.count.by", gap == number.value,
                            f"{first.text} is in {len(first.rows)} rows, {second.text} in {len(second.rows)}; "
                            f"claim says {shown(asked, number.place)}", cells,
                            0.0, 0.0, subject, order, used | {number.place}, number.place,
                        )  # fmt: skip
            elif trigger.word in _ORDERED:
                up = trigger.word in ("above", "ahead", "before", "higher", "earlier")
                truth = (min(first.rows) < min(second.rows)) == up
                yield Draft(
                    "compare.order", truth,
                    f"{first.text} is in row {min(first.rows) + 1}, {second.text} in row {min(second.rows) + 1}", cells,
                    0.0, 0.0, subject, order, used,
                )  # fmt: skip


def _beside(
    asked: Asked, trigger: Trigger, first: Hit, second: Hit, column: int, named: float, near: float, order: int
) -> Iterator[Draft]:
    table = asked.table
    left, right = _total(asked, first.rows, column), _total(asked, second.rows, column)
    if left is None or right is None:
        return
    used = frozenset(first.places) | set(second.places) | {trigger.place}
    subject = min(first.score, second.score)
    sign = column_sign(asked, trigger, column)
    truth = trigger.kind == "difference" or sign * (left[0] - right[0]) > 0
    text = (
        f"the {name(asked, column)} of {first.text} is {_written(asked, left, column)}, "
        f"of {second.text} {_written(asked, right, column)}"
    )
    cells = [table.key(left[1], column), table.key(right[1], column)]
    if trigger.kind == "compare":
        yield Draft("compare", truth, text, cells, named, near, subject, order, used)
    gap = abs(left[0] - right[0])
    dated = table.kinds[column] in TIMES
    days = _days(left[0], right[0]) if dated else 0.0
    for number in free_numbers(asked):
        if number.ordinal or number.dated or (number.place > trigger.place + 4 and trigger.kind == "compare"):
            continue
        equal = same_number(gap, number.value, asked.loose)
        shown_gap = f"a difference of {number_text(round(gap, 4))}"
        if dated:
            years = int(gap // 372)
            equal = number.value in (years, days, days // 7, round(days / 30.44))
            shown_gap = f"{number_text(days)} days apart" if years < 2 else f"{years} years apart"
        yield Draft(
            "compare.by", truth and equal, f"{text}, {shown_gap}; claim says {shown(asked, number.place)}", cells,
            named, near, subject, order, used | {number.place}, number.place,
        )  # fmt: skip


def _days(left: float, right: float) -> float:
    from datetime import date

    def day(key: float) -> date:
        year, rest = divmod(int(key), 372)
        month, day = divmod(rest, 31)
        return date(min(max(year, 1), 9999), month + 1, min(day + 1, 28))

    # days past the 28th are kept apart, since date() refuses the 31st of a short month
    spare = max(0, int(left) % 31 - 27) - max(0, int(right) % 31 - 27)
    return float(abs((day(left) - day(right)).days + spare))


def _total(asked: Asked, rows: frozenset[int], column: int) -> tuple[float, int] | None:
    values = keyed(asked, rows, column)
    if not values:
        return None
    if len(values) == 1 or asked.table.kinds[column] in (*TIMES, "rank", "duration") or asked.table.is_rank(column):
        return values[0]
    return sum(key for key, _ in values), values[0][1]


def _written(asked: Asked, total: tuple[float, int], column: int) -> str:
    key = asked.table.values[total[1]][column].key
    return asked.table.text(total[1], column) if key == total[0] else number_text(round(total[0], 4))


def sameness(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind != "same":
            continue
        columns = named_columns(asked) or list(range(len(table.names)))[:4]
        same = trigger.sign > 0
        for first, second in pairs(asked):
            for column in columns:
                if column == first.column:
                    continue
                left = {table.held_at[row][column] for row in first.rows}
                right = {table.held_at[row][column] for row in second.rows}
                row, other = min(first.rows), min(second.rows)
                yield Draft(
                    "same", bool(left & right) == same,
                    f"the {name(asked, column)} of {first.text} is {table.text(row, column)}, "
                    f"of {second.text} {table.text(other, column)}",
                    [table.key(row, column), table.key(other, column)], asked.linked.columns.get(column, 0.0), 0.0,
                    min(first.score, second.score), 0,
                    frozenset(first.places) | set(second.places) | {trigger.place},
                )  # fmt: skip
        for column in named_columns(asked, 2):
            for rows, count, used in scopes(asked, set(), column):
                places = [table.held_at[row][column] for row in rows]
                distinct = len(set(places))
                if len(places) < 2:
                    continue
                yield Draft(
                    "same.all" if same else "different.all", distinct == 1 if same else distinct == len(places),
                    f"{len(places)} rows have {distinct} different {name(asked, column)}",
                    [table.key(row, column) for row in sorted(rows)[:3]], asked.linked.columns[column], 0.0, 1.0, count,
                    used | {trigger.place, *asked.linked.column_places[column]},
                )  # fmt: skip
