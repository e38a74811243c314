"""Picking cells by words alone: claim words against the cell, its row and its column header."""

from __future__ import annotations

import numpy as np

from evidentia.evidence.cell_features import Floats, Idf, View, view
from evidentia.page import Table

# Set by hand and checked on questions over Wikipedia tables; the trained picker is `cell_reader`.
WEIGHTS = {
    "row_text": 3.0,
    "row_text_rank": 1.5,
    "own_claim": 1.0,
    "own_exact_claim": 1.0,
    "own_question": -0.5,
    "own_exact_question": -1.0,
    "header": 0.8,
    "header_target": 1.5,
    "extreme_matched": 1.0,
    "whole_column": 0.6,
    "header_cell": -3.0,
    "empty": -3.0,
}


def pick(
    claim: str, table: Table, page_title: str = "", *, k: int = 25, idf: Idf | None = None
) -> list[tuple[str, float]]:
    """The keys of the `k` cells that a claim needs most, best first."""
    cells = view(claim, table, page_title, idf=idf)
    return best(cells, by_words(cells), k)


def by_words(cells: View) -> Floats:
    """The lexical score of every cell."""
    scores = np.zeros(len(cells.keys), np.float32)
    for name, weight in WEIGHTS.items():
        scores += weight * cells.column(name)
    return scores


def best(cells: View, scores: Floats, k: int) -> list[tuple[str, float]]:
    """The best `k`, equals in reading order."""
    values = [float(score) for score in scores]
    order = sorted(range(len(values)), key=lambda place: (-values[place], place))
    return [(cells.keys[place], values[place]) for place in order[:k]]
