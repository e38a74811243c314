"""Why: the sets that decide, the computed facts, what was searched, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from evidentia.claim import Label
from evidentia.evidence.words import STOPWORDS, stem, words
from evidentia.page import Table

if TYPE_CHECKING:
    from evidentia.pipeline import Reading
    from evidentia.search.searcher import Retrieved
    from evidentia.verdict.judging import Verdict

SURE = 0.5


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
        "searched": {
            "pages": [page.title for page in found.pages],
            "sentences": len(found.sentences),
            "tables": [identity for identity, _, _ in tables],
        },
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
    return [[piece.id for piece in reading.pieces] for reading in agreeing if reading.pieces]


def missing(claim: str, found: Retrieved) -> list[str]:
    """The words of the claim that nothing found speaks of, in the order of the claim."""
    pieces = [*found.sentences, *found.items, *found.cells, *found.passages]
    told = {stem(word) for piece in pieces for word in words(piece.text)}
    told |= {stem(word) for piece in pieces for item in piece.context for word in words(item.text)}
    return list(dict.fromkeys(word for word in words(claim) if word not in STOPWORDS and stem(word) not in told))
