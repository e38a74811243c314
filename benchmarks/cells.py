"""Cells, gold table given and question as claim: lexical picker, best single column, trained picker (cross-validated).

usage: cells.py [--data FOLDER] [--write WEIGHTS.json]
"""

from __future__ import annotations

import argparse
import io
import json
import math
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import zstandard

from evidentia.evidence import cells
from evidentia.evidence.headers import is_header_row
from evidentia.evidence.words import words
from evidentia.files import read_jsonl
from evidentia.formats.feverous import page_from_dict
from evidentia.page import Page
from evidentia.train.cells import CellExample, as_claims, cross_validate, from_questions, prepare, save, train

_TITLE = re.compile(r'\{"title": ("(?:[^"\\]|\\.)*")')


def lines(data: Path) -> Iterator[tuple[str, str]]:
    with (data / "corpus/wikimix.jsonl.zst").open("rb") as packed:
        stream = zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(packed)
        for line in io.TextIOWrapper(stream, encoding="utf-8"):
            match = _TITLE.match(line)
            if match:
                yield json.loads(match.group(1)), line


def single_column(example: CellExample, k: int, idf: cells.Idf) -> bool:
    """Whether a gold cell is among the first k data cells of the column that the lexical picker likes best."""
    totals: Counter[int] = Counter()
    for key, score in cells.pick(example.text, example.table, example.page, k=10_000, idf=idf):
        totals[example.table.positions[key][1]] += score
    column = max(sorted(totals), key=lambda place: totals[place])
    rows = [row for row in example.table.grid if not is_header_row(row)][:k]
    return any((cell := row[column]) is not None and cell.key in example.gold for row in rows)


def hits(examples: list[CellExample], k: int, idf: cells.Idf) -> float:
    found = 0
    for example in examples:
        keys = {key for key, _ in cells.pick(example.text, example.table, example.page, k=k, idf=idf)}
        found += bool(keys & example.gold)
    return 100 * found / len(examples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--write", type=Path, help="write the trained weights here")
    options = parser.parse_args()
    questions = [options.data / "qa/hybridqa_dev.jsonl", options.data / "qa/ottqa_dev.jsonl"]
    wanted = {line["page"] for path in questions for _, line in read_jsonl(path)}
    redirects = {line["from"]: line["to"] for _, line in read_jsonl(options.data / "corpus/wikimix_redirects.jsonl")}

    pages: dict[str, Page] = {}
    counts: Counter[str] = Counter()
    total = 0
    for number, (title, line) in enumerate(lines(options.data)):
        if number % 10 == 0:
            page = json.loads(line)
            total += 1
            text = " ".join(page[key] for key in page["order"] if key.startswith("sentence_"))
            counts.update(set(words(f"{title} {text}")))
        if title in wanted:
            pages[title] = page_from_dict(json.loads(line))

    def idf(word: str) -> float:
        return math.log(1 + (total - counts[word] + 0.5) / (counts[word] + 0.5))

    hybrid, ott = (list(from_questions(path, pages.get)) for path in questions)
    links = {
        redirects.get(link.target, link.target)
        for example in (*hybrid, *ott)
        for cell in example.table.cells()
        for link in cell.content.links
    }
    introductions = {
        title: " ".join(sentence.text for sentence in page_from_dict(json.loads(line)).introduction[:6])
        for title, line in lines(options.data)
        if title in links
    }

    def linked(title: str) -> str | None:
        return introductions.get(redirects.get(title, title))

    print(f"{len(hybrid)} questions of HybridQA with an answer in a cell; {len(ott)} more of OTT-QA to train on")
    print("picker                                        @5    @25")
    column = [100 * sum(single_column(example, k, idf) for example in hybrid) / len(hybrid) for k in (5, 25)]
    print(f"{'best single column, from the top':42} {column[0]:5.1f}  {column[1]:5.1f}")
    lexical = [hits(hybrid, k, idf) for k in (5, 25)]
    print(f"{'lexical':42} {lexical[0]:5.1f}  {lexical[1]:5.1f}")
    started = time.process_time()
    test = prepare(hybrid, idf=idf, linked=linked)
    each = 1000 * (time.process_time() - started) / max(len(test), 1)
    extra = prepare(ott, idf=idf, linked=linked)
    without = cross_validate(prepare(hybrid, idf=idf), prepare(ott, idf=idf))
    print(f"{'trained, without linked pages':42} {without['at_5']:5.1f}  {without['at_25']:5.1f}")
    claims = prepare(as_claims([*hybrid, *ott]), idf=idf, linked=linked)
    weights = train(
        test, [*extra, *claims], trained_on="HybridQA dev and OTT-QA dev questions with an answer in a cell (MIT)"
    )
    final = weights.figures
    print(f"{'trained, 5-fold cross-validated by page':42} {final['at_5']:5.1f}  {final['at_25']:5.1f}")
    print(f"features with linked pages: {each:.1f} ms CPU a table")
    if options.write:
        save(weights, options.write)


if __name__ == "__main__":
    main()
