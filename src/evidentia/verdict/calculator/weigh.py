"""How far a draft can be trusted, and what all drafts together say: two logistic regressions kept as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from evidentia.verdict.calculator.asked import Asked, Draft
from evidentia.verdict.calculator.words import STOP

Weights = dict[str, float]


@lru_cache(maxsize=1)
def weights() -> dict[str, Weights]:
    """`draft` and `claim` weights as trained, and the same for records; empty without the file: every fact is even."""
    try:
        text = resources.files("evidentia.data").joinpath("calculator.json").read_text(encoding="utf-8")
    except (FileNotFoundError, ModuleNotFoundError):
        return {}
    loaded: dict[str, Weights] = json.loads(text)
    return loaded


def score(values: Mapping[str, float], weight: Mapping[str, float]) -> float:
    return sum(value * weight.get(key, 0.0) for key, value in values.items()) + weight.get("bias", 0.0)


def sigmoid(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value))))


def content_places(asked: Asked) -> list[int]:
    return [
        place
        for place, stem in enumerate(asked.linked.stems)
        if stem not in STOP and stem not in "%$£€¥" and place not in asked.linked.title_places
    ]


def draft_values(asked: Asked, drafts: Sequence[Draft]) -> list[dict[str, float]]:
    """What tells a right reading from a wrong one: words left over, how well columns and rows are named, rivals."""
    places = content_places(asked)
    linked = asked.linked
    column_places = {place for where in linked.column_places.values() for place in where}
    linkable = {place for hit in linked.hits for place in hit.places} | {number.place for number in asked.numbers}
    linkable -= linked.title_places
    trigger_places = {trigger.place for trigger in asked.triggers}
    roles = {place: role(asked, place) for place in {d.number for d in drafts if d.number is not None}}
    agree: dict[tuple[str, bool], int] = {}
    for draft in drafts:
        agree[draft.variant, draft.truth] = agree.get((draft.variant, draft.truth), 0) + 1
    found = []
    for draft in drafts:
        used = draft.used
        left = [place for place in places if place not in used]
        left_linkable = [place for place in left if place in linkable]
        left_numbers = [number for number in asked.numbers if number.place not in used]
        left_triggers = trigger_places - used
        variant = f"{draft.variant}={'T' if draft.truth else 'F'}"
        mine = agree[draft.variant, draft.truth]
        other = agree.get((draft.variant, not draft.truth), 0)
        unknown = [place for place in left if place not in linkable and place not in column_places]
        values = {
            f"is.{variant}": 1.0,
            f"column.{variant}": min(draft.column, 1.0),
            f"near.{variant}": draft.near,
            f"subject.{variant}": draft.subject,
            f"scope.{variant}": float(draft.scope),
            f"left.{variant}": min(len(left_linkable), 4) / 4.0,
            f"numbers.{variant}": min(len(left_numbers), 3) / 3.0,
            f"triggers.{variant}": min(len(left_triggers), 3) / 3.0,
            f"unknown.{variant}": min(len(unknown), 6) / 6.0,
            f"agree.{variant}": mine / (mine + other),
            f"short.{variant}": 1.0 if len(places) <= len([p for p in places if p in used]) + 2 else 0.0,
        }
        if draft.number is not None:
            values[f"role.{roles[draft.number]}.{variant}"] = 1.0
        if linked.negated:
            values[f"negated.{variant}"] = 1.0
        found.append(values)
    return found


_TIMES = frozenset(("time", "times", "once", "twice", "thrice"))


def role(asked: Asked, place: int) -> str:
    """What a number is by its neighbours: a count of things, a cell's value, a part of a name."""
    tokens, linked = asked.linked.tokens, asked.linked
    token = tokens[place]
    after = tokens[place + 1].text if place + 1 < len(tokens) else ""
    before = tokens[place - 1].text if place else ""
    if token.text in _TIMES or after in _TIMES:
        return "times"
    if after in ("of", "different", "more", "less", "fewer", "other"):
        return after
    headers = {where: column for column, places in linked.column_places.items() for where in places}
    for distance in (1, 2):
        if place + distance in headers:
            kind = "text" if asked.table.kinds[headers[place + distance]] == "text" else "number"
            if before in ("only", "are", "be", "were", "is", "was", "the", "at", "least", "than") or not place:
                return f"{before}.{kind}"
            return f"counts.{kind}"
    if any(place - distance in headers for distance in (1, 2, 3)):
        return "valued"
    if before in ("only", "are", "be", "were", "is", "was", "the", "of", "in", "by", "with", "at", "to", "a", "for"):
        return f"after.{before}"
    return "word" if token.text.isalpha() else "digit"


