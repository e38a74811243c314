"""Where a clause has its verb: enough of English to split plain claims, and to leave the others alone."""

from __future__ import annotations

import re

BE = frozenset(("is", "are", "was", "were"))
_HELPING = "has have had do does did will would can could may might must shall should"
AUXILIARIES = BE | frozenset(_HELPING.split())
_PASTS = """
    became began beat bought broke brought built came caught chose cost cut drew drove ended fell felt flew fought found
    gave got grew held hit hosted kept knew laid lay led left lent lost made meant met overtook paid put ran read rose
    said sang sat saw sent set shot slept sold spent spoke sprang stole stood struck sued swam taught thought
    threw told took tore underwent understood went withdrew woke won wore wrote
"""
PASTS = frozenset(_PASTS.split())
_PRESENTS = """
    appears attends became becomes begins belongs borders circles competes consists contains covers depicts describes
    directs draws employs ends exists features flows follows forms gives grows holds hosts includes joins knows leads
    lies lives makes manages means meets needs offers opens operates owns plays produces provides publishes ranks
    receives reaches runs sells serves shares shows sings sits spans speaks stands stars starts stretches studies takes
    teaches tells travels wins works writes
"""
PRESENTS = frozenset(_PRESENTS.split())
# Words in -ed that begin no predicate, and those that a noun follows.
_NOUNS = "bed bred red seed feed weed reed need speed hundred sacred united limited so-called indeed"
NO_VERBS = frozenset(_NOUNS.split())
_PARTICIPLES = """
    born built written made known held founded located situated released directed published produced created established
    formed named opened signed discovered designed invented elected composed recorded based painted sung won led bred
    grown drawn
"""
PARTICIPLES = frozenset(_PARTICIPLES.split())
_SUBORDINATE = re.compile(
    r"\b(?:who|whom|whose|which|that|when|where|because|if|than|although|though|since|until|while|whether|unless)\b",
    re.IGNORECASE,
)


def is_past(word: str) -> bool:
    low = word.lower()
    return low in PASTS or (low.endswith("ed") and len(low) > 3 and low not in NO_VERBS and word == low)


def is_finite(word: str) -> bool:
    """Whether a word, seen alone, is a verb that can stand behind a subject."""
    low = word.lower()
    return word == low and (low in AUXILIARIES or low in PRESENTS or is_past(word))


def verb_place(words: list[str]) -> int | None:
    """The place of the first finite verb behind a subject; None where there is none."""
    return next((place for place, word in enumerate(words) if place and is_finite(word)), None)


def subordinate(text: str) -> bool:
    return _SUBORDINATE.search(text) is not None
