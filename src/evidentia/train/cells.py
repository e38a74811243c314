"""Training the cell picker from questions whose answer's cells are known."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from evidentia.evidence.asked import is_question
from evidentia.evidence.cell_features import NAMES, Idf, Linked, Scorer, view
from evidentia.evidence.cell_reader import CellWeights
from evidentia.evidence.headers import is_header_row
from evidentia.evidence.words import words
from evidentia.files import read_jsonl
from evidentia.page import Page, Table

_QUESTION_WORDS = re.compile(r"\b(?:what|which|who|whom|whose|when|where|how many|how much|how)\b", re.IGNORECASE)


class CellExample(msgspec.Struct):
    """A question or claim, the table it is about, and the keys of the cells that answer it."""

    text: str
    page: str
    table: Table
    gold: set[str]


class Prepared(msgspec.Struct):
    page: str
    features: npt.NDArray[np.float32]
    gold: npt.NDArray[np.bool_]
    question: bool


def from_questions(path: str | Path, get: Callable[[str], Page | None]) -> Iterator[CellExample]:
    """HybridQA or OTT-QA lines with `page`, `table` and `answer-node`; only those with an answer in a cell."""
    for _, line in read_jsonl(path):
        nodes = [node[1] for node in line.get("answer-node", []) if node[3] == "table"]
        page = get(line["page"]) if nodes else None
        table = page.by_key.get(f"table_{line['table']}") if page is not None else None
        if page is None or not isinstance(table, Table):
            continue
        data = [row for row in table.grid if not is_header_row(row)]
        gold = {
            cell.key
            for row, column in nodes
            if row < len(data) and column < len(data[row]) and (cell := data[row][column]) is not None
        }
        if gold:
            question = line["question"].strip()
            yield CellExample(question if is_question(question) else f"{question} ?", page.title, table, gold)


def as_claims(examples: Iterable[CellExample], *, seed: int = 0) -> Iterator[CellExample]:
    """The questions said as claims; a third of them with a wrong value from the answer's column.

    A claim's evidence is not its answer alone but also the cells of that row that the claim names.
    """
    rng = random.Random(seed)
    for example in examples:
        cells = {cell.key: cell for cell in example.table.cells()}
        key = sorted(example.gold)[0]
        answer = cells[key].text
        if rng.random() < 1 / 3:
            column = example.table.positions[key][1]
            others = [row[column] for row in example.table.grid if column < len(row)]
            texts = sorted({cell.text for cell in others if cell is not None and not cell.is_header} - {answer, ""})
            answer = rng.choice(texts) if texts else answer
        asked_at = _QUESTION_WORDS.search(example.text)
        begin, end = asked_at.span() if asked_at else (0, 0)
        said = f"{example.text[:begin]}{answer} {example.text[end:].strip()}".rstrip(" ?")
        yield CellExample(said, example.page, example.table, example.gold | _named(said, example))


def _named(claim: str, example: CellExample) -> set[str]:
    """Cells of the gold rows whose whole text stands in the claim."""
    folded = f" {' '.join(words(claim))} "
    rows = {example.table.positions[key][0] for key in example.gold}
    return {
        cell.key
        for row in sorted(rows)
        for cell in example.table.grid[row]
        if cell is not None and (tokens := words(cell.text)) and f" {' '.join(tokens)} " in folded
    }


def prepare(
    examples: Iterable[CellExample],
    *,
    idf: Idf | None = None,
    linked: Linked | None = None,
    scorer: Scorer | None = None,
) -> list[Prepared]:
    found = []
    for example in examples:
        cells = view(example.text, example.table, example.page, idf=idf, linked=linked, scorer=scorer)
        gold = np.array([key in example.gold for key in cells.keys])
        if gold.any():
            found.append(Prepared(example.page, cells.features, gold, is_question(example.text)))
    return found


def fit(examples: Sequence[Prepared], *, l2: float = 2.0) -> dict[str, float]:
    """Weights under which each table's probability gathers on its gold cells."""
    from scipy.optimize import minimize

    rows = np.concatenate([example.features for example in examples]).astype(np.float64)
    gold = np.concatenate([example.gold for example in examples])
    lengths = np.array([len(example.gold) for example in examples])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    spread = rows.std(0)
    spread[spread < 1e-3] = 1.0
    rows /= spread

    def loss(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        scores = rows @ weights
        odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), lengths))
        total = np.add.reduceat(odds, starts)
        right = np.add.reduceat(odds * gold, starts) + 1e-12
        slope = odds / np.repeat(total, lengths) - odds * gold / np.repeat(right, lengths)
        value = float(np.sum(np.log(total) - np.log(right)) + l2 * weights @ weights)
        return value, rows.T @ slope + 2 * l2 * weights

    result: Any = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    weights = result.x / spread
    return {name: round(float(weight), 4) for name, weight in zip(NAMES, weights) if abs(weight) >= 5e-4}


def accuracy(weights: dict[str, float], examples: Sequence[Prepared], *, k: int) -> float:
    """The share of examples with a gold cell among the best k, in per cent."""
    vector = np.array([weights.get(name, 0.0) for name in NAMES])
    hits = sum(
        bool(example.gold[np.argsort(-(example.features @ vector), kind="stable")[:k]].any()) for example in examples
    )
    return 100 * hits / max(len(examples), 1)


def cross_validate(
    test: Sequence[Prepared], extra: Sequence[Prepared] = (), *, folds: int = 5, l2: float = 2.0
) -> dict[str, float]:
    """Accuracy on `test` with no page both trained and tested on; `extra` only trains."""
    totals = {5: 0.0, 25: 0.0}
    for fold in range(folds):
        held = [example for example in test if zlib.crc32(example.page.encode()) % folds == fold]
        pages = {example.page for example in held}
        rest = [example for example in test if zlib.crc32(example.page.encode()) % folds != fold]
        if not held or not rest:
            continue
        weights = fit([*rest, *(example for example in extra if example.page not in pages)], l2=l2)
        for k in totals:
            totals[k] += accuracy(weights, held, k=k) * len(held)
    return {f"at_{k}": total / max(len(test), 1) for k, total in totals.items()}


def train(
    test: Sequence[Prepared], extra: Sequence[Prepared] = (), *, trained_on: str = "", l2: float = 2.0
) -> CellWeights:
    """Weights from all examples, with the cross-validated figures of `test` beside them."""
    figures = {name: round(value, 1) for name, value in cross_validate(test, extra, l2=l2).items()}
    return CellWeights(fit([*test, *extra], l2=l2), trained_on, figures)


def save(weights: CellWeights, path: str | Path) -> None:
    Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")
