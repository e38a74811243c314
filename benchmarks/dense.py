"""Vectors beside words: SciFact abstracts found by the search, by MiniLM vectors, and by both fused.

usage: dense.py [--data FOLDER] [--encoder NAME_OR_FOLDER] [--abstracts N]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from evidentia.corpus import open_corpus
from evidentia.corpus.build import build as build_corpus
from evidentia.files import dumps, read_jsonl
from evidentia.search import Searcher, dense

DEPTH = 50


def recall(found: Sequence[Sequence[str]], gold: Sequence[set[str]], k: int) -> float:
    """Per cent of claims of which all cited abstracts with evidence are among the first k."""
    return 100 * sum(wanted <= set(titles[:k]) for titles, wanted in zip(found, gold)) / len(gold)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--encoder", help="a folder or Hugging Face name; MiniLM of the extra `dense` otherwise")
    parser.add_argument("--abstracts", type=int, default=100_000, help="only so many, those with evidence first")
    options = parser.parse_args()
    claims = [
        (record["claim"], set(record["evidence"]))
        for part in ("train", "dev")
        for _, record in read_jsonl(options.data / f"claims/scifact_{part}.jsonl")
        if record["evidence"]
    ]
    needed = set().union(*(gold for _, gold in claims))
    records = [record for _, record in read_jsonl(options.data / "corpus/scifact_corpus.jsonl")]
    records.sort(key=lambda record: (str(record["doc_id"]) not in needed, record["doc_id"]))
    records = records[: options.abstracts]
    titles = {str(record["doc_id"]): f"{record['title']} ({record['doc_id']})" for record in records}
    claims = [(claim, gold) for claim, gold in claims if gold <= titles.keys()]
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages.jsonl"
        with pages.open("w", encoding="utf-8") as stream:
            for record in records:
                sentences = {f"sentence_{n}": text for n, text in enumerate(record["abstract"])}
                page = {"title": titles[str(record["doc_id"])], "order": list(sentences), **sentences}
                stream.write(dumps(page) + "\n")
        build_corpus([pages], Path(folder) / "corpus")
        corpus = open_corpus(Path(folder) / "corpus")
        encoder = dense.load_encoder(options.encoder, max_tokens=256)
        started = time.process_time()
        index = dense.build(Path(folder) / "vectors", dense.leads(corpus.pages(), sentences=20), encoder)
        print(
            f"{len(index):,} vectors: {1000 * (time.process_time() - started) / len(index):.0f} ms CPU each", flush=True
        )
        searcher = Searcher(corpus)
        gold = [{titles[name] for name in wanted} for _, wanted in claims]
        by_words = [searcher.pages(claim, DEPTH) for claim, _ in claims]
        by_vectors = index.search_many([claim for claim, _ in claims], DEPTH, encoder)
        fused = [dense.fuse(both, k=DEPTH) for both in zip(by_words, by_vectors)]
        for name, rankings in (("search", by_words), ("vectors", by_vectors), ("fused", fused)):
            found = [[page.title for page in ranking] for ranking in rankings]
            three, ten = (recall(found, gold, k) for k in (3, 10))
            print(f"{name:8} @3 {three:5.1f}   @10 {ten:5.1f}   ({len(claims)} claims)")


if __name__ == "__main__":
    main()
