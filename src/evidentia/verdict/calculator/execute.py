"""Runs every plausible reading of a claim on its table."""

from __future__ import annotations

import itertools

from evidentia.verdict.calculator.asked import Asked, Draft
from evidentia.verdict.calculator.comparing import comparison, sameness
from evidentia.verdict.calculator.counting import counting, summing, threshold
from evidentia.verdict.calculator.extremes import edges, superlative
from evidentia.verdict.calculator.lookup import lookup
from evidentia.verdict.calculator.quantifiers import universal

MAX_DRAFTS = 160
_MAKERS = (superlative, comparison, threshold, counting, summing, edges, universal, sameness, lookup)


def run(asked: Asked) -> list[Draft]:
    """All drafts, at most `MAX_DRAFTS`; nothing is counted in a table that was cut."""
    found: list[Draft] = []
    if not asked.table.height:
        return found
    for make in _MAKERS if asked.table.complete else (lookup,):
        found += itertools.islice(make(asked), 40)
    return found[:MAX_DRAFTS]
