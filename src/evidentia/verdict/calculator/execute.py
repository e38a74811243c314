"""Runs what the claim asks on the linked table: each plausible reading becomes a draft with its answer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from evidentia.verdict.calculator.columns import NUMERIC, Typed
from evidentia.verdict.calculator.intents import TIME_WORDS, Trigger, triggers
from evidentia.verdict.calculator.links import Hit, Linked, Stated
from evidentia.verdict.calculator.words import STOP, number_text

MAX_DRAFTS = 160
_TIMES = ("date", "year")
_LOOSE = frozenset("about approximately nearly almost around roughly some over".split())


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


class Asked(msgspec.Struct):
    """A linked claim with its triggers and the parts the readings choose from."""

    table: Typed
    linked: Linked
    triggers: list[Trigger]
    entities: list[Hit]
    numbers: list[Stated]
    loose: bool

    @property
    def everything(self) -> frozenset[int]:
        return frozenset(range(self.table.height))


def ask(linked: Linked, table: Typed) -> Asked:
    entities: list[Hit] = []
    for hit in linked.hits:
        if hit.numeric and not (hit.exact and table.kinds[hit.column] in _TIMES):
            continue
        if all(place in linked.title_places or linked.stems[place] in STOP for place in hit.places) and not hit.exact:
            continue
        if hit.score >= 0.34 and len(entities) < 8:
            entities.append(hit)
    return Asked(
        table,
        linked,
        triggers(linked.tokens),
        entities,
        linked.numbers[:6],
        any(token.text in _LOOSE for token in linked.tokens),
    )


def run(asked: Asked) -> list[Draft]:
    """All drafts, at most `MAX_DRAFTS`; nothing is counted in a table that was cut."""
    found: list[Draft] = []
    if not asked.table.height:
        return found
    for make in _MAKERS if asked.table.complete else (lookup,):
        found += itertools.islice(make(asked), 60)
    return found[:MAX_DRAFTS]


def same_number(value: float, claimed: float, loose: bool = False) -> bool:
    if value == claimed:
        return True
    text = number_text(claimed)
    decimals = len(text.partition(".")[2])
    if abs(value - claimed) <= 0.5 * 10**-decimals * 1.0001 and decimals:
        return True
    difference, size = abs(value - claimed), max(abs(value), abs(claimed))
    if loose and difference <= 0.05 * size:
        return True
    if claimed >= 1e5 and value < 1e5:  # columns in thousands or millions
        return any(abs(value * scale - claimed) <= 1e-3 * claimed for scale in (1e3, 1e6))
    return False


def column_sign(asked: Asked, trigger: Trigger, column: int) -> int:
    """Places and ranks count downwards: the best is the smallest."""
    if trigger.word in (
        "best",
        "top",
        "highest",
        "better",
        "higher",
        "worst",
        "lowest",
        "lower",
        "worse",
        "high",
        "low",
        "bottom",
    ):
        if asked.table.is_rank(column):
            return -trigger.sign
        if asked.table.kinds[column] == "duration" and trigger.word in ("best", "top", "better", "worst", "worse"):
            return -trigger.sign
    if trigger.word in ("fastest", "faster", "slowest", "slower") and asked.table.kinds[column] == "duration":
        return -trigger.sign
    if trigger.word in ("older", "oldest", "younger", "youngest"):
        dated = asked.table.kinds[column] in _TIMES
        old = trigger.word in ("older", "oldest")
        return (-1 if old else 1) if dated else (1 if old else -1)
    return trigger.sign


def numeric_columns(asked: Asked, trigger: Trigger, most: int = 3) -> list[tuple[int, float, float]]:
    """Columns the trigger may speak of: (column, how well named, nearness)."""
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
            near = max(
                near, 1.0 / (1 + 0.25 * (abs(distance) - 1)) if distance > 0 else 0.5 / (1 + 0.25 * abs(distance))
            )
        kind = table.kinds[column]
        prior = 0.0
        if timed:
            prior += 0.6 if kind in _TIMES else 0.0
        elif kind in _TIMES:
            prior -= 0.3
        elif len(numeric) == 1:
            prior += 0.3
        if column in number_columns:
            prior += 0.2
        if table.is_rank(column) and trigger.word in ("best", "top", "better", "higher", "ranked", "worst"):
            prior += 0.2
        total = named + near + prior
        if total > 0.25:
            found.append((total, column, named, near))
    found.sort(key=lambda item: (-item[0], item[1]))
    return [(column, named, near) for _, column, named, near in found[:most]]


def name(asked: Asked, column: int) -> str:
    return asked.table.names[column].strip() or f"column {column + 1}"


def label(asked: Asked, row: int, column: int) -> str:
    """What a person calls the row: its first textual cell that is not the column asked."""
    for other, kind in enumerate(asked.table.kinds):
        if other != column and kind == "text" and asked.table.text(row, other):
            return asked.table.text(row, other)
    return asked.table.text(row, 0)


def scopes(asked: Asked, without: set[int], column: int) -> list[tuple[frozenset[int], int, frozenset[int]]]:
    """Row sets to compute over: all rows, then the rows that other named cells leave."""
    everything = asked.everything
    found: list[tuple[frozenset[int], int, frozenset[int]]] = [(everything, 0, frozenset())]
    rows, used, count = everything, frozenset[int](), 0
    for hit in asked.entities:
        if without & set(hit.places) or hit.column == column or used & set(hit.places):
            continue
        fewer = rows & hit.rows
        if len(fewer) >= 2 and len(fewer) < len(rows):
            rows, used, count = fewer, used | set(hit.places), count + 1
            found.append((rows, count, used))
            if count == 2:
                break
    return found


def keyed(asked: Asked, rows: frozenset[int] | Sequence[int], column: int) -> list[tuple[float, int]]:
    values = asked.table.values
    found = []
    for row in sorted(rows):
        key = values[row][column].key
        if key is not None:
            found.append((key, row))
    return found


def free_numbers(asked: Asked, *taken: int | None) -> list[Stated]:
    return [number for number in asked.numbers if number.place not in taken]


def shown(asked: Asked, place: int) -> str:
    return asked.linked.tokens[place].text


def named_text(asked: Asked, hit: Hit) -> str:
    return hit.text


def superlative(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind == "compare" and any(
            token.text in ("any", "other", "all", "everyone", "else")
            for token in asked.linked.tokens[trigger.place : trigger.place + 9]
        ):
            kind = "beyond"
        elif trigger.kind == "superlative":
            kind = "superlative" if trigger.rank == 1 else "ordinal"
        else:
            continue
        for column, named, near in numeric_columns(asked, trigger):
            sign = column_sign(asked, trigger, column)
            for subject in [*asked.entities[:5], None]:
                if subject is not None and subject.column == column:
                    continue
                without = set(subject.places) if subject else set()
                for rows, count, used in scopes(asked, without, column):
                    values = keyed(asked, rows, column)
                    if len(values) < 2:
                        continue
                    distinct = sorted({key for key, _ in values}, reverse=sign > 0)
                    if trigger.rank > len(distinct):
                        continue
                    best = distinct[trigger.rank - 1]
                    winners = [row for key, row in values if key == best]
                    row = winners[0]
                    word = trigger.word if trigger.rank == 1 else f"{trigger.rank}. {trigger.word}"
                    if kind == "beyond":
                        word = "highest" if trigger.sign > 0 else "lowest"
                    text = (
                        f"the {word} {name(asked, column)} is {table.text(row, column)} ({label(asked, row, column)})"
                    )
                    cells = [table.key(winner, column) for winner in winners[:3]]
                    if subject is not None:
                        if not subject.rows & rows:
                            continue
                        truth = bool(subject.rows & set(winners))
                        yield Draft(
                            f"{kind}.entity",
                            truth,
                            f"{text}; claim names {subject.text}",
                            [*cells, table.key(row, subject.column)],
                            named,
                            near,
                            subject.score,
                            count,
                            used | set(subject.places) | {trigger.place},
                        )
                    else:
                        for number in free_numbers(asked):
                            dated = table.kinds[column] in _TIMES
                            if number.ordinal or (number.dated != dated):
                                continue
                            claimed = number.value * 372.0 if dated else number.value
                            truth = (best // 372 == number.value) if dated else same_number(best, claimed, asked.loose)
                            if not truth and len(table.values[row][column].numbers) > 1:
                                truth = number.value in table.values[row][column].numbers
                            yield Draft(
                                f"{kind}.value",
                                truth,
                                f"{text}; claim says {shown(asked, number.place)}",
                                cells,
                                named,
                                near,
                                1.0,
                                count,
                                used | {number.place, trigger.place},
                            )
        if trigger.kind == "superlative" and trigger.word in ("most", "least", "fewest", "highest", "top"):
            yield from _commonest(asked, trigger)


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
        truth = len(hit.rows) == extreme if trigger.sign < 0 else len(hit.rows) >= extreme
        yield Draft(
            "commonest",
            truth,
            f"the {'most' if trigger.sign > 0 else 'least'} frequent {name(asked, hit.column)} is "
            f"{table.held[winner].text} ({extreme} rows); claim names {hit.text} ({len(hit.rows)} rows)",
            [table.key(row, hit.column) for row in table.held[winner].rows[:3]],
            asked.linked.columns.get(hit.column, 0.0),
            0.0,
            hit.score,
            0,
            frozenset(hit.places) | {trigger.place},
        )


def _pairs(asked: Asked) -> list[tuple[Hit, Hit]]:
    """Two different cells of one column, in the order of the claim."""
    found = []
    for first, second in itertools.combinations(asked.entities, 2):
        if (
            first.column == second.column
            and not set(first.places) & set(second.places)
            and not first.rows & second.rows
        ):
            found.append((first, second) if first.places < second.places else (second, first))
    return found[:4]


def _total(asked: Asked, rows: frozenset[int], column: int) -> tuple[float, int] | None:
    values = keyed(asked, rows, column)
    if not values:
        return None
    if len(values) == 1 or asked.table.kinds[column] in (*_TIMES, "rank", "duration") or asked.table.is_rank(column):
        return values[0]
    return sum(key for key, _ in values), values[0][1]


def comparison(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind != "compare":
            continue
        for first, second in _pairs(asked):
            used = frozenset(first.places) | set(second.places) | {trigger.place}
            order = (min(first.places) < trigger.place) + (min(second.places) > trigger.place)
            for column, named, near in numeric_columns(asked, trigger):
                if column == first.column:
                    continue
                left, right = _total(asked, first.rows, column), _total(asked, second.rows, column)
                if left is None or right is None:
                    continue
                sign = column_sign(asked, trigger, column)
                truth = sign * (left[0] - right[0]) > 0
                text = (
                    f"the {name(asked, column)} of {first.text} is {_written(asked, left, column, first.rows)}, "
                    f"of {second.text} {_written(asked, right, column, second.rows)}"
                )
                cells = [table.key(left[1], column), table.key(right[1], column)]
                subject = min(first.score, second.score)
                yield Draft("compare", truth, text, cells, named, near, subject, int(order < 2), used)
                for number in free_numbers(asked):
                    if number.ordinal or number.dated or number.place > trigger.place + 4:
                        continue
                    gap = abs(left[0] - right[0]) / (372.0 if table.kinds[column] in _TIMES else 1.0)
                    exact = truth and same_number(gap, number.value, asked.loose)
                    yield Draft(
                        "compare.by",
                        exact,
                        f"{text}, a difference of {number_text(round(gap, 4))}; claim says {shown(asked, number.place)}",
                        cells,
                        named,
                        near,
                        subject,
                        int(order < 2),
                        used | {number.place},
                    )
            if len(first.rows) + len(second.rows) > 2:
                truth = trigger.sign * (len(first.rows) - len(second.rows)) > 0
                yield Draft(
                    "compare.count",
                    truth,
                    f"{first.text} is in {len(first.rows)} rows, {second.text} in {len(second.rows)}",
                    [table.key(min(first.rows), first.column), table.key(min(second.rows), second.column)],
                    0.0,
                    0.0,
                    min(first.score, second.score),
                    int(order < 2),
                    used,
                )


def _written(asked: Asked, total: tuple[float, int], column: int, rows: frozenset[int]) -> str:
    key = asked.table.values[total[1]][column].key
    return asked.table.text(total[1], column) if key == total[0] else number_text(round(total[0], 4))


def threshold(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind not in ("threshold", "between") or trigger.number is None:
            continue
        for column, named, near in numeric_columns(asked, trigger):
            dated = table.kinds[column] in _TIMES
            limit = trigger.number
            if dated != (1500 <= limit <= 2100) and dated:
                continue
            upper = None
            if trigger.kind == "between":
                later = [
                    n for n in asked.numbers if trigger.number_place is not None and n.place > trigger.number_place
                ]
                if not later:
                    continue
                upper = later[0]
            values = [(key // 372 if dated else key, row) for key, row in keyed(asked, asked.everything, column)]
            strict = not trigger.word.startswith("at ")
            sign = trigger.sign

            def passes(
                key: float, limit: float = limit, upper: Stated | None = upper, sign: int = sign, strict: bool = strict
            ) -> bool:
                if upper is not None:
                    return limit <= key <= upper.value
                return sign * (key - limit) > 0 or (not strict and key == limit)

            passing = frozenset(row for key, row in values if passes(key))
            limits = shown(asked, trigger.number_place or trigger.place)
            words = f"{trigger.word} {limits}" if upper is None else f"between {limits} and {shown(asked, upper.place)}"
            base = {trigger.place, trigger.number_place or trigger.place} | ({upper.place} if upper else set())
            for subject in asked.entities[:4]:
                if subject.column == column:
                    continue
                rows = [row for row in sorted(subject.rows) if table.values[row][column].key is not None]
                if not rows:
                    continue
                truth = any(row in passing for row in rows)
                row = next((row for row in rows if (row in passing) == truth), rows[0])
                yield Draft(
                    "threshold.entity",
                    truth,
                    f"the {name(asked, column)} of {subject.text} is {table.text(row, column)}; claim says {words}",
                    [table.key(row, column)],
                    named,
                    near,
                    subject.score,
                    min(2, len(rows) - 1),
                    frozenset(base | set(subject.places)),
                )
            for number in free_numbers(asked, trigger.number_place, upper.place if upper else None):
                if number.ordinal or number.dated or number.value > table.height:
                    continue
                for rows_in, count, used in scopes(asked, set(), column):
                    counted = len(passing & rows_in)
                    yield Draft(
                        "threshold.count",
                        counted == number.value,
                        f"{counted} rows have a {name(asked, column)} of {words}; claim says {shown(asked, number.place)}",
                        [table.key(row, column) for row in sorted(passing & rows_in)[:5]],
                        named,
                        near,
                        1.0,
                        count,
                        used | base | {number.place},
                    )


def counting(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for number in asked.numbers:
        if number.ordinal or number.dated or number.percent or number.value != int(number.value):
            continue
        if number.value > max(table.height, 12):
            continue
        outside = [hit for hit in asked.entities if number.place not in hit.places]
        numeric = [
            hit
            for hit in asked.linked.hits
            if hit.numeric and hit.exact and number.place not in hit.places and hit not in outside
        ][:3]
        options = outside[:5] + numeric
        sets: list[tuple[Hit, ...]] = [(hit,) for hit in options]
        sets += [
            pair
            for pair in itertools.combinations(options[:4], 2)
            if pair[0].column != pair[1].column and not set(pair[0].places) & set(pair[1].places)
        ]
        follows = min((min(hit.places) - number.place for hit in options if min(hit.places) > number.place), default=0)
        for chosen in sets:
            rows = asked.everything
            for hit in chosen:
                rows &= hit.rows
            used = frozenset(place for hit in chosen for place in hit.places) | {number.place}
            near = 1.0 if min(chosen[0].places) - number.place == follows else 0.0
            what = " and ".join(f"{name(asked, hit.column)} {hit.text}" for hit in chosen)
            yield Draft(
                f"count.{len(chosen)}",
                len(rows) == number.value,
                f"{len(rows)} rows have {what}; claim says {shown(asked, number.place)}",
                [table.key(row, chosen[0].column) for row in sorted(rows)[:5]],
                max(asked.linked.columns.get(hit.column, 0.0) for hit in chosen),
                near,
                min(hit.score for hit in chosen),
                len(chosen) - 1,
                used,
            )
        for column in sorted(asked.linked.columns, key=lambda c: (-asked.linked.columns[c], c))[:2]:
            distinct = {table.held_at[row][column] for row in range(table.height)} - {-1}
            yield Draft(
                "count.distinct",
                len(distinct) == number.value,
                f"there are {len(distinct)} different {name(asked, column)}; claim says {shown(asked, number.place)}",
                [table.key(row, column) for row in range(min(3, table.height))],
                asked.linked.columns[column],
                0.0,
                0.0,
                0,
                frozenset(asked.linked.column_places[column]) | {number.place},
            )
        yield Draft(
            "count.all",
            table.height == number.value,
            f"there are {table.height} rows; claim says {shown(asked, number.place)}",
            [],
            0.0,
            0.0,
            0.0,
            0,
            frozenset({number.place}),
        )


def summing(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind not in ("sum", "average"):
            continue
        for column, named, near in numeric_columns(asked, trigger):
            if table.kinds[column] in (*_TIMES, "rank"):
                continue
            for rows, count, used in scopes(asked, set(), column):
                keys = [key for key, _ in keyed(asked, rows, column)]
                if len(keys) < 2:
                    continue
                result = sum(keys) / (len(keys) if trigger.kind == "average" else 1)
                for number in free_numbers(asked):
                    if number.ordinal or number.dated:
                        continue
                    yield Draft(
                        trigger.kind,
                        same_number(result, number.value, asked.loose),
                        f"the {trigger.word} {name(asked, column)} of {len(keys)} rows is {number_text(round(result, 4))}; "
                        f"claim says {shown(asked, number.place)}",
                        [table.key(row, column) for row in sorted(rows)[:5]],
                        named,
                        near,
                        1.0,
                        count,
                        used | {number.place, trigger.place},
                    )


def edges(asked: Asked) -> Iterator[Draft]:
    """First and last: by date where there is one, by the order of the rows otherwise."""
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind != "edge":
            continue
        dates = [column for column, kind in enumerate(table.kinds) if kind in _TIMES][:1]
        for subject in asked.entities[:4]:
            for rows, count, used in scopes(asked, set(subject.places), subject.column):
                readings: list[tuple[str, int, int]] = [("edge.order", min(rows) if trigger.sign < 0 else max(rows), 0)]
                for column in dates:
                    values = keyed(asked, rows, column)
                    if len(values) > 1:
                        chosen = min(values) if trigger.sign < 0 else max(values)
                        readings.append(("edge.date", chosen[1], column))
                for variant, row, column in readings:
                    by = f" by {name(asked, column)}" if variant == "edge.date" else ""
                    yield Draft(
                        variant,
                        row in subject.rows,
                        f"the {trigger.word} row{by} is {table.text(row, subject.column)}; claim names {subject.text}",
                        [table.key(row, subject.column)],
                        asked.linked.columns.get(subject.column, 0.0),
                        0.0,
                        subject.score,
                        count,
                        used | set(subject.places) | {trigger.place},
                    )


def universal(asked: Asked) -> Iterator[Draft]:
    """All, only, none, majority over the rows named."""
    table = asked.table
    everything = asked.everything
    for trigger in asked.triggers:
        if trigger.kind not in ("all", "only", "none", "majority"):
            continue
        for hit in asked.entities[:5]:
            word = f"{name(asked, hit.column)} {hit.text}"
            used = frozenset(hit.places) | {trigger.place}
            named = asked.linked.columns.get(hit.column, 0.0)
            share = len(hit.rows) / len(everything)
            text = f"{len(hit.rows)} of {len(everything)} rows have {word}"
            cells = [table.key(row, hit.column) for row in sorted(hit.rows)[:5]]
            if trigger.kind == "all":
                yield Draft("all", hit.rows == everything, text, cells, named, 0.0, hit.score, 0, used)
            elif trigger.kind == "majority":
                yield Draft("majority", share > 0.5, text, cells, named, 0.0, hit.score, 0, used)
            elif trigger.kind == "only":
                near = 1.0 if 0 < min(hit.places) - trigger.place <= 3 else 0.0
                yield Draft("only.one", len(hit.rows) == 1, text, cells, named, near, hit.score, 0, used)
            elif trigger.kind == "none":
                near = 1.0 if 0 < min(hit.places) - trigger.place <= 4 else 0.0
                yield Draft("none", not hit.rows, text, cells, named, near, hit.score, 0, used)
        for first, second in itertools.permutations(asked.entities[:4], 2):
            if first.column == second.column or set(first.places) & set(second.places):
                continue
            both = first.rows & second.rows
            used = frozenset(first.places) | set(second.places) | {trigger.place}
            text = f"{len(both)} of {len(first.rows)} rows with {first.text} have {name(asked, second.column)} {second.text}"
            cells = [table.key(row, second.column) for row in sorted(first.rows)[:5]]
            named = asked.linked.columns.get(second.column, 0.0)
            subject = min(first.score, second.score)
            near = 1.0 if min(first.places) < min(second.places) else 0.0
            if trigger.kind in ("all", "only"):
                yield Draft(f"{trigger.kind}.of", both == first.rows, text, cells, named, near, subject, 1, used)
            elif trigger.kind == "majority":
                yield Draft("majority.of", 2 * len(both) > len(first.rows), text, cells, named, near, subject, 1, used)
            elif trigger.kind == "none" and first.places < second.places:
                yield Draft("none.of", not both, text, cells, named, near, subject, 1, used)


def sameness(asked: Asked) -> Iterator[Draft]:
    table = asked.table
    for trigger in asked.triggers:
        if trigger.kind != "same":
            continue
        columns = sorted(asked.linked.columns, key=lambda c: (-asked.linked.columns[c], c))[:3]
        for first, second in _pairs(asked):
            for column in columns:
                if column == first.column:
                    continue
                left = {table.held_at[row][column] for row in sorted(first.rows)}
                right = {table.held_at[row][column] for row in sorted(second.rows)}
                equal = bool(left & right)
                row, other = min(first.rows), min(second.rows)
                yield Draft(
                    "same",
                    equal == (trigger.sign > 0),
                    f"the {name(asked, column)} of {first.text} is {table.text(row, column)}, "
                    f"of {second.text} {table.text(other, column)}",
                    [table.key(row, column), table.key(other, column)],
                    asked.linked.columns[column],
                    0.0,
                    min(first.score, second.score),
                    0,
                    frozenset(first.places) | set(second.places) | {trigger.place},
                )


def lookup(asked: Asked) -> Iterator[Draft]:
    """Does one row hold all that the claim names; if not, what does the named row hold instead."""
    table, linked = asked.table, asked.linked
    hits = [hit for hit in linked.hits if hit.score >= 0.34]
    if not hits:
        return
    rows = sorted(frozenset().union(*(hit.rows for hit in hits[:20])))[:400]
    best: list[tuple[float, int, list[Hit]]] = []
    for row in rows:
        taken: set[int] = set()
        chosen = []
        weight = 0.0
        columns: set[int] = set()
        for hit in hits:
            if row in hit.rows and not taken & set(hit.places) and hit.column not in columns:
                taken |= set(hit.places)
                columns.add(hit.column)
                chosen.append(hit)
                weight += hit.score * (len(hit.places) ** 0.5) * (0.7 if hit.numeric else 1.0)
        best.append((weight, row, chosen))
    best.sort(key=lambda item: (-item[0], item[1]))
    weight, row, chosen = best[0]
    covered = frozenset(place for hit in chosen for place in hit.places)
    taken_columns = {hit.column for hit in chosen}
    subject = next((hit for hit in chosen if not hit.numeric), chosen[0])
    missing = [
        hit
        for hit in hits
        if row not in hit.rows and not set(hit.places) & covered and hit.column not in taken_columns and hit.exact
    ]
    base = frozenset(covered)
    if not missing and len(chosen) > 1:
        parts = "; ".join(f"{name(asked, hit.column)} is {table.text(row, hit.column)}" for hit in chosen[:4])
        yield Draft(
            "lookup.holds", True, f"in one row: {parts}", [table.key(row, hit.column) for hit in chosen],
            sum(linked.columns.get(hit.column, 0.0) > 0 for hit in chosen) / len(chosen), 0.0,
            min(hit.score for hit in chosen), len(chosen) - 1, base,
        )  # fmt: skip
    for hit in missing[:2]:
        yield Draft(
            "lookup.other", False,
            f"the {name(asked, hit.column)} of {table.text(row, subject.column)} is {table.text(row, hit.column)}; "
            f"claim says {hit.text}",
            [table.key(row, hit.column), table.key(row, subject.column)],
            linked.columns.get(hit.column, 0.0), 0.0, min(subject.score, hit.score), len(chosen) - 1,
            base | set(hit.places),
        )  # fmt: skip
    for number in asked.numbers:
        if number.place in covered or number.ordinal:
            continue
        for column in sorted(linked.columns, key=lambda c: (-linked.columns[c], c))[:3]:
            if column in taken_columns or table.kinds[column] not in NUMERIC or linked.columns[column] < 0.3:
                continue
            value = table.values[row][column]
            truth = any(same_number(held, number.value, asked.loose) for held in value.numbers)
            if not value.numbers or any(number.place in hit.places and hit.column == column for hit in missing):
                continue
            distance = min(abs(place - number.place) for place in linked.column_places[column])
            yield Draft(
                "lookup.number", truth,
                f"the {name(asked, column)} of {table.text(row, subject.column)} is {table.text(row, column)}; "
                f"claim says {shown(asked, number.place)}",
                [table.key(row, column), table.key(row, subject.column)],
                linked.columns[column], 1.0 / distance if distance else 0.0, subject.score, len(chosen) - 1,
                base | {number.place},
            )  # fmt: skip


_MAKERS = (superlative, comparison, threshold, counting, summing, edges, universal, sameness, lookup)
