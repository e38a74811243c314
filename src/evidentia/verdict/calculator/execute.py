"""Runs every plausible reading of a claim on its table."""

from __future__ import annotations

import itertools

from evidentia.verdict.calculator.asked import Asked, Draft
from evidentia.verdict.calculator.comparing import comparison, sameness
from evidentia.verdict.calculator.counting import counting, summing, threshold
from evidentia.verdict.calculator.extremes import edges, superlative
from evidentia.verdict.calculator.lookup import lookup
from evidentia.verdict.calculator.quantifiers import universal
from evidentia.verdict.calculator.records import record

MAX_DRAFTS = 160
_MAKERS = (superlative, comparison, threshold, counting, summing, edges, universal, sameness, lookup)

# counting, ranking and comparing rows says nothing where there is one
_RECORD = (record, lookup)


def run(asked: Asked) -> list[Draft]:
    """All drafts, at most `MAX_DRAFTS`; nothing is counted in a table that was cut."""
    found: list[Draft] = []
    if not asked.table.height:
        return found
    makers = _RECORD if asked.table.record else _MAKERS if asked.table.complete else (lookup,)
    for make in makers:
        found += itertools.islice(make(asked), 40)
    if asked.table.record:
        for draft in found:
            draft.variant = f"record.{draft.variant}"
    return found[:MAX_DRAFTS]
