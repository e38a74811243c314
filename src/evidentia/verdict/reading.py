"""What the judge reads: evidence, tables, and the few facts computed from them, as one text."""

from __future__ import annotations

from collections.abc import Sequence

from evidentia.claim import Evidence
from evidentia.evidence.linearise import BUDGET, TitledTable, evidence_text
from evidentia.verdict.calculator import ComputedFact, compute

SURE = 0.6
MOST_FACTS = 2
MOST_TABLES = 4
"""Tables that are computed over; more than these are read only."""


def facts_for(claim: str, evidence: Sequence[Evidence], tables: Sequence[TitledTable]) -> list[ComputedFact]:
    """The computed facts that are sure enough to be read and shown, surest first."""
    named = [table if isinstance(table, tuple) else ("", table) for table in tables[:MOST_TABLES]]
    sentences = [piece.text for piece in evidence if piece.kind in ("sentence", "item", "text")][:20]
    found = compute(
        claim,
        [table for _, table in named],
        sentences,
        titles=[title for title, _ in named],
        limit=MOST_FACTS,
    )
    return [fact for fact in found if fact.confidence >= SURE]


def reading(
    claim: str,
    evidence: Sequence[Evidence],
    tables: Sequence[TitledTable],
    facts: Sequence[ComputedFact],
    *,
    budget: int = BUDGET,
) -> str:
    text = evidence_text(claim, evidence, tables, budget=budget)
    return " ".join([text, *(f"{fact.text} ." for fact in facts)]).strip()
