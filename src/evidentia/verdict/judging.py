"""Judge a claim by evidence that is given."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from evidentia.claim import LABELS, Evidence, Label, Policy
from evidentia.evidence.linearise import TitledTable, chunks
from evidentia.evidence.rank import LexicalRanker
from evidentia.models import JudgeModel, load_judge
from evidentia.page import Table
from evidentia.verdict import combine
from evidentia.verdict.calculator import ComputedFact, features
from evidentia.verdict.overlap import overlap
from evidentia.verdict.reading import MOST_TABLES, facts_for, reading

MOST_EVIDENCE = 12
"""More pieces than these are put in order by the claim's words before they are read."""
MOST_CHUNKS = 3
TEXT_BUDGET = 220
TABLE_BUDGET = 150
LONG_CLAIM = 4000


class Verdict(msgspec.Struct, kw_only=True):
    label: Label
    policy: Policy
    probabilities: dict[str, float]
    facts: list[ComputedFact] = []
    reader: list[float] = []
    """The reader's own logits, in the order of the labels."""


def judge(
    claim: str,
    evidence: Sequence[Evidence | str],
    tables: Sequence[TitledTable] = (),
    *,
    policy: Policy = Policy.MISLED,
    model: JudgeModel | None = None,
    combination: combine.Combination | None = None,
    retrieved: bool = False,
    retrieval: dict[str, float] | None = None,
) -> Verdict:
    """Whether the evidence supports the claim, refutes it, or leaves it open."""
    claim = " ".join(claim[:LONG_CLAIM].split())
    pieces = [Evidence(id="", page="", kind="text", text=one) if isinstance(one, str) else one for one in evidence]
    pieces = [piece for piece in pieces if piece.text.strip()]
    if not claim or not (pieces or any(_filled(table) for table in tables)):
        return _nothing(policy)
    model = model or load_judge()
    values, facts = observe(claim, pieces, tables, model)
    logits = [values["reader_supports"], values["reader_refutes"], values["reader_open"]]
    if getattr(model, "calibrated", False):
        found = combine.softmax(logits)
    else:
        found = combine.probabilities(
            {**values, **(retrieval or {})},
            evidence_kind(pieces, tables),
            policy=policy,
            combination=combination or combine.shipped(),
            retrieved=retrieved,
        )
    label = max(LABELS, key=lambda label: found[label.value])
    return Verdict(label=label, policy=policy, probabilities=found, facts=facts, reader=logits)


def observe(
    claim: str, pieces: Sequence[Evidence], tables: Sequence[TitledTable], model: JudgeModel
) -> tuple[dict[str, float], list[ComputedFact]]:
    """All that the combination weighs, and the computed facts."""
    if len(pieces) > MOST_EVIDENCE:
        pieces = LexicalRanker().order(claim, pieces)
    facts = facts_for(claim, pieces, tables)
    text = reading(claim, pieces, tables, facts, budget=TABLE_BUDGET if tables else TEXT_BUDGET)
    logits = [round(float(value), 3) for value in model.logits(claim, [text])[0]]
    if tables and logits[2] > max(logits[:2]):
        logits = _long_tables(claim, tables, model, logits)
    values = overlap(claim, text)
    values |= dict(zip(("reader_supports", "reader_refutes", "reader_open"), logits))
    values["reader"] = (logits[0] - logits[1]) / 2
    values["reader_doubt"] = logits[2] - math.log(math.exp(logits[0]) + math.exp(logits[1]))
    values["pieces"] = math.log(1 + len(pieces))
    named = [table if isinstance(table, tuple) else ("", table) for table in tables[:MOST_TABLES]]
    sentences = [
        piece.text for piece in pieces[:MOST_EVIDENCE] if piece.kind in ("sentence", "item", "text", "passage")
    ]
    computed = features(claim, [table for _, table in named], sentences, titles=[title for title, _ in named])
    if tables:
        values["calculator"] = max(-4.0, min(4.0, computed.get("logit", 0.0)))
        values["calculator_vote"] = computed.get("vote.best", 0.0)
    values["numbers_for"] = computed.get("text.up", 0.0)
    values["numbers_against"] = computed.get("text.down", 0.0)
    return values, facts


def evidence_kind(pieces: Sequence[Evidence], tables: Sequence[TitledTable]) -> str:
    """`text`, `cells`, `table` or `infobox`: each has its own combination."""
    if tables:
        plain = [table[1] if isinstance(table, tuple) else table for table in tables]
        return "infobox" if all(table.type == "infobox" for table in plain) else "table"
    return "cells" if any(piece.kind in ("cell", "header_cell") for piece in pieces) else "text"


def _long_tables(claim: str, tables: Sequence[TitledTable], model: JudgeModel, logits: list[float]) -> list[float]:
    """What was left open by the chosen rows is looked for in overlapping chunks of the whole tables."""
    texts: list[str] = []
    for table in tables[:MOST_TABLES]:
        title, plain = table if isinstance(table, tuple) else ("", table)
        if len(plain.grid) > MOST_CHUNKS:
            texts += [text for text, _ in zip((t for t, _ in chunks(plain, title, claim=claim)), range(MOST_CHUNKS))]
    if not texts:
        return logits
    rows = [[round(float(value), 3) for value in row] for row in model.logits(claim, texts[:MOST_CHUNKS])]
    surest = min(rows, key=lambda row: row[2] - max(row[:2]))
    return surest if surest[2] < max(surest[:2]) else logits


def _filled(table: TitledTable) -> bool:
    plain: Table = table[1] if isinstance(table, tuple) else table
    return any(cell.text.strip() for cell in plain.cells())


def _nothing(policy: Policy) -> Verdict:
    none = {Label.SUPPORTS.value: 0.0, Label.REFUTES.value: 0.0, Label.NOT_ENOUGH_INFO.value: 1.0}
    return Verdict(label=Label.NOT_ENOUGH_INFO, policy=policy, probabilities=none)
