"""Claims verified from the claim alone, with official scores.

usage: end_to_end.py {demo,minifever,minifeverous} [--data FOLDER] [--corpus DIR] [--claims N] [--workers N] [--to DIR]

demo          the packaged claims on the packaged corpus: a smoke test, one person wrote both
minifever     FEVER claims, balanced over three labels: official score, label accuracy
minifeverous  FEVEROUS claims with sentence evidence, two labels: the likelier of SUPPORTS and REFUTES is taken

`--corpus` names a corpus built before (else it is built into --to). The corpora hold 284 thousand pages, not all of
Wikipedia, and gold pages that hold little more than gold sentences: the figures are not comparable with the papers'.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from evidentia.batch import Setup, verify_file
from evidentia.claim import LABELS, Label
from evidentia.corpus.build import build
from evidentia.corpus.demo import demo_claims
from evidentia.files import dumps, read_jsonl
from evidentia.ids import fold, parse
from evidentia.score import fever, feverous
from evidentia.score.submission import official

SETS = {
    "demo": ("feverous", "default", ""),
    "minifever": ("fever", "fever", "make_minifever.py"),
    "minifeverous": ("feverous", "feverous", "make_minifeverous.py"),
}
FORMATS = {"minifever": "fever", "minifeverous": "feverous-jsonl"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=SETS)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--corpus", type=Path, help="a corpus built before")
    parser.add_argument("--claims", type=int, help="so many, drawn at random; all without")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--preset")
    parser.add_argument("--policy")
    parser.add_argument("--to", type=Path, help="keeps predictions and corpus here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run(options, options.to or Path(folder))


def run(options: argparse.Namespace, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    task, preset, maker = SETS[options.set]
    corpus = options.corpus
    if corpus is None and maker:
        corpus = make(options.data / maker, folder, FORMATS[options.set])
    source = demo_claims() if options.set == "demo" else options.data / "claims" / f"{options.set}_dev.jsonl"
    gold = [record for _, record in read_jsonl(source) if record.get("claim")]
    if options.claims and options.claims < len(gold):
        gold = random.Random(options.seed).sample(gold, options.claims)
    claims, output = folder / "claims.jsonl", folder / "predictions.jsonl"
    claims.write_text("".join(dumps(record) + "\n" for record in gold))
    setup = Setup(corpus=str(corpus) if corpus else None, preset=options.preset or preset, policy=options.policy)
    started = time.perf_counter()
    verify_file(setup, claims, str(output), workers=options.workers, resume=False)
    spent = time.perf_counter() - started
    records = [record for _, record in read_jsonl(output)]
    two_way = {record["label"] for record in gold} <= {"SUPPORTS", "REFUTES"}
    print(f"{len(gold)} claims, {spent / len(gold):.2f} s each; three labels:")
    tell(gold, records, task)
    if two_way:
        print("two labels:")
        tell(gold, [likelier(record) for record in records], task)


def make(script: Path, folder: Path, form: str) -> Path:
    pages = folder / "pages.jsonl"
    subprocess.run([sys.executable, script, pages], check=True)
    build([pages], folder / "corpus", format=form)
    return folder / "corpus"


def likelier(record: dict[str, Any]) -> dict[str, Any]:
    odds = record["probabilities"]
    label = Label.SUPPORTS if odds["SUPPORTS"] >= odds["REFUTES"] else Label.REFUTES
    return {**record, "label": label.value}


def tell(gold: list[dict[str, Any]], records: list[dict[str, Any]], task: str) -> None:
    predictions = [official(record, task) for record in records]
    module = fever if task == "fever" else feverous
    found = module.score(predictions, gold)
    for name in ("score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1"):
        print(f"  {name:<20}{getattr(found, name):.3f}")
    print(f"  {'page recall':<20}{page_recall(gold, records, task):.3f}")
    for label in LABELS:
        row = Counter(p["predicted_label"] for g, p in zip(gold, predictions) if g["label"] == label.value)
        if row:
            print(f"  {label.value:<16} → {', '.join(f'{name} {count}' for name, count in sorted(row.items()))}")


def page_recall(gold: list[dict[str, Any]], records: list[dict[str, Any]], task: str) -> float:
    """Claims with evidence for which every page of one gold set was found."""
    hits = total = 0
    for claim, record in zip(gold, records):
        sets = [pages for group in claim["evidence"] if (pages := gold_pages(group, task))]
        if not sets:
            continue
        found = {fold(page["title"]) for page in record["pages"]}
        total += 1
        hits += any(pages <= found for pages in sets)
    return hits / max(total, 1)


def gold_pages(group: Any, task: str) -> set[str]:
    if task == "fever":
        from evidentia.formats.fever import unescape_title

        return {fold(unescape_title(line[2])) for line in group if line[2]}
    return {fold(parse(identity).page) for identity in group["content"]}


if __name__ == "__main__":
    main()
