"""The papers' retrieval on mini-FEVER: DrQA TF-IDF over introductions, with entities, and TF-IDF sentences.

usage: retrieval_drqa.py [--data FOLDER] [--entities] [--claims N]

Builds the index from the mini-FEVER lines themselves (CPU seconds, peak memory and size are printed), then counts
claims of the dev part whose gold evidence is complete, as FEVER's Table 2 does.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from evidentia.claim import ScoredPage
from evidentia.files import read_jsonl
from evidentia.ids import fold
from evidentia.score.retrieval import Case, score_cases
from evidentia.score.retrieval_gold import Lists, gold_sets, plain
from evidentia.search import drqa_npz
from evidentia.search.entities import EntityPages
from evidentia.search.sentence_tfidf import rank_texts
from evidentia.search.tfidf import build


def split(raw: str) -> list[tuple[int, str]]:
    found = []
    for line in raw.split("\n"):
        number, _, rest = line.partition("\t")
        text = rest.partition("\t")[0].strip()
        if number.isdigit() and text:
            found.append((int(number), text))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--claims", type=int, default=3000)
    parser.add_argument("--entities", action="store_true", help="also the variant with spaCy's entities")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "minifever.jsonl"
        subprocess.run([sys.executable, options.data / "make_minifever.py", corpus], check=True)
        started = time.process_time()
        texts = ((plain(record["id"]), record["text"]) for _, record in read_jsonl(corpus))
        index = build(texts)
        cpu = time.process_time() - started
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        index.save(Path(folder) / "own.npz")
        drqa_npz.write(index, Path(folder) / "drqa.npz")
        sizes = [(Path(folder) / name).stat().st_size / 1e6 for name in ("own.npz", "drqa.npz")]
        print(f"{len(index):,} introductions: {cpu:.1f} CPU s, peak {peak:.2f} GB")
        print(f"on disk {sizes[0]:.0f} MB, as DrQA's file {sizes[1]:.0f} MB")
        lines = {plain(record["id"]): record["lines"] for _, record in read_jsonl(corpus)}
    claims = [record for _, record in read_jsonl(options.data / "claims/minifever_dev.jsonl")][: options.claims]
    measure("DrQA TF-IDF", index.search, claims, lines)
    if options.entities:
        titles = {fold(title).casefold(): title for title in lines}
        pages = EntityPages(lambda name: titles.get(fold(name).casefold()), index.search)
        measure("with entities", pages.pages, claims, lines)


def measure(
    name: str, search: Callable[[str, int], list[ScoredPage]], claims: list[dict[str, object]], lines: dict[str, str]
) -> None:
    cases: dict[int, list[Case]] = {1: [], 2: []}
    seconds = 0.0
    for record in claims:
        claim = str(record["claim"])
        started = time.process_time()
        pages = [page.title for page in search(claim, 10)]
        seconds += time.process_time() - started
        found = [(f"{title}_sentence_{n}", text) for title in pages[:5] for n, text in split(lines[title])]
        for ngram, collected in cases.items():
            scores = rank_texts(claim, [text for _, text in found], ngram=ngram)
            order = sorted(range(len(found)), key=lambda place: (-scores[place], place))[:5]
            lists = Lists(pages=pages, sentences=[found[place][0] for place in order])
            collected.append(Case(str(record["label"]), gold_sets(record), lists))
    bigrams, unigrams = (score_cases(cases[n]) for n in (2, 1))
    full = bigrams.fully_supported
    print(f"{name}: {len(claims)} claims, {1000 * seconds / len(claims):.1f} ms CPU a claim for pages")
    for k in ("1", "5", "10"):
        oracle = bigrams.oracle_accuracy["pages"][k]
        print(f"  pages@{k:<3} fully supported {100 * full['pages'][k]:5.1f}   oracle accuracy {100 * oracle:5.1f}")
    for label, result in (("bigrams", bigrams), ("unigrams", unigrams)):
        print(f"  sentences@5 of its five pages, {label}: {100 * result.fully_supported['sentences']['5']:5.1f}")
    four = [
        place
        for place, record in enumerate(claims)
        if any(len(split(lines.get(page, ""))) >= 4 for one in gold_sets(record) for page in one.pages)
    ]
    for label, n in (("bigrams", 2), ("unigrams", 1)):
        part = score_cases([cases[n][place] for place in four]).fully_supported["sentences"]["5"]
        print(f"  sentences@5 where a gold page has ≥ 4 lines ({len(four)} claims), {label}: {100 * part:5.1f}")


if __name__ == "__main__":
    main()
