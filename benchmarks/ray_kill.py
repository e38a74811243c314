"""A node of a Ray cluster killed in the middle of a batch: the output must be that of the local engine.

usage: ray_kill.py [--claims FILE] [--corpus DIR] [--count N] [--times N] [--light] [--seed N]

Two nodes on loopback, four workers, the second node killed at a random moment. With --light the verifier is one that
answers at once without a model, so that ten rounds of 2,000 claims take minutes; without it, the real one.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "cluster"), str(ROOT / "tests" / "batch")]

from two_nodes import TwoNodes  # noqa: E402

from evidentia.batch import Setup, verify_file  # noqa: E402
from evidentia.batch.claims import read  # noqa: E402
from evidentia.batch.journal import beside  # noqa: E402
from evidentia.cluster.verify import engine  # noqa: E402
from evidentia.corpus.demo import demo_claims  # noqa: E402
from evidentia.files import dumps  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=Path)
    parser.add_argument("--corpus")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT / "tests" / "batch")
    chance = random.Random(options.seed)
    maker = {"maker": "stub_verifier:make"} if options.light else {}
    quick = {"maker": "stub_verifier:quick"} if options.light else {}
    said = [line.claim for line in read(options.claims or demo_claims()) if line.claim]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "claims.jsonl"
        slow = " It is slow." if options.light else ""
        lines = islice(cycle(said), options.count)
        source.write_text("".join(dumps({"id": n, "claim": claim + slow}) + "\n" for n, claim in enumerate(lines)))
        local = folder / "local.jsonl"
        verify_file(Setup(corpus=options.corpus, **quick), source, str(local))
        wrong = 0
        for time_ in range(1, options.times + 1):
            at = chance.randint(options.count // 20, options.count * 9 // 10)
            output = folder / f"ray-{time_}.jsonl"
            done, spent = round_(Setup(corpus=options.corpus, **maker), source, output, at)
            equal = output.read_bytes() == local.read_bytes()
            wrong += not equal
            print(f"round {time_}: killed after {done:,} claims, {spent:.0f} s, {'equal' if equal else 'DIFFERENT'}")
        print(f"{options.times - wrong} of {options.times} equal to the local engine's output")
        sys.exit(1 if wrong else 0)


def round_(setup: Setup, source: Path, output: Path, at: int) -> tuple[int, float]:
    cluster = TwoNodes(Path("/tmp") / f"evidentia-ray-{os.getpid()}")
    killed: list[int] = []

    def kill() -> None:
        part = beside(output)
        while not part.exists() or part.read_bytes().count(b"\n") <= at:
            if output.exists():
                return
            time.sleep(0.02)
        cluster.kill_second()
        killed.append(part.read_bytes().count(b"\n") - 1 if part.exists() else -1)

    try:
        cluster.wait()
        start = time.perf_counter()
        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        verify_file(setup, source, str(output), workers=4, engine=engine(address=cluster.address))
        spent = time.perf_counter() - start
        killer.join(10)
    finally:
        cluster.stop()
        shutil.rmtree(Path("/tmp") / f"evidentia-ray-{os.getpid()}", ignore_errors=True)
    return (killed or [0])[0], spent


if __name__ == "__main__":
    main()
