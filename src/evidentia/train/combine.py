"""Fit the combination of reader, overlap and calculator on held-in claims, and measure it in folds."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from evidentia.claim import LABELS, Evidence, Label
from evidentia.evidence.linearise import TitledTable
from evidentia.verdict.combine import Combination, Weights, scores, widened
from evidentia.verdict.judging import evidence_kind, observe

if TYPE_CHECKING:
    from evidentia.models import JudgeModel
    from evidentia.pipeline import Verifier

POLARITY = (
    *("reader", "calculator", "calculator_vote", "long", "long_reader", "long_covered", "long_numbers_covered"),
    *("long_names_covered", "long_pairs_covered", "long_missing", "long_negated", "numbers_for", "numbers_against"),
)
OPEN = (
    *("reader_doubt", "covered", "numbers_covered", "names_covered", "missing", "claim_length", "evidence_length"),
    *("long", "long_reader_doubt", "long_covered", "page_score", "page_lead", "sentence_score"),
)
TRUSTED = {POLARITY: "reader", OPEN: "reader_doubt"}
TRUST = 0.6
"""Before anything is fitted the reader's own logits count so much, and all else nothing."""
FOLDS = 5
FOUND = "found-"
"""Before the kind of evidence that was searched for."""
Array = NDArray[np.float64]


class Case(msgspec.Struct):
    """A claim with its evidence, ready to be judged."""

    claim: str
    label: Label
    source: str
    group: str
    pieces: list[Evidence]
    tables: list[TitledTable]


class Observation(msgspec.Struct):
    """What the combination sees of a case."""

    values: dict[str, float]
    kind: str
    label: Label
    source: str
    group: str


def observations(cases: Iterable[Case], model: JudgeModel) -> Iterator[Observation]:
    for case in cases:
        values, _ = observe(case.claim, case.pieces, case.tables, model)
        kind = evidence_kind(case.pieces, case.tables)
        yield Observation(values, kind, case.label, case.source, case.group)


def found_observations(
    claims: Iterable[tuple[str, Label, str]], verifier: Verifier, source: str
) -> Iterator[Observation]:
    """(claim, label, group) with what the verifier finds for them, as it would read it."""
    from evidentia.pipeline import read_together, retrieval_features

    for claim, label, group in claims:
        found = verifier.search(claim)
        pieces = read_together(found)
        if pieces:
            values, _ = observe(claim, pieces, [], verifier.judge_model)
            values |= retrieval_features(found)
            yield Observation(values, FOUND + evidence_kind(pieces, []), label, source, group)


def fit(seen: Sequence[Observation], *, penalty: float = 0.01) -> Combination:
    """For each kind of evidence a logistic regression with two scores; sources weigh alike, whatever their size."""
    kinds = {}
    for kind in sorted({one.kind for one in seen}):
        kinds[kind] = _fit([one for one in seen if one.kind == kind], penalty)
    return Combination(kinds=kinds)


