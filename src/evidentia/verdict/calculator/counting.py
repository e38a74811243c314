"""Counts, thresholds, ranges, sums and averages over the rows the claim names."""

from __future__ import annotations

from collections.abc import Iterator

from evidentia.verdict.calculator.asked import (
    TIMES,
    Asked,
    Draft,
    among,
    date_at,
    free_numbers,
    keyed,
    meeting,
    name,
    named_columns,
    numeric_columns,
    option_sets,
    pairs,
    same_number,
    scopes,
    shown,
)  # fmt: skip
from evidentia.verdict.calculator.intents import Trigger
from evidentia.verdict.calculator.links import Hit, Stated
from evidentia.verdict.calculator.words import number_text


def counting(asked: Asked) -> Iterator[Draft]:
    table, linked = asked.table, asked.linked
    for number in asked.numbers:
        if number.ordinal or number.dated or number.percent or number.value != int(number.value):
            continue
        if number.value > max(table.height, 12):
            continue
        sets = option_sets(asked, number.place)
        starts = [min(hit.places) for hit in (s[0] for s in sets if len(s) == 1)]
        nearest = min((start for start in starts if start > number.place), default=-1)
        for chosen in sets:
            rows = meeting(asked, chosen)
            yield Draft(
                f"count.{len(chosen)}", len(rows) == number.value,
                f"{len(rows)} rows have {_what(asked, chosen)}; claim says {shown(asked, number.place)}",
                [table.key(row, chosen[0].column) for row in sorted(rows)[:5]],
                max(linked.columns.get(hit.column, 0.0) for hit in chosen),
                float(min(chosen[0].places) == nearest), min(hit.score for hit in chosen), len(chosen) - 1,
                frozenset(place for hit in chosen for place in hit.places) | {number.place}, number.place,
            )  # fmt: skip
        for column in named_columns(asked, 2):
            for rows, count, used in scopes(asked, {number.place}, column):
                distinct = {table.held_at[row][column] for row in rows} - {-1}
                near = min(abs(place - number.place) for place in linked.column_places[column])
                yield Draft(
                    "count.distinct", len(distinct) == number.value,
                    f"{len(rows)} rows have {len(distinct)} different {name(asked, column)}; "
                    f"claim says {shown(asked, number.place)}",
                    [table.key(row, column) for row in sorted(rows)[:3]], linked.columns[column], 1.0 / max(1, near),
                    0.0, count, used | set(linked.column_places[column]) | {number.place}, number.place,
                )  # fmt: skip
        yield Draft(
            "count.all", table.height == number.value,
            f"there are {table.height} rows; claim says {shown(asked, number.place)}", [], 0.0, 0.0, 0.0, 0,
            frozenset({number.place}), number.place,
        )  # fmt: skip


def _what(asked: Asked, chosen: tuple[Hit, ...]) -> str:
    return " and ".join(f"{name(asked, hit.column)} {hit.text}" for hit in chosen)


def threshold(asked: Asked) -> Iterator[Draft]:
    for trigger in asked.triggers:
        if trigger.kind not in ("threshold", "between") or trigger.number is None or trigger.number_place is None:
            continue
        upper = None
        if trigger.kind == "between":
            upper = next((number for number in asked.numbers if number.place > trigger.number_place), None)
            if upper is None:
                continue
        for column, named, near in numeric_columns(asked, trigger):
            dated = asked.table.kinds[column] in TIMES
            stated = date_at(asked, trigger.number_place)
            if dated == (stated is not None) or (not dated and stated is not None and not stated[1]):
                yield from _passing(asked, trigger, upper, column, named, near)
        if upper is None and trigger.number <= max(12, asked.table.height):
            yield from _enough_rows(asked, trigger)


def _meets(trigger: Trigger, upper: Stated | None, key: float) -> bool:
    assert trigger.number is not None
    if upper is not None:
        return trigger.number <= key <= upper.value
    return trigger.sign * (key - trigger.number) > 0 or (trigger.word.startswith("at ") and key == trigger.number)


def _words(asked: Asked, trigger: Trigger, upper: Stated | None) -> str:
    limit = shown(asked, trigger.number_place or trigger.place)
    if upper is not None:
        return f"between {limit} and {shown(asked, upper.place)}"
    than = (
        " than"
        if trigger.word.endswith(("er", "more", "less")) and trigger.word not in ("after", "over", "under")
        else ""
    )
    return f"{trigger.word}{than} {limit}"


