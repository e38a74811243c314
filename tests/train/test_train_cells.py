import json
from pathlib import Path

import pytest

from evidentia.evidence import cell_reader
from evidentia.page import Cell, Page, Rich, Table

pytest.importorskip("scipy")

from evidentia.train import cells


def page(number: int) -> Page:
    rows = [["Name", "Year", "Town"], *([f"Person {n}", str(1900 + 7 * n + number), f"Town {n}"] for n in range(6))]
    made = [
        [Cell(f"{'header_' if y == 0 else ''}cell_0_{y}_{x}", Rich(text), y == 0) for x, text in enumerate(row)]
        for y, row in enumerate(rows)
    ]
    return Page(f"Page {number}", [Table(0, made)])


def questions(path: Path, count: int) -> Path:
    lines = []
    for number in range(count):
        row = number % 6
        lines.append(
            {
                "question": f"In which year did Person {row} arrive ?",
                "page": f"Page {number}",
                "table": 0,
                "answer-node": [["x", [row, 1], None, "table"], ["y", [0, 0], "/wiki/Y", "passage"]],
            }
        )
    lines.append(
        {"question": "Who ?", "page": "Page 0", "table": 0, "answer-node": [["y", [0, 0], "/wiki/Y", "passage"]]}
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_trained_weights_find_the_answers_cell_on_pages_not_seen(tmp_path: Path) -> None:
    path = questions(tmp_path / "q.jsonl", 30)
    examples = list(cells.from_questions(path, lambda title: page(int(title.split()[1]))))
    assert len(examples) == 30
    assert examples[4].gold == {"cell_0_5_1"}
    weights = cells.train(cells.prepare(examples), cells.prepare(cells.as_claims(examples)), trained_on="our own")
    assert weights.figures["at_5"] >= 90
    cells.save(weights, tmp_path / "w.json")
    best = cell_reader.load(tmp_path / "w.json").pick("In which year did Person 2 arrive?", examples[0].table, k=1)
    assert best[0][0] == "cell_0_3_1"


def test_questions_said_as_claims_hold_an_answer_of_the_column(tmp_path: Path) -> None:
    path = questions(tmp_path / "q.jsonl", 9)
    examples = list(cells.from_questions(path, lambda title: page(int(title.split()[1]))))
    claims = list(cells.as_claims(examples))
    assert claims == list(cells.as_claims(examples))
    right = 0
    for claim, example in zip(claims, examples):
        assert not claim.text.endswith("?")
        values = {cell.text: cell.key for cell in example.table.cells() if cell.key.endswith("_1")}
        said = [key for text, key in values.items() if text in claim.text]
        assert said
        right += bool(set(said) & example.gold)
    assert 0 < right < len(claims)
