"""Challenges that writers expected and that verifiers met, and where the two part (supplement, Table 1, Figure 4)."""

from __future__ import annotations

from collections import Counter

from evidentia.analysis.claims import Analysed
from evidentia.analysis.tables import Table, Value, share

ORDER = (
    "Numerical Reasoning",
    "Multi-hop Reasoning",
    "Entity Disambiguation",
    "Combining Tables and Text",
    "Search terms not in claim",
    "Other",
)
MOST = 40


class Challenges:
    def __init__(self) -> None:
        self.expected: Counter[str] = Counter()
        self.actual: Counter[str] = Counter()
        self.both: Counter[tuple[str, str]] = Counter()

    def add(self, claim: Analysed) -> None:
        expected, actual = claim.text("expected_challenge"), claim.text("challenge")
        if expected:
            self.expected[expected] += 1
        if actual:
            self.actual[actual] += 1
        if expected and actual:
            self.both[expected, actual] += 1

    def names(self) -> list[str]:
        found = {**self.expected, **self.actual}
        rest = sorted((name for name in found if name not in ORDER), key=lambda name: (-found[name], name))
        return [name for name in ORDER if name in found] + rest[:MOST]

    def table(self) -> Table | None:
        if not self.expected and not self.actual:
            return None
        expected, actual = sum(self.expected.values()), sum(self.actual.values())
        rows: list[list[Value]] = [
            [
                name,
                self.expected[name],
                share(self.expected[name], expected),
                self.actual[name],
                share(self.actual[name], actual),
            ]
            for name in self.names()
        ]
        return Table(
            name="challenges",
            title="Challenges expected by writers and met by verifiers",
            columns=["challenge", "expected", "share of expected", "met", "share of met"],
            rows=rows,
            shares=["share of expected", "share of met"],
        )

    def confusion(self) -> Table | None:
        """Lines: expected; columns: met; shares of each line."""
        if not self.both:
            return None
        names = self.names()
        rows: list[list[Value]] = []
        for expected in names:
            total = sum(self.both[expected, actual] for actual in names)
            if total:
                rows.append([expected, total, *(self.both[expected, actual] / total for actual in names)])
        return Table(
            name="challenge_confusion",
            title="Challenge expected (lines) and met (columns)",
            columns=["expected", "claims", *names],
            rows=rows,
            shares=names,
            note="Shares of each line.",
        )
