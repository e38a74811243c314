import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evidentia.cli.claims import command
from evidentia.errors import InputError


def run(*arguments: object, error: type[Exception] | None = None) -> str:
    result = CliRunner().invoke(command, [str(each) for each in arguments])
    if error is not None:
        assert isinstance(result.exception, error), result.output
        return str(result.exception)
    assert result.exit_code == 0, result.output
    return result.output


def lines(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_from_questions(tmp_path: Path) -> None:
    file = lines(
        tmp_path / "q.jsonl",
        {"id": 1, "question": "who wrote it?", "answer": ["Ann"]},
        {"id": 2, "question": "?", "answer": ["x"]},
    )
    rejects = tmp_path / "rejects.jsonl"
    run("from-questions", file, "--output", tmp_path / "c.jsonl", "--rejects", rejects)
    assert read(tmp_path / "c.jsonl") == [
        {"id": "1", "claim": "Ann wrote it.", "question": "who wrote it?", "answer": "Ann"}
    ]
    assert read(rejects)[0]["id"] == "2"


def test_a_set(tmp_path: Path) -> None:
    pairs = [
        {"question": "when was it filmed", "answer": ["2000"]},
        {"question": "when was it shown", "answer": ["2001"]},
    ]
    file = lines(
        tmp_path / "q.jsonl", {"id": 1, "question": "when", "annotations": [{"type": "multipleQAs", "qaPairs": pairs}]}
    )
    said = run("a-set", file, "-o", tmp_path / "a.jsonl")
    assert [record["label"] for record in read(tmp_path / "a.jsonl")].count("REFUTES") == 2
    assert "1 of 1" in said


def test_mutate_asks_for_labels(tmp_path: Path) -> None:
    file = lines(tmp_path / "c.jsonl", {"id": 1, "claim": "Ann won the cup.", "label": "true"})
    assert "--label true=" in run("mutate", file, "-o", tmp_path / "m.jsonl", error=InputError)
    assert not (tmp_path / "m.jsonl").exists()
    run("mutate", file, "-o", tmp_path / "m.jsonl", "--label", "true=SUPPORTS", "--kind", "negation")
    assert read(tmp_path / "m.jsonl")[0] == {
        "id": "1_m0", "claim": "Ann lost the cup.", "label": "REFUTES", "mutation": "negation", "original": "Ann won the cup.",
        "reason": "`lost` is the opposite of `won`: what decided the original decides the opposite now",
    }  # fmt: skip


def test_from_tables(tmp_path: Path) -> None:
    rows = [["club", "goals"], ["elden", "3"], ["marsh", "5"], ["tarn", "8"]]
    file = lines(
        tmp_path / "t.jsonl",
        {"id": "t", "title": "Cup", "rows": rows},
        {"id": "hidden", "title": "Cup", "rows": rows, "visible": False},
    )
    run("from-tables", file, "-o", tmp_path / "s.jsonl", "--kind", "superlative")
    found = read(tmp_path / "s.jsonl")
    assert found and {record["extra"]["table"] for record in found} == {"t"}


def test_split_balance_dedupe(tmp_path: Path) -> None:
    records = [
        {"id": n, "claim": f"claim {n // 2}", "label": "SUPPORTS" if n % 3 else "REFUTES", "question": str(n // 4)}
        for n in range(40)
    ]
    file = lines(tmp_path / "c.jsonl", *records)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    run("split", file, "--to", one, "--to", two, "--share", 3, "--share", 1, "--by", "question")
    assert not {record["question"] for record in read(one)} & {record["question"] for record in read(two)}
    assert 26 <= len(read(one)) <= 34
    run("balance", file, "-o", tmp_path / "b.jsonl")
    labels = [record["label"] for record in read(tmp_path / "b.jsonl")]
    assert labels.count("SUPPORTS") == labels.count("REFUTES") == 14
    run("dedupe", file, "-o", tmp_path / "d.jsonl")
    assert len(read(tmp_path / "d.jsonl")) == 20
    run("dedupe", file, "--show", "-o", tmp_path / "d.jsonl")
    assert read(tmp_path / "d.jsonl")[0]["repeats"]["id"] == 0


def test_convert_and_two_way(tmp_path: Path) -> None:
    file = lines(
        tmp_path / "f.jsonl", {"id": 1, "claim": "c", "label": "NOT ENOUGH INFO", "evidence": [[[0, None, None, None]]]}
    )
    run("convert", file, "--to", "feverous", "--two-way", "-o", tmp_path / "o.jsonl")
    assert read(tmp_path / "o.jsonl")[0]["label"] == "REFUTES"


def test_nei_without_a_corpus_says_so(tmp_path: Path) -> None:
    file = lines(tmp_path / "c.jsonl", {"id": 1, "claim": "c", "label": "SUPPORTS", "evidence": []})
    result = CliRunner().invoke(command, ["nei", str(file)])
    assert result.exit_code == 2 and "--corpus" in result.output


def test_sheets(tmp_path: Path) -> None:
    file = lines(tmp_path / "c.jsonl", *[{"id": n, "claim": "c", "label": "SUPPORTS"} for n in range(5)])
    sheet = tmp_path / "s.csv"
    run("sheet", file, "-o", sheet, "--size", 3)
    rows = list(csv.DictReader(sheet.open(newline="")))
    with sheet.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "label?": "y", "remark": "fine"} for row in rows)
    found = json.loads(run("sheet-score", sheet, "--json"))
    assert found["remarks"] == [["fine", 3]]
    assert [(score["question"], score["yes"]) for score in found["scores"]] == [("label?", 3)]
    assert "label?: 3 of 3 = 100.0%" in run("sheet-score", sheet)


@pytest.mark.parametrize("name", sorted(command.commands))
def test_every_command_has_help(name: str) -> None:
    assert "Usage" in run(name, "--help")
