"""Analyses of a data set of FEVER's size, and the bars on lexical bias of an A set.

    python benchmarks/analysis.py --data ../shared/data [--claims 185000]

The large data set is made of the real claims there are, with names exchanged between them, so that it has about as
many different pairs of words as a real one of its size.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evidentia.analysis.baseline import claim_only
from evidentia.analysis.bias import compare
from evidentia.analysis.claims import read_claims
from evidentia.datasets.a_set import a_set
from evidentia.datasets.qa import read_questions

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "data"
SOURCES = ("fever_labelled_claims.jsonl", "minifever_train.jsonl", "minifever_dev.jsonl")


def many(data: Path, count: int) -> Iterator[dict[str, Any]]:
    """Claims of FEVER, in whose copies each name is exchanged for one from elsewhere."""
    chance = random.Random(7)
    real = [json.loads(line) for name in SOURCES for line in (data / "claims" / name).open(encoding="utf-8")]
    names = [word for claim in real for word in claim["claim"].split() if word[:1].isupper()]
    for number in range(count):
        claim = dict(real[number % len(real)])
        if number >= len(real):
            words = claim["claim"].split()
            claim["claim"] = " ".join(chance.choice(names) if word[:1].isupper() else word for word in words)
        yield {**claim, "id": number}


def scale(data: Path, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "claims.jsonl"
        with source.open("w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(claim) + "\n" for claim in many(data, count))
        for words in (
            ("report", str(source), "-o", str(Path(folder) / "report.html"), "--tables", str(Path(folder) / "tables")),
            ("lmi", str(source)),
            ("statistics", str(source)),
            ("association", str(source)),
            ("baseline", str(source)),
        ):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            command = [sys.executable, "-m", "evidentia", "analyse", *words]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            wall = time.perf_counter() - start
            print(
                f"{words[0]:12} {count:,} claims: {wall:6.1f} s, {spent:6.1f} s of CPU; "
                f"most memory so far {after.ru_maxrss / 1e6:.2f} GB",
                flush=True,
            )


def bias(data: Path) -> None:
    fever = [
        (claim.claim, claim.label, claim.group())
        for name in ("fever_labelled_claims.jsonl", "fever_pairs.jsonl")
        for claim in read_claims(data / "claims" / name)
    ]
    made = [
        (claim.claim, claim.label.value, str(claim.extra["group"]))
        for claim in a_set(read_questions(data / "qa" / "ambignq_train.jsonl"), seed=1)
    ]
    one, other = compare([fever, made], halved=True)
    print(
        f"mean top-100 LMI, {one.claims['SUPPORTS']:,} claims a label: FEVER {one.mean() * 1e6:.1f}, "
        f"A set {other.mean() * 1e6:.1f} millionths = {other.mean() / one.mean():.3f} of it (bar: below 0.5)"
    )
    for name, claims in (("A set", made), ("FEVER, S and R", [row for row in fever if row[1] != "NOT ENOUGH INFO"])):
        texts, labels, groups = zip(*claims, strict=True)
        found = claim_only(texts, labels, groups, limit=None)
        print(
            f"claim only, {name}: {found.accuracy:.1%} ± {found.deviation:.1%} of {found.claims:,} claims, "
            f"most frequent {found.majority:.1%}" + (" (bar: at most 55 %)" if name == "A set" else ""),
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT)
    parser.add_argument("--claims", type=int, default=185_000)
    arguments = parser.parse_args()
    bias(arguments.data)
    if arguments.claims:
        scale(arguments.data, arguments.claims)


if __name__ == "__main__":
    main()
