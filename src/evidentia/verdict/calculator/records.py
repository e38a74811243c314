"""An infobox is one record: its keys are asked directly, counted, compared and subtracted."""

from __future__ import annotations

from collections.abc import Iterator

from evidentia.verdict.calculator.asked import TIMES, Asked, Draft, date_at, name, named_columns, same_number, shown
from evidentia.verdict.calculator.columns import NUMERIC, parts_of
from evidentia.verdict.calculator.words import listed, number_text

_AGES = listed("age aged old lived live life")
_MORE_THAN_HELD = 40


def record(asked: Asked) -> Iterator[Draft]:
    if asked.table.record:
        yield from _values(asked)
        yield from _limits(asked)
        yield from _members(asked)
        yield from _spans(asked)
        yield from _beside(asked)


def _cell(asked: Asked, column: int) -> list[str]:
    return [asked.table.key(0, column)]


def _values(asked: Asked) -> Iterator[Draft]:
    """A number of the claim against the numbers under a key the claim names."""
    table, linked = asked.table, asked.linked
    for number in asked.numbers:
        for column in named_columns(asked, 4):
            value = table.values[0][column]
            if not value.numbers:
                continue
            near = 1.0 / max(1, min(abs(place - number.place) for place in linked.column_places[column]))
            yield Draft(
                "value", any(same_number(held, number.value, asked.loose) for held in value.numbers),
                f"{name(asked, column)} is {table.text(0, column)}; claim says {shown(asked, number.place)}",
                _cell(asked, column), linked.columns[column], near, 1.0, 0,
                frozenset({number.place, *linked.column_places[column]}), number.place,
            )  # fmt: skip


def _limits(asked: Asked) -> Iterator[Draft]:
    table, linked = asked.table, asked.linked
    for trigger in asked.triggers:
        if trigger.kind != "threshold" or trigger.number is None or trigger.number_place is None:
            continue
        stated = date_at(asked, trigger.number_place)
        for column in named_columns(asked, 4):
            value = table.values[0][column]
            if value.date is not None and stated is not None and value.date[0] and stated[0]:
                own, limit = (value.date, stated) if stated[1] else (value.date[:1], stated[:1])
                truth = trigger.sign * ((own > limit) - (own < limit)) > 0
            elif value.key is not None and value.date is None:
                truth = trigger.sign * (value.key - trigger.number) > 0
                truth = truth or (value.key == trigger.number and trigger.word.startswith("at "))
            else:
                continue
            yield Draft(
                "limit", truth,
                f"{name(asked, column)} is {table.text(0, column)}; claim says {trigger.word} "
                f"{shown(asked, trigger.number_place)}",
                _cell(asked, column), linked.columns[column], 0.0, 1.0, 0,
                frozenset({trigger.place, trigger.number_place, *linked.column_places[column]}), trigger.number_place,
            )  # fmt: skip


def _members(asked: Asked) -> Iterator[Draft]:
    """`three producers`: how many values stand under a key; `more than two genres`."""
    table, linked = asked.table, asked.linked
    for column in named_columns(asked, 4):
        same = [other for other, held in enumerate(table.names) if held == table.names[column]]
        if same[0] != column or len(same) > _MORE_THAN_HELD:
            continue
        places = linked.column_places[column]
        members = sum(len(parts_of(table.text(0, other), table.values[0][other])) for other in same)
        limits = {trigger.number_place: trigger for trigger in asked.triggers if trigger.kind == "threshold"}
        cells = [table.key(0, other) for other in same[:5]]
        for number in asked.numbers:
            if number.ordinal or number.dated or number.value > _MORE_THAN_HELD:
                continue
            limit = limits.get(number.place)
            truth = members == number.value
            if limit is not None:
                truth = limit.sign * (members - number.value) > 0 or (limit.word.startswith("at ") and truth)
            near = 1.0 / max(1, min(abs(place - number.place) for place in places))
            yield Draft(
                "members.limit" if limit else "members", truth,
                f"{name(asked, column)} has {members} values; claim says {shown(asked, number.place)}", cells,
                linked.columns[column], near, 1.0, int(members > 1), frozenset({number.place, *places}), number.place,
            )  # fmt: skip
        for trigger in asked.triggers:
            if trigger.kind == "only" or trigger.word in ("multiple", "several"):
                yield Draft(
                    "members.only", members == 1, f"{name(asked, column)} has {members} values", cells,
                    linked.columns[column], 0.0, 1.0, int(members > 1), frozenset({trigger.place, *places}),
                )  # fmt: skip


def _spans(asked: Asked) -> Iterator[Draft]:
    """Ages and years between the dates of a record (born and died, opened and closed)."""
    table = asked.table
    dated = [(value.date, column) for column, value in enumerate(table.values[0]) if value.date and value.date[0]][:6]
    if len(dated) < 2:
        return
    words = {token.text for token in asked.linked.tokens}
    (first, start), (last, end) = dated[0], dated[1]
    for other, column in dated:
        if "di" in table.name_stems[column] or "death" in table.name_stems[column]:
            last, end = other, column
        if "born" in table.name_stems[column] or "birth" in table.name_stems[column]:
            first, start = other, column
    if start == end:
        return
    years = last[0] - first[0] - (1 if first[1] and last[1] and last[1:] < first[1:] else 0)
    limits = {trigger.number_place: trigger for trigger in asked.triggers if trigger.kind == "threshold"}
    for number in asked.numbers:
        if number.ordinal or number.dated or number.value > 200:
            continue
        limit = limits.get(number.place)
        truth = number.value == years if limit is None else limit.sign * (years - number.value) > 0
        yield Draft(
            "span.age" if words & _AGES else "span", truth,
            f"from {name(asked, start)} {table.text(0, start)} to {name(asked, end)} {table.text(0, end)} are "
            f"{number_text(years)} years; claim says {shown(asked, number.place)}",
            _cell(asked, start) + _cell(asked, end), 0.5, float(bool(words & {"years", "year"})), 1.0, 0,
            frozenset({number.place}), number.place,
        )  # fmt: skip


def _beside(asked: Asked) -> Iterator[Draft]:
    """Two keys beside each other: the box office is more than the budget."""
    table, linked = asked.table, asked.linked
    for trigger in asked.triggers:
        if trigger.kind != "compare":
            continue
        columns = [c for c in named_columns(asked, 4) if table.values[0][c].kind in NUMERIC]
        before = [c for c in columns if min(linked.column_places[c]) < trigger.place]
        after = [c for c in columns if max(linked.column_places[c]) > trigger.place and c not in before[:1]]
        if not before or not after:
            continue
        left, right = before[0], after[0]
        one, two = table.values[0][left].key, table.values[0][right].key
        if one is None or two is None or (table.kinds[left] in TIMES) != (table.kinds[right] in TIMES):
            continue
        places = {*linked.column_places[left], *linked.column_places[right], trigger.place}
        yield Draft(
            "beside", trigger.sign * (one - two) > 0,
            f"{name(asked, left)} is {table.text(0, left)}, {name(asked, right)} is {table.text(0, right)}",
            _cell(asked, left) + _cell(asked, right), min(linked.columns[left], linked.columns[right]), 0.0, 1.0, 0,
            frozenset(places),
        )  # fmt: skip
