"""Tense shift: what happened is said to come, what is to have been."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from evidentia.claim import Label
from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.clause import bare
from evidentia.datasets.mutations.base import TENSE, Knowledge, Mutation, flipped, opened

_SHIFTS = {
    "was": "will be",
    "were": "will be",
    "is": "was",
    "are": "were",
    "has": "had",
    "have": "had",
    "had": "will have",
}
_DATED = re.compile(r"\b(?:1\d{3}|20[01]\d)\b")


def tense(claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random) -> Iterator[Mutation]:
    tokens = claim.split(" ")
    low = [bare(token) for token in tokens]
    for place in range(1, len(tokens)):
        word, before = low[place], low[place - 1]
        if not tokens[place].rstrip(".,").islower() or before in words.RELATIVE | words.DETERMINER | {"to"}:
            continue
        if word in _SHIFTS:
            new = _SHIFTS[word]
        elif word in words.AUXILIARY:
            return
        elif verbs.is_past(word) and before not in words.PREPOSITION and verbs.is_base(verbs.base_of(word) or ""):
            new = f"will {verbs.base_of(word)}"
        elif before in words.PREPOSITION:
            continue
        elif (
            verbs.is_third_person(word) and not verbs.mostly_noun(verbs.base_of(word) or "") and tokens[place].islower()
        ):
            new = verbs.past(verbs.base_of(word) or word)
        else:
            continue
        tail = tokens[place][len(tokens[place].rstrip(".,")) :]
        text = " ".join([*tokens[:place], new + tail, *tokens[place + 1 :]])
        future = new.startswith("will")
        # Only what is said to come although it lies behind is wrong for certain.
        certain = future and (_DATED.search(claim) is not None or word not in words.AUXILIARY)
        reason = (
            f"`{word}` became `{new}`: the evidence speaks of the past"
            if certain
            else f"`{word}` became `{new}`: the evidence does not say that it no longer, or not yet, holds"
        )
        changed = (flipped(label) if label is Label.SUPPORTS else label) if certain else opened(label)
        yield Mutation(claim=text, original=claim, kind=TENSE, label=changed, reason=reason)
        return
