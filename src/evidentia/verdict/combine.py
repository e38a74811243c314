"""From the reader, the overlap and the calculator to calibrated probabilities: a small fitted combination."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from evidentia.claim import LABELS, Policy

Features = Mapping[str, float]
LONG, LONG_WIDTH = 18.0, 2.5
"""From about so many words on a claim counts as long."""
WIDENED = (
    *("reader", "reader_doubt", "covered", "numbers_covered", "names_covered", "pairs_covered", "missing", "negated"),
)


class Weights(msgspec.Struct):
    """Two linear scores: `polarity` (SUPPORTS against REFUTES) and `open` (NOT ENOUGH INFO against both)."""

    polarity: dict[str, float]
    open: dict[str, float]


class Combination(msgspec.Struct):
    """One pair of scores for each kind of evidence, and what each label policy adds to NOT ENOUGH INFO and REFUTES.

    Evidence that was searched for, not given, has kinds of its own: `found-text`, and if there is one `found-table`.
    """

    kinds: dict[str, Weights]
    policies: dict[str, dict[str, float]] = {}


@cache
def shipped() -> Combination:
    data = resources.files("evidentia").joinpath("data", "reader", "combination.json").read_bytes()
    return msgspec.json.decode(data, type=Combination)


def load(path: Path) -> Combination:
    return msgspec.json.decode(path.read_bytes(), type=Combination)


def probabilities(
    features: Features, kind: str, *, policy: Policy, combination: Combination, retrieved: bool = False
) -> dict[str, float]:
    """By label, rounded to four digits, so that the last bits of a machine never show.

    `retrieved` says that the evidence was searched for, not given: it may be complete or have nothing to do with
    the claim, and how sure retrieval was counts.
    """
    supports, refutes, openness = scores(features, kind, retrieved, combination=combination)
    shift = combination.policies.get(policy.value, {})
    return softmax([supports, refutes + shift.get("refutes", 0.0), openness + shift.get("open", 0.0)])


def scores(features: Features, kind: str, retrieved: bool, *, combination: Combination) -> list[float]:
    """One score for each label, before any policy."""
    kinds = combination.kinds
    weights = (kinds.get(f"found-{kind}") if retrieved else None) or kinds.get(kind) or kinds["text"]
    features = widened(features)
    polarity = _score(weights.polarity, features)
    return [polarity, -polarity, _score(weights.open, features)]


def widened(features: Features) -> dict[str, float]:
    """The features, and some once more as far as the claim is long.

    Long claims say again what their evidence says, so the words found there tell much; of short ones they tell little.
    """
    words = math.exp(features.get("claim_length", 0.0)) - 1
    long = 1 / (1 + math.exp(-max(-30.0, min(30.0, (words - LONG) / LONG_WIDTH))))
    return {**features, "long": long, **{f"long_{name}": long * features.get(name, 0.0) for name in WIDENED}}


def softmax(values: Sequence[float]) -> dict[str, float]:
    """Probabilities by label from one score for each, rounded."""
    top = max(values)
    raised = [math.exp(value - top) for value in values]
    return {label.value: round(value / sum(raised), 4) for label, value in zip(LABELS, raised, strict=True)}


def _score(weights: Mapping[str, float], features: Features) -> float:
    return weights.get("bias", 0.0) + sum(
        weight * features.get(name, 0.0) for name, weight in weights.items() if name != "bias"
    )
