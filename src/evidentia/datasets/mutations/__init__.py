"""Mutations of claims: FEVER's six, FEVEROUS's five, the tense shift; each with the reason for its label."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from evidentia.claim import Label
from evidentia.datasets.mutations.base import (
    DISSIMILAR,
    FEVER_KINDS,
    FEVEROUS_CHANCES,
    GENERAL,
    KINDS,
    NEGATION,
    PARAPHRASE,
    SIMILAR,
    SPECIFIC,
    TENSE,
    Knowledge,
    Mutation,
    Mutator,
    Nothing,
)
from evidentia.datasets.mutations.negation import negation
from evidentia.datasets.mutations.paraphrase import paraphrase
from evidentia.datasets.mutations.specificity import general, specific
from evidentia.datasets.mutations.substitution import dissimilar, similar
from evidentia.datasets.mutations.tense import tense
from evidentia.errors import InputError

__all__ = ["FEVEROUS_CHANCES", "FEVER_KINDS", "KINDS", "Knowledge", "Mutation", "Nothing", "draw_kind", "mutate"]

MUTATORS: dict[str, Mutator] = {
    PARAPHRASE: paraphrase,
    NEGATION: negation,
    SIMILAR: similar,
    DISSIMILAR: dissimilar,
    SPECIFIC: specific,
    GENERAL: general,
    TENSE: tense,
}
MAX_CLAIM = 2000


def mutate(
    claim: str,
    label: Label | None = None,
    *,
    seed: int,
    kinds: Sequence[str] = KINDS,
    knowledge: Knowledge | None = None,
    each: int = 1,
) -> Iterator[Mutation]:
    """At most `each` mutations of every kind; a kind that finds nothing to change gives none."""
    claim = " ".join(claim[:MAX_CLAIM].split())
    if not claim:
        return
    if claim[-1] not in '.!?"':
        claim += "."
    for kind in kinds:
        if kind not in MUTATORS:
            raise InputError(f"there is no mutation {kind!r}; there are {', '.join(KINDS)}")
        chance = random.Random(f"{seed}|{kind}|{claim}")
        made: set[str] = set()
        for mutation in MUTATORS[kind](claim, label, knowledge or Nothing(), chance):
            if mutation.claim != claim and mutation.claim not in made:
                made.add(mutation.claim)
                yield mutation
            if len(made) >= each:
                break


def draw_kind(chance: random.Random) -> str:
    """A kind by FEVEROUS's chances."""
    names = [name for name, _ in FEVEROUS_CHANCES]
    return chance.choices(names, [share for _, share in FEVEROUS_CHANCES])[0]
