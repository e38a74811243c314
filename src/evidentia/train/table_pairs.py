"""Pairs of claim and table: TabFact, InfoTabS, and questions about tables turned into claims."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evidentia.claim import Policy
from evidentia.page import Table, table_from_rows
from evidentia.train.pairs import N, Pair, R, S, lines
from evidentia.verdict.reading import facts_for, reading

_BE = dict.fromkeys(("is", "are", "was", "were", "been", "being"), "be") | dict.fromkeys(("has", "had"), "have")
_IRREGULAR = _BE | {
    "won": "win",
    "lost": "lose",
    "took": "take",
    "made": "make",
    "held": "hold",
    "did": "do",
    "does": "do",
    "went": "go",
    "came": "come",
    "led": "lead",
    "more": "more",
    "highest": "high",
    "lowest": "low",
    "most": "most",
    "higher": "high",
    "lower": "low",
}


def lemmatised(statement: str) -> str:
    """About as TabFact's validation and test statements look: singular nouns, bare verbs."""
    return " ".join(_lemma(word) for word in statement.lower().split())


def _lemma(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-3] + "y" if word.endswith("ies") else word[:-1]
    if len(word) > 5 and word.endswith("ed"):
        return word[:-1] if word.endswith(("sed", "ved", "ced", "ged", "red")) else word[:-2]
    return word


def read_table(claim: str, table: Table, title: str, *, budget: int) -> str:
    tables = [(title, table)]
    return reading(claim, (), tables, facts_for(claim, (), tables), budget=budget)


def tabfact_tables(data: Path) -> dict[str, tuple[str, Table]]:
    return {
        row["id"]: (row.get("title") or "", table_from_rows(row["rows"]))
        for row in lines(data / "tables/tabfact_tables.jsonl")
    }


def tabfact(data: Path, *, part: str = "train", count: int | None = None, seed: int = 1) -> Iterator[Pair]:
    rng = random.Random(seed)
    tables = tabfact_tables(data)
    rows = list(lines(data / f"claims/tabfact_{part}.jsonl"))
    rng.shuffle(rows)
    for row in rows[:count]:
        title, table = tables[row["table"]]
        claim = row["statement"]
        if part == "train" and rng.random() < 0.5:
            claim = lemmatised(claim)
        budget = 150 if part != "train" else rng.choice((90, 120, 150))
        yield Pair(
            claim=claim,
            evidence=read_table(claim, table, title, budget=budget),
            label=S if row["label"] else R,
            source=f"tabfact-{row['channel']}",
            group=row["table"],
        )


def infobox(row: dict[str, Any]) -> tuple[str, Table]:
    """InfoTabS' boxes as tables: the key is a header, its values stand beside it."""
    title = " ".join(row["table"].get("title", []))
    rows = [[key, ", ".join(values)] for key, values in row["table"].items() if key != "title"]
    return title, table_from_rows(rows, header_rows=0, header_columns=1)


def infotabs(data: Path, *, part: str = "train", seed: int = 1) -> Iterator[Pair]:
    rng = random.Random(seed)
    tables = {row["id"]: infobox(row) for row in lines(data / "tables/infotabs_tables.jsonl")}
    for row in lines(data / f"claims/infotabs_{part}.jsonl"):
        title, table = tables[row["table_id"]]
        claim = row["hypothesis"]
        budget = 150 if part != "train" else rng.choice((90, 120, 150))
        yield Pair(
            claim=claim,
            evidence=read_table(claim, table, title, budget=budget),
            label={"E": S, "C": R, "N": N}[row["label"]],
            source="infotabs",
            group=row["table_id"],
        )


_QUESTION_TABLE = re.compile(r"csv/(\d+)-csv/(\d+)\.csv")


def wanted_tables(data: Path) -> dict[str, tuple[str, Table]]:
    """WikiTableQuestions' tables by the name that its questions use, with the titles of their pages."""
    import io
    import json

    titles: dict[str, str] = {}
    for name, raw in _members(data / "html/wikipedia_pages.tar.zst"):
        if found := re.search(r"(\d+)-page/(\d+)\.json", name):
            titles[f"{found[1]}/{found[2]}"] = json.loads(raw).get("title", "")
    tables: dict[str, tuple[str, Table]] = {}
    for name, raw in _members(data / "html/wanted_tables.tar.zst"):
        if found := re.search(r"(\d+)-csv/(\d+)\.csv", name):
            text = io.StringIO(raw.decode("utf-8", "replace"))
            key = f"{found[1]}/{found[2]}"
            rows = list(csv.reader(text, escapechar="\\", doublequote=False))
            tables[key] = (titles.get(key, ""), table_from_rows(rows))
    return tables


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    import io
    import tarfile

    import zstandard

    raw = zstandard.ZstdDecompressor().stream_reader(path.read_bytes()).read()
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        for member in archive:
            if member.isfile() and (stream := archive.extractfile(member)):
                yield member.name, stream.read()


