"""Superlatives, ordinals, first and last, the commonest."""

from __future__ import annotations

from collections.abc import Iterator

from evidentia.verdict.calculator.asked import (
    TIMES,
    Asked,
    Draft,
    among,
    column_sign,
    free_numbers,
    keyed,
    label,
    name,
    numeric_columns,
    same_number,
    scopes,
    shown,
)  # fmt: skip
from evidentia.verdict.calculator.intents import Trigger
from evidentia.verdict.calculator.links import Hit

_OTHERS = frozenset(("any", "other", "all", "everyone", "else"))


def superlative(asked: Asked) -> Iterator[Draft]:
    for trigger in asked.triggers:
        reach = asked.linked.tokens[trigger.place : trigger.place + 9]
        if trigger.kind == "compare" and any(token.text in _OTHERS for token in reach):
            kind = "beyond"
        elif trigger.kind == "superlative":
            kind = "superlative" if trigger.rank == 1 else "ordinal"
        else:
            continue
        for column, named, near in numeric_columns(asked, trigger):
            for subject in [*asked.entities[:5], None]:
                if subject is None or subject.column != column or asked.table.kinds[column] == "named":
                    yield from _extreme(asked, trigger, kind, column, named, near, subject)
        if trigger.word in ("most", "least", "fewest", "highest", "top", "more", "common"):
            yield from _commonest(asked, trigger)


def _extreme(
    asked: Asked, trigger: Trigger, kind: str, column: int, named: float, near: float, subject: Hit | None
) -> Iterator[Draft]:
    table = asked.table
    sign = column_sign(asked, trigger, column)
    for rows, count, used in scopes(asked, set(subject.places) if subject else set(), column):
        values = keyed(asked, rows, column)
        distinct = sorted({key for key, _ in values}, reverse=sign > 0)
        if len(values) < 2 or trigger.rank > len(distinct):
            continue
        best = distinct[trigger.rank - 1]
        winners = [row for key, row in values if key == best]
        row = winners[0]
        word = trigger.word if trigger.rank == 1 else f"no. {trigger.rank} {trigger.word}"
        if kind == "beyond":
            word = "highest" if trigger.sign > 0 else "lowest"
        kept = among(asked, rows, used)
        text = f"the {word} {name(asked, column)}{kept} is {table.text(row, column)} ({label(asked, row, column)})"
        cells = [table.key(winner, column) for winner in winners[:3]]
        if subject is not None:
            if subject.rows & rows:
                yield Draft(
                    f"{kind}.entity", bool(subject.rows & set(winners)), f"{text}; claim names {subject.text}",
                    [*cells, table.key(row, subject.column)], named, near, subject.score, count,
                    used | set(subject.places) | {trigger.place},
                )  # fmt: skip
            continue
        dated = table.kinds[column] in TIMES
        for number in free_numbers(asked):
            if number.ordinal or number.dated != dated:
                continue
            truth = best // 372 == number.value if dated else same_number(best, number.value, asked.loose)
            if not truth and len(table.values[row][column].numbers) > 1:
                truth = number.value in table.values[row][column].numbers
            yield Draft(
                f"{kind}.value", truth, f"{text}; claim says {shown(asked, number.place)}", cells, named, near, 1.0,
                count, used | {number.place, trigger.place}, number.place,
            )  # fmt: skip


def _commonest(asked: Asked, trigger: Trigger) -> Iterator[Draft]:
    """`X appears most`: the value of a column with the most rows."""
    table = asked.table
    for hit in asked.entities[:4]:
        counts: dict[int, int] = {}
        for row in range(table.height):
            place = table.held_at[row][hit.column]
            if place >= 0:
                counts[place] = counts.get(place, 0) + 1
        if not counts or max(counts.values()) < 2:
            continue
        extreme = max(counts.values()) if trigger.sign > 0 else min(counts.values())
        winner = next(place for place, count in counts.items() if count == extreme)
        number = len(hit.rows)
        truth = number >= extreme if trigger.sign > 0 else number == extreme
        yield Draft(
            "commonest", truth,
            f"the {'most' if trigger.sign > 0 else 'least'} frequent {name(asked, hit.column)} is "
            f"{table.held[winner].text} ({extreme} rows); claim names {hit.text} ({number} rows)",
            [table.key(row, hit.column) for row in table.held[winner].rows[:3]],
            asked.linked.columns.get(hit.column, 0.0), float(not numeric_named(asked)), hit.score, 0,
            frozenset(hit.places) | {trigger.place},
        )  # fmt: skip


def numeric_named(asked: Asked) -> bool:
    return any(score >= 0.5 and asked.table.kinds[column] != "text" for column, score in asked.linked.columns.items())


def edges(asked: Asked) -> Iterator[Draft]:
    """First and last: by date where there is one, by the order of the rows as well."""
    table = asked.table
    dates = [column for column, kind in enumerate(table.kinds) if kind in TIMES][:1]
    for trigger in asked.triggers:
        if trigger.kind != "edge":
            continue
        for subject in asked.entities[:4]:
            for rows, count, used in scopes(asked, set(subject.places), subject.column):
                readings = [("edge.order", min(rows) if trigger.sign < 0 else max(rows), 0)]
                for column in dates:
                    values = keyed(asked, rows, column)
                    if len(values) > 1:
                        readings.append(("edge.date", (min(values) if trigger.sign < 0 else max(values))[1], column))
                for variant, row, column in readings:
                    by = f" by {name(asked, column)}" if variant == "edge.date" else ""
                    yield Draft(
                        variant, row in subject.rows,
                        f"the {trigger.word} row{by}{among(asked, rows, used)} has {table.text(row, subject.column)}; "
                        f"claim names {subject.text}",
                        [table.key(row, subject.column)], asked.linked.columns.get(subject.column, 0.0), 0.0,
                        subject.score, count, used | set(subject.places) | {trigger.place},
                    )  # fmt: skip
