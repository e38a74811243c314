"""Normalised pointwise mutual information between what is known of a claim (FEVEROUS, 3.3)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec

from evidentia.analysis.claims import LABELS, Analysed
from evidentia.analysis.evidence import evidence_type
from evidentia.analysis.tables import Table
from evidentia.analysis.words import words

LEAST = 10
SHOWN = 20
MAX_DISTINCT = 2_000_000
PAIRS = (
    ("label", "word"),
    ("label", "position"),
    ("label", "claim type"),
    ("label", "mutation"),
    ("label", "evidence type"),
    ("label", "challenge"),
    ("claim type", "word"),
    ("mutation", "word"),
)
_EDGES = (0, 1, 2, 3, 5, 10, 20)


class Pair(msgspec.Struct, frozen=True):
    """How much oftener than by chance two values meet in a claim: 1 always, 0 as by chance, -1 never."""

    one: str
    other: str
    npmi: float
    together: int


def npmi(together: int, one: int, other: int, total: int) -> float:
    """ln(p(x,y) / (p(x) p(y))) / -ln p(x,y), by claims."""
    if not together:
        return -1.0
    if together == total:
        return 0.0
    return math.log(together * total / (one * other)) / -math.log(together / total)


class Associations:
    """Counts of values that meet in one claim, for each pair of variables."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[str, str], Counter[tuple[str, str]]] = {pair: Counter() for pair in PAIRS}
        self.ones: dict[tuple[str, str], Counter[str]] = {pair: Counter() for pair in PAIRS}
        self.others: dict[tuple[str, str], Counter[str]] = {pair: Counter() for pair in PAIRS}
        self.totals: Counter[tuple[str, str]] = Counter()

    def add(self, claim: Analysed) -> None:
        values = variables(claim)
        for pair in PAIRS:
            ones, others = values[pair[0]], values[pair[1]]
            if not ones or not others:
                continue
            self.totals[pair] += 1
            self.ones[pair].update(ones)
            self.others[pair].update(others)
            for one in ones:
                self.pairs[pair].update((one, other) for other in others)
            if len(self.pairs[pair]) > MAX_DISTINCT:
                self._forget(pair)

    def _forget(self, pair: tuple[str, str]) -> None:
        rare = {value for value, count in self.others[pair].items() if count < LEAST}
        self.pairs[pair] = Counter({key: n for key, n in self.pairs[pair].items() if key[1] not in rare})
        self.others[pair] = Counter({value: n for value, n in self.others[pair].items() if value not in rare})

    def found(self, pair: tuple[str, str], *, least: int = LEAST) -> list[Pair]:
        """All combinations of values that both occur in at least `least` claims, strongest first."""
        ones, others, total = self.ones[pair], self.others[pair], self.totals[pair]
        met = self.pairs[pair]
        found = [
            Pair(one, other, npmi(met[one, other], ones[one], others[other], total), met[one, other])
            for one in sorted(ones)
            if ones[one] >= least
            for other in sorted(others)
            if others[other] >= least
        ]
        # Words that never meet a rare value say little; -1 would fill the list.
        kept = [item for item in found if item.together or "word" not in pair]
        return sorted(kept, key=lambda item: (-item.npmi, item.one, item.other))

    def tables(self, *, shown: int = SHOWN, least: int = LEAST) -> Iterator[Table]:
        for pair in PAIRS:
            found = self.found(pair, least=least)
            if len({item.one for item in found}) < 2 or len({item.other for item in found}) < 2:
                continue
            found = list(_strongest(found, shown if "word" in pair else len(found)))
            one, other = pair
            yield Table(
                name=f"npmi_{one}_{other}".replace(" ", "_"),
                title=f"Normalised PMI of {one} and {other}",
                columns=[one, other, "nPMI", "claims"],
                rows=[[item.one, item.other, item.npmi, item.together] for item in found],
                note=f"Over {self.totals[pair]:,} claims; values in fewer than {least} claims are left out.",
            )


def variables(claim: Analysed) -> dict[str, list[str]]:
    """The values of a claim; an empty list where the data set does not say."""
    position = first_position(claim)
    kind = evidence_type(claim.sets[0]) if claim.sets else None
    return {
        "label": _one(claim.label),
        "word": sorted(set(words(claim.claim))),
        "position": _one(position),
        "claim type": _one(claim.text("claim_type", "type")),
        "mutation": _one(claim.text("mutation", "mutation_type")),
        "evidence type": _one(kind),
        "challenge": _one(claim.text("challenge")),
    }


def first_position(claim: Analysed) -> str | None:
    """Where the first piece of evidence stands on its page: the number of its sentence or table, in ranges."""
    for group in claim.sets:
        for piece in group:
            if piece.numbers:
                return _range(piece.numbers[0])
    return None


def _range(number: int) -> str:
    for low, high in pairwise(_EDGES):
        if number < high:
            return str(low) if high == low + 1 else f"{low} to {high - 1}"
    return f"{_EDGES[-1]} and on"


def _place(value: str) -> tuple[int, str]:
    """Labels in their own order, all else by the alphabet."""
    return (LABELS.index(value) if value in LABELS else len(LABELS), value)


def _one(value: str | None) -> list[str]:
    return [value] if value else []


def _strongest(found: Iterable[Pair], shown: int) -> Iterator[Pair]:
    """The first of each value of the first variable."""
    counts: Counter[str] = Counter()
    for item in sorted(found, key=lambda item: (_place(item.one), -item.npmi, item.other)):
        counts[item.one] += 1
        if counts[item.one] <= shown:
            yield item
