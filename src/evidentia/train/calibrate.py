"""Calibration after training: one temperature, and FAVIQ's simplified Platt scaling."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

STEPS = 199


class Calibration(msgspec.Struct):
    """`temperature` divides logits; `gamma` is added to the probability of SUPPORTS before a softmax of the two."""

    temperature: float
    gamma: float
    error_before: float
    error_after: float


def softmax(logits: Sequence[float], temperature: float = 1.0) -> list[float]:
    top = max(logits)
    raised = [math.exp((value - top) / temperature) for value in logits]
    return [value / sum(raised) for value in raised]


def platt(supports: float, refutes: float, gamma: float) -> tuple[float, float]:
    one, other = softmax([supports + gamma, refutes])
    return one, other


def fit_temperature(logits: Sequence[Sequence[float]], gold: Sequence[int]) -> float:
    """The temperature of least log loss, searched on a grid from 0.2 to 8."""

    def loss(temperature: float) -> float:
        return -sum(math.log(max(softmax(row, temperature)[g], 1e-12)) for row, g in zip(logits, gold, strict=True))

    grid: list[float] = [0.2 * float(40 ** (step / STEPS)) for step in range(STEPS + 1)]
    best: float = min(grid, key=loss)
    return round(best, 4)


def fit_gamma(pairs: Sequence[tuple[float, float]], gold: Sequence[int]) -> float:
    """The gamma in (-1, 1) of best two-way accuracy (0 is SUPPORTS, 1 REFUTES); the smallest shift among equals."""

    def right(gamma: float) -> int:
        return sum((one + gamma >= other) == (g == 0) for (one, other), g in zip(pairs, gold, strict=True))

    grid = [step / (STEPS + 1) for step in range(-STEPS, STEPS + 1)]
    return min(grid, key=lambda gamma: (-right(gamma), abs(gamma)))


def calibrate(logits: Sequence[Sequence[float]], gold: Sequence[int]) -> Calibration:
    """Both fitted on rows of logits (SUPPORTS, REFUTES, NOT ENOUGH INFO) and gold places; errors are expected ones."""
    import numpy as np

    from evidentia.train.combine import calibration_error

    temperature = fit_temperature(logits, gold)
    errors = []
    for value in (1.0, temperature):
        rows = np.array([softmax(row, value) for row in logits])
        errors.append(round(calibration_error(rows.max(axis=1), rows.argmax(axis=1) == np.array(gold)), 4))
    decided = [(softmax(row[:2]), g) for row, g in zip(logits, gold, strict=True) if g < 2]
    gamma = fit_gamma([(pair[0], pair[1]) for pair, _ in decided], [g for _, g in decided]) if decided else 0.0
    return Calibration(temperature, gamma, errors[0], errors[1])
