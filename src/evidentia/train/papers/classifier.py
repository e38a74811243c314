"""What every verdict model of the papers offers, and how it is measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from evidentia.train.papers.examples import Example, folds

Answer = Callable[[Example], str]


class Classifier(Protocol):
    def predict(self, examples: Sequence[Example]) -> list[str]: ...


class Scores(msgspec.Struct):
    """`majority` is what always saying the commonest training label scores."""

    examples: int
    accuracy: float
    majority: float
    f1: dict[str, float]


def label_of(example: Example) -> str:
    return example.label.value


def score(
    found: Sequence[str], test: Sequence[Example], train: Sequence[Example], *, answer: Answer = label_of
) -> Scores:
    gold = [answer(example) for example in test]
    common = Counter(answer(example) for example in train).most_common(1)[0][0] if train else ""
    f1 = {}
    for label in sorted(set(gold)):
        hit = sum(one == other == label for one, other in zip(found, gold, strict=True))
        wrong = sum(one == label for one in found) + sum(one == label for one in gold)
        f1[label] = round(2 * hit / wrong, 4) if wrong else 0.0
    return Scores(
        examples=len(gold),
        accuracy=round(sum(one == other for one, other in zip(found, gold, strict=True)) / max(1, len(gold)), 4),
        majority=round(sum(label == common for label in gold) / max(1, len(gold)), 4),
        f1=f1,
    )


def cross_validate(
    examples: Sequence[Example],
    train: Callable[[Sequence[Example]], Classifier],
    *,
    answer: Answer = label_of,
    count: int = 5,
) -> Scores:
    """Five folds by page; every claim is predicted once."""
    found: list[str] = []
    test: list[Example] = []
    for learnt, asked in folds(examples, count):
        if asked and learnt:
            found += train(learnt).predict(asked)
            test += asked
    return score(found, test, examples, answer=answer)
