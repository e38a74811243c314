"""How fast claims are made: questions, the A set, tables and mutations, on one core, no neural part."""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from evidentia.claim import Label
from evidentia.datasets.a_set import a_set
from evidentia.datasets.from_questions import Converted, claims_from_questions
from evidentia.datasets.mutations import mutate
from evidentia.datasets.qa import read_questions
from evidentia.datasets.table_sources import statements_of, tables_of

HERE = Path(__file__).parent
Made = Callable[[], Iterable[object]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE.parent / "../shared/data")
    parser.add_argument("--limit", type=int, default=20_000, help="claims of each kind")
    options = parser.parse_args()
    questions = list(read_questions(options.data / "qa/ambignq_train.jsonl"))
    tables = list(itertools.islice(tables_of(options.data / "tables/tabfact_tables.jsonl"), 3000))
    with (options.data / "claims/minifever_train.jsonl").open(encoding="utf-8") as stream:
        claims = [json.loads(line) for line in stream]

    def converted() -> Iterable[object]:
        return (each for each in claims_from_questions(questions) if isinstance(each, Converted))

    def mutated() -> Iterable[object]:
        for claim in claims:
            yield from mutate(claim["claim"], Label(claim["label"]), seed=1)

    kinds: dict[str, Made] = {
        "from questions": converted,
        "A set": lambda: a_set(questions, seed=1),
        "from tables": lambda: statements_of(tables, seed=1),
        "mutations": mutated,
    }
    for name, make in kinds.items():
        start = time.process_time()
        count = sum(1 for _ in itertools.islice(make(), options.limit))
        spent = time.process_time() - start
        print(
            f"{name:15} {count:6,} claims in {spent:5.1f} s of CPU: 100,000 take {spent / count * 100_000 / 60:.1f} min"
        )


if __name__ == "__main__":
    main()
