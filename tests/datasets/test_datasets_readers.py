import json
from pathlib import Path

import pytest

from evidentia.datasets.readers import READERS, read
from evidentia.errors import InputError

S, R, N = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"


def lines(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_scifact(tmp_path: Path) -> None:
    corpus = lines(
        tmp_path / "corpus.jsonl", {"doc_id": 5, "title": "On reeds", "abstract": ["Reeds grow.", "Reeds do not fly."]}
    )
    claims = lines(
        tmp_path / "claims.jsonl",
        {
            "id": 1,
            "claim": "Reeds fly.",
            "evidence": {"5": [{"sentences": [1], "label": "CONTRADICT"}]},
            "cited_doc_ids": [5],
        },
        {"id": 2, "claim": "Reeds sing.", "evidence": {}, "cited_doc_ids": [5]},
    )
    first, second = read("scifact", claims, companion=corpus)
    assert (first["label"], first["evidence"][0]["text"], first["evidence"][0]["context"]) == (
        R,
        "Reeds do not fly.",
        ["On reeds"],
    )
    assert second["label"] == N and len(second["evidence"]) == 2


def test_fm2(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "f.jsonl",
        {"id": "a", "text": "Claim.", "label": "SUPPORTS", "gold_evidence": [{"section_header": "Plot", "text": "T."}]},
    )
    assert next(read("fm2", path))["evidence"][0]["context"] == ["Plot"]


def test_hover_asks_what_not_supported_means(tmp_path: Path) -> None:
    path = tmp_path / "h.json"
    path.write_text(
        json.dumps(
            [{"uid": 1, "claim": "c", "supporting_facts": [["Ell", 2]], "label": "NOT_SUPPORTED", "num_hops": 2}]
        )
    )
    with pytest.raises(InputError, match="--label"):
        list(read("hover", path))
    from evidentia.claim import Label

    found = next(read("hover", path, labels={"NOT_SUPPORTED": Label.REFUTES}))
    assert found["label"] == R and found["evidence"][0]["content"] == ["Ell_sentence_2"]


def test_vitaminc(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "v.jsonl",
        {"unique_id": "u", "claim": "c", "evidence": "e", "page": "Ell", "label": "NOT ENOUGH INFO"},
    )
    assert next(read("vitaminc", path))["label"] == N


def test_averitec(tmp_path: Path) -> None:
    record = {
        "claim": "c",
        "label": "Refuted",
        "questions": [{"question": "Did it?", "answers": [{"answer": "No.", "source_url": "http://x"}]}],
    }
    path = tmp_path / "a.json"
    path.write_text(json.dumps([record]))
    assert next(read("averitec", path))["evidence"][0]["text"] == "Did it? No."
    path.write_text(json.dumps([{**record, "label": "Conflicting Evidence/Cherrypicking"}]))
    with pytest.raises(InputError):
        list(read("averitec", path))


def test_snopes_sheet(tmp_path: Path) -> None:
    path = tmp_path / "s.tsv"
    path.write_text("Claim\tVerdict\tEvidence\nIt rained.\tfalse\tIt was dry.\n", encoding="utf-8")
    found = next(read("snopes", path))
    assert (found["label"], found["evidence"][0]["text"]) == (R, "It was dry.")
    path.write_text("Claim\tVerdict\nIt rained.\tmostly false\n", encoding="utf-8")
    with pytest.raises(InputError, match="mostly false"):
        list(read("snopes", path))


def test_tabfact_official_and_lines(tmp_path: Path) -> None:
    (tmp_path / "csv").mkdir()
    (tmp_path / "csv" / "t.csv").write_text("club#goals\nelden#3\n")
    official = tmp_path / "train.json"
    official.write_text(json.dumps({"t.csv": [["elden has 3 goals", "elden has 4"], [1, 0], "the cup"]}))
    found = list(read("tabfact", official, companion=tmp_path / "csv"))
    assert [each["label"] for each in found] == [S, R]
    assert (
        found[0]["tables"][0]["rows"] == [["club", "goals"], ["elden", "3"]]
        and found[0]["tables"][0]["title"] == "the cup"
    )
    tables = lines(tmp_path / "tables.jsonl", {"id": "t.csv", "title": "cup", "rows": [["club"], ["elden"]]})
    light = lines(tmp_path / "light.jsonl", {"table": "t.csv", "statement": "s", "label": 0})
    assert next(read("tabfact", light, companion=tables))["tables"][0]["title"] == "cup"


def test_no_table_is_read_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "csv").mkdir()
    (tmp_path / "secret.csv").write_text("a#b\n")
    official = tmp_path / "train.json"
    official.write_text(json.dumps({"../secret.csv": [["s"], [1], ""]}))
    assert "tables" not in next(read("tabfact", official, companion=tmp_path / "csv"))


def test_infotabs(tmp_path: Path) -> None:
    tables = lines(
        tmp_path / "tables.jsonl", {"id": "T1", "table": {"title": ["Ell"], "Length": ["12 km"], "Mouth": ["A", "B"]}}
    )
    claims = lines(tmp_path / "c.jsonl", {"table_id": "T1", "hypothesis": "It is long.", "label": "N"})
    found = next(read("infotabs", claims, companion=tables))
    assert found["label"] == N
    assert found["tables"][0] == {
        "title": "Ell",
        "caption": "",
        "rows": [["Length", "12 km"], ["Mouth", "A, B"]],
        "header_rows": 0,
        "header_columns": 1,
    }
    sheet = tmp_path / "c.tsv"
    sheet.write_text("index\ttable_id\tannotater_id\thypothesis\tlabel\n0\tT1\tx\tIt is long.\tE\n")
    assert next(read("infotabs", sheet, companion=tables))["label"] == S


@pytest.mark.parametrize("name", sorted(READERS))
@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", '{"claim": 3}\n', "\xff"])
def test_broken_files_raise_nothing_but_input_errors(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(text.encode("latin-1"))
    try:
        list(read(name, path))
    except InputError:
        pass


def test_an_unknown_reader_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no reader"):
        read("nothing", tmp_path / "x")
