"""FAVIQ's A set: matching pairs of a question's disambiguations support, crossed pairs refute."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import msgspec

from evidentia.claim import Label
from evidentia.datasets.convert import to_claim
from evidentia.datasets.equivalent import equivalent
from evidentia.datasets.qa import Asked, QuestionItem

MAX_PAIRS = 40


class QuestionClaim(msgspec.Struct, kw_only=True):
    """A claim made of a question and a right or wrong answer to it; `source` is the question that was asked."""

    id: str
    claim: str
    label: Label
    question: str
    answer: str
    source: str
    extra: dict[str, Any] = {}


class Yield(msgspec.Struct):
    """How many questions could give claims, and did."""

    questions: int = 0
    eligible: int = 0
    converted: int = 0


def a_set(
    items: Iterable[QuestionItem], *, seed: int, counts: Yield | None = None, one_of_each: bool = False
) -> Iterator[QuestionClaim]:
    """Four claims of each question with two distinct answers: two that support and two that refute.

    `one_of_each` keeps one supporting and one refuting claim, as FAVIQ's published counts do.
    """
    counts = counts if counts is not None else Yield()
    seen: set[str] = set()
    for item in items:
        counts.questions += 1
        pairs = [(one, two) for one, two in combinations(item.variants[:MAX_PAIRS], 2) if _distinct(one, two)]
        if not pairs or item.id in seen:
            continue
        seen.add(item.id)
        counts.eligible += 1
        chance = random.Random(f"{seed}|{item.id}")
        chance.shuffle(pairs)
        for one, two in pairs:
            claims = _four(item, one, two)
            if claims is not None:
                counts.converted += 1
                if one_of_each:
                    first = chance.randrange(2)
                    claims = [claims[first], claims[2 + chance.randrange(2)]]
                yield from claims
                break


def _distinct(one: Asked, two: Asked) -> bool:
    """Neither question is the other, and no answer of one is right for the other."""
    if one.question.strip().lower() == two.question.strip().lower():
        return False
    return not any(equivalent(first, second) for first in one.answers for second in two.answers)


def _four(item: QuestionItem, one: Asked, two: Asked) -> list[QuestionClaim] | None:
    """All four or none: a claim that cannot be written for one label alone would tell the labels apart."""
    plan = (
        (one, one.answers[0], Label.SUPPORTS),
        (two, two.answers[0], Label.SUPPORTS),
        (one, two.answers[0], Label.REFUTES),
        (two, one.answers[0], Label.REFUTES),
    )
    claims = []
    for number, (asked, answer, label) in enumerate(plan):
        claim = to_claim(asked.question, answer)
        if claim is None:
            return None
        claims.append(
            QuestionClaim(
                id=f"{item.id}_{number}",
                claim=claim,
                label=label,
                question=asked.question,
                answer=answer,
                source=item.question,
                extra={"group": item.id},
            )
        )
    return claims
