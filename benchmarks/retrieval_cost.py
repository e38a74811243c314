"""What the index costs: CPU, memory and size of the build beside DrQA's TF-IDF over the introductions in the same run,
and the CPU of one claim on a quarter of the pages and on all.

usage: OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \\
       python benchmarks/retrieval_cost.py [--data ../shared/data] [--work DIR] [--claims 200]
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from retrieval_corpora import cases, corpus

from evidentia.search import Searcher
from evidentia.search.files import read_manifest
from evidentia.search.index import build_index, index_size

FULL = 6_500_000


def build_cost(folder: Path, kind: str) -> dict[str, float]:
    """In a process of its own, so that its peak of memory is the build's."""
    command = [sys.executable, __file__, "--build", folder, "--kind", kind]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def build_here(folder: Path, kind: str) -> None:
    begin = time.process_time()
    if kind == "drqa":
        from evidentia.corpus import open_corpus
        from evidentia.search.tfidf import build, introductions

        with tempfile.TemporaryDirectory() as kept:
            build(introductions(open_corpus(folder).pages())).save(Path(kept) / "drqa")
            size = index_size(Path(kept))
    else:
        build_index(folder, progress=False)
        # What the papers' retrievers keep beside the index is none of it.
        manifest = read_manifest(folder / "index", folder)
        size = sum(manifest.sizes.values()) + manifest.records_size
    spent = time.process_time() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu": spent, "peak": peak, "size": size / 1e6}))


def query_cost(folder: Path, claims: list[str]) -> tuple[float, float]:
    """Median and 90th percentile of the CPU milliseconds of one claim, all kinds of evidence."""
    searcher = Searcher(folder)
    for claim in claims[:20]:
        searcher.retrieve(claim)
    spent = []
    for claim in claims:
        begin = time.process_time()
        searcher.retrieve(claim)
        spent.append((time.process_time() - begin) * 1000)
    return statistics.median(spent), statistics.quantiles(spent, n=10)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "evidentia-retrieval")
    parser.add_argument("--claims", type=int, default=200)
    parser.add_argument("--build", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--kind", choices=["own", "drqa"], default="own", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.build:
        build_here(options.build, options.kind)
        return
    per_set = {
        name: [case.claim for case in cases(name, options.data)] for name in ("minifever", "minifeverous", "ottqa")
    }
    print("pages     build CPU s  peak MiB  index MB  ms CPU a claim, median / 90 %: " + ", ".join(per_set))
    rows = []
    for name in ("wikimix-quarter", "wikimix"):
        folder = corpus(name, options.data, options.work)
        cost = build_cost(folder, "own")
        pages = Searcher(folder).page_count
        figures = []
        for claims in per_set.values():
            random.Random(5).shuffle(claims)
            figures.append(query_cost(folder, claims[: options.claims]))
        rows.append((pages, cost, figures))
        told = "   ".join(f"{median:.1f} / {high:.1f}" for median, high in figures)
        print(f"{pages:8,} {cost['cpu']:11.1f} {cost['peak']:9.0f} {cost['size']:9.0f}  {told}", flush=True)
        rival = build_cost(folder, "drqa")
        print(f"  (DrQA) {rival['cpu']:11.1f} {rival['peak']:9.0f} {rival['size']:9.0f}", flush=True)
    (few, small, fast), (many, big, slow) = rows
    growth = ", ".join(f"{after[0] / before[0]:.2f}" for before, after in zip(fast, slow))
    print(f"growth of the median from a quarter to all: {growth}")
    for key, unit in (("cpu", "s CPU"), ("size", "MB")):
        slope = (big[key] - small[key]) / (many - few)
        print(f"on the line to {FULL:,} pages: {big[key] + slope * (FULL - many):,.0f} {unit}")


if __name__ == "__main__":
    main()
