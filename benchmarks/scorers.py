"""Holds the scorers against the official ones, where those are installed, on random cases; and times them.

pip install fever-scorer feverous       # not needed by Evidentia; each is skipped where it is missing
python benchmarks/scorers.py --cases 20000
"""

from __future__ import annotations

import argparse
import copy
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

from evidentia.errors import InputError
from evidentia.score import fever, feverous

Score = Callable[..., tuple[float, ...]]
LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO", "supports", "Not Enough Info", "other")
NUMBERS = {"sentence": 1, "cell": 3, "item": 2, "table_caption": 1, "header_cell": 3, "section": 1, "title": 0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=6000)
    parser.add_argument("--claims", type=int, default=10000, help="for the timing")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rivals = (
        ("FEVER", "fever.scorer", "fever_score", fever.fever_score, fever_case),
        ("FEVEROUS", "feverous.evaluation.feverous_scorer", "feverous_score", feverous.feverous_score, feverous_case),
    )
    for name, module, function, ours, make in rivals:
        generator = random.Random(options.seed)
        try:
            official = getattr(importlib.import_module(module), function)
        except ImportError:
            print(f"{name}: the official scorer is not installed")
            continue
        cases = [make(generator, generator.randint(1, 12)) for _ in range(options.cases)]
        equal, crashed = hold(official, ours, cases)
        print(
            f"{name}: {equal} of {len(cases) - crashed} cases equal to the last digit; {crashed} kill the official one"
        )
        predictions, gold, *limits = make(generator, options.claims)
        for who, score in (("official", official), ("ours", ours)):
            given = copy.deepcopy((predictions, gold))
            start = time.process_time()
            try:
                score(*given, *limits)
            except AssertionError:
                print(f"  {who}: refused")
                continue
            print(f"  {who}: {time.process_time() - start:.2f} s for {options.claims:,} claims")


def hold(official: Score, ours: Score, cases: list[tuple[Any, ...]]) -> tuple[int, int]:
    equal = crashed = 0
    for case in cases:
        before = copy.deepcopy(case)
        try:
            wanted = official(*copy.deepcopy(case))
        except Exception:
            crashed += 1
            try:
                ours(*case)
            except InputError:
                pass
            continue
        equal += ours(*case) == wanted
        assert case == before, "the input was changed"
    return equal, crashed


def fever_case(generator: random.Random, claims: int) -> tuple[Any, ...]:
    def line() -> list[Any]:
        return [generator.choice(("A", "B_-LRB-x-RRB-", "C")), generator.randint(0, 3)]

    gold, predictions = [], []
    for _ in range(claims):
        label = generator.choice(LABELS)
        groups = [[[1, 2, *line()] for _ in range(generator.randint(0, 2))] for _ in range(generator.randint(0, 3))]
        gold.append({"label": label, "evidence": groups})
        said = label if generator.random() < 0.5 else generator.choice(LABELS)
        predictions.append(
            {"predicted_label": said, "predicted_evidence": [line() for _ in range(generator.randint(0, 8))]}
        )
    return predictions, gold, generator.choice((5, 5, 1, 3, None))


def feverous_case(generator: random.Random, claims: int) -> tuple[Any, ...]:
    def piece() -> list[str]:
        kind = generator.choice(list(NUMBERS))
        return [generator.choice("AB"), kind, "_".join(str(generator.randint(0, 1)) for _ in range(NUMBERS[kind]))]

    gold, predictions = [], []
    for _ in range(claims):
        label = generator.choice(LABELS)
        sets = [[piece() for _ in range(generator.randint(0, 2))] for _ in range(generator.randint(0, 3))]
        gold.append({"label": label, "evidence": sets})
        said = label if generator.random() < 0.5 else generator.choice(LABELS)
        evidence = [piece() for _ in range(generator.randint(0, 40))]
        predictions.append({"predicted_label": said, "predicted_evidence": evidence})
    return predictions, gold, generator.choice((5, 5, 1, None)), generator.choice((25, 25, 3, None))


if __name__ == "__main__":
    main()