def table_questions(data: Path, *, count: int = 4000, seed: int = 1) -> Iterator[Pair]:
    """WikiTableQuestions as claims: with its answer, or with another value of the answer's column."""
    from evidentia.datasets.convert import to_claim

    rng = random.Random(seed)
    tables = wanted_tables(data)
    rows = (data / "qa/wtq_train.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rng.shuffle(rows)
    made = 0
    for row in rows:
        if made >= count:
            return
        _, question, context, answer = row.split("\t")[:4]
        found = _QUESTION_TABLE.search(context)
        if not found or f"{found[1]}/{found[2]}" not in tables or "|" in answer:
            continue
        title, table = tables[f"{found[1]}/{found[2]}"]
        label = S
        if rng.random() < 0.5:
            label = R
            other = _other_value(answer, table, rng)
            if other is None:
                continue
            answer = other
        claim = to_claim(question, answer)
        if not claim:
            continue
        made += 1
        yield Pair(
            claim=claim,
            evidence=read_table(claim, table, title, budget=rng.choice((100, 150))),
            label=label,
            source="wtq",
            group=f"{found[1]}/{found[2]}",
        )


def _other_value(answer: str, table: Table, rng: random.Random) -> str | None:
    for column in range(len(table.grid[0]) if table.grid else 0):
        values = [cell.text for row in table.grid[1:] if column < len(row) and (cell := row[column]) and cell.text]
        if any(value.casefold() == answer.casefold() for value in values):
            others = sorted({value for value in values if value.casefold() != answer.casefold() and len(value) < 60})
            return rng.choice(others) if others else None
    if answer.replace(",", "").isdigit():
        return str(max(0, int(answer.replace(",", "")) + rng.choice((-3, -2, -1, 1, 2, 3, 5))))
    return None


def passage_questions(data: Path, *, count: int = 6000, seed: int = 1) -> Iterator[Pair]:
    """SQuAD questions as claims over the sentences around their answer; refuted by another answer of the paragraph."""
    from evidentia.datasets.convert import to_claim

    rng = random.Random(seed)
    rows = list(lines(data / "qa/squad_dev.jsonl"))
    answers: dict[str, list[str]] = {}
    for row in rows:
        answers.setdefault(row["context"], []).append(first_answer(row))
    rng.shuffle(rows)
    made = 0
    for row in rows:
        if made >= count:
            return
        answer = first_answer(row)
        start = row["context"].find(answer)
        label = S
        if rng.random() < 0.5:
            others = [other for other in answers[row["context"]] if _like(other, answer)]
            if not others:
                continue
            answer, label = rng.choice(others), R
        claim = to_claim(row["question"], answer)
        if not claim:
            continue
        made += 1
        sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", row["context"])
        position, holds = 0, 0
        for number, sentence in enumerate(sentences):
            if position <= start:
                holds = number
            position += len(sentence) + 1
        policy = Policy.MISLED if label is R else Policy.STRICT
        if rng.random() < 0.12:
            kept = [text for number, text in enumerate(sentences) if abs(number - holds) in (1, 2)]
            label, policy = N, Policy.STRICT
        else:
            kept = sentences[max(0, holds - rng.choice((0, 1))) : holds + rng.choice((1, 2))]
        if kept:
            title = row["title"].replace("_", " ")
            text = " . ".join([title, *(sentence.removesuffix(".") for sentence in kept)]) + " ."
            yield Pair(claim=claim, evidence=text, label=label, source="squad", group=title, policy=policy)


def first_answer(row: dict[str, Any]) -> str:
    answers: Any = row.get("answers") or row.get("answer")
    if isinstance(answers, dict):
        answers = answers["text"]
    first = answers[0]
    return first if isinstance(first, str) else str(first["text"])


def _like(one: str, other: str) -> bool:
    """Of one kind (with or without a digit, with or without a capital) and not overlapping."""
    low, high = one.casefold(), other.casefold()
    same = any(c.isdigit() for c in one) == any(c.isdigit() for c in other) and one[:1].isupper() == other[:1].isupper()
    return same and low not in high and high not in low
