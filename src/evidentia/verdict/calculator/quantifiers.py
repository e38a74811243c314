"""All, only, none, most and half of the rows the claim names."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from evidentia.verdict.calculator.asked import Asked, Draft, name, pairs
from evidentia.verdict.calculator.intents import Trigger
from evidentia.verdict.calculator.links import Hit

_SHARES = {"half": 0.5, "quarter": 0.25, "third": 1 / 3, "thirds": 2 / 3}
_NEAR = frozenset(("nearly", "almost", "about", "roughly", "approximately", "around"))


def universal(asked: Asked) -> Iterator[Draft]:
    yield from _both(asked)
    for trigger in asked.triggers:
        if trigger.kind in ("all", "only", "none", "majority"):
            for hit in asked.entities[:5]:
                yield from _of_all(asked, trigger, hit)
            for first, second in itertools.permutations(asked.entities[:4], 2):
                if first.column != second.column and not set(first.places) & set(second.places):
                    yield from _of_some(asked, trigger, first, second)


def _both(asked: Asked) -> Iterator[Draft]:
    """`A and B are Y`: each of the two named rows has it."""
    table = asked.table
    both = next((trigger.place for trigger in asked.triggers if trigger.word in ("both", "each", "all")), None)
    for first, second in pairs(asked)[:2]:
        between = asked.linked.tokens[max(first.places) + 1 : min(second.places)]
        if both is None and (len(between) > 3 or all(token.text != "and" for token in between)):
            continue
        taken = set(first.places) | set(second.places)
        for hit in asked.linked.hits[:12]:
            if hit.column == first.column or taken & set(hit.places) or hit.score < 0.5:
                continue
            truth = bool(first.rows & hit.rows) and bool(second.rows & hit.rows)
            row, other = min(first.rows), min(second.rows)
            yield Draft(
                "both" if both is not None else "both.and", truth,
                f"the {name(asked, hit.column)} of {first.text} is {table.text(row, hit.column)}, "
                f"of {second.text} {table.text(other, hit.column)}; claim says {hit.text}",
                [table.key(row, hit.column), table.key(other, hit.column)], asked.linked.columns.get(hit.column, 0.0),
                float(hit.numeric), min(first.score, second.score, hit.score), 0,
                frozenset(taken | set(hit.places) | ({both} if both is not None else set())),
            )  # fmt: skip


def share_holds(asked: Asked, trigger: Trigger, part: int, whole: int) -> bool:
    """`most` is more than half; `half` is half unless `more than` or `less than` stands before it."""
    share = part / max(1, whole)
    wanted = _SHARES.get(trigger.word)
    if wanted is None:
        return share > 0.5
    before = [token.text for token in asked.linked.tokens[max(0, trigger.place - 4) : trigger.place]]
    if "than" in before or "over" in before or "under" in before:
        more = any(word in ("more", "over", "greater") for word in before)
        return share > wanted if more else share < wanted
    if "least" in before:
        return share >= wanted
    slack = 0.1 if any(word in _NEAR for word in before) else 0.5 / max(1, whole) + 1e-9
    return abs(share - wanted) <= slack


def _of_all(asked: Asked, trigger: Trigger, hit: Hit) -> Iterator[Draft]:
    table, everything = asked.table, asked.everything
    used = frozenset(hit.places) | {trigger.place}
    named = asked.linked.columns.get(hit.column, 0.0)
    text = f"{len(hit.rows)} of {len(everything)} rows have {name(asked, hit.column)} {hit.text}"
    cells = [table.key(row, hit.column) for row in sorted(hit.rows)[:5]]
    near = float(0 < min(hit.places) - trigger.place <= 4)
    answers = {
        "all": ("all", hit.rows == everything),
        "majority": ("majority", share_holds(asked, trigger, len(hit.rows), len(everything))),
        "only": ("only.one", len(hit.rows) == 1),
        "none": ("none", not hit.rows),
    }
    variant, truth = answers[trigger.kind]
    yield Draft(variant, truth, text, cells, named, near, hit.score, 0, used)


def _of_some(asked: Asked, trigger: Trigger, first: Hit, second: Hit) -> Iterator[Draft]:
    table = asked.table
    both = first.rows & second.rows
    used = frozenset(first.places) | set(second.places) | {trigger.place}
    column = name(asked, second.column)
    text = f"{len(both)} of {len(first.rows)} rows with {first.text} have {column} {second.text}"
    cells = [table.key(row, second.column) for row in sorted(first.rows)[:5]]
    named = asked.linked.columns.get(second.column, 0.0)
    near = float(min(first.places) < min(second.places))
    answers = {
        "all": both == first.rows,
        "only": both == first.rows,
        "majority": share_holds(asked, trigger, len(both), len(first.rows)),
        "none": not both,
    }
    if trigger.kind == "none" and near == 0.0:
        return
    if trigger.kind == "majority" and len(first.rows) < 2:
        return
    truth = answers[trigger.kind]
    yield Draft(
        f"{trigger.kind}.of", truth, text, cells, named, near, min(first.score, second.score),
        int(min(first.places) > trigger.place), used,
    )  # fmt: skip
