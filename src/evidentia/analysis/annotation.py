"""What an annotation project records beside the claims: types, times, operations, skips and flags (A.5.1, A.5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from evidentia.analysis.claims import Analysed
from evidentia.analysis.tables import Table, Value, share

MOST = 60
MAX_OPERATIONS = 10_000
MAX_KINDS = 1_000
LONGEST_SECONDS = 86_400.0
_KINDS = (
    ("claim type", ("claim_type", "type")),
    ("mutation", ("mutation", "mutation_type")),
    ("highlight", ("highlight_type", "highlight")),
    ("pages asked for", ("page_scope", "multi_page")),
)
_TIMES = (
    ("writing", ("generation_seconds", "writing_seconds")),
    ("verifying", ("verification_seconds", "seconds", "annotation_time")),
)
_NO = ("", "false", "0", "no", "none")


class Project:
    """Counts of an annotation project's fields; what a data set does not have gives no table."""

    def __init__(self) -> None:
        self.claims = 0
        self.kinds: dict[str, Counter[str]] = {name: Counter() for name, _ in _KINDS}
        self.labels: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name, _ in _KINDS}
        self.operations: Counter[str] = Counter()
        self.logged = 0
        self.seconds: dict[str, list[float]] = {}
        self.skips: Counter[str] = Counter()
        self.flags: Counter[str] = Counter()
        self.statuses = 0

    def add(self, claim: Analysed) -> None:
        self.claims += 1
        for name, fields in _KINDS:
            value = claim.text(*fields)
            if value and (value in self.kinds[name] or len(self.kinds[name]) < MAX_KINDS):
                self.kinds[name][value] += 1
                if claim.label:
                    self.labels[name][value, claim.label] += 1
        self._operations(claim.field("annotator_operations", "operations"))
        for what, times in _TIMES:
            spent = _seconds(claim.field(*times))
            if spent is not None:
                self._spend(what, spent)
        self._status(claim)

    def _operations(self, found: Any) -> None:
        if not isinstance(found, list) or not found:
            return
        self.logged += 1
        times = []
        for step in found[:MAX_OPERATIONS]:
            if isinstance(step, dict):
                name = str(step.get("operation", ""))[:60]
                if name and (name in self.operations or len(self.operations) < 1000):
                    self.operations[name] += 1
                spent = _seconds(step.get("time"))
                if spent is not None:
                    times.append(spent)
        # The operations carry the seconds since the claim was opened.
        if times and max(times) > 0:
            self._spend("verifying, by the last operation", max(times))

    def _spend(self, what: str, seconds: float) -> None:
        self.seconds.setdefault(what, []).append(seconds)

    def _status(self, claim: Analysed) -> None:
        said = False
        for name, counts in (("skipped", self.skips), ("flagged", self.flags)):
            value = claim.record.get(name, claim.record.get({"skipped": "skip", "flagged": "flag"}[name]))
            if value is not None:
                said = True
                text = str(value)[:80]
                if text.lower() not in _NO and (text in counts or len(counts) < MAX_KINDS):
                    counts["yes" if value is True else text] += 1
        self.statuses += said

    def tables(self) -> Iterator[Table]:
        for name, counts in self.kinds.items():
            if counts:
                yield _kinds(name, counts, self.labels[name])
        if self.statuses:
            rows: list[list[Value]] = []
            for what, counts in (("skipped", self.skips), ("flagged", self.flags)):
                rows.append([what, "all", sum(counts.values()), share(sum(counts.values()), self.statuses)])
                rows += [[what, why, n, share(n, self.statuses)] for why, n in _ranked(counts) if why != "yes"]
            yield Table(
                name="skips_and_flags",
                title="Claims skipped and flagged",
                columns=["what", "reason", "claims", "share"],
                rows=rows,
                shares=["share"],
            )
        if self.operations:
            yield Table(
                name="operations",
                title="What verifiers did",
                columns=["operation", "count", "a claim"],
                rows=[[name, count, count / self.logged] for name, count in _ranked(self.operations)],
                note=f"Over {self.logged:,} claims whose operations are recorded.",
            )
        if self.seconds:
            yield Table(
                name="times",
                title="Seconds spent on a claim",
                columns=["what", "claims", "mean", "Q1", "median", "Q3"],
                rows=[[what, len(times), *_quartiles(times)] for what, times in self.seconds.items()],
                note="Longer than a day is left out.",
            )


def _kinds(name: str, counts: Counter[str], labels: Counter[tuple[str, str]]) -> Table:
    total = sum(counts.values())
    names = sorted({label for _, label in labels})
    rows: list[list[Value]] = []
    for value, count in _ranked(counts):
        labelled = sum(labels[value, label] for label in names)
        rows.append([value, count, count / total, *(share(labels[value, label], labelled) for label in names)])
    return Table(
        name=name.replace(" ", "_") + "s",
        title=f"Claims by {name}",
        columns=[name, "claims", "share", *names],
        rows=rows,
        shares=["share", *names],
        note="Shares of labels are within each line.",
    )


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST]


def _seconds(value: Any) -> float | None:
    """Times are numbers or strings of them; what is no time at all is left out."""
    try:
        spent = float(value)
    except (TypeError, ValueError):
        return None
    return spent if 0 <= spent <= LONGEST_SECONDS else None


def _quartiles(times: list[float]) -> list[Value]:
    import numpy

    low, middle, high = numpy.quantile(times, (0.25, 0.5, 0.75))
    return [sum(times) / len(times), float(low), float(middle), float(high)]
