"""Confidence intervals: claims drawn again with replacement, from a fixed seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from evidentia.errors import InputError
from evidentia.score.result import ClaimScore

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Values = NDArray[float64]

FIGURES = ("score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1")
SAMPLES = 2000
SEED = 13


class Interval(NamedTuple):
    low: float
    high: float


def intervals(
    claims: Sequence[ClaimScore], *, samples: int = SAMPLES, level: float = 0.95, seed: int = SEED
) -> dict[str, Interval]:
    """A percentile interval for each of the five figures."""
    import numpy

    check(samples, level)
    columns = _columns(claims)
    drawn = numpy.array([_figures(columns[places].sum(axis=0)) for places in draws(len(claims), samples, seed)])
    edges = numpy.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return {name: Interval(float(edges[0, n]), float(edges[1, n])) for n, name in enumerate(FIGURES)}


def interval(values: Sequence[float], *, samples: int = SAMPLES, level: float = 0.95, seed: int = SEED) -> Interval:
    """A percentile interval for a mean."""
    import numpy

    check(samples, level)
    array = numpy.asarray(values, dtype=float)
    means = [array[places].mean() for places in draws(len(values), samples, seed)]
    low, high = numpy.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def draws(count: int, samples: int, seed: int) -> Iterator[NDArray[float64]]:
    """The places of the claims in each sample."""
    import numpy

    if seed < 0:
        raise InputError(f"the seed of the bootstrap must be 0 or more, not {seed}")
    generator = numpy.random.default_rng(seed)
    for _ in range(samples):
        yield generator.integers(0, count, size=count)  # type: ignore[misc]


def check(samples: int, level: float) -> None:
    if samples < 1:
        raise InputError(f"a bootstrap needs at least 1 sample, not {samples}")
    if not 0 < level < 1:
        raise InputError(f"the level of confidence must lie between 0 and 1 (0.95, say), not {level}")


def _columns(claims: Sequence[ClaimScore]) -> Values:
    """Of each claim what it adds to the sums and counts of the five figures."""
    import numpy

    return numpy.array(
        [
            (
                1.0,
                claim.strict,
                claim.correct,
                claim.precision or 0.0,
                claim.precision is not None,
                claim.recall or 0.0,
                claim.recall is not None,
            )
            for claim in claims
        ],
        dtype=float,
    )


def _figures(sums: Values) -> tuple[float, float, float, float, float]:
    claims, strict, correct, precision, precisions, recall, recalls = (float(value) for value in sums)
    p = precision / precisions if precisions else 1.0
    r = recall / recalls if recalls else 0.0
    return strict / claims, correct / claims, p, r, 2 * p * r / (p + r) if p + r else 0.0
