"""Two prediction files over the same claims: is the difference more than chance?

The paired bootstrap draws claims anew and looks at how the difference moves; McNemar's exact test looks only at the
claims where one is right and the other wrong.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from evidentia.errors import InputError
from evidentia.score.bootstrap import SAMPLES, SEED, Interval, check, draws


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of two systems; `difference` is second less first, `p_*` are two-sided."""

    figure: str
    first: float
    second: float
    difference: float
    interval: Interval
    p_bootstrap: float
    only_first: int
    only_second: int
    p_mcnemar: float

    def figures(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "interval": list(self.interval),
            "p_bootstrap": self.p_bootstrap,
            "only_first_right": self.only_first,
            "only_second_right": self.only_second,
            "p_mcnemar": self.p_mcnemar,
        }


def compare(
    first: Sequence[bool],
    second: Sequence[bool],
    *,
    figure: str = "score",
    samples: int = SAMPLES,
    level: float = 0.95,
    seed: int = SEED,
) -> Comparison:
    """Right or wrong, claim by claim, of two systems."""
    import numpy

    if len(first) != len(second) or not first:
        raise InputError(f"a comparison needs the same claims on both sides, not {len(first)} and {len(second)}")
    check(samples, level)
    apart = numpy.asarray(second, dtype=float) - numpy.asarray(first, dtype=float)
    difference = float(apart.mean())
    drawn = numpy.array([apart[places].mean() for places in draws(len(apart), samples, seed)])
    low, high = numpy.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    # Shifted to a difference of 0, how often is chance at least as far off? One is added so that p is never 0.
    beyond = int((numpy.abs(drawn - difference) >= abs(difference) - 1e-12).sum())
    only_first, only_second = int((apart < 0).sum()), int((apart > 0).sum())
    return Comparison(
        figure=figure,
        first=sum(first) / len(first),
        second=sum(second) / len(second),
        difference=difference,
        interval=Interval(float(low), float(high)),
        p_bootstrap=(beyond + 1) / (samples + 1),
        only_first=only_first,
        only_second=only_second,
        p_mcnemar=mcnemar(only_first, only_second),
    )


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p: a fair coin over the claims on which the two differ."""
    count, fewer = only_first + only_second, min(only_first, only_second)
    logs = [
        math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1) - count * math.log(2)
        for k in range(fewer + 1)
    ]
    top = max(logs)
    return min(1.0, 2 * math.exp(top) * math.fsum(math.exp(log - top) for log in logs))
