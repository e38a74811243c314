"""`evidentia judge` and bad lines: each costs itself only, in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidentia.cli.main import run


def judge(*arguments: object) -> object:
    with pytest.raises(SystemExit) as stop:
        run(["judge", *map(str, arguments)])
    return stop.value.code


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[" * 200_000, "not JSON"),
        ("{", "not JSON"),
        ("[1]", "an object with claim and evidence"),
        ('{"claim": "\\ud800"}', "not JSON"),
        ('{"evidence": []}', "claim"),
    ],
)
def test_a_bad_line_is_named(line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = tmp_path / "claims.jsonl", tmp_path / "out.jsonl"
    source.write_text(line + "\n")
    assert judge("--input", source, "--output", output) == 2
    error = capsys.readouterr().err
    assert "line 1" in error and said in error and "Traceback" not in error
    assert said in json.loads(output.read_text())["error"]
    assert judge("--input", source, "--output", tmp_path / "none", "--strict") == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "none").exists()
