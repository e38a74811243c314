"""One claim, or one part of a claim, with what was found for it and each way to decide it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from evidentia.claim import LABELS, Evidence, Label
from evidentia.page import Table
from evidentia.search.searcher import Retrieved
from evidentia.verdict.judging import Verdict

CELLS = ("cell", "header_cell")
# Shares of the best score: what lies below says little beside the best.
TEXT_SHARE = 0.5
CELL_SHARE = 0.25
# A sentence of the table's page says something of the claim only if the ranker is sure of it.
LEAST_BESIDE_TABLE = 1.0
MOST_TEXTS = 4
MOST_CELLS = 6
SURE = 0.5


class Reading(msgspec.Struct):
    """One way to decide: what was read together, and what the judge said of it."""

    pieces: list[Evidence]
    verdict: Verdict
    page: str = ""
    read: list[Evidence] = []
    tables: list[tuple[str, Table]] = []

    def telling(self) -> list[Evidence]:
        """Of what was read together, the pieces that say something of the claim."""
        texts = [piece for piece in self.pieces if piece.kind not in CELLS]
        cells = [piece for piece in self.pieces if piece.kind == "cell"]
        least = _share(TEXT_SHARE, texts)
        least = max(least, LEAST_BESIDE_TABLE) if self.tables else least
        kept = [piece for piece in texts if piece.score >= least][:MOST_TEXTS]
        least = _share(CELL_SHARE, cells)
        best = [piece for piece in cells if piece.score >= least][:MOST_CELLS]
        computed = {f"{self.page}_{key}" for fact in self.verdict.facts for key in fact.cells[:MOST_CELLS]}
        return kept + [piece for piece in cells if piece in best or piece.id in computed]


def _share(share: float, pieces: Sequence[Evidence]) -> float:
    """That share of the best score; no more than the best where it is below 0."""
    top = max((piece.score for piece in pieces), default=0.0)
    return min(share * top, top)


class Examined(msgspec.Struct):
    """What was found for a claim and how it reads."""

    claim: str
    found: Retrieved
    readings: list[Reading]

    @property
    def verdict(self) -> Verdict:
        """All readings together: each counts by how little it leaves open."""
        if len(self.readings) == 1:
            return self.readings[0].verdict
        rows = [reading.verdict.probabilities for reading in self.readings]
        weights = [max(1 - row[Label.NOT_ENOUGH_INFO.value], 1e-6) for row in rows]
        merged = {
            label.value: round(sum(w * row[label.value] for w, row in zip(weights, rows)) / sum(weights), 4)
            for label in LABELS
        }
        label = max(LABELS, key=lambda label: merged[label.value])
        return msgspec.structs.replace(self._nearest(label).verdict, label=label, probabilities=merged)

    @property
    def chosen(self) -> Reading:
        """The reading that speaks most for the label of all together."""
        return self._nearest(self.verdict.label)

    def _nearest(self, label: Label) -> Reading:
        return max(self.readings, key=lambda reading: reading.verdict.probabilities[label.value])

    def agreeing(self) -> list[Reading]:
        """Each reading that alone decides the claim the same way, the chosen one first."""
        label = self.verdict.label.value
        others = [
            reading
            for reading in self.readings
            if reading is not self.chosen
            and reading.verdict.label.value == label
            and reading.verdict.probabilities[label] >= SURE
        ]
        return [self.chosen, *others]


def deciding(examined: Sequence[Examined]) -> Examined:
    """The part that decides the whole: the surest refuted one, else the most open one, else the least supported."""
    for label in (Label.REFUTES, Label.NOT_ENOUGH_INFO):
        of_label = [part for part in examined if part.verdict.label is label]
        if of_label:
            return max(of_label, key=lambda part: part.verdict.probabilities[label.value])
    return min(examined, key=lambda part: part.verdict.probabilities[Label.SUPPORTS.value])
