"""Why: the sets that decide, the computed facts, what was searched, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from evidentia.claim import Label, Prediction
from evidentia.evidence.words import STOPWORDS, stem, words
from evidentia.page import Table

if TYPE_CHECKING:
    from evidentia.pipeline import Reading
    from evidentia.search.searcher import Retrieved
    from evidentia.verdict.judging import Verdict

SURE = 0.5
LEAST_SHOWN = 3
CELLS = ("cell", "header_cell")
# Both rankers score in logits: what lies this far behind the best says little beside it.
TEXT_MARGIN = 2.5
CELL_MARGIN = 1.5
LEAST_CELL = 0.5
MOST_TEXTS = 4
MOST_CELLS = 6


class Explanation(msgspec.Struct):
    label: Label
    probabilities: dict[str, float]
    told: dict[str, Any]


def explain(
    claim: str,
    chosen: Reading,
    readings: Sequence[Reading],
    found: Retrieved,
    tables: Sequence[tuple[str, str, Table]],
    *,
    split: bool,
    judge: Callable[..., Verdict],
) -> Explanation:
    verdict = chosen.verdict
    told: dict[str, Any] = {
        "searched": {"pages": len(found.pages), "sentences": len(found.sentences), "tables": len(tables)},
        "sets": evidence_sets(chosen, readings),
    }
    if verdict.facts:
        titles = {identity: page for identity, page, _ in tables}
        page = titles.get(chosen.table, "")
        told["facts"] = [
            {"text": fact.text, "cells": [f"{page}_{key}" for key in fact.cells], "truth": fact.truth}
            for fact in verdict.facts
        ]
    if verdict.label is Label.NOT_ENOUGH_INFO:
        told["missing"] = missing(claim, found)
    return Explanation(verdict.label, verdict.probabilities, told)


def evidence_sets(chosen: Reading, readings: Sequence[Reading]) -> list[list[str]]:
    """Each reading that alone decides the claim the same way, the chosen one first."""
    label = chosen.verdict.label
    agreeing = [chosen] + [
        reading
        for reading in readings
        if reading is not chosen
        and reading.verdict.label is label
        and reading.verdict.probabilities[label.value] >= SURE
    ]
    return [ids for reading in agreeing if (ids := telling(reading))]


def telling(reading: Reading) -> list[str]:
    """Of what was read together, the pieces that say something of the claim."""
    texts = [piece for piece in reading.pieces if piece.kind not in CELLS]
    cells = [piece for piece in reading.pieces if piece.kind == "cell"]
    least = max((piece.score for piece in texts), default=0.0) - TEXT_MARGIN
    kept = [piece.id for piece in texts if piece.score >= least][:MOST_TEXTS]
    least = max(max((piece.score for piece in cells), default=0.0) - CELL_MARGIN, LEAST_CELL)
    kept += [piece.id for piece in cells if piece.score >= least][:MOST_CELLS]
    computed = {key for fact in reading.verdict.facts for key in fact.cells}
    return kept + [piece.id for piece in cells if piece.id[len(piece.page) + 1 :] in computed and piece.id not in kept]


def missing(claim: str, found: Retrieved) -> list[str]:
    """The words of the claim that nothing found speaks of, in the order of the claim."""
    pieces = [*found.sentences, *found.items, *found.cells, *found.passages]
    told = {stem(word) for piece in pieces for word in words(piece.text)}
    told |= {stem(word) for piece in pieces for item in piece.context for word in words(item.text)}
    return list(dict.fromkeys(word for word in words(claim) if word not in STOPWORDS and stem(word) not in told))


def brief(prediction: Prediction) -> Prediction:
    """The prediction with what decides alone: benchmarks want full budgets, a reader wants reasons."""
    named = {identity for group in prediction.details.get("sets", ()) for identity in group}
    kept = [piece for piece in prediction.evidence if piece.id in named] or prediction.evidence[:LEAST_SHOWN]
    return msgspec.structs.replace(prediction, evidence=kept)
