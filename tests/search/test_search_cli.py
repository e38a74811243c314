from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evidentia.cli import retrieve as retrieve_command
from evidentia.cli import search as search_command
from evidentia.errors import InputError
from evidentia.search import batch, methods
from evidentia.search.searcher import Retrieved

CLAIMS = [
    {"id": "", "claim": "", "label": ""},
    {"id": 4, "claim": "Amber flows through the town of Quill."},
    {"id": "x", "claim": "The river Amber has a length of 1,204 km."},
    {"id": 7, "claim": ""},
]


def claims(folder: Path, rows: list[Any] = CLAIMS) -> Path:
    path = folder / "claims.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def run(corpus: Path, folder: Path, *options: str) -> list[dict[str, Any]]:
    output = folder / "found.jsonl"
    arguments = ["--corpus", str(corpus), "--claims", str(claims(folder)), "--output", str(output), *options]
    CliRunner().invoke(retrieve_command.command, arguments, catch_exceptions=False)
    return [json.loads(line) for line in output.read_text().splitlines()]


def test_lines_of_the_contract(small: Path, tmp_path: Path) -> None:
    lines = run(small, tmp_path)
    assert [line["id"] for line in lines] == [4, "x", 7]
    assert list(lines[0]) == [
        "id",
        "claim",
        "predicted_pages",
        "predicted_sentences",
        "predicted_tables",
        "predicted_cells",
        "predicted_items",
    ]
    assert lines[0]["predicted_pages"][0][0] == "Amber (river)"
    assert lines[1]["predicted_tables"][0][0] == "Geography of Norland_table_0"
    assert lines[2]["predicted_pages"] == []


def test_a_second_run_gives_the_same_bytes(small: Path, tmp_path: Path) -> None:
    run(small, tmp_path)
    first = (tmp_path / "found.jsonl").read_bytes()
    run(small, tmp_path)
    assert (tmp_path / "found.jsonl").read_bytes() == first
    assert not list(tmp_path.glob("*.part"))


def test_presets_and_sizes(small: Path, tmp_path: Path) -> None:
    lines = run(small, tmp_path, "--preset", "faviq")
    assert lines[0]["predicted_passages"][0][0] == "Amber (river)_passage_0"
    assert lines[0]["predicted_sentences"] == []
    lines = run(small, tmp_path, "--preset", "fever", "--pages", "2")
    assert len(lines[0]["predicted_pages"]) == 2
    assert lines[0]["predicted_cells"] == []


@pytest.mark.parametrize("name", methods.METHODS[:3])
def test_every_method_finds_the_page(small: Path, tmp_path: Path, name: str) -> None:
    lines = run(small, tmp_path, "--method", name)
    assert "Amber (river)" in [title for title, _ in lines[0]["predicted_pages"]]


def test_names_on_the_command_line_are_the_methods_own() -> None:
    assert retrieve_command.METHODS == methods.METHODS
    assert tuple(methods.PRESETS) == retrieve_command.PRESETS


def test_the_papers_sizes() -> None:
    feverous, fever, faviq = (methods.PRESETS[name] for name in ("feverous", "fever", "faviq"))
    assert (feverous.pages, feverous.sentences, feverous.tables) == (5, 5, 3)
    assert (fever.pages, fever.sentences) == (5, 5)
    assert faviq.passages == 3


class Dies:
    """A method that is killed at its third claim, the first time."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def __call__(self, claim: str) -> Retrieved:
        self.calls.append(claim)
        if len(self.calls) == 3:
            raise KeyboardInterrupt
        return Retrieved()


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = claims(tmp_path, [{"id": number, "claim": f"claim {number}"} for number in range(5)])
    output, method = tmp_path / "out.jsonl", Dies()
    with pytest.raises(KeyboardInterrupt):
        batch.retrieve_file(method, path, output, mark="a", progress=False)
    part = next(tmp_path.glob("*.part"))
    with part.open("a") as stream:
        stream.write('{"id":2,"cl')
    assert not output.exists()
    assert batch.retrieve_file(method, path, output, mark="a", progress=False) == 5
    assert method.calls == ["claim 0", "claim 1", "claim 2", "claim 2", "claim 3", "claim 4"]
    assert [json.loads(line)["id"] for line in output.read_text().splitlines()] == [0, 1, 2, 3, 4]


def test_a_part_of_other_settings_is_not_gone_on_with(tmp_path: Path) -> None:
    path = claims(tmp_path, [{"id": number, "claim": "c"} for number in range(5)])
    method = Dies()
    with pytest.raises(KeyboardInterrupt):
        batch.retrieve_file(method, path, tmp_path / "out.jsonl", mark="a", progress=False)
    batch.retrieve_file(method, path, tmp_path / "out.jsonl", mark="b", progress=False)
    assert len(method.calls) == 8


@pytest.mark.parametrize("row", [[], {"id": 1}, {"claim": 3}, "text"])
def test_a_line_without_a_claim_is_named(tmp_path: Path, row: Any) -> None:
    path = claims(tmp_path, [{"claim": "fine"}, row])
    with pytest.raises(InputError, match=r"line 2: no \"claim\""):
        list(batch.read_claims(path))


def test_search_prints_pages_and_evidence(small: Path) -> None:
    result = CliRunner().invoke(search_command.command, ["rivers", "of", "Norland", "--corpus", str(small)])
    assert result.exit_code == 0
    assert "Geography of Norland" in result.output
    assert "Geography of Norland_table_0" in result.output


def test_search_as_json(small: Path) -> None:
    result = CliRunner().invoke(search_command.command, ["mayor of Quill", "--corpus", str(small), "--json"])
    found = json.loads(result.output)
    assert found["pages"][0]["title"] == "Quill"
    assert found["sentences"][0]["id"] == "Quill_sentence_1"


def test_search_says_when_nothing_is_found(small: Path) -> None:
    result = CliRunner().invoke(search_command.command, ["qqqq", "--corpus", str(small)])
    assert result.output == "nothing found for 'qqqq'\n"


def test_the_ranker_reads_the_best_sentences(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    class Backwards:
        def score(self, claim: str, texts: list[str]) -> list[float]:
            read.extend(texts)
            return [20.0 * place for place in range(len(texts))]

    monkeypatch.setattr("evidentia.models.load_ranker", Backwards)
    run(small, tmp_path, "--ranker")
    assert any("Amber" in text for text in read)


def test_the_papers_methods_take_no_ranker(small: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--ranker"):
        run(small, tmp_path, "--ranker", "--method", "drqa")
