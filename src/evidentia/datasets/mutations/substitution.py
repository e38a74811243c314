"""Substitution: an entity gives way to one of the same kind, or of another."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from evidentia.claim import Label
from evidentia.datasets.kinds import form_of
from evidentia.datasets.mutations.base import DISSIMILAR, SIMILAR, Knowledge, Mutation, flipped, opened
from evidentia.datasets.table_phrases import nearby

_FIGURE = re.compile(
    r"(?<![\w.,-])(?:\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d[\d,]*(?:\.\d+)?)(?![\w-]|\.\d)"
)
# Relations that one thing alone can stand in: another in its place contradicts.
_SOLE = re.compile(
    r"\b(?:is|was|are|were) the\b|\bborn\b|\bdied\b|\bfounded\b|\bcapital\b|\bdirected\b|\bwritten\b"
    r"|\bwrote\b|\breleased\b"
    r"|\blocated\b|\bwon\b|\bcreated\b|\binvented\b|\bdiscovered\b|\bdirector\b|\bfirst\b|\blast\b|\bonly\b|\w+est\b"
)


def similar(claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random) -> Iterator[Mutation]:
    """An entity, number or date gives way to another of its kind."""
    entities = list(knowledge.entities(claim))
    # The object first: the subject is what the claim is about.
    for entity in sorted(entities, key=lambda each: -claim.rfind(each)):
        other = knowledge.similar(entity, chance)
        if other and other not in claim:
            yield _substituted(claim, entity, other, SIMILAR, label)
    for found in _FIGURE.finditer(claim):
        moved = nearby(found.group(), chance)
        if moved:
            text = claim[: found.start()] + moved + claim[found.end() :]
            reason = f"{form_of(found.group()) or 'number'} {found.group()} became {moved}: both cannot be right"
            yield Mutation(claim=text, original=claim, kind=SIMILAR, label=_contradicted(label), reason=reason)


def dissimilar(claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random) -> Iterator[Mutation]:
    for entity in sorted(knowledge.entities(claim), key=lambda each: -claim.rfind(each)):
        other = knowledge.dissimilar(entity, chance)
        if other and other not in claim:
            yield _substituted(claim, entity, other, DISSIMILAR, label)


def _substituted(claim: str, entity: str, other: str, kind: str, label: Label | None) -> Mutation:
    place = claim.rfind(entity)
    text = claim[:place] + other + claim[place + len(entity) :]
    text = re.sub(r"\b(a|an)(?= " + re.escape(other) + r")", "an" if other[:1].lower() in "aeiou" else "a", text)
    alike = "same" if kind == SIMILAR else "other"
    if place and _SOLE.search(claim):
        reason = f"{entity} became {other}, of the {alike} kind; only one of them can stand here"
        return Mutation(claim=text, original=claim, kind=kind, label=_contradicted(label), reason=reason)
    reason = f"{entity} became {other}, of the {alike} kind; the evidence for the original says nothing of it"
    return Mutation(claim=text, original=claim, kind=kind, label=opened(label), reason=reason)


def _contradicted(label: Label | None) -> Label | None:
    """A right claim becomes wrong; a wrong one stays open, since the new value may be the right one."""
    return flipped(label) if label is Label.SUPPORTS else opened(label)
