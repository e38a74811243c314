"""Pages and tables found within k, for each kind of claim, beside BM25 alone and the papers' retriever.

usage: python benchmarks/retrieval_pages.py [--data ../shared/data] [--work DIR] [--claims 400] [--method default …]
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

from retrieval_corpora import CORPUS_OF, Case, cases, corpus

from evidentia.corpus import open_corpus
from evidentia.ids import fold
from evidentia.search.methods import METHODS, Budget, method

PAGES = {"minifever": (1, 5), "minifeverous": (1, 5), "scifact": (3, 10)}
TABLES = (3, 5)


def shares(sets: list[set[str]], found: set[str], each: bool) -> float:
    """1 where one complete set was found; with `each`, the share of the sets found."""
    complete = [one <= found for one in sets]
    return sum(complete) / len(complete) if each else float(any(complete))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "evidentia-retrieval")
    parser.add_argument("--claims", type=int, default=400, help="sampled from each set; 0 for all")
    parser.add_argument("--method", nargs="*", choices=METHODS, default=["default", "bm25"])
    parser.add_argument("--sets", nargs="*", choices=list(CORPUS_OF), default=list(CORPUS_OF))
    options = parser.parse_args()
    print(f"{'set':14} {'method':14} {'claims':>6}  pages and tables found within k, per cent")
    for name in options.sets:
        chosen: list[Case] = list(cases(name, options.data))
        random.Random(5).shuffle(chosen)
        chosen = chosen[: options.claims or None]
        opened = open_corpus(corpus(CORPUS_OF[name], options.data, options.work))
        for which in options.method:
            find = method(which, opened, Budget(pages=10, sentences=0, tables=5, cells=0, items=0))
            ks = PAGES.get(name, (1, 5))
            pages, tables = [0.0] * len(ks), [0.0] * len(TABLES)
            for case in chosen:
                found = find(case.claim)
                titles = [fold(page.title) for page in found.pages]
                keys = [fold(table.id) for table in found.tables]
                for place, k in enumerate(ks):
                    pages[place] += shares(case.sets, set(titles[:k]), each=name == "scifact")
                for place, k in enumerate(TABLES):
                    tables[place] += case.table in keys[:k]
            figures = [f"page@{k} {100 * hit / len(chosen):.1f}" for k, hit in zip(ks, pages)]
            if any(case.table for case in chosen):
                figures += [f"table@{k} {100 * hit / len(chosen):.1f}" for k, hit in zip(TABLES, tables)]
            print(f"{name:14} {which:14} {len(chosen):6}  {'  '.join(figures)}", flush=True)


if __name__ == "__main__":
    main()
