"""The facts a claim asks of its tables, written as evidence a person or a reader can take in."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from evidentia.page import Table
from evidentia.verdict.calculator.asked import Asked, Draft, ask
from evidentia.verdict.calculator.columns import typed
from evidentia.verdict.calculator.execute import run
from evidentia.verdict.calculator.links import link
from evidentia.verdict.calculator.sentences import findings
from evidentia.verdict.calculator.weigh import claim_score, claim_values, confidences, logit, sigmoid

MAX_TABLES = 8
DOUBTED = 0.5
"""From this rating on, a number that differs speaks against a row that agrees otherwise."""


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
    claim: str,
    tables: Sequence[Table],
    sentences: Sequence[str] = (),
    *,
    titles: Sequence[str] = (),
    limit: int = 3,
    least: float = 0.5,
) -> list[ComputedFact]:
    """The few facts that tables and sentences give on what the claim asks, surest first; none rated under `least`."""
    found: list[ComputedFact] = []
    for number, table in enumerate(tables[:MAX_TABLES]):
        asked, drafts = read(claim, table, titles[number] if number < len(titles) else "")
        for draft, confidence in overruled(drafts, confidences(asked, drafts)):
            cells = list(dict.fromkeys(key for key in draft.cells if key))
            kind = draft.variant.removeprefix("record.").partition(".")[0]
            found.append(ComputedFact(f"computed: {draft.text}", cells, kind, draft.truth, round(confidence, 4)))
    if sentences:
        for finding in findings(claim, sentences):
            kind = finding.variant
            found.append(ComputedFact(f"computed: {finding.text}", [], kind, finding.truth, finding.confidence))
    found.sort(key=lambda fact: -fact.confidence)
    kept: list[ComputedFact] = []
    for fact in found:
        if len(kept) >= limit or fact.confidence < least:
            break
        if all(fact.text != other.text for other in kept):
            kept.append(fact)
    return kept


def overruled(drafts: Sequence[Draft], rated: Sequence[float]) -> list[tuple[Draft, float]]:
    """A row that holds what the claim names, but another number than it says, does not agree: the number decides."""
    pairs = list(zip(drafts, rated))
    against = [
        (draft, confidence)
        for draft, confidence in pairs
        if not draft.truth and draft.number is not None and draft.variant.startswith("lookup") and confidence >= DOUBTED
    ]
    raised: dict[int, float] = {}
    left = []
    for draft, confidence in pairs:
        winners = [
            other
            for other, _ in against
            if draft.truth
            and draft.variant.startswith("lookup")
            and other.number not in draft.used
            and set(other.cells) & set(draft.cells)
        ]
        for winner in winners:
            raised[id(winner)] = max(raised.get(id(winner), 0.0), confidence)
        if not winners:
            left.append((draft, confidence))
    return [(draft, max(confidence, raised.get(id(draft), 0.0))) for draft, confidence in left]


def features(
    claim: str, tables: Sequence[Table], sentences: Sequence[str] = (), *, titles: Sequence[str] = ()
) -> dict[str, float]:
    """What the calculator tells the final verdict: votes by kind, words and numbers found, its own probability."""
    best: dict[str, float] = {}
    for number, table in enumerate(tables[:MAX_TABLES]):
        asked, drafts = read(claim, table, titles[number] if number < len(titles) else "")
        values = claim_values(asked, drafts, confidences(asked, drafts))
        if not best or _clearness(values) > _clearness(best):
            best = values | {"logit": claim_score(asked, values)}
    if best:
        best["probability"] = sigmoid(best["logit"])
    return best | (sentence_values(claim, sentences) if sentences else {})


def sentence_values(claim: str, sentences: Sequence[str]) -> dict[str, float]:
    """What the sentences say of the claim's numbers: votes each way, shares equal and other."""
    found = findings(claim, sentences)
    values = {"text.up": 0.0, "text.down": 0.0, "text.numbers": min(len(found), 5) / 5.0}
    for finding in found:
        vote = max(0.0, logit(finding.confidence))
        side = "text.up" if finding.truth else "text.down"
        values[side] = max(values[side], vote)
    values["text.agree"] = sum(finding.truth for finding in found) / len(found) if found else 0.5
    return values


def _clearness(values: dict[str, float]) -> float:
    return max(
        values.get(f"{prefix}found.share", 0.0) + 0.1 * abs(values.get(f"{prefix}vote.best", 0.0))
        for prefix in ("", "record.")
    )


def truth_probability(claim: str, tables: Sequence[Table], *, titles: Sequence[str] = ()) -> float:
    """The calculator's own probability that the claim holds; 0.5 where no table is given."""
    return features(claim, tables, titles=titles).get("probability", 0.5)
