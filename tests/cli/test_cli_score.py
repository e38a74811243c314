"""`evidentia score` asked for what cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidentia.cli.main import run


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    gold, predictions = tmp_path / "gold.jsonl", tmp_path / "predictions.jsonl"
    evidence = [{"content": ["Ost_sentence_0"], "context": {}}]
    gold.write_text(json.dumps({"id": 1, "claim": "Ost is a town.", "label": "SUPPORTS", "evidence": evidence}) + "\n")
    predicted = {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": ["Ost_sentence_0"]}
    predictions.write_text(json.dumps(predicted) + "\n")
    return str(gold), str(predictions)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["feverous", "GOLD", "PREDICTIONS", "--intervals", "--seed", "-1"], "seed"),
        (["feverous", "GOLD", "PREDICTIONS", "--max-evidence", "-1"], "--max-evidence"),
        (["compare", "GOLD", "PREDICTIONS", "PREDICTIONS", "--task", "feverous", "--seed", "-1"], "seed"),
        (["compare", "-", "PREDICTIONS", "PREDICTIONS", "--task", "feverous"], "stdin"),
        (["feverous", "-", "-"], "stdin"),
        (["retrieval", "-", "-"], "stdin"),
        (["faviq", "GOLD", "-", "--regular", "-", "PREDICTIONS"], "stdin"),
        (["submission", "-", "--claims", "-", "--task", "fever"], "stdin"),
        (["validate", "-", "--gold", "-", "--task", "fever"], "stdin"),
    ],
)
def test_what_cannot_be_is_said(
    arguments: list[str], said: str, files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    names = dict(zip(("GOLD", "PREDICTIONS"), files))
    with pytest.raises(SystemExit) as stop:
        run(["score", *(names.get(argument, argument) for argument in arguments)])
    error = capsys.readouterr().err
    assert stop.value.code == 2
    assert said in error and "Traceback" not in error


def test_a_right_prediction_scores(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["score", "feverous", *files, "--json"])
    assert stop.value.code == 0
    assert json.loads(capsys.readouterr().out)["score"] == 1.0
