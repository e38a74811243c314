"""How long one claim takes, and how many a batch does.

usage: verify_speed.py one --corpus DIR --claims FILE [--count N]      seconds of a claim: cold, then warm
       verify_speed.py batch --corpus DIR --claims FILE [--count N]    claims a second with 1 and 2 workers
       verify_speed.py memory --corpus DIR --claims FILE [--count N]   memory of a worker along the way

CPU seconds stand beside the seconds of the clock: on a machine that does other work too they are the ones to compare.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from evidentia.batch import Setup, verify_file
from evidentia.batch.claims import read
from evidentia.files import dumps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("one", "batch", "memory"))
    parser.add_argument("--corpus", help="the demo corpus without it")
    parser.add_argument("--claims", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--preset", default="default")
    options = parser.parse_args()
    said = [line.claim for line in read(options.claims) if line.claim]
    claims = list(islice(cycle(said), options.count))
    {"one": one, "batch": batch, "memory": memory}[options.what](options, claims)


class Timed:
    """A model that adds up the time spent in it."""

    def __init__(self, model: Any) -> None:
        self.model, self.name, self.spent = model, model.name, 0.0

    def score(self, claim: str, texts: Sequence[str]) -> Any:
        return self._timed(self.model.score, claim, texts)

    def logits(self, claim: str, texts: Sequence[str]) -> Any:
        return self._timed(self.model.logits, claim, texts)

    def _timed(self, call: Any, *given: Any) -> Any:
        start = time.perf_counter()
        try:
            return call(*given)
        finally:
            self.spent += time.perf_counter() - start


def one(options: argparse.Namespace, claims: list[str]) -> None:
    from evidentia.batch.setup import opened
    from evidentia.models import load_judge, load_ranker
    from evidentia.pipeline import Verifier

    ranker, judge = Timed(load_ranker()), Timed(load_judge())
    verifier = Verifier(opened(options.corpus), preset=options.preset, ranker=ranker, judge_model=judge)
    verifier.verify(claims[0])
    totals, outside, cpu = [], [], []
    for claim in claims:
        ranker.spent = judge.spent = 0.0
        start, busy = time.perf_counter(), time.process_time()
        verifier.verify(claim)
        totals.append(time.perf_counter() - start)
        cpu.append(time.process_time() - busy)
        outside.append(totals[-1] - ranker.spent - judge.spent)
    for name, values in (("whole claim", totals), ("outside the models", outside), ("CPU", cpu)):
        ordered = sorted(values)
        p95 = ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]
        print(f"{name:<20} median {statistics.median(values):.3f} s, p95 {p95:.3f} s")
    corpus = ["--corpus", options.corpus] if options.corpus else []
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "evidentia", "verify", claims[0], "--json", *corpus],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    print(f"{'cold process':<20} {time.perf_counter() - start:.2f} s")


def batch(options: argparse.Namespace, claims: list[str]) -> None:
    setup = Setup(corpus=options.corpus, preset=options.preset)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "claims.jsonl"
        source.write_text("".join(dumps({"id": n, "claim": claim}) + "\n" for n, claim in enumerate(claims)))
        rates, outputs = [], []
        for workers in (1, 2):
            output = Path(folder) / f"{workers}.jsonl"
            start = time.perf_counter()
            verify_file(setup, source, str(output), workers=workers)
            rates.append(len(claims) / (time.perf_counter() - start))
            outputs.append(output.read_bytes())
            print(f"{workers} workers: {rates[-1]:.2f} claims/s")
        print(f"{rates[1] / rates[0]:.2f} times one worker; outputs {'equal' if len(set(outputs)) == 1 else 'DIFFER'}")


def memory(options: argparse.Namespace, claims: list[str]) -> None:
    verifier = Setup(corpus=options.corpus, preset=options.preset).make()
    os.environ["EVIDENTIA_THREADS"] = "1"
    marks = {len(claims) * part // 10 for part in range(1, 11)}
    for number, claim in enumerate(claims, 1):
        verifier.verify(claim)
        if number in marks:
            print(f"{number:>8,} claims: {resident() / 2**20:,.0f} MiB")


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
