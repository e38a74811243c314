"""Opening a corpus and reading one page by title, each time in a fresh process; Python's own start is not counted.

usage: python benchmarks/open_page.py CORPUS [--runs 30]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path

CODE = """
import sys, time
from evidentia.corpus import open_corpus
import evidentia.corpus.store
start = time.perf_counter()
page = open_corpus(sys.argv[1]).get(sys.argv[2])
print((time.perf_counter() - start) * 1000)
assert page is not None
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    from evidentia.corpus import open_corpus

    corpus = open_corpus(options.corpus)
    titles = list(corpus.titles())
    chosen = titles[:: max(len(titles) // options.runs, 1)][: options.runs]
    times = [
        float(subprocess.run([sys.executable, "-c", CODE, str(options.corpus), title], check=True, capture_output=True,
                             text=True).stdout)
        for title in chosen
    ]  # fmt: skip
    middle, worst = statistics.median(times), max(times)
    print(f"{len(corpus):,} pages: median {middle:.2f} ms, worst of {len(times)} {worst:.2f} ms (bar: 5 ms)")


if __name__ == "__main__":
    main()
