"""A mutated claim with the label that is expected of it, and why."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from evidentia.claim import Label

PARAPHRASE, NEGATION = "paraphrase", "negation"
SIMILAR, DISSIMILAR = "substitution-similar", "substitution-dissimilar"
SPECIFIC, GENERAL, TENSE = "more-specific", "more-general", "tense-shift"

# FEVER's six; FEVEROUS asks for its five with these chances, the supplement adds the tense shift.
FEVER_KINDS = (PARAPHRASE, NEGATION, SIMILAR, DISSIMILAR, SPECIFIC, GENERAL)
FEVEROUS_CHANCES = ((SPECIFIC, 0.15), (GENERAL, 0.15), (NEGATION, 0.3), (PARAPHRASE, 0.1), (SIMILAR, 0.3))
KINDS = (*FEVER_KINDS, TENSE)


class Mutation(msgspec.Struct, kw_only=True):
    """`label` is what the new claim should be called if the old one's label is right; None if the old had none."""

    claim: str
    original: str
    kind: str
    label: Label | None
    reason: str


class Knowledge(Protocol):
    """What a mutation may know of the world: a corpus, WordNet, or nothing."""

    def similar(self, entity: str, chance: random.Random) -> str | None: ...
    def dissimilar(self, entity: str, chance: random.Random) -> str | None: ...
    def general(self, entity: str) -> str | None: ...
    def specific(self, entity: str, chance: random.Random) -> str | None: ...
    def entities(self, claim: str) -> Sequence[str]: ...


class Mutator(Protocol):
    def __call__(
        self, claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random
    ) -> Iterator[Mutation]: ...


class Nothing:
    """No corpus: entities are names by their capitals, and nothing is known of them."""

    def similar(self, entity: str, chance: random.Random) -> str | None:
        return None

    def dissimilar(self, entity: str, chance: random.Random) -> str | None:
        return None

    def general(self, entity: str) -> str | None:
        return None

    def specific(self, entity: str, chance: random.Random) -> str | None:
        return None

    def entities(self, claim: str) -> Sequence[str]:
        from evidentia.datasets.spans import find

        return list(dict.fromkeys(find(claim, None)))


def kept(label: Label | None) -> Label | None:
    return label


def flipped(label: Label | None) -> Label | None:
    """The label of the opposite statement."""
    if label is Label.SUPPORTS:
        return Label.REFUTES
    return Label.SUPPORTS if label is Label.REFUTES else label


def opened(label: Label | None) -> Label | None:
    """The label where the evidence no longer decides."""
    return None if label is None else Label.NOT_ENOUGH_INFO
