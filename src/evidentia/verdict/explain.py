"""Why: the parts, the sets that decide, the computed facts, the conflict, what was searched, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from evidentia.claim import Evidence, Label, Prediction, ScoredPage
from evidentia.evidence.words import STOPWORDS, stem, words
from evidentia.search.searcher import Retrieved
from evidentia.verdict import conflict
from evidentia.verdict.examined import Examined, Reading, deciding
from evidentia.verdict.judging import Verdict

LEAST_SHOWN = 3
MOST_SETS = 3

Rejudge = Callable[[str, Reading, Retrieved], Verdict]


def explain(examined: Sequence[Examined], rejudge: Rejudge) -> dict[str, Any]:
    """The details of a prediction, for one claim or for its parts."""
    decider = deciding(examined)
    told: dict[str, Any] = {}
    if len(examined) > 1:
        told["parts"] = [_part(part) for part in examined]
    told["sets"] = evidence_sets(examined)
    if facts := _facts(examined):
        told["facts"] = facts
    label = decider.verdict.label
    if label is Label.NOT_ENOUGH_INFO:
        told["missing"] = missing(decider.claim, decider.found)
    if label is Label.REFUTES:
        told |= _conflict(decider, rejudge)
    told["searched"] = searched([part.found for part in examined])
    return told


def evidence_sets(examined: Sequence[Examined]) -> list[list[str]]:
    """Each set of ids that decides alone: one refuted part is enough, of supported parts all are needed."""
    decider = deciding(examined)
    if decider.verdict.label is Label.SUPPORTS and len(examined) > 1:
        whole = [piece.id for part in examined for piece in part.chosen.telling()]
        return [list(dict.fromkeys(whole))]
    sets: list[list[str]] = []
    for reading in decider.agreeing():
        found = [piece.id for piece in reading.telling()]
        if found and not any(set(found) <= set(other) for other in sets):
            sets.append(found)
    return sets[:MOST_SETS]


def evidence(examined: Sequence[Examined], whole: Retrieved) -> list[Evidence]:
    """What decides first, then the rest of what was found, each once."""
    decider = deciding(examined)
    ordered = [decider, *(part for part in examined if part is not decider)]
    pieces: list[Evidence] = []
    for part in ordered:
        pieces += part.chosen.telling()
    for part in ordered:
        pieces += [piece for reading in part.agreeing()[1:] for piece in reading.telling()]
    for found in (whole, *(part.found for part in ordered)):
        pieces += [*found.sentences, *found.passages, *found.cells, *found.items]
    return _once(pieces)


def pages(examined: Sequence[Examined], whole: Retrieved) -> list[ScoredPage]:
    """Those found for the whole claim, then those that its parts added."""
    found = [*whole.pages, *(page for part in examined for page in part.found.pages)]
    return list({page.title: page for page in reversed(found)}.values())[::-1]


def missing(claim: str, found: Retrieved) -> list[str]:
    """The stretches of the claim that nothing found speaks of; else that nothing found connects what it names."""
    pieces = [*found.sentences, *found.items, *found.cells, *found.passages]
    told = {stem(word) for piece in pieces for word in words(piece.text)}
    told |= {stem(word) for piece in pieces for item in piece.context for word in words(item.text)}
    told |= {stem(word) for page in found.pages for word in words(page.title)}
    if not pieces:
        return ["Nothing in the corpus has to do with the claim."]
    stretches = _stretches(claim, told)
    if stretches:
        return [f"Nothing that was found speaks of “{stretch}”." for stretch in stretches]
    return ["What was found has the words of the claim, but nothing of it decides what the claim says."]


def searched(found: Sequence[Retrieved]) -> dict[str, int]:
    """How much was looked at, over all parts."""
    return {
        "pages": len({page.title for one in found for page in one.pages}),
        "sentences": len({piece.id for one in found for piece in (*one.sentences, *one.passages, *one.items)}),
        "tables": len({piece.id for one in found for piece in one.tables}),
    }


def brief(prediction: Prediction) -> Prediction:
    """The prediction with what decides alone: benchmarks want full budgets, a reader wants reasons."""
    details = prediction.details
    named = {identity for group in details.get("sets", ()) for identity in group}
    named |= {identity for part in details.get("parts", ()) for identity in part["evidence"]}
    if prediction.label is Label.NOT_ENOUGH_INFO:
        named = set()
    kept = [piece for piece in prediction.evidence if piece.id in named] or prediction.evidence[:LEAST_SHOWN]
    return msgspec.structs.replace(prediction, evidence=kept)


def _part(part: Examined) -> dict[str, Any]:
    return {
        "text": part.claim,
        "label": part.verdict.label.value,
        "probabilities": part.verdict.probabilities,
        "evidence": [piece.id for piece in part.chosen.telling()],
    }


def _facts(examined: Sequence[Examined]) -> list[dict[str, Any]]:
    """Those computed from cells; of those between sentences only what goes against a refuted claim."""
    found = []
    for part in examined:
        reading: Reading = part.chosen
        refuted = reading.verdict.label is Label.REFUTES
        for fact in reading.verdict.facts:
            if fact.cells or (refuted and fact.truth is False):
                cells = [f"{reading.page}_{key}" for key in fact.cells]
                found.append({"text": fact.text.removeprefix("computed: "), "cells": cells, "truth": fact.truth})
    return found


def _conflict(part: Examined, rejudge: Rejudge) -> dict[str, Any]:
    reading = part.chosen
    against = next((fact for fact in reading.verdict.facts if fact.truth is False), None)
    computed = {f"{reading.page}_{key}": against.text for key in against.cells} if against else {}
    found = conflict.find(part.claim, _told(part), lambda claim: rejudge(claim, reading, part.found), computed=computed)
    if found is None:
        return {}
    told: dict[str, Any] = {"conflict": {"claim": found.claim, "evidence": found.evidence, "id": found.id}}
    return {**told, "correction": found.correction} if found.correction else told


def _told(part: Examined) -> list[Evidence]:
    """What the conflict may lie in: the telling pieces of each reading that decides so."""
    return _once(piece for reading in part.agreeing() for piece in reading.telling())


def _once(pieces: Iterable[Evidence]) -> list[Evidence]:
    return list({piece.id: piece for piece in reversed(list(pieces))}.values())[::-1]


def _stretches(claim: str, told: set[str]) -> list[str]:
    """Runs of the claim's words that no evidence has, the small words between them with them."""
    runs: list[list[str]] = [[]]
    pending: list[str] = []
    for word in claim.rstrip(" .").split():
        plain = words(word)
        known = [part for part in plain if part not in STOPWORDS]
        if known and not any(stem(part) in told for part in known):
            runs[-1] += [*(pending if runs[-1] else []), word]
            pending = []
        elif known:
            runs.append([])
            pending = []
        else:
            pending.append(word)
    return [" ".join(run).strip(" ,;:") for run in runs if run]
