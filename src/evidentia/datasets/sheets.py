"""Samples for people to check, and what their marks say: precision with an interval, agreement, kinds of fault."""

from __future__ import annotations

import csv
import html
import io
import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.datasets.records import Record
from evidentia.errors import InputError
from evidentia.files import atomic

QUESTIONS = {
    "natural?": "Is it a natural, complete English statement?",
    "label?": "Is the label right?",
    "evidence?": "Does the evidence decide the claim as labelled?",
}
_YES = frozenset(("y", "yes", "1", "true", "x", "ok"))
_NO = frozenset(("n", "no", "0", "false"))
Z = 1.96


class Score(msgspec.Struct, kw_only=True):
    """How often people said yes; `low` and `high` bound the rate with 95 % (Wilson)."""

    question: str
    marked: int
    yes: int
    rate: float
    low: float
    high: float
    agreement: float | None = None


def sample(records: Iterable[Record], size: int, *, seed: int, by: str | None = "label") -> list[Record]:
    """A random sample, as even over the values of `by` as these allow, in mixed order."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(str(record.get(by, "")) if by else "", []).append(record)
    chance = random.Random(seed)
    for name in sorted(groups):
        chance.shuffle(groups[name])
    chosen: list[Record] = []
    while len(chosen) < size and any(groups.values()):
        for name in sorted(groups):
            if groups[name] and len(chosen) < size:
                chosen.append(groups[name].pop())
    chance.shuffle(chosen)
    return chosen


def write_sheet(
    path: str | Path, records: Sequence[Record], *, questions: Sequence[str] = tuple(QUESTIONS), blind: bool = False
) -> None:
    """A CSV, or with the ending .html a page for print; `blind` leaves the label out."""
    rows = [_row(record, blind) for record in records]
    if str(path).endswith(".html"):
        text = _page(rows, questions)
    else:
        stream = io.StringIO()
        writer = csv.DictWriter(stream, [*_columns(blind), *questions, "remark"], lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: _safe(value) for key, value in row.items()} for row in rows)
        text = stream.getvalue()
    with atomic(path) as out:
        out.write(text)


def _columns(blind: bool) -> list[str]:
    return ["id", "claim", *([] if blind else ["label"]), "evidence", "reason"]


def _row(record: Record, blind: bool) -> dict[str, str]:
    row = {
        "id": str(record.get("id", "")),
        "claim": str(record.get("claim", "")),
        "label": str(record.get("label", "")),
        "evidence": _evidence(record),
        "reason": str(record.get("reason", (record.get("extra") or {}).get("reason", ""))),
    }
    return {key: row[key] for key in _columns(blind)}


def _evidence(record: Record) -> str:
    passage = record.get("positive_evidence")
    if isinstance(passage, dict) and passage.get("text"):
        return f"{passage.get('title', '')}: {passage['text']}"
    parts: list[str] = []
    for item in record.get("evidence") or ():
        if isinstance(item, str):
            parts.append(item)
        elif isinstance(item, dict) and item.get("text"):
            parts.append(f"{item.get('page', '')}: {item['text']}")
        elif isinstance(item, dict):
            parts += [str(key) for key in item.get("content") or ()]
    return " / ".join(parts)[:3000]


def _safe(value: str) -> str:
    """No spreadsheet takes the cell for a formula."""
    return "'" + value if value[:1] in ("=", "+", "-", "@", "\t") else value


def _page(rows: Sequence[dict[str, str]], questions: Sequence[str]) -> str:
    head = "".join(f"<th>{html.escape(name)}</th>" for name in (*rows[0], *questions)) if rows else ""
    body = "\n".join(
        "<tr>"
        + "".join(f"<td>{html.escape(value)}</td>" for value in row.values())
        + "<td>☐ yes ☐ no</td>" * len(questions)
        + "</tr>"
        for row in rows
    )
    asked = "".join(
        f"<li><b>{html.escape(name)}</b>: {html.escape(QUESTIONS.get(name, name))}</li>" for name in questions
    )
    style = (
        "body{font:15px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}"
        "td,th{border:1px solid #999;padding:.4em;vertical-align:top}"
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Claims to check</title><style>{style}</style>'
        f"<h1>Claims to check</h1><ul>{asked}</ul><table><thead><tr>{head}</tr></thead>"
        f"<tbody>\n{body}\n</tbody></table></html>\n"
    )


def read_marks(path: str | Path) -> list[dict[str, str]]:
    """A filled sheet; marks are y or n, an empty cell is no mark."""
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    if rows and "id" not in rows[0]:
        raise InputError(f"{path}: no column `id`; give a sheet that `evidentia claims sheet` wrote")
    return [{str(key): value or "" for key, value in row.items() if isinstance(value, str | None)} for row in rows]


def scores(sheets: Sequence[Sequence[dict[str, str]]], *, questions: Sequence[str] = tuple(QUESTIONS)) -> list[Score]:
    """Rates over all sheets, and for two or more sheets the share of claims on which they agree."""
    found = []
    for question in questions:
        marks: dict[str, list[bool]] = {}
        for sheet in sheets:
            for number, row in enumerate(sheet, 2):
                mark = _mark(row.get(question, ""), f"row {number}, column {question}")
                if mark is not None:
                    marks.setdefault(row["id"], []).append(mark)
        every = [mark for group in marks.values() for mark in group]
        if not every:
            continue
        low, high = wilson(sum(every), len(every))
        twice = [group for group in marks.values() if len(group) > 1]
        agreement = sum(len(set(group)) == 1 for group in twice) / len(twice) if twice else None
        found.append(
            Score(
                question=question,
                marked=len(every),
                yes=sum(every),
                rate=sum(every) / len(every),
                low=low,
                high=high,
                agreement=agreement,
            )
        )
    return found


def remarks(sheets: Sequence[Sequence[dict[str, str]]]) -> list[tuple[str, int]]:
    """What people wrote beside the claims, most frequent first."""
    counts: Counter[str] = Counter()
    for sheet in sheets:
        counts.update(row["remark"].strip() for row in sheet if row.get("remark", "").strip())
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _mark(value: Any, where: str) -> bool | None:
    text = str(value).strip().lower()
    if not text:
        return None
    if text in _YES or text in _NO:
        return text in _YES
    raise InputError(f"{where}: {text[:20]!r} is no mark; write y, n, or leave it empty")


def wilson(yes: int, total: int) -> tuple[float, float]:
    if not total:
        return 0.0, 1.0
    share = yes / total
    middle = share + Z * Z / (2 * total)
    spread = Z * math.sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
