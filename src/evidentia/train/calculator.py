"""Trains the calculator's two logistic regressions on TabFact and InfoTabS: `python -m evidentia.train.calculator`."""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from evidentia.files import read_jsonl
from evidentia.page import Cell, Rich, Table
from evidentia.verdict.calculator import weigh
from evidentia.verdict.calculator.asked import Asked, Draft
from evidentia.verdict.calculator.facts import read

# complex statements are rarer in the training part than among those the calculator is there for
COMPLEX = 2.5
TARGET = Path(__file__).parents[1] / "data" / "calculator.json"


def table_of(rows: list[list[str]]) -> Table:
    """A table from plain rows whose first row is the header."""
    cells = [
        [
            Cell(f"{'header_' if not y else ''}cell_0_{y}_{x}", Rich(str(text)), is_header=y == 0)
            for x, text in enumerate(row)
        ]
        for y, row in enumerate(rows)
    ]
    return Table(0, cells)


def tables_of(path: Path) -> dict[str, tuple[Table, str]]:
    return {record["id"]: (table_of(record["rows"]), record.get("title") or "") for _, record in read_jsonl(path)}


def share(name: str) -> float:
    """A stable place in 0..1 for a table id, to split by table."""
    return zlib.crc32(name.encode()) / 2**32


def readings(
    claims: Path, tables: dict[str, tuple[Table, str]], *, limit: float = 1.0
) -> Iterator[tuple[dict[str, Any], Asked, list[Draft]]]:
    """Statements of a share of the tables, each with all its drafts."""
    for _, record in read_jsonl(claims):
        if share(record["table"]) < limit and record["table"] in tables:
            table, title = tables[record["table"]]
            asked, drafts = read(record["statement"], table, title)
            yield record, asked, drafts


def infobox_readings(data: Path, part: str = "train") -> Iterator[tuple[dict[str, Any], Asked, list[Draft]]]:
    """InfoTabS' entailed and contradicted statements over their infoboxes, read as records."""
    from evidentia.train.table_pairs import infobox

    boxes = {row["id"]: infobox(row) for _, row in read_jsonl(data / "tables" / "infotabs_tables.jsonl")}
    for _, row in read_jsonl(data / "claims" / f"infotabs_{part}.jsonl"):
        if row["label"] in ("E", "C"):
            title, table = boxes[row["table_id"]]
            asked, drafts = read(row["hypothesis"], table, title)
            yield {"table": row["table_id"], "label": int(row["label"] == "E")}, asked, drafts


def fit(
    rows: list[dict[str, float]], labels: list[int], strength: float, groups: list[float] | None = None
) -> dict[str, float]:
    """Weights of a logistic regression over named values; those that round to nothing are left out."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    vectorizer = DictVectorizer(sort=True)
    matrix = vectorizer.fit_transform(rows)
    model = LogisticRegression(C=strength, max_iter=150)
    model.fit(matrix, labels, sample_weight=groups)
    found = {name: round(float(weight), 4) for name, weight in zip(vectorizer.get_feature_names_out(), model.coef_[0])}
    found["bias"] = round(float(model.intercept_[0]), 4)
    return {name: weight for name, weight in found.items() if weight}


Reading = tuple[dict[str, Any], Asked, list[Draft]]


def learn(statements: Iterable[Reading]) -> tuple[dict[str, float], dict[str, float]]:
    """Each half of the tables teaches which drafts to trust in the other; both teach what all drafts say together."""
    halves: tuple[list[Any], list[Any]] = ([], [])
    for record, asked, drafts in statements:
        half = zlib.crc32(("half " + record["table"]).encode()) & 1
        share_of = COMPLEX if record.get("channel") == "complex" else 1.0
        halves[half].append((record["label"], share_of, asked, drafts, weigh.draft_values(asked, drafts)))
    rows, labels, shares = [], [], []
    for teach, use in ((0, 1), (1, 0)):
        weight = _fit_drafts(halves[teach])
        for label, share_of, asked, drafts, values in halves[use]:
            sure = [weigh.sigmoid(weigh.score(value, weight)) for value in values]
            rows.append(weigh.claim_values(asked, drafts, sure))
            labels.append(label)
            shares.append(share_of)
    return _fit_drafts(halves[0] + halves[1]), fit(rows, labels, 0.05, shares)


def _fit_drafts(part: list[Any]) -> dict[str, float]:
    rows, labels, shares = [], [], []
    for label, share_of, _, drafts, values in part:
        for draft, value in zip(drafts, values):
            rows.append(value)
            labels.append(int(draft.truth == bool(label)))
            shares.append(share_of / len(drafts) ** 0.5)
    return fit(rows, labels, 0.3, shares)


def train(data: Path, *, limit: float = 1.0, part: str = "all", to: Path = TARGET) -> dict[str, dict[str, float]]:
    """Weights for tables from TabFact, for infoboxes from InfoTabS; a part alone keeps the other as it is."""
    found: dict[str, dict[str, float]] = json.loads(TARGET.read_text(encoding="utf-8")) if part != "all" else {}
    if part in ("all", "tables"):
        tables = tables_of(data / "tables" / "tabfact_tables.jsonl")
        statements = readings(data / "claims" / "tabfact_train.jsonl", tables, limit=limit)
        found["draft"], found["claim"] = learn(statements)
    if part in ("all", "records"):
        found["record_draft"], found["record_claim"] = learn(infobox_readings(data))
    to.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--limit", type=float, default=1.0, help="share of TabFact's tables to train on")
    parser.add_argument("--part", choices=("all", "tables", "records"), default="all")
    parser.add_argument("--to", type=Path, default=TARGET)
    options = parser.parse_args()
    train(options.data, limit=options.limit, part=options.part, to=options.to)


if __name__ == "__main__":
    main()