def confidences(asked: Asked, drafts: Sequence[Draft]) -> list[float]:
    weight = weights().get("record_draft" if asked.table.record else "draft", {})
    return [sigmoid(score(values, weight)) for values in draft_values(asked, drafts)]


def claim_score(asked: Asked, values: Mapping[str, float]) -> float:
    """The log-odds that the claim holds."""
    return score(values, weights().get("record_claim" if asked.table.record else "claim", {}))


def logit(value: float) -> float:
    value = min(max(value, 1e-4), 1 - 1e-4)
    return math.log(value / (1 - value))


def claim_values(asked: Asked, drafts: Sequence[Draft], sure: Sequence[float]) -> dict[str, float]:
    """One vector for a claim and a table: what each kind of computation says, and how the claim's words are found."""
    values: dict[str, float] = {}
    signed = [logit(confidence) * (1.0 if draft.truth else -1.0) for draft, confidence in zip(drafts, sure)]
    for draft, vote in zip(drafts, signed):
        for prefix, value in (("up", max(vote, 0.0)), ("down", max(-vote, 0.0))):
            key = f"{prefix}.{draft.variant}"
            if value > values.get(key, 0.0):
                values[key] = value
    if signed:
        values["vote.best"] = max(signed, key=abs)
        values["vote.mean"] = sum(signed) / len(signed)
        values["vote.up"] = max(0.0, max(signed))
        values["vote.down"] = max(0.0, -min(signed))
    else:
        values["vote.none"] = 1.0
    values |= words_found(asked)
    for trigger in asked.triggers:
        values[f"asks.{trigger.kind}"] = 1.0
    if asked.table.record:
        values = {f"record.{key}": value for key, value in values.items()}
    if asked.linked.negated:
        values["negated"] = 1.0
        values["negated.vote"] = values.get("vote.best", 0.0)
    return values


def words_found(asked: Asked) -> dict[str, float]:
    """Shares of the claim's content words and numbers in the table, and in its best row."""
    linked = asked.linked
    places = content_places(asked)
    headers = {place for where in linked.column_places.values() for place in where}
    triggered = {trigger.place for trigger in asked.triggers}
    by_row: dict[int, set[int]] = {}
    table: set[int] = set()
    for hit in linked.hits:
        table |= set(hit.places)
        if len(hit.rows) <= 200:
            for row in hit.rows:
                by_row.setdefault(row, set()).update(hit.places)
    counts = sorted(((len(found), -row) for row, found in by_row.items()), reverse=True)
    best = by_row[-counts[0][1]] if counts else set()
    open_places = [place for place in places if place not in triggered]
    words = [place for place in open_places if linked.tokens[place].number is None]
    numbers = [number.place for number in asked.numbers]
    total = max(1, len(open_places))
    in_table = [place for place in open_places if place in table]
    values = {
        "words.row": sum(place in best or place in headers for place in words) / max(1, len(words)),
        "words.table": sum(place in table or place in headers for place in words) / max(1, len(words)),
        "words.unknown": min(6, sum(place not in table and place not in headers for place in words)) / 6.0,
        "words.other_row": min(4, sum(place in table and place not in best for place in words)) / 4.0,
        "row.share": sum(place in best for place in in_table) / max(1, len(in_table)) if in_table else 0.5,
        "found.share": len(in_table) / total,
        "size": min(len(places), 30) / 30.0,
    }
    if numbers:
        values["numbers.any"] = 1.0
        values["numbers.row"] = sum(place in best for place in numbers) / len(numbers)
        values["numbers.table"] = sum(place in table for place in numbers) / len(numbers)
        values["numbers.nowhere"] = min(3, sum(place not in table for place in numbers)) / 3.0
        values["numbers.other_row"] = min(3, sum(place in table and place not in best for place in numbers)) / 3.0
    if not asked.triggers:
        values |= {f"plain.{key}": value for key, value in values.items()}
    return values
