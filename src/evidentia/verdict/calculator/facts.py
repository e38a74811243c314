"""The facts a claim asks of its tables, written as evidence a person or a reader can take in."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from evidentia.page import Table
from evidentia.verdict.calculator.columns import typed
from evidentia.verdict.calculator.asked import Asked, Draft, ask
from evidentia.verdict.calculator.execute import run
from evidentia.verdict.calculator.links import link
from evidentia.verdict.calculator.weigh import claim_values, confidences, score, sigmoid, weights

MAX_TABLES = 8


class ComputedFact(msgspec.Struct):
    """A fact that was executed, with the cells it came from; `truth` says whether it agrees with the claim."""

    text: str
    cells: list[str]
    kind: str
    truth: bool | None
    confidence: float


def read(claim: str, table: Table, title: str = "") -> tuple[Asked, list[Draft]]:
    """The claim linked to one table and every reading of it, executed."""
    grid = typed(table)
    caption = table.caption.text if table.caption is not None else ""
    asked = ask(link(claim, grid, f"{title} {caption}"), grid)
    return asked, run(asked)


def compute(
    claim: str, tables: Sequence[Table], sentences: Sequence[str] = (), *, titles: Sequence[str] = (), limit: int = 3
) -> list[ComputedFact]:
    """The few facts that tables and sentences give on what the claim asks, surest first."""
    found: list[ComputedFact] = []
    for number, table in enumerate(tables[:MAX_TABLES]):
        asked, drafts = read(claim, table, titles[number] if number < len(titles) else "")
        for draft, confidence in zip(drafts, confidences(asked, drafts)):
            cells = list(dict.fromkeys(key for key in draft.cells if key))
            kind = draft.variant.partition(".")[0]
            found.append(ComputedFact(f"computed: {draft.text}", cells, kind, draft.truth, round(confidence, 4)))
    found.sort(key=lambda fact: -fact.confidence)
    kept: list[ComputedFact] = []
    for fact in found:
        if len(kept) >= limit:
            break
        if all(fact.text != other.text for other in kept):
            kept.append(fact)
    return kept


def features(
    claim: str, tables: Sequence[Table], sentences: Sequence[str] = (), *, titles: Sequence[str] = ()
) -> dict[str, float]:
    """What the calculator tells the final verdict: votes by kind of computation, words and numbers found, probability."""
    best: dict[str, float] = {}
    for number, table in enumerate(tables[:MAX_TABLES]):
        asked, drafts = read(claim, table, titles[number] if number < len(titles) else "")
        values = claim_values(asked, drafts, confidences(asked, drafts))
        if not best or _clearness(values) > _clearness(best):
            best = values
    if best:
        best["logit"] = score(best, weights()["claim"])
        best["probability"] = sigmoid(best["logit"])
    return best


def _clearness(values: dict[str, float]) -> float:
    return values["found.share"] + 0.1 * abs(values.get("vote.best", 0.0))


def truth_probability(claim: str, tables: Sequence[Table], *, titles: Sequence[str] = ()) -> float:
    """The calculator's own probability that the claim holds; 0.5 where no table is given."""
    return features(claim, tables, titles=titles).get("probability", 0.5)
