"""Paraphrase: the same meaning in another order or other words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from evidentia.claim import Label
from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.answers import lower_article
from evidentia.datasets.grammar.clause import bare
from evidentia.datasets.mutations.base import PARAPHRASE, Knowledge, Mutation, kept

_PHRASES = (
    ("was born in", "came into the world in"), ("died in", "passed away in"), ("stars", "features"),
    ("starred in", "had a role in"), ("is located in", "lies in"), ("is situated in", "is located in"),
    ("was released in", "came out in"), ("came out in", "was released in"), ("was released on", "came out on"),
    ("began in", "started in"), ("started in", "began in"), ("is known for", "is famous for"),
    ("is a film", "is a movie"), ("film", "movie"), ("movie", "film"), ("wrote", "was the writer of"),
    ("directed", "was the director of"), ("founded", "established"), ("established", "founded"),
    ("won", "was the winner of"), ("United States", "US"), ("United Kingdom", "UK"), ("worked as", "was employed as"),
    ("is married to", "is the spouse of"), ("was married to", "was the spouse of"), ("television", "TV"),
    ("approximately", "about"), ("purchased", "bought"), ("bought", "purchased"), ("attended", "went to"),
    ("received", "was given"), ("more than", "over"), ("over", "more than"),
    ("in total", "altogether"), ("begins", "starts"), ("starts", "begins"), ("took place", "was held"),
)  # fmt: skip
_TIME = re.compile(
    r"^(?P<body>.+?),? (?P<time>(?:in|on|at|during|since|from) (?:the )?"
    r"(?:[A-Z][a-z]+ )?(?:\d{1,2},? )?(?:[A-Z][a-z]+ )?\d{4}s?(?:(?: to |[–-])\d{4})?)\.$"
)
_EQUATION = re.compile(r"^(?P<one>[A-Z][^,;]{1,60}?) (?P<be>is|was) (?P<two>the [a-z][^,;]{3,80})\.$")
# No passive: the object is none, or the sense changes.
_NO_PASSIVE = words.wordset("be have become get go come weigh cost last mean resemble lack fit marry remain stay die")


def paraphrase(claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random) -> Iterator[Mutation]:
    ways = [*_reorder(claim), *_passive(claim, knowledge), *_reworded(claim)]
    chance.shuffle(ways)
    for text, reason in ways:
        if text != claim:
            yield Mutation(claim=text, original=claim, kind=PARAPHRASE, label=kept(label), reason=reason)


def _reorder(claim: str) -> Iterator[tuple[str, str]]:
    found = _TIME.match(claim)
    if found:
        time = found.group("time")
        body = found.group("body")
        first = body.split(" ")[0]
        inside = lower_article(body) if first.lower() in ("the", "a", "an") else body
        yield f"{time[:1].upper()}{time[1:]}, {inside}.", "the time stands in front; the meaning stays"
    equation = _EQUATION.match(claim)
    if equation and " and " not in equation.group("one"):
        two = equation.group("two")
        text = f"{two[:1].upper()}{two[1:]} {equation.group('be')} {lower_article(equation.group('one'))}."
        yield text, "both sides of the equation change places"


def _passive(claim: str, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """`X wrote Y` → `Y was written by X`, where both are names."""
    tokens = claim.rstrip(".").split(" ")
    low = [bare(token) for token in tokens]
    for place in range(1, len(tokens) - 1):
        word = low[place]
        if not verbs.is_past(word) or not tokens[place].islower() or word in words.BE:
            continue
        base = verbs.base_of(word) or ""
        subject, rest = tokens[:place], tokens[place + 1 :]
        cut = next(
            (number for number, token in enumerate(rest) if number and bare(token) in words.PREPOSITION - {"of"}),
            len(rest),
        )
        target = rest[:cut]
        named = target and (target[0][:1].isupper() or target[0].lower() in ("the", "a", "an"))
        plain = all(
            bare(token) not in words.AUXILIARY | words.RELATIVE | words.CONJUNCTION for token in subject + target
        )
        if named and plain and base not in _NO_PASSIVE and verbs.is_base(base) and len(subject) <= 6:
            be = (
                "were"
                if target[-1].endswith("s") and target[0].lower() not in ("a", "an") and target[-1].islower()
                else "was"
            )
            object_ = " ".join(target)
            actor = lower_article(" ".join(subject))
            tail = f" {' '.join(rest[cut:])}" if rest[cut:] else ""
            text = f"{object_[:1].upper()}{object_[1:]} {be} {verbs.participle(base)} by {actor}{tail}."
            yield text, "active became passive; the meaning stays"
        return


def _reworded(claim: str) -> Iterator[tuple[str, str]]:
    for old, new in _PHRASES:
        found = re.search(rf"(?<![\w(-]){re.escape(old)}(?![\w)-])", claim)
        if found and (found.start() or old[0].isupper()):
            if old in ("has", "won", "wrote", "directed", "over") and re.match(
                r"\s(?:been|\w+ed|the|by|to)\b", claim[found.end() :]
            ):
                continue
            yield claim[: found.start()] + new + claim[found.end() :], f"`{new}` says the same as `{old}`"
