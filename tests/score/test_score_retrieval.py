from pathlib import Path

import msgspec
import pytest

from evidentia.errors import InputError
from evidentia.score.retrieval import score
from evidentia.score.trec import write_qrels, write_run

HEADER = {"id": "", "claim": "", "label": "", "evidence": [{"content": [], "context": {}}], "challenge": ""}


def claim(number: int, label: str, *sets: list[str], challenge: str = "Other") -> dict[str, object]:
    evidence = [{"content": list(content), "context": {}} for content in sets]
    return {"id": number, "claim": f"claim {number}", "label": label, "evidence": evidence, "challenge": challenge}


def found(number: int, **lists: list[str]) -> dict[str, object]:
    scored = {f"predicted_{kind}": [[n, 9.0 - p] for p, n in enumerate(names)] for kind, names in lists.items()}
    return {"id": number, "claim": f"claim {number}", **scored}


CLAIMS = [
    HEADER,
    claim(1, "SUPPORTS", ["Lake Ohrid_sentence_0"], ["Lake Ohrid_sentence_3", "Skopje_sentence_1"]),
    claim(2, "REFUTES", ["Skopje_cell_0_1_2", "Skopje_header_cell_0_0_2"], challenge="Numerical Reasoning"),
    claim(3, "NOT ENOUGH INFO"),
    claim(4, "SUPPORTS", ["Cafe\u0301_sentence_0", "Vardar_item_0_1"]),
]
FOUND = [
    found(1, pages=["Skopje", "Lake Ohrid"], sentences=["Skopje_sentence_1", "Lake Ohrid_sentence_3"]),
    found(2, pages=["Bitola", "Skopje"], tables=["Skopje_table_0"], cells=["Skopje_cell_0_1_2", "Skopje_cell_0_1_1"]),
    found(3, pages=["Bitola"]),
    found(4, pages=["Caf\u00e9"], sentences=["Caf\u00e9_sentence_0"], items=[]),
]


def write(path: Path, records: list[dict[str, object]]) -> Path:
    path.write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in records))
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return write(tmp_path / "gold.jsonl", CLAIMS), write(tmp_path / "found.jsonl", FOUND)


def test_figures_by_hand(files: tuple[Path, Path]) -> None:
    result = score(*files)
    assert (result.claims, result.with_evidence) == (4, 3)
    # Claim 1 needs one page of either set, 2 has it in second place, 4 lacks Vardar.
    assert result.fully_supported["pages"] == pytest.approx({"1": 0, "3": 2 / 3, "5": 2 / 3, "10": 2 / 3})
    assert result.oracle_accuracy["pages"]["5"] == pytest.approx(3 / 4)
    assert result.recall["pages"]["5"] == pytest.approx((1 + 1 + 1 / 2) / 3)
    assert result.coverage == pytest.approx(
        {"pages": 2 / 3, "sentences": 1.0, "tables": 1.0, "cells": 0.0, "items": 0.0, "all": 2 / 3}
    )
    assert result.evidence_precision == pytest.approx((1 + 1 / 2 + 1) / 3)
    assert result.evidence_recall == pytest.approx(1 / 3)
    assert result.by_challenge["Numerical Reasoning"]["claims"] == 1
    assert result.by_evidence["cells only"]["tables_coverage"] == 1
    assert set(result.by_evidence) == {"sentences only", "cells only", "both"}


def test_fever_claims_and_official_predictions(tmp_path: Path) -> None:
    gold = [
        {"id": 1, "label": "SUPPORTS", "evidence": [[[0, 0, "The_Gifted_-LRB-TV_series-RRB-", 0]]]},
        {"id": 2, "label": "NOT ENOUGH INFO", "evidence": [[[0, None, None, None]]]},
    ]
    predicted = [
        {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["The_Gifted_-LRB-TV_series-RRB-", 0]]},
        {"id": 2, "predicted_label": "SUPPORTS", "predicted_evidence": []},
    ]
    result = score(write(tmp_path / "gold", gold), write(tmp_path / "predicted", predicted))
    assert result.with_evidence == 1
    assert result.fully_supported["sentences"]["5"] == 1
    assert result.oracle_accuracy["pages"]["1"] == 1


def test_lists_of_bad_shape_are_named(tmp_path: Path, files: tuple[Path, Path]) -> None:
    bad = write(tmp_path / "bad.jsonl", [*FOUND[:3], {"id": 4, "predicted_sentences": [["no id", 1.0]]}])
    with pytest.raises(InputError, match="line 4: not an element id"):
        score(files[0], bad)


@pytest.mark.parametrize("level", ["pages", "sentences"])
def test_other_programs_score_the_exported_run_alike(files: tuple[Path, Path], tmp_path: Path, level: str) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    write_run(files[1], tmp_path / "run", level=level)
    write_qrels(files[0], tmp_path / "qrels", level=level)
    measures = [ir_measures.R @ k for k in (1, 3, 5)]
    judged = list(ir_measures.read_trec_qrels(str(tmp_path / "qrels")))
    theirs = ir_measures.calc_aggregate(measures, judged, list(ir_measures.read_trec_run(str(tmp_path / "run"))))
    ours = score(*files).recall[level]
    assert {str(measure.params["cutoff"]): value for measure, value in theirs.items()} == pytest.approx(
        {k: ours[k] for k in ("1", "3", "5")}
    )


def test_equal_scores_keep_their_order_in_a_run(tmp_path: Path) -> None:
    line = {"id": 1, "predicted_pages": [["B", 2.0], ["A", 2.0], ["C", 2.0]]}
    write_run(write(tmp_path / "found", [line]), tmp_path / "run")
    rows = [row.split() for row in (tmp_path / "run").read_text().splitlines()]
    assert [row[2] for row in rows] == ["B", "A", "C"]
    scores = [float(row[4]) for row in rows]
    assert scores[0] > scores[1] > scores[2]
