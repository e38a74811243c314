"""Agreement on labels, by how far people chose the same evidence and by how well they were calibrated (A.5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from evidentia.analysis.agreement import cohen, fleiss, overlap
from evidentia.analysis.claims import Analysed, evidence_sets
from evidentia.analysis.tables import Table, Value

MOST_PEOPLE = 10
FIELDS = ("annotations", "judgements", "qa_annotations")


class Agreement:
    """Of claims that several people judged: `annotations`, a list of {label, evidence, annotator, calibration}."""

    def __init__(self) -> None:
        self.judged: list[tuple[str, ...]] = []
        self.matches: list[tuple[float, str, str]] = []
        self.subsets = 0
        self.calibrated: list[tuple[float, str, str]] = []

    def add(self, claim: Analysed) -> None:
        found = claim.field(*FIELDS)
        if not isinstance(found, list):
            return
        people = [one for one in found[:MOST_PEOPLE] if isinstance(one, dict) and one.get("label")]
        if len(people) < 2:
            return
        self.judged.append(tuple(str(one["label"])[:60] for one in people))
        chosen = [_evidence(one) for one in people]
        for (first, mine), (second, yours) in combinations(zip(people, chosen), 2):
            pair = (str(first["label"])[:60], str(second["label"])[:60])
            if mine or yours:
                self.matches.append((overlap(mine, yours), *pair))
                self.subsets += mine < yours or yours < mine
            scores = [_number(one.get("calibration")) for one in (first, second)]
            if None not in scores:
                self.calibrated.append((min(score for score in scores if score is not None), *pair))

    def tables(self) -> Iterator[Table]:
        if not self.judged:
            return
        yield self._whole()
        if self.matches:
            yield _by_tenths(
                "agreement_by_overlap", "Agreement by evidence match", "evidence match", self.matches,
                "Match: 2·|E1∩E2| / (|E1|+|E2|), rounded down to tenths; κ: Cohen's, of the pairs in each line.",
            )  # fmt: skip
        if self.calibrated:
            yield _by_tenths(
                "agreement_by_calibration", "Agreement by calibration score", "calibration", self.calibrated,
                "The lower score of the two people, rounded down to tenths.",
            )  # fmt: skip

    def _whole(self) -> Table:
        people = Counter(len(group) for group in self.judged)
        rows: list[list[Value]] = [
            [
                f"claims judged by {size}",
                count,
                fleiss([group for group in self.judged if len(group) == size]),
                "Fleiss",
            ]
            for size, count in sorted(people.items())
        ]
        rows.append(["all of them", len(self.judged), fleiss(self.judged), "Fleiss"])
        if self.matches:
            total = len(self.matches)
            same = sum(match == 1 for match, *_ in self.matches)
            most = sum(match >= 0.7 for match, *_ in self.matches)
            rows += [
                ["pairs of people with the same evidence", same, same / total, "share"],
                ["pairs with a match of 0.7 or more", most, most / total, "share"],
                ["pairs where one's evidence holds the other's", self.subsets, self.subsets / total, "share"],
            ]
        return Table(
            name="agreement",
            title="Agreement between people",
            columns=["what", "number", "value", "measure"],
            rows=rows,
        )


def _by_tenths(name: str, title: str, column: str, found: list[tuple[float, str, str]], note: str) -> Table:
    rows: list[list[Value]] = []
    for tenth in range(11):
        here = [(one, other) for score, one, other in found if min(int(score * 10 + 1e-9), 10) == tenth]
        if here:
            ones, others = zip(*here, strict=True)
            # Who is first of a pair means nothing: each pair counts both ways round.
            kappa = cohen([*ones, *others], [*others, *ones])
            rows.append([tenth / 10, len(here), len(here) / len(found), kappa])
    return Table(
        name=name, title=title, columns=[column, "pairs", "share", "κ"], rows=rows, shares=["share"], note=note
    )


def _evidence(one: Mapping[str, Any]) -> frozenset[Any]:
    return frozenset((piece.page, piece.kind, piece.numbers) for group in evidence_sets(dict(one)) for piece in group)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1 else None
