"""More general and more specific: up and down from names, years, numbers and nouns."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from evidentia.claim import Label
from evidentia.datasets.grammar.clause import bare
from evidentia.datasets.grammar.words import wordset
from evidentia.datasets.mutations import wordnet
from evidentia.datasets.mutations.base import GENERAL, SPECIFIC, Knowledge, Mutation, kept, opened

_YEAR = re.compile(r"\bin (1\d\d|20\d)(\d)\b(?!s)")
_DAY = re.compile(r"\bon (?:[A-Z][a-z]+ \d{1,2}, (\d{4})|\d{1,2} [A-Z][a-z]+ (\d{4}))")
_COUNT = re.compile(r"(?<![\w.,-])(\d{2,}|\d{1,3}(?:,\d{3})+)(?= [a-z]{3,}s\b)")
_DETAIL = ("early", "late", "mid-")


def general(claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random) -> Iterator[Mutation]:
    day = _DAY.search(claim)
    if day:
        text = claim[: day.start()] + f"in {day.group(1) or day.group(2)}" + claim[day.end() :]
        yield _general(claim, text, label, "the day became its year")
    year = _YEAR.search(claim)
    if year:
        text = claim[: year.start()] + f"in the {year.group(1)}0s" + claim[year.end() :]
        yield _general(claim, text, label, "the year became its decade")
    count = _COUNT.search(claim)
    if count:
        value = int(count.group(1).replace(",", ""))
        floor = int(value * 0.8) or 1
        size = 10 ** max(0, len(str(floor)) - 1)
        bound = max(size, floor // size * size)
        if bound < value:
            text = claim[: count.start()] + f"more than {bound:,}" + claim[count.end() :]
            yield _general(claim, text, label, f"{count.group(1)} is more than {bound:,}")
    for entity in sorted(knowledge.entities(claim), key=lambda each: -claim.rfind(each)):
        wider = knowledge.general(entity)
        place = claim.rfind(entity)
        if wider and place > 0 and wider not in claim:
            before = claim[:place]
            wider = (
                re.sub(r"^an? |^the ", "", wider)
                if re.search(r"\b(?:the|an?|its|his|her|their) $", before, re.I)
                else wider
            )
            yield _general(claim, before + wider + claim[place + len(entity) :], label, f"{entity} is {wider}")
    yield from _nouns(claim, label)


def _general(claim: str, text: str, label: Label | None, why: str) -> Mutation:
    """A supported claim implies its generalisation; of a refuted one nothing follows."""
    follows = label is not Label.REFUTES
    reason = f"{why}, which the original implies" if follows else f"{why}; a false claim does not decide a wider one"
    return Mutation(
        claim=text, original=claim, kind=GENERAL, label=kept(label) if follows else opened(label), reason=reason
    )


def _nouns(claim: str, label: Label | None) -> Iterator[Mutation]:
    known = wordnet.load()
    if known is None:
        return
    tokens = claim.split(" ")
    for place in range(len(tokens) - 1, 1, -1):
        word = bare(tokens[place])
        if tokens[place - 1].lower() not in ("a", "an") or not tokens[place].rstrip(".").islower() or len(word) < 4:
            continue
        if len(known.senses(word)) > 4:
            continue
        wider = [each for each in known.hypernyms(word) if each.isalpha() and each.islower() and each not in _VAGUE]
        if wider:
            article = "an" if wider[0][0] in "aeiou" else "a"
            text = " ".join(
                [*tokens[: place - 1], article, tokens[place].replace(word, wider[0]), *tokens[place + 1 :]]
            )
            yield _general(claim, text, label, f"a {word} is {article} {wider[0]}")
            return


_VAGUE = wordset(
    "entity object thing abstraction attribute unit group matter causal part state act event being whole "
    "relation instance"
)


def specific(claim: str, label: Label | None, knowledge: Knowledge, chance: random.Random) -> Iterator[Mutation]:
    for entity in sorted(knowledge.entities(claim), key=lambda each: -claim.rfind(each)):
        narrower = knowledge.specific(entity, chance)
        place = claim.rfind(entity)
        if narrower and place > 0 and narrower not in claim:
            text = claim[:place] + narrower + claim[place + len(entity) :]
            yield _specific(claim, text, label, f"{narrower} lies within {entity}")
    decade = re.search(r"\bin the (1\d\d|20\d)0s\b", claim)
    if decade:
        year = f"{decade.group(1)}{chance.randrange(10)}"
        yield _specific(
            claim, claim[: decade.start()] + f"in {year}" + claim[decade.end() :], label, "the decade became a year"
        )
    year_found = re.search(r"\bin (1\d{3}|20\d\d)\b(?!s)", claim)
    if year_found:
        part = chance.choice(("January", "March", "June", "September", "November"))
        text = claim[: year_found.start()] + f"in {part} {year_found.group(1)}" + claim[year_found.end() :]
        yield _specific(claim, text, label, "the year became a month of it")


def _specific(claim: str, text: str, label: Label | None, why: str) -> Mutation:
    """A false claim stays false when narrowed; a true one is not decided by its own evidence."""
    stays = label is Label.REFUTES
    reason = (
        f"{why}; the narrower claim implies the refuted original" if stays else f"{why}; the evidence does not say so"
    )
    return Mutation(
        claim=text, original=claim, kind=SPECIFIC, label=kept(label) if stays else opened(label), reason=reason
    )
