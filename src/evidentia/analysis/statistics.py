"""Everything that is counted in one pass over a data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from evidentia.analysis.agreement_tables import Agreement
from evidentia.analysis.annotation import Project
from evidentia.analysis.challenges import Challenges
from evidentia.analysis.claims import LABELS, Analysed
from evidentia.analysis.evidence import EvidenceCounts
from evidentia.analysis.lengths import Lengths
from evidentia.analysis.tables import Table, Value, share


class Statistics:
    """The counts; `tables()` gives those that the data set has something for."""

    def __init__(self) -> None:
        self.claims = 0
        self.labels: Counter[str] = Counter()
        self.lengths = Lengths()
        self.evidence = EvidenceCounts()
        self.challenges = Challenges()
        self.project = Project()
        self.agreement = Agreement()

    def add(self, claim: Analysed) -> None:
        self.claims += 1
        self.labels[claim.label or "(no label)"] += 1
        for part in (self.lengths, self.evidence, self.challenges, self.project, self.agreement):
            part.add(claim)

    def label_table(self) -> Table:
        rows: list[list[Value]] = [
            [label, self.labels[label], share(self.labels[label], self.claims)]
            for label in (*LABELS, "(no label)")
            if self.labels[label]
        ]
        return Table(name="labels", title="Labels", columns=["label", "claims", "share"], rows=rows, shares=["share"])

    def tables(self) -> list[Table]:
        found = [self.label_table(), self.lengths.table()]
        if self.evidence.with_evidence:
            found += [self.evidence.summary_table(), self.evidence.type_table(), self.evidence.piece_table()]
            found += self.evidence.histograms()
        found += [table for table in (self.challenges.table(), self.challenges.confusion()) if table is not None]
        return [*found, *self.project.tables(), *self.agreement.tables()]


def statistics(claims: Iterable[Analysed]) -> Statistics:
    counted = Statistics()
    for claim in claims:
        counted.add(claim)
    return counted
