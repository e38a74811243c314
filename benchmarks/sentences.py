"""Sentences: mini-FEVER sentences@5 (gold pages of four lines or more, among five pages) and SciFact rationale@3.

usage: sentences.py [--data FOLDER] [--part dev] [--claims N] [--ranker]

Candidates are the sentences of the gold page and of the pages TF-IDF likes best, five pages together. `--ranker` lets
the shipped ranker join the lexical score of the best 40.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from retrieval_drqa import split

from evidentia.claim import ContextItem, Evidence
from evidentia.evidence.rank import LexicalRanker
from evidentia.evidence.words import words
from evidentia.files import read_jsonl
from evidentia.score.retrieval_gold import gold_sets, plain
from evidentia.search.sentence_tfidf import rank_texts
from evidentia.search.tfidf import build

Scorer = Callable[[str, Sequence[Evidence]], Sequence[float]]
RESCORED = 40


class Case(NamedTuple):
    claim: str
    candidates: list[Evidence]
    gold: list[frozenset[str]]


def sentence(title: str, number: int, text: str) -> Evidence:
    name = f"{title}_sentence_{number}"
    return Evidence(id=name, page=title, kind="sentence", text=text, context=[ContextItem(f"{title}_title", title)])


def fever(data: Path, part: str, limit: int) -> tuple[list[Case], Callable[[str], float]]:
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "minifever.jsonl"
        subprocess.run([sys.executable, data / "make_minifever.py", corpus], check=True)
        index = build((plain(record["id"]), record["text"]) for _, record in read_jsonl(corpus))
        counts: Counter[str] = Counter()
        lines: dict[str, str] = {}
        for number, (_, record) in enumerate(read_jsonl(corpus)):
            title = plain(record["id"])
            lines[title] = record["lines"]
            if number % 5 == 0:
                counts.update(set(words(f"{title} {record['text']}")))
    total = len(lines) / 5

    def idf(word: str) -> float:
        return math.log(1 + (total - counts[word] + 0.5) / (counts[word] + 0.5))

    cases = []
    for _, record in read_jsonl(data / f"claims/minifever_{part}.jsonl"):
        sets = gold_sets(record)
        gold = [page for page in sorted({page for one in sets for page in one.pages}) if page in lines]
        if not any(len(split(lines[page])) >= 4 for page in gold):
            continue
        others = [page.title for page in index.search(record["claim"], 5) if page.title not in gold[:1]]
        pages = [*gold[:1], *others[:4]]
        candidates = [sentence(page, number, text) for page in pages for number, text in split(lines[page])]
        cases.append(Case(record["claim"], candidates, [one.sentences for one in sets]))
        if len(cases) == limit:
            break
    return cases, idf


def scifact(data: Path, part: str) -> list[Case]:
    abstracts = {record["doc_id"]: record for _, record in read_jsonl(data / "corpus/scifact_corpus.jsonl")}
    cases = []
    for _, record in read_jsonl(data / f"claims/scifact_{part}.jsonl"):
        for document, sets in record["evidence"].items():
            abstract = abstracts[int(document)]
            candidates = [sentence(abstract["title"], n, text) for n, text in enumerate(abstract["abstract"])]
            gold = [frozenset(candidates[n].id for n in one["sentences"]) for one in sets]
            cases.append(Case(record["claim"], candidates, gold))
    return cases


def complete(cases: Sequence[Case], scorer: Scorer, k: int) -> float:
    """Per cent of claims with one gold set whole among the best k."""
    hits = 0
    for case in cases:
        scores = scorer(case.claim, case.candidates)
        order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:k]
        best = {case.candidates[place].id for place in order}
        hits += any(one <= best for one in case.gold)
    return 100 * hits / len(cases)


def with_ranker(lexical: LexicalRanker) -> Scorer:
    from evidentia.models import load_ranker
    from evidentia.search.elements import rescored

    ranker = load_ranker()

    def score(claim: str, candidates: Sequence[Evidence]) -> list[float]:
        first = lexical.score(claim, candidates)
        order = sorted(range(len(first)), key=lambda place: -first[place])[:RESCORED]
        again = ranker.score(claim, [f"{candidates[place].page}: {candidates[place].text}" for place in order])
        scores = [value - 1e6 for value in first]
        for place, value in zip(order, again):
            scores[place] = rescored(first[place], value)
        return scores

    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--part", default="dev", choices=["train", "dev"])
    parser.add_argument("--claims", type=int, default=1000)
    parser.add_argument("--ranker", action="store_true")
    options = parser.parse_args()
    cases, idf = fever(options.data, options.part, options.claims)
    science = scifact(options.data, options.part)
    lexical = LexicalRanker(idf)
    scorers: dict[str, Scorer] = {
        "TF-IDF, bigrams": lambda claim, found: rank_texts(claim, [one.text for one in found]),
        "TF-IDF, unigrams": lambda claim, found: rank_texts(claim, [one.text for one in found], ngram=1),
        "lexical ranker": lexical.score,
    }
    if options.ranker:
        scorers["shipped ranker"] = with_ranker(lexical)
    print(f"{'':20} mini-FEVER @5 ({len(cases)})   SciFact @3 ({len(science)})")
    for name, scorer in scorers.items():
        print(f"{name:20} {complete(cases, scorer, 5):20.1f} {complete(science, scorer, 3):18.1f}", flush=True)
    many = [candidate for case in cases[:30] for candidate in case.candidates][:300]
    seconds = []
    for case in cases[:60]:
        started = time.process_time()
        lexical.score(case.claim, many)
        seconds.append(time.process_time() - started)
    print(f"lexical ranker: {1000 * sorted(seconds)[len(seconds) // 2]:.2f} ms CPU for {len(many)} candidates (median)")


if __name__ == "__main__":
    main()
