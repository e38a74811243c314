"""Negation, and not merely by `not`: opposite verbs and adjectives, `never`, `failed to`, or a negation taken back."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from evidentia.claim import Label
from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.clause import bare
from evidentia.datasets.mutations import wordnet
from evidentia.datasets.mutations.base import NEGATION, Knowledge, Mutation, flipped, opened

# Pairs whose second word says that the first does not hold.
_OPPOSITES = {
    "won": "lost", "lost": "won", "alive": "dead", "dead": "alive", "succeeded": "failed", "failed": "succeeded",
    "accepted": "rejected", "rejected": "accepted", "increased": "decreased", "decreased": "increased",
    "rose": "fell", "fell": "rose", "before": "after", "after": "before", "first": "last", "last": "first",
    "largest": "smallest", "smallest": "largest", "highest": "lowest", "lowest": "highest", "oldest": "youngest",
    "youngest": "oldest", "longest": "shortest", "shortest": "longest", "more": "fewer", "fewer": "more",
    "most": "least", "least": "most", "higher": "lower", "lower": "higher", "earlier": "later", "later": "earlier",
    "earliest": "latest", "latest": "earliest", "older": "younger", "younger": "older", "always": "never",
    "northern": "southern", "southern": "northern", "eastern": "western", "western": "eastern",
    "north": "south", "south": "north", "east": "west", "west": "east", "male": "female", "female": "male",
    "fiction": "non-fiction", "fictional": "real", "included": "excluded",
    "everyone": "no one", "all": "none", "both": "neither", "unsuccessful": "successful", "successful": "unsuccessful",
}  # fmt: skip
_BACK = (
    (re.compile(r"\b(did|does|do) not (\w+)\b"), None),
    (re.compile(r"\b(was|were|is|are|has|have|had|will|would|can|could|should|must) not\b"), r"\1"),
    (re.compile(r"\b(was|were|is|are|did|does|has|have|had|would|could|should)n't\b"), r"\1"),
    (re.compile(r"\bnever (\w+)"), r"\1"),
)


def negation(claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random) -> Iterator[Mutation]:
    taken = _taken_back(claim)
    if taken:
        yield _made(claim, taken, label, "the negation of the original is taken back")
        return
    tokens = claim.split(" ")
    low = [bare(token) for token in tokens]
    longer = re.sub(r"\b(is|are|was|were) still\b", r"\1 no longer", claim)
    if longer != claim:
        yield _made(claim, longer, label, "`no longer` denies `still`")
    for contrary in (_opposite(tokens, low), _antonym(tokens, low)):
        if contrary:
            yield _contrary(claim, contrary[0], label, contrary[1])
    for denied in _auxiliaries(tokens, low, chance):
        yield _made(claim, denied[0], label, denied[1])


def _contrary(claim: str, text: str, label: Label | None, why: str) -> Mutation:
    """A contrary of a false claim may be false as well: only a true one decides it."""
    if label is not Label.REFUTES:
        return _made(claim, text, label, why)
    reason = f"{why}, but both may be false"
    return Mutation(claim=text, original=claim, kind=NEGATION, label=opened(label), reason=reason)


def _made(claim: str, text: str, label: Label | None, why: str) -> Mutation:
    reason = f"{why}: what decided the original decides the opposite now"
    return Mutation(claim=text, original=claim, kind=NEGATION, label=flipped(label), reason=reason)


def _taken_back(claim: str) -> str | None:
    for pattern, by in _BACK:
        found = pattern.search(claim)
        if not found:
            continue
        if by is None:
            auxiliary, verb = found.group(1), found.group(2)
            if not verbs.is_base(verb):
                continue
            done = verbs.past(verb) if auxiliary == "did" else verbs.third_person(verb) if auxiliary == "does" else verb
            return claim[: found.start()] + done + claim[found.end() :]
        return claim[: found.start()] + found.expand(by) + claim[found.end() :]
    return None


def _swap(tokens: list[str], place: int, word: str) -> str:
    token = tokens[place]
    core = bare(token)
    start = token.lower().find(core)
    new = word.capitalize() if token[start : start + 1].isupper() else word
    return " ".join([*tokens[:place], token[:start] + new + token[start + len(core) :], *tokens[place + 1 :]])


def _opposite(tokens: list[str], low: list[str]) -> tuple[str, str] | None:
    for place, word in enumerate(low):
        if word in _OPPOSITES and place and tokens[place][:1].islower():
            return _swap(tokens, place, _OPPOSITES[word]), f"`{_OPPOSITES[word]}` is the opposite of `{word}`"
    return None


def _antonym(tokens: list[str], low: list[str]) -> tuple[str, str] | None:
    known = wordnet.load()
    if known is None:
        return None
    for place, word in enumerate(low):
        plain = place and tokens[place].islower() and len(word) > 3 and verbs.base_of(word) is None
        if plain and word not in words.ORDINAL | words.ADVERB:
            for other in known.antonyms(word, "adj")[:1]:
                return _swap(tokens, place, other), f"`{other}` is an antonym of `{word}`"
    return None


def _auxiliaries(tokens: list[str], low: list[str], chance: random.Random) -> Iterator[tuple[str, str]]:
    """`was not`, `did not win`, `never won`, `failed to win`: a trivial `not` comes last."""
    for place, word in enumerate(low):
        before = low[place - 1] if place else ""
        if not place or before in words.RELATIVE or before == "to":
            continue
        if word in words.BE | words.HAVE | words.MODAL and tokens[place].islower():
            after = low[place + 1] if place + 1 < len(low) else ""
            if after == "still":
                return
            if word in words.HAVE and not verbs.is_participle(after) and after != "been":
                base = "did" if word == "had" else "does" if word == "has" else "do"
                yield " ".join([*tokens[:place], base, "not", "have", *tokens[place + 1 :]]), "the verb is negated"
                return
            habitual = word in words.HAVE or (verbs.is_participle(after) and not re.search(r"\d{4}", " ".join(tokens)))
            if habitual and chance.random() < 0.5 and word not in words.MODAL:
                yield " ".join([*tokens[: place + 1], "never", *tokens[place + 1 :]]), "`never` denies the original"
            else:
                yield " ".join([*tokens[: place + 1], "not", *tokens[place + 1 :]]), "the verb is negated"
            return
        finite = verbs.is_past(word) or (verbs.is_third_person(word) and before not in words.DETERMINER)
        if finite and tokens[place].islower() and before not in words.DETERMINER | words.PREPOSITION:
            base = verbs.base_of(word) or ""
            if not verbs.is_base(base) or (verbs.mostly_noun(base) and verbs.is_third_person(word)):
                continue
            past = verbs.is_past(word)
            forms = (
                (f"never {word}", "`never` denies the original"),
                (f"{'failed' if past else 'fails'} to {base}", "to fail to do something is not to do it"),
                (f"{'did' if past else 'does'} not {base}", "the verb is negated"),
            )
            order = list(forms[:2])
            chance.shuffle(order)
            for form, why in (*order, forms[2]):
                yield " ".join([*tokens[:place], form, *tokens[place + 1 :]]), why
            return
