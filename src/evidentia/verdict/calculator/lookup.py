"""Does one row hold all that the claim, or a clause of it, names; if not, what does the named row hold instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidentia.verdict.calculator.asked import Asked, Draft, name, named_columns, same_number, shown
from evidentia.verdict.calculator.columns import NUMERIC
from evidentia.verdict.calculator.links import Hit

_BREAKS = frozenset(("while", "but", "whereas", "and", "then", "followed", "with"))


def lookup(asked: Asked) -> Iterator[Draft]:
    hits = [hit for hit in asked.linked.hits if hit.score >= 0.3]
    if not hits:
        return
    row, chosen = best_row(asked, hits)
    yield from _row(asked, hits, row, chosen, "lookup")
    yield from _numbers(asked, hits, row, chosen)
    if len(hits) >= 4:
        yield from _clauses(asked, hits)


def best_row(asked: Asked, hits: Sequence[Hit]) -> tuple[int, list[Hit]]:
    rows = sorted(frozenset().union(*(hit.rows for hit in hits[:20])))[:400]
    best: tuple[float, int, list[Hit]] = (-1.0, 0, [])
    for row in rows:
        taken: set[int] = set()
        chosen = []
        weight = 0.0
        columns: set[int] = set()
        for hit in hits:
            if row in hit.rows and hit.column not in columns and not taken & set(hit.places):
                taken |= set(hit.places)
                columns.add(hit.column)
                chosen.append(hit)
                weight += hit.score * (len(hit.places) ** 0.5) * (0.7 if hit.numeric else 1.0)
                weight += 0.2 * min(1.0, asked.linked.columns.get(hit.column, 0.0))
        if weight > best[0]:
            best = (weight, row, chosen)
    return best[1], best[2]


def _row(asked: Asked, hits: Sequence[Hit], row: int, chosen: list[Hit], kind: str) -> Iterator[Draft]:
    table, linked = asked.table, asked.linked
    covered = frozenset(place for hit in chosen for place in hit.places)
    columns = {hit.column for hit in chosen}
    subject = next((hit for hit in chosen if not hit.numeric), chosen[0])
    missing = [
        hit
        for hit in hits
        if hit.exact and row not in hit.rows and hit.column not in columns and not set(hit.places) & covered
    ]
    if not missing and len(chosen) > 1:
        parts = "; ".join(f"{name(asked, hit.column)} is {table.text(row, hit.column)}" for hit in chosen[:4])
        yield Draft(
            f"{kind}.holds", True, f"in one row: {parts}", [table.key(row, hit.column) for hit in chosen],
            sum(linked.columns.get(hit.column, 0.0) > 0 for hit in chosen) / len(chosen), 0.0,
            min(hit.score for hit in chosen), len(chosen) - 1, covered,
        )  # fmt: skip
    for hit in missing[:2]:
        number = hit.places[0] if hit.numeric and len(hit.places) == 1 else None
        yield Draft(
            f"{kind}.other", False,
            f"the {name(asked, hit.column)} of {table.text(row, subject.column)} is {table.text(row, hit.column)}; "
            f"claim says {hit.text}",
            [table.key(row, hit.column), table.key(row, subject.column)], linked.columns.get(hit.column, 0.0),
            float(hit.numeric), min(subject.score, hit.score), len(chosen) - 1, covered | set(hit.places), number,
        )  # fmt: skip


def _numbers(asked: Asked, hits: Sequence[Hit], row: int, chosen: list[Hit]) -> Iterator[Draft]:
    """Numbers no cell of the row matched, against the columns the claim names."""
    table, linked = asked.table, asked.linked
    covered = frozenset(place for hit in chosen for place in hit.places)
    columns = {hit.column for hit in chosen}
    subject = next((hit for hit in chosen if not hit.numeric), chosen[0])
    elsewhere = {(hit.column, place) for hit in hits if hit.exact and row not in hit.rows for place in hit.places}
    for number in asked.numbers:
        if number.place in covered or number.ordinal:
            continue
        for column in named_columns(asked):
            value = table.values[row][column]
            if column in columns or table.kinds[column] not in NUMERIC or linked.columns[column] < 0.3:
                continue
            if not value.numbers or (column, number.place) in elsewhere:
                continue
            distance = min(abs(place - number.place) for place in linked.column_places[column])
            yield Draft(
                "lookup.number", any(same_number(held, number.value, asked.loose) for held in value.numbers),
                f"the {name(asked, column)} of {table.text(row, subject.column)} is {table.text(row, column)}; "
                f"claim says {shown(asked, number.place)}",
                [table.key(row, column), table.key(row, subject.column)], linked.columns[column],
                1.0 / distance if distance else 0.0, subject.score, len(chosen) - 1, covered | {number.place},
                number.place,
            )  # fmt: skip


def _clauses(asked: Asked, hits: Sequence[Hit]) -> Iterator[Draft]:
    """`A is x while B is y`: each clause has its own row."""
    breaks = [place for place, token in enumerate(asked.linked.tokens) if token.text in _BREAKS]
    for place in breaks[:4]:
        before = [hit for hit in hits if max(hit.places) < place]
        after = [hit for hit in hits if min(hit.places) > place]
        if not (any(not hit.numeric for hit in before) and any(not hit.numeric for hit in after)):
            continue
        first_row, first = best_row(asked, before)
        second_row, second = best_row(asked, after)
        if first_row == second_row or len(first) < 2 or len(second) < 2:
            continue
        drafts = [*_row(asked, before, first_row, first, "clause"), *_row(asked, after, second_row, second, "clause")]
        if len(drafts) == 2 and all(draft.truth for draft in drafts):
            one, two = drafts
            yield Draft(
                "clause.holds", True, f"{one.text}; {two.text}", one.cells + two.cells, (one.column + two.column) / 2,
                0.0, min(one.subject, two.subject), min(one.scope, two.scope), one.used | two.used,
            )  # fmt: skip
        for draft in drafts:
            if not draft.truth:
                draft.used = draft.used | {p for hit in (*first, *second) for p in hit.places}
                yield draft
        break
