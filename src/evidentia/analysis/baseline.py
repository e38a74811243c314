"""How far the claim alone goes: its verdict, or the type of its evidence, told from its words (FEVEROUS, 3.3)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from evidentia.analysis.features import bags
from evidentia.analysis.logistic import predict, train
from evidentia.analysis.tables import Table
from evidentia.errors import InputError

FOLDS = 5
LIMIT = 50_000


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """Accuracy of the classifier and of always saying the most frequent class; `deviation` is over folds."""

    target: str
    claims: int
    classes: dict[str, int]
    accuracy: float
    deviation: float
    majority: float
    by_fold: list[float]
    of: int


def claim_only(
    claims: Sequence[str],
    classes: Sequence[str],
    groups: Sequence[str],
    *,
    target: str = "verdict",
    folds: int = FOLDS,
    limit: int | None = LIMIT,
    epochs: int | None = None,
    seed: int = 1,
) -> Baseline:
    """Cross-validated accuracy; claims of one group are in one fold; of more than `limit` claims a sample is used."""
    import numpy

    if folds < 2:
        raise InputError(f"cross-validation needs at least 2 folds, not {folds}")
    drawn = _draw(groups, limit, seed)
    names = sorted({classes[place] for place in drawn})
    fold_of = numpy.array([_number(groups[place], seed) % folds for place in drawn])
    if len(names) < 2 or len(drawn) < folds or len(set(fold_of.tolist())) < 2:
        raise InputError(f"a baseline of the {target} needs claims of two classes and in two folds")
    number = {name: place for place, name in enumerate(names)}
    truth = numpy.array([number[classes[place]] for place in drawn], dtype=numpy.int64)
    features = bags(claims[place] for place in drawn)
    rights, by_fold = 0, []
    for fold in range(folds):
        test, rest = numpy.flatnonzero(fold_of == fold), numpy.flatnonzero(fold_of != fold)
        if not len(test) or not len(rest):
            continue
        weights = train(features, truth, rest, count=len(names), epochs=epochs, seed=seed + fold)
        right = int((predict(features, weights, test) == truth[test]).sum())
        rights += right
        by_fold.append(right / len(test))
    counts = Counter(classes[place] for place in drawn)
    middle = sum(by_fold) / len(by_fold)
    return Baseline(
        target=target,
        claims=len(drawn),
        classes={name: counts[name] for name in names},
        accuracy=rights / len(drawn),
        deviation=math.sqrt(sum((value - middle) ** 2 for value in by_fold) / max(len(by_fold) - 1, 1)),
        majority=max(counts.values()) / len(drawn),
        by_fold=by_fold,
        of=len(claims),
    )


def table(found: Sequence[Baseline]) -> Table:
    drawn = [f"{one.target}: a sample of {one.claims:,} of {one.of:,} claims" for one in found if one.claims < one.of]
    folds = max(len(one.by_fold) for one in found)
    said = f"Logistic regression over words and bigrams, {folds}-fold; claims of one group are in one fold"
    return Table(
        name="claim_only",
        title="What the claim alone tells",
        columns=["target", "claims", "classes", "most frequent", "claim only", "deviation over folds", "gain"],
        rows=[
            [
                one.target,
                one.claims,
                len(one.classes),
                one.majority,
                one.accuracy,
                one.deviation,
                one.accuracy - one.majority,
            ]
            for one in found
        ],
        shares=["most frequent", "claim only", "deviation over folds", "gain"],
        note="; ".join([said, *drawn]) + ".",
    )


def _draw(groups: Sequence[str], limit: int | None, seed: int) -> list[int]:
    """All places, or a random sample that takes whole groups, always the same one."""
    if limit is None or len(groups) <= limit:
        return list(range(len(groups)))
    order = sorted(range(len(groups)), key=lambda place: (_number(f"draw|{groups[place]}", seed), place))
    return sorted(order[:limit])


def _number(text: str, seed: int) -> int:
    return int.from_bytes(sha256(f"{seed}|{text}".encode()).digest()[:8], "big")