def _passing(
    asked: Asked, trigger: Trigger, upper: Stated | None, column: int, named: float, near: float
) -> Iterator[Draft]:
    table = asked.table
    dated = table.kinds[column] in TIMES
    values = keyed(asked, asked.everything, column)
    if dated:
        passing = _passing_dates(asked, trigger, upper, column, values)
    else:
        passing = frozenset(row for key, row in values if _meets(trigger, upper, key))
    words = _words(asked, trigger, upper)
    base = {trigger.place, trigger.number_place or trigger.place} | ({upper.place} if upper else set())
    for subject in asked.entities[:4]:
        rows = [row for row in sorted(subject.rows) if table.values[row][column].key is not None]
        if subject.column == column or not rows:
            continue
        truth = any(row in passing for row in rows)
        row = next((row for row in rows if (row in passing) == truth), rows[0])
        yield Draft(
            "threshold.entity", truth,
            f"the {name(asked, column)} of {subject.text} is {table.text(row, column)}; claim says {words}",
            [table.key(row, column)], named, near, subject.score, min(2, len(rows) - 1),
            frozenset(base | set(subject.places)), trigger.number_place,
        )  # fmt: skip
    kinds = {other.kind for other in asked.triggers}
    for rows_in, count, used in scopes(asked, set(), column):
        inside = passing & rows_in
        cells = [table.key(row, column) for row in sorted(inside)[:5]]
        kept = among(asked, rows_in, used) or f" of {len(rows_in)} rows"
        fact = f"{len(inside)}{kept} have a {name(asked, column)} {words}"
        for kind, truth in (("all", inside == rows_in), ("none", not inside), ("only", len(inside) == 1),
                            ("majority", 2 * len(inside) > len(rows_in))):  # fmt: skip
            if kind in kinds:
                yield Draft(f"threshold.{kind}", truth, fact, cells, named, near, 1.0, count, frozenset(used | base))
        for number in free_numbers(asked, trigger.number_place, upper.place if upper else None):
            if not (number.ordinal or number.dated or number.value > table.height):
                yield Draft(
                    "threshold.count", len(inside) == number.value,
                    f"{fact}; claim says {shown(asked, number.place)}", cells, named, near, 1.0, count,
                    used | base | {number.place}, number.place,
                )  # fmt: skip


def _passing_dates(
    asked: Asked, trigger: Trigger, upper: Stated | None, column: int, values: list[tuple[float, int]]
) -> frozenset[int]:
    """Rows whose date passes; dates are compared as far as both sides go: year, or month and day."""
    assert trigger.number_place is not None
    low = date_at(asked, trigger.number_place)
    if low is None:
        return frozenset()
    high = date_at(asked, upper.place) if upper is not None else None
    found = set()
    for _, row in values:
        date = asked.table.values[row][column].date or (0, 0, 0)
        edge = low if low[0] and date[0] else (0, *low[1:])
        own: tuple[int, ...] = date if edge[0] else (0, *date[1:])
        if edge[0] and not edge[1]:
            own, edge = own[:1], edge[:1]  # type: ignore[assignment]
        if upper is not None:
            top = (high or low)[: len(own)] if edge[0] else (0, *(high or low)[1:])
            if edge <= own <= top:
                found.add(row)
        elif trigger.sign * ((own > edge) - (own < edge)) > 0 or (
            own == edge and trigger.word in ("since", "by", "at least", "at most")
        ):
            found.add(row)
    return frozenset(found)


def _enough_rows(asked: Asked, trigger: Trigger) -> Iterator[Draft]:
    """`more than three games in Paris`: the rows themselves are counted against the limit."""
    for chosen in option_sets(asked, trigger.number_place):
        rows = meeting(asked, chosen)
        yield Draft(
            "threshold.rows", _meets(trigger, None, len(rows)),
            f"{len(rows)} rows have {_what(asked, chosen)}; claim says {_words(asked, trigger, None)}",
            [asked.table.key(row, chosen[0].column) for row in sorted(rows)[:5]],
            max(asked.linked.columns.get(hit.column, 0.0) for hit in chosen), 0.0, min(hit.score for hit in chosen),
            len(chosen) - 1,
            frozenset(place for hit in chosen for place in hit.places) | {trigger.place, trigger.number_place or 0},
            trigger.number_place,
        )  # fmt: skip


def summing(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind not in ("sum", "average"):
            continue
        for column, named, near in numeric_columns(asked, trigger):
            if table.kinds[column] in (*TIMES, "rank"):
                continue
            options = scopes(asked, set(), column)
            options += [
                (first.rows | second.rows, 1, frozenset(first.places) | set(second.places))
                for first, second in pairs(asked)
            ]
            for rows, count, used in options:
                keys = [key for key, _ in keyed(asked, rows, column)]
                if len(keys) < 2:
                    continue
                result = sum(keys) / (len(keys) if trigger.kind == "average" else 1)
                for number in free_numbers(asked):
                    if number.ordinal or number.dated:
                        continue
                    yield Draft(
                        trigger.kind, same_number(result, number.value, asked.loose),
                        f"the {trigger.word} {name(asked, column)} of {len(keys)} rows is "
                        f"{number_text(round(result, 4))}; claim says {shown(asked, number.place)}",
                        [table.key(row, column) for row in sorted(rows)[:5]], named, near, 1.0, count,
                        used | {number.place, trigger.place}, number.place,
                    )  # fmt: skip
