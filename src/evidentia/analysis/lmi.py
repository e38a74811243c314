"""Local mutual information of n-grams and labels: words that give a label away (Schuster et al. 2019; FAVIQ, 3.3)."""

from __future__ import annotations

import heapq
import math
from array import array
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from evidentia.analysis.claims import LABELS
from evidentia.analysis.tables import Table
from evidentia.analysis.words import ngrams
from evidentia.errors import InputError

TOP = 100
MAX_DISTINCT = 3_000_000


class Cue(msgspec.Struct, frozen=True):
    """An n-gram and a label; `share` is how many of its occurrences stand under the label."""

    ngram: str
    label: str
    lmi: float
    count: int
    share: float


class Cues(msgspec.Struct, frozen=True, kw_only=True):
    """The strongest cues of each label, best first, and how much was counted."""

    top: dict[str, list[Cue]]
    claims: dict[str, int]
    occurrences: int

    def mean(self, label: str | None = None) -> float:
        """Mean LMI of the top list of a label, or of all lists."""
        found = [cue.lmi for name, cues in self.top.items() if label in (None, name) for cue in cues]
        return sum(found) / len(found) if found else 0.0


class Counter:
    """Occurrences of each n-gram under each label; of a very large data set rare n-grams are forgotten on the way."""

    def __init__(self, *, size: int = 2, most: int = MAX_DISTINCT) -> None:
        self.size, self.most = size, most
        self.claims = dict.fromkeys(LABELS, 0)
        self.totals = [0] * len(LABELS)
        self._places: dict[str, int] = {}
        self._counts = [array("l") for _ in LABELS]
        self._floor = 1

    def add(self, claim: str, label: str | None) -> None:
        if label is None:
            return
        which = LABELS.index(label)
        self.claims[label] += 1
        places, counts = self._places, self._counts[which]
        found = 0
        for ngram in ngrams(claim, self.size):
            found += 1
            place = places.get(ngram)
            if place is None:
                place = places[ngram] = len(places)
                for column in self._counts:
                    column.append(0)
            counts[place] += 1
        self.totals[which] += found
        if len(places) > self.most:
            self._forget()

    def _forget(self) -> None:
        while len(self._places) > self.most // 2:
            kept = {
                ngram: place
                for ngram, place in self._places.items()
                if sum(column[place] for column in self._counts) > self._floor
            }
            self._counts = [array("l", (column[place] for place in kept.values())) for column in self._counts]
            self._places = {ngram: place for place, ngram in enumerate(kept)}
            self._floor += 1

    def cues(self, *, top: int = TOP, labels: Sequence[str] | None = None) -> Cues:
        """The `top` n-grams of highest LMI for each label that occurs; ties go by the alphabet."""
        chosen = [label for label in LABELS if self.claims[label] and (labels is None or label in labels)]
        if not chosen:
            raise InputError("no claim has a label; lexical bias needs labelled claims")
        used = [LABELS.index(label) for label in chosen]
        everything = sum(self.totals[which] for which in used)
        lists = {
            label: heapq.nsmallest(top, self._scored(which, used, everything)) for label, which in zip(chosen, used)
        }
        return Cues(
            top={
                label: [Cue(ngram, label, -value, here, here / anywhere) for value, ngram, here, anywhere in found]
                for label, found in lists.items()
            },
            claims={label: self.claims[label] for label in chosen},
            occurrences=everything,
        )

    def _scored(self, which: int, used: Sequence[int], everything: int) -> Iterator[tuple[float, str, int, int]]:
        """p(w,c) log p(w,c)/(p(w)p(c)), each p a count over all occurrences; negated, so that the best come first."""
        column, total = self._counts[which], self.totals[which]
        for ngram, place in self._places.items():
            here = column[place]
            if here:
                anywhere = sum(self._counts[other][place] for other in used)
                yield -here / everything * math.log(here * everything / (anywhere * total)), ngram, here, anywhere


def lmi(
    claims: Iterable[tuple[str, str | None]], *, size: int = 2, top: int = TOP, labels: Sequence[str] | None = None
) -> Cues:
    """The cues of (claim, label) pairs."""
    counter = Counter(size=size)
    for claim, label in claims:
        if labels is None or label in labels:
            counter.add(claim, label)
    return counter.cues(top=top, labels=labels)


def table(cues: Cues, *, name: str = "lmi", title: str = "Strongest cues by local mutual information") -> Table:
    """Rank by rank, each label's n-grams (FAVIQ, Table 3)."""
    rows: list[list[str | int | float | None]] = []
    for label, found in cues.top.items():
        for rank, cue in enumerate(found, 1):
            rows.append([label, rank, cue.ngram, cue.lmi, cue.count, cue.share])
    return Table(
        name=name,
        title=title,
        columns=["label", "rank", "n-gram", "LMI", "count", "share of its occurrences"],
        rows=rows,
        shares=["share of its occurrences"],
        note=f"LMI = p(w,c) · ln(p(w,c) / (p(w) · p(c))), counted over {cues.occurrences:,} occurrences.",
    )