def _fit(seen: Sequence[Observation], penalty: float) -> Weights:
    import torch

    sizes = Counter(one.source for one in seen)
    weight = torch.tensor([1 / np.sqrt(sizes[one.source]) for one in seen])
    weight = weight / weight.sum()
    target = torch.tensor([LABELS.index(one.label) for one in seen])
    rows = [widened(one.values) for one in seen]
    matrices, scales, priors = [], [], []
    for names, trusted in TRUSTED.items():
        raw = np.array([[row.get(name, 0.0) for name in names] for row in rows], dtype=np.float32)
        scale = np.maximum(raw.std(axis=0), 0.05)
        prior = torch.zeros(len(names) + 1)
        prior[names.index(trusted)] = TRUST * float(scale[names.index(trusted)])
        matrices.append(torch.tensor(np.hstack([raw / scale, np.ones((len(raw), 1), dtype=np.float32)])))
        scales.append(scale)
        priors.append(prior)
    parameters = [prior.clone().requires_grad_() for prior in priors]
    optimizer = torch.optim.LBFGS(parameters, max_iter=200, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        polarity, openness = (matrix @ parameter for matrix, parameter in zip(matrices, parameters, strict=True))
        values = torch.stack([polarity, -polarity, openness], dim=1)
        losses = torch.nn.functional.cross_entropy(values, target, reduction="none")
        strayed = sum(((one - other)[:-1] ** 2).sum() for one, other in zip(parameters, priors, strict=True))
        value = (losses * weight).sum() + penalty * strayed
        value.backward()
        return value

    optimizer.step(closure)
    made = []
    for names, parameter, scale in zip(TRUSTED, parameters, scales, strict=True):
        values = parameter.detach().numpy()
        named = {name: round(float(value), 4) for name, value in zip(names, values[:-1] / scale, strict=True)}
        made.append({"bias": round(float(values[-1]), 4), **{key: value for key, value in named.items() if value}})
    return Weights(polarity=made[0], open=made[1])


def fit_policy(seen: Sequence[Observation], combination: Combination) -> dict[str, float]:
    """What a label policy adds to REFUTES and NOT ENOUGH INFO: the least log loss on claims labelled by it."""
    rows = [(scores(one.values, *kind_of(one), combination=combination), LABELS.index(one.label)) for one in seen]
    table = np.array([row for row, _ in rows])
    gold = np.array([label for _, label in rows])
    grid = np.round(np.arange(-1.5, 1.51, 0.1), 1)
    best, shift = np.inf, (0.0, 0.0)
    for refutes in grid:
        for openness in grid:
            moved = table + np.array([0.0, refutes, openness])
            losses = np.log(np.exp(moved).sum(axis=1)) - moved[np.arange(len(gold)), gold]
            if losses.mean() < best - 1e-9:
                best, shift = float(losses.mean()), (float(refutes), float(openness))
    return {"refutes": shift[0], "open": shift[1]}


def kind_of(one: Observation) -> tuple[str, bool]:
    """The kind of evidence, and whether it was searched for."""
    return one.kind.removeprefix(FOUND), one.kind.startswith(FOUND)


def fold_of(group: str) -> int:
    return zlib.crc32(group.encode()) % FOLDS


class Measured(msgspec.Struct):
    """In per cent, but for `cases`; two-way columns leave out cases whose label is NOT ENOUGH INFO."""

    cases: int
    three_way: float
    two_way: float
    reader_two_way: float
    open_share: float
    calibration: float
    brier: float


def cross_validated(seen: Sequence[Observation], *, penalty: float = 0.01) -> dict[str, Measured]:
    """By source, each fold judged by a combination fitted on the other four."""
    from evidentia.claim import Policy
    from evidentia.verdict.combine import probabilities

    rows: dict[str, list[tuple[Observation, Array]]] = {}
    for fold in range(FOLDS):
        combination = fit([one for one in seen if fold_of(one.group) != fold], penalty=penalty)
        for one in seen:
            if fold_of(one.group) == fold:
                kind, retrieved = kind_of(one)
                found = probabilities(
                    one.values, kind, policy=Policy.MISLED, combination=combination, retrieved=retrieved
                )
                rows.setdefault(one.source, []).append((one, np.array([found[label.value] for label in LABELS])))
    return {source: measure(part) for source, part in sorted(rows.items())}


def measure(rows: Sequence[tuple[Observation, Array]]) -> Measured:
    gold = np.array([LABELS.index(one.label) for one, _ in rows])
    found = np.array([row for _, row in rows])
    decided = gold < 2
    top = found.argmax(axis=1)
    two = found[:, :2] / np.maximum(found[:, :2].sum(axis=1, keepdims=True), 1e-9)
    reader = np.array([one.values["reader"] > 0 for one, _ in rows])
    sure, right = (
        (found.max(axis=1), top == gold) if not decided.all() else (two.max(axis=1), two.argmax(axis=1) == gold)
    )
    truth = np.eye(3)[gold]

    def percent(values: NDArray[np.bool_]) -> float:
        return round(100 * float(values.mean()), 1) if len(values) else 0.0

    return Measured(
        cases=len(rows),
        three_way=percent(top == gold),
        two_way=percent(two[decided].argmax(axis=1) == gold[decided]),
        reader_two_way=percent(reader[decided] == (gold[decided] == 0)),
        open_share=percent(top == 2),
        calibration=round(100 * calibration_error(sure, right), 1),
        brier=round(float(((found - truth) ** 2).sum(axis=1).mean()), 3),
    )


def calibration_error(sure: Array, right: NDArray[np.bool_], bins: int = 15) -> float:
    """Expected calibration error over bins of equal mass."""
    order = np.argsort(sure, kind="stable")
    parts = np.array_split(order, bins)
    return float(sum(len(p) * abs(sure[p].mean() - right[p].mean()) for p in parts if len(p)) / max(len(order), 1))
