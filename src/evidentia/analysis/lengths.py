"""Claim lengths: mean and quartiles, by label and by claim type (FAVIQ, Table 2; FEVEROUS, A.5.1)."""

from __future__ import annotations

from collections import Counter

from evidentia.analysis.claims import LABELS, Analysed
from evidentia.analysis.tables import Table, Value
from evidentia.analysis.words import length

MOST = 40


class Lengths:
    """Counts of each length, for all claims and for the first `MOST` groups of a kind."""

    def __init__(self) -> None:
        self.groups: dict[tuple[str, str], Counter[int]] = {}
        self._seen: Counter[str] = Counter()

    def add(self, claim: Analysed) -> None:
        tokens = length(claim.claim)
        for name, value in (
            ("all", "all claims"),
            ("label", claim.label),
            ("claim type", claim.text("claim_type", "type")),
            ("highlight", claim.text("highlight_type", "highlight")),
        ):
            if value and (name, value) not in self.groups and self._seen[name] < MOST:
                self._seen[name] += 1
                self.groups[name, value] = Counter()
            if value and (name, value) in self.groups:
                self.groups[name, value][tokens] += 1

    def table(self) -> Table:
        order = ("all", "label", "claim type", "highlight")
        labels: dict[str, int] = {label: place for place, label in enumerate(LABELS)}
        keys = sorted(self.groups, key=lambda key: (order.index(key[0]), labels.get(key[1], 9), key[1]))
        rows: list[list[Value]] = []
        for key in keys:
            counts = self.groups[key]
            total = sum(counts.values())
            middle = sum(tokens * count for tokens, count in counts.items()) / total
            rows.append([key[1], total, middle, *(quantile(counts, part) for part in (0.25, 0.5, 0.75)), max(counts)])
        return Table(
            name="claim_lengths",
            title="Claim length in tokens",
            columns=["claims", "number", "mean", "Q1", "median", "Q3", "longest"],
            rows=rows,
            note="Tokens are what whitespace sets apart.",
        )

    def counts(self) -> Counter[int]:
        return self.groups.get(("all", "all claims"), Counter())


def quantile(counts: Counter[int], part: float) -> float:
    """By linear interpolation, as most programs do."""
    total = sum(counts.values())
    place = part * (total - 1)
    below = int(place)
    low = _nth(counts, below)
    return low + (place - below) * (_nth(counts, min(below + 1, total - 1)) - low)


def _nth(counts: Counter[int], number: int) -> int:
    for value in sorted(counts):
        number -= counts[value]
        if number < 0:
            return value
    return max(counts)
