"""The figures of the model card: the shipped reader on held-in claims, the combination in folds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from evidentia import ids
from evidentia.claim import LABELS, Label, Policy
from evidentia.models import JudgeModel
from evidentia.train import cases, combine
from evidentia.train.combine import Case, Measured, Observation
from evidentia.train.pairs import TextSources
from evidentia.verdict.combine import Combination, probabilities

STRICT = ("mini-FEVER", "mini-FEVER, found")
"""Labelled by the policy that only an explicit contradiction refutes."""
MEASURED_ONLY = ("SciFact", "FEVEROUS cells")
"""Licences or sizes forbid fitting on these; they are judged by what the other sources taught."""


def every_case(data: Path, *, share: float = 1.0) -> Iterator[Case]:
    def count(number: int) -> int:
        return max(1, round(number * share))

    yield from cases.fever(TextSources(data), count=count(900))
    yield from islice(cases.fm2(data), count(300))
    yield from cases.feverous(data, count=count(872))
    yield from islice(cases.feverous_cells(data), count(160))
    yield from cases.tabfact(data, count=count(1500))
    yield from cases.infotabs(data, count=count(1000))
    yield from islice(cases.scifact(data), count(300))


def observe(data: Path, to: Path, model: JudgeModel, *, share: float = 1.0) -> int:
    """Write what the combination sees of every case: reading is slow, fitting is not."""
    from evidentia.progress import track

    encoder, number = msgspec.json.Encoder(), 0
    with to.open("wb") as out:
        for one in track(combine.observations(every_case(data, share=share), model), "cases"):
            out.write(encoder.encode(one) + b"\n")
            number += 1
    return number


def observe_found(
    corpus: Path, claims: Path, to: Path, *, source: str, count: int, seed: int = 3, preset: str = "default"
) -> int:
    """The same for claims whose evidence is searched for in a corpus; CLAIMS is an official FEVER or FEVEROUS file."""
    import random

    from evidentia.corpus import open_corpus
    from evidentia.files import read_jsonl
    from evidentia.pipeline import Verifier
    from evidentia.progress import track

    rows = [row for _, row in read_jsonl(claims) if row.get("claim")]
    random.Random(seed).shuffle(rows)
    asked = [(row["claim"], Label(row["label"]), _first_page(row)) for row in rows[:count]]
    verifier = Verifier(open_corpus(corpus), preset=preset)
    encoder, number = msgspec.json.Encoder(), 0
    with to.open("wb") as out:
        for one in track(combine.found_observations(asked, verifier, source), "claims", count):
            out.write(encoder.encode(one) + b"\n")
            number += 1
    return number


def _first_page(row: dict[str, Any]) -> str:
    """The first gold page, or the claim itself: what keeps a claim and its likes on one side of a split."""
    first = row["evidence"][0] if row.get("evidence") else None
    if isinstance(first, dict):
        return ids.parse(first["content"][0]).page if first.get("content") else str(row["claim"])
    return str(first[0][2] or row["claim"]) if first else str(row["claim"])


def read_observations(path: Path) -> list[Observation]:
    decoder = msgspec.json.Decoder(Observation)
    return [decoder.decode(line) for line in path.read_bytes().splitlines()]


def fit(seen: list[Observation], *, penalty: float = 0.01) -> tuple[Combination, dict[str, Measured]]:
    """The combination fitted on all that may be fitted on, and every source's figures: in folds, or unseen."""
    held_in = [one for one in seen if one.source not in MEASURED_ONLY]
    figures = combine.cross_validated(held_in, penalty=penalty)
    combination = combine.fit(held_in, penalty=penalty)
    # `misled` is the fit to all sources together; `strict` moves the border to where FEVER's annotators drew it.
    strict = [one for one in held_in if one.source in STRICT]
    if strict:
        combination.policies[Policy.STRICT.value] = combine.fit_policy(strict, combination)
    for source in MEASURED_ONLY:
        rows = []
        for one in seen:
            if one.source == source:
                found = probabilities(one.values, one.kind, policy=Policy.MISLED, combination=combination)
                rows.append((one, np.array([found[label.value] for label in LABELS])))
        if rows:
            figures[source] = combine.measure(rows)
    return combination, figures


def write(combination: Combination, to: Path) -> None:
    to.write_bytes(msgspec.json.format(msgspec.json.encode(combination), indent=1) + b"\n")
