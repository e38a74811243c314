"""Statements from tables: lookup, comparison, superlative, count, arithmetic, each with its gold cells and label."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from evidentia.claim import Label
from evidentia.datasets import table_layout as layouts
from evidentia.datasets import table_phrases as phrases
from evidentia.datasets.table_layout import Column, Layout, Row, clean
from evidentia.page import Cell, Table


class TableStatement(msgspec.Struct, kw_only=True):
    """A claim about one table; `cells` are the keys within the page that decide it."""

    claim: str
    label: Label
    cells: list[str]
    kind: str
    reason: str


T = TypeVar("T")
KINDS = ("lookup", "comparison", "superlative", "count", "arithmetic")
MAX_PER_KIND = 6


def statements(
    table: Table, title: str, *, seed: int, kinds: tuple[str, ...] = KINDS, per_kind: int = MAX_PER_KIND
) -> Iterator[TableStatement]:
    """Supported and refuted statements in pairs of one wording, so that the words do not tell the label."""
    chance = random.Random(f"{seed}|{title}|{table.key}")
    if layouts.is_infobox(table):
        if "lookup" in kinds:
            yield from _infobox(table, title, chance, per_kind)
        return
    plan = layouts.layout(table)
    if plan is None:
        return
    makers: dict[str, Callable[[Layout, str, random.Random], Iterator[TableStatement]]] = {
        "lookup": _lookup,
        "comparison": _comparison,
        "superlative": _superlative,
        "count": _count,
        "arithmetic": _arithmetic,
    }
    for kind in kinds:
        made: set[str] = set()
        for statement in makers[kind](plan, title, chance):
            if statement.claim not in made:
                made.add(statement.claim)
                yield statement
            if len(made) >= per_kind:
                break


def _pair(
    kind: str, true: str, false: str, cells: list[str], why_true: str, why_false: str, chance: random.Random
) -> Iterator[TableStatement]:
    pair = [
        TableStatement(claim=true, label=Label.SUPPORTS, cells=cells, kind=kind, reason=why_true),
        TableStatement(claim=false, label=Label.REFUTES, cells=cells, kind=kind, reason=why_false),
    ]
    chance.shuffle(pair)
    yield from pair


def _infobox(table: Table, title: str, chance: random.Random, per_kind: int) -> Iterator[TableStatement]:
    pairs = layouts.infobox_pairs(table)
    chance.shuffle(pairs)
    for made, (name, cell) in enumerate(pairs):
        if made * 2 >= per_kind:
            return
        wrong = phrases.wrong_value(
            clean(cell.text), [clean(other.text) for _, other in pairs if other is not cell], chance
        )
        if wrong is None:
            continue
        wording = phrases.infobox(title, clean(name.text), chance)
        yield from _pair(
            "lookup",
            wording(clean(cell.text)),
            wording(wrong),
            [cell.key, name.key],
            f"the infobox has {clean(cell.text)}",
            f"the infobox has {clean(cell.text)}, not {wrong}",
            chance,
        )


def _lookup(plan: Layout, title: str, chance: random.Random) -> Iterator[TableStatement]:
    places = [(row, column) for row in plan.rows for column in plan.columns if _usable(row.cells[column.number])]
    chance.shuffle(places)
    for row, column in places[:40]:
        value = clean(row.cells[column.number].text)
        others = [clean(other.cells[column.number].text) for other in plan.rows if other is not row]
        wrong = phrases.wrong_value(value, [text for text in others if not layouts.is_empty(text)], chance)
        if wrong is None:
            continue
        wording = phrases.lookup(title, row.name, column, chance)
        yield from _pair(
            "lookup",
            wording(value),
            wording(wrong),
            _gold(plan, [row], column),
            f"{column.name} of {row.name} is {value}",
            f"{column.name} of {row.name} is {value}, not {wrong}",
            chance,
        )


def _comparison(plan: Layout, title: str, chance: random.Random) -> Iterator[TableStatement]:
    numeric = _numeric(plan)
    for _ in range(24):
        if not numeric:
            return
        column = chance.choice(numeric)
        values = list(plan.values(column))
        if len(values) < 2:
            continue
        (one, _, first), (two, _, second) = chance.sample(values, 2)
        if first == second:
            continue
        wording = phrases.comparison(title, column, chance)
        more, less = (one, two) if first > second else (two, one)
        high = chance.random() < 0.5
        right, wrong = ((more, less), (less, more)) if high else ((less, more), (more, less))
        why = f"{column.name}: {one.name} {_show(one, column)}, {two.name} {_show(two, column)}"
        yield from _pair(
            "comparison",
            wording(right[0].name, right[1].name, high),
            wording(wrong[0].name, wrong[1].name, high),
            _gold(plan, [one, two], column),
            why,
            why,
            chance,
        )


def _superlative(plan: Layout, title: str, chance: random.Random) -> Iterator[TableStatement]:
    for column in _shuffled(_numeric(plan), chance):
        values = list(plan.values(column))
        if len(values) < 3 or len(values) < len(plan.rows):
            continue
        for high in _shuffled([True, False], chance):
            best = max(value for _, _, value in values) if high else min(value for _, _, value in values)
            winners = [row for row, _, value in values if value == best]
            if len(winners) != 1:
                continue
            loser = chance.choice([row for row, _, value in values if value != best])
            wording = phrases.superlative(title, plan.subject.name, column, chance)
            best_shown = f"{_show(winners[0], column)}, of {winners[0].name}"
            why = f"the {'highest' if high else 'lowest'} {column.name} is {best_shown}"
            yield from _pair(
                "superlative",
                wording(winners[0].name, high),
                wording(loser.name, high),
                _gold(plan, [winners[0]], column) + [cell.key for _, cell, _ in values if cell not in winners[0].cells],
                why,
                why,
                chance,
            )


def _count(plan: Layout, title: str, chance: random.Random) -> Iterator[TableStatement]:
    for column in _shuffled(plan.columns, chance):
        cells = [row.cells[column.number] for row in plan.rows]
        texts = [clean(cell.text) for cell in cells]
        if any(layouts.is_empty(text) for text in texts):
            continue
        keys = [cell.key for cell in cells]
        if column.numeric and not column.years:
            parsed = [value for _, _, value in plan.values(column)]
            if len(parsed) != len(plan.rows) or len(set(parsed)) < 3:
                continue
            bound = chance.choice(sorted(set(parsed))[1:])
            true = sum(value >= bound for value in parsed)
            shown = next(text for text, value in zip(texts, parsed) if value == bound)
            wording = phrases.count_bound(title, plan.subject.name, column, shown, chance)
        else:
            repeated = sorted({text for text in texts if texts.count(text) > 1 and len(text) <= 50})
            if not repeated:
                continue
            shown = chance.choice(repeated)
            true = texts.count(shown)
            wording = phrases.count_equal(title, plan.subject.name, column, shown, chance)
        wrong = phrases.wrong_count(true, len(plan.rows), chance)
        if wrong is None:
            continue
        why = f"{true} of {len(plan.rows)} rows"
        yield from _pair("count", wording(true), wording(wrong), keys, why, why, chance)


def _arithmetic(plan: Layout, title: str, chance: random.Random) -> Iterator[TableStatement]:
    for column in _shuffled([column for column in _numeric(plan) if not column.years], chance):
        values = list(plan.values(column))
        if len(values) < 2 or len(values) < len(plan.rows) or phrases.is_rate(column):
            continue
        (one, _, first), (two, _, second) = chance.sample(values, 2)
        if first < second:
            one, two, first, second = two, one, second, first
        if first != second:
            difference = first - second
            wrong = phrases.wrong_number(difference, chance)
            wording = phrases.difference(title, column, one.name, two.name, chance)
            why = f"{_show(one, column)} - {_show(two, column)} = {phrases.figure(difference)}"
            yield from _pair(
                "arithmetic", wording(difference), wording(wrong), _gold(plan, [one, two], column), why, why, chance
            )
        total = sum(value for _, _, value in values)
        if len(values) <= 30 and total:
            mean = chance.random() < 0.4
            result = total / len(values) if mean else total
            wrong = phrases.wrong_number(result, chance)
            wording = phrases.average(title, column, chance) if mean else phrases.total(title, column, chance)
            why = f"the {'average' if mean else 'sum'} of {len(values)} cells is {phrases.figure(result)}"
            yield from _pair(
                "arithmetic", wording(result), wording(wrong), [cell.key for _, cell, _ in values], why, why, chance
            )


def _numeric(plan: Layout) -> list[Column]:
    return [column for column in plan.columns if column.numeric]


def _usable(cell: Cell) -> bool:
    text = clean(cell.text)
    return not layouts.is_empty(text) and len(text) <= layouts.MAX_TEXT


def _gold(plan: Layout, rows: list[Row], column: Column) -> list[str]:
    """The deciding cells, then the cells that name their rows."""
    keys = [row.cells[column.number].key for row in rows]
    return keys + [row.cells[plan.subject.number].key for row in rows]


def _show(row: Row, column: Column) -> str:
    return clean(row.cells[column.number].text)


def _shuffled(items: list[T], chance: random.Random) -> list[T]:
    mixed = list(items)
    chance.shuffle(mixed)
    return mixed
