import io
import json
from importlib import resources
from pathlib import Path

import pytest

from evidentia.batch import outputs
from evidentia.claim import Evidence, Label, Policy, Prediction, ScoredPage
from evidentia.cli import verify as cli
from evidentia.cli.main import run
from evidentia.pipeline import PRESETS

READER = Path(str(resources.files("evidentia").joinpath("data", "reader")))
needs_reader = pytest.mark.skipif(not (READER / "judge").is_dir(), reason="the reader's weights are not here")


class Stub:
    corpus = None

    def verify(self, claim: str, *, id: object = None) -> Prediction:
        label = Label.REFUTES if "Paris" in claim else Label.SUPPORTS
        return Prediction(
            claim=claim,
            label=label,
            policy=Policy.MISLED,
            probabilities={"SUPPORTS": 0.1, "REFUTES": 0.1, "NOT ENOUGH INFO": 0.1} | {label.value: 0.8},
            evidence=[
                Evidence(id="Ann_sentence_0", page="Ann", kind="sentence", text="Ann was born in Oslo."),
                Evidence(id="Bo_sentence_4", page="Bo", kind="sentence", text="Something else."),
            ],
            pages=[ScoredPage("Ann", 1.0)],
            seconds={"total": 0.1},
            details={"sets": [["Ann_sentence_0"]], "correction": "Ann was born in Oslo."},
        )


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_verifier", lambda options: Stub())


def call(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        run(["verify", *arguments])
    return int(stop.value.code or 0)


def test_names_are_those_of_the_rooms() -> None:
    assert tuple(PRESETS) == cli.PRESETS
    assert set(cli.FORMATS) == set(outputs.FORMATS)


@pytest.mark.usefixtures("stub")
def test_a_claim_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("Ann was born in Oslo.") == 0
    said = capsys.readouterr()
    assert "Supported by this corpus" in said.out and "Ann was born in Oslo." in said.out
    assert "Something else" not in said.out and "\x1b" not in said.out


@pytest.mark.usefixtures("stub")
def test_json_has_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("Ann was born in Oslo.", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found)[:7] == ["claim", "label", "policy", "probabilities", "evidence", "pages", "seconds"]
    assert set(found["evidence"][0]) == {"id", "page", "kind", "text", "context", "score"}
    assert len(found["evidence"]) == 2


@pytest.mark.usefixtures("stub")
def test_html_and_claimreview(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    assert call("Ann was born in Paris.", "--claimreview", "--html", str(page)) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["@type"] == "ClaimReview" and "written" in said.err
    assert "Refuted by this corpus" in page.read_text()


@pytest.mark.usefixtures("stub")
def test_stdin_and_fail_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO("\ufeffAnn was born\r\nin Paris.\n".encode())

    monkeypatch.setattr("sys.stdin", Input())
    assert call("-", "--json", "--fail-on", "refuted") == 1
    assert call("Ann was born in Oslo.", "--fail-on", "refuted", "--fail-on", "nei") == 0


@pytest.mark.usefixtures("stub")
def test_a_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.txt"
    text.write_text("Ann Lee was born in Paris in 1901. I like her. She lived in Bonn.")
    assert call("--text", str(text), "--fail-on", "refuted") == 1
    said = capsys.readouterr().out
    assert "read as: Ann Lee lived in Bonn." in said and "as this corpus has it" in said and "left out" in said
    page = tmp_path / "text.html"
    assert call("--text", str(text), "--json", "--html", str(page)) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["details"]["start"], one["details"]["end"]) for one in found["claims"]] == [(0, 34), (47, 65)]
    assert found["skipped"] == [{"start": 35, "end": 46, "why": "speaks of the writer or the reader"}]
    assert "Ann Lee was born in Paris" in page.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [""],
        ["   "],
        ["A claim.", "--text", "x"],
        ["A claim.", "--json", "--claimreview"],
        ["A claim.", "--output", "x"],
        ["A claim.", "--preset", "none"],
        ["A claim.", "--corpus", "/nowhere"],
        ["--text", "/nowhere"],
        ["--claims", "/nowhere"],
        ["--claims", "/nowhere", "--output", "/tmp/x-none.jsonl"],
        ["--claims", "x", "--output", "y", "--json"],
        ["--claims", "x", "--output", "y", "--address", "auto"],
    ],
)
def test_wrong_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(*arguments) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.strip() and "Traceback" not in said.err


def test_a_text_in_another_encoding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.txt"
    text.write_bytes(b"caf\xe9")
    assert call("--text", str(text)) == 2
    assert "not UTF-8" in capsys.readouterr().err
    text.write_text("Is it? I think so.")
    assert call("--text", str(text)) == 2
    assert "no checkable claim" in capsys.readouterr().err


@needs_reader
def test_a_file_of_claims_on_the_demo_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output, page = tmp_path / "claims.jsonl", tmp_path / "out.jsonl", tmp_path / "all.html"
    source.write_text('{"id": 1, "claim": "Titan circles Saturn."}\n{"id": 2}\n')
    arguments = ["--claims", str(source), "--output", str(output), "--html", str(page), "--workers", "1"]
    assert call(*arguments, "--cache", str(tmp_path / "cache")) == 2
    said = capsys.readouterr().err
    assert "2 claims" in said and "line 2" in said
    first, second = (json.loads(line) for line in output.read_text().splitlines())
    assert first["id"] == 1 and first["evidence"] and second["line"] == 2
    assert "Titan circles Saturn." in page.read_text()
