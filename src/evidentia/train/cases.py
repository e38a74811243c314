"""Held-in claims with their evidence, as `evidentia judge` would get them: for fitting and for measuring."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evidentia import ids
from evidentia.claim import ContextItem, Evidence, Label
from evidentia.formats.fever import unescape_title
from evidentia.ids import fold
from evidentia.train.combine import Case
from evidentia.train.pairs import N, R, S, TextSources, lines
from evidentia.train.table_pairs import infobox, tabfact_tables

FM2_HELD_OUT = 5
"""One of so many pages of FM2 is kept out of training."""


def sentence(page: str, number: int, text: str) -> Evidence:
    title = ContextItem(f"{page}_title", page)
    return Evidence(id=f"{page}_sentence_{number}", page=page, kind="sentence", text=text, context=[title])


def fm2_is_held_out(page: str) -> bool:
    return zlib.crc32(page.encode()) % FM2_HELD_OUT == 0


def fever(sources: TextSources, *, count: int, seed: int = 1) -> Iterator[Case]:
    rows = list(lines(sources.data / "claims/minifever_dev.jsonl"))
    random.Random(seed).shuffle(rows)
    for row in rows[:count]:
        claim, label = row["claim"], Label(row["label"])
        if label is N:
            page = sources.nearest(claim)
            if page is None:
                continue
            texts = sources.near(claim, page, 3)
            pieces = [sentence(page.title, page.sentences.index(text), text) for text in texts]
        else:
            pieces = []
            for _, _, title, number in row["evidence"][0]:
                page = sources.pages.get(unescape_title(title))
                if page and number < len(page.sentences):
                    pieces.append(sentence(page.title, number, page.sentences[number]))
        if pieces:
            yield Case(claim, label, "mini-FEVER", pieces[0].page, pieces, [])


def fm2(data: Path) -> Iterator[Case]:
    for row in lines(data / "claims/fm2_dev.jsonl"):
        title = row.get("wikipedia_page") or ""
        if fm2_is_held_out(title):
            pieces = [Evidence(id="", page=title, kind="text", text=piece["text"]) for piece in row["gold_evidence"]]
            yield Case(row["text"], Label(row["label"]), "FM2", title, pieces, [])


def feverous(data: Path, *, count: int | None = None) -> Iterator[Case]:
    pages = {fold(page["title"]): page for page in lines(data / "corpus/minifeverous_gold_pages.jsonl")}
    for number, row in enumerate(lines(data / "claims/minifeverous_dev.jsonl")):
        if not row["claim"] or (count is not None and number > count):
            continue
        pieces = []
        for name in row["evidence"][0]["content"]:
            element = ids.parse(name)
            page = pages[fold(element.page)]
            pieces.append(sentence(page["title"], element.numbers[0], page[element.key]))
        yield Case(row["claim"], Label(row["label"]), "FEVEROUS sentences", pieces[0].page, pieces, [])


def feverous_cells(data: Path) -> Iterator[Case]:
    from evidentia.verdict.inputs import parse

    for number, row in enumerate(lines(data / "claims/feverous_cells_dev.jsonl"), 1):
        given = parse(row, f"line {number}")
        yield Case(row["claim"], Label(row["label"]), "FEVEROUS cells", str(row["id"]), given.pieces(), [])


def tabfact(data: Path, *, count: int, seed: int = 5) -> Iterator[Case]:
    """Every eighth statement once more over another table, where it is open."""
    tables = tabfact_tables(data)
    names = sorted(tables)
    rows = list(lines(data / "claims/tabfact_val.jsonl"))
    rng = random.Random(seed)
    rng.shuffle(rows)
    for number, row in enumerate(rows[:count]):
        claim, name = row["statement"], row["table"]
        yield Case(claim, S if row["label"] else R, f"TabFact {row['channel']}", name, [], [tables[name]])
        if number % 8 == 0:
            yield Case(claim, N, "TabFact, other table", name, [], [tables[rng.choice(names)]])


def infotabs(data: Path, *, count: int, seed: int = 5) -> Iterator[Case]:
    tables: dict[str, Any] = {row["id"]: infobox(row) for row in lines(data / "tables/infotabs_tables.jsonl")}
    rows = list(lines(data / "claims/infotabs_dev.jsonl"))
    random.Random(seed).shuffle(rows)
    labels = {"E": S, "C": R, "N": N}
    for row in rows[:count]:
        yield Case(row["hypothesis"], labels[row["label"]], "InfoTabS", row["table_id"], [], [tables[row["table_id"]]])


def scifact(data: Path) -> Iterator[Case]:
    """Measured, never trained on: rationale sentences; for open claims the cited abstract's sentences."""
    abstracts = {str(row["doc_id"]): row for row in lines(data / "corpus/scifact_corpus.jsonl")}
    for row in lines(data / "claims/scifact_dev.jsonl"):
        label, pieces = N, []
        for document, groups in row["evidence"].items():
            label = S if groups[0]["label"] == "SUPPORT" else R
            abstract = abstracts[document]
            for group in groups:
                pieces += [sentence(abstract["title"], n, abstract["abstract"][n]) for n in group["sentences"]]
        if not pieces:
            abstract = abstracts[str(row["cited_doc_ids"][0])]
            pieces = [sentence(abstract["title"], n, text) for n, text in enumerate(abstract["abstract"][:3])]
        yield Case(row["claim"], label, "SciFact", str(row["id"]), pieces, [])
