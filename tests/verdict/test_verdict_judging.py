"""Judging with a model that answers by rule: what is read, what is weighed, what becomes of bad input."""

import json

import numpy as np
import pytest

from evidentia.claim import Evidence, Label, Policy
from evidentia.cli.main import run
from evidentia.page import table_from_rows
from evidentia.verdict import combine, judge, judging
from evidentia.verdict.combine import Combination, Weights
from evidentia.verdict.overlap import NAMES, overlap

PLAIN = Combination(
    kinds={"text": Weights(polarity={"reader": 1.0}, open={"reader_doubt": 1.0})},
    policies={"strict": {"open": 1.0}, "misled": {"open": -1.0}},
)


class Rule:
    """Supports what shares a number with the claim, refutes other numbers, and leaves the rest open."""

    name = "rule"

    def __init__(self):
        self.read = []

    def logits(self, claim, texts):
        self.read += texts
        rows = []
        for text in texts:
            asked = {word.strip(".") for word in claim.split() if word.strip(".").isdigit()}
            said = text.partition("computed:")[0]
            told = {word.strip(".") for word in said.split() if word.strip(".").isdigit()}
            rows.append([3, 0, 0] if asked & told else [0, 3, 0] if told else [0, 0, 3])
        return np.array(rows, dtype=np.float32)


def verdict(claim, evidence, tables=(), **options):
    return judge(claim, evidence, tables, model=Rule(), combination=PLAIN, **options)


def test_label_follows_the_reader_and_probabilities_sum_to_one():
    for text, label in (
        ("It has 12 arches.", "SUPPORTS"),
        ("It has 9 arches.", "REFUTES"),
        ("It spans.", "NOT ENOUGH INFO"),
    ):
        found = verdict("The bridge has 12 arches.", [text])
        assert found.label == label
        assert sum(found.probabilities.values()) == pytest.approx(1, abs=2e-4)


def test_nothing_to_read_is_open():
    for evidence, tables in (([], ()), (["", "  "], ()), ([], [table_from_rows([["", ""]])])):
        found = verdict("A claim.", evidence, tables)
        assert found.label is Label.NOT_ENOUGH_INFO
        assert found.probabilities["NOT ENOUGH INFO"] == 1.0


def test_policy_moves_the_border_of_the_open():
    lenient = verdict("It has 12 arches.", ["It spans a valley."], policy=Policy.MISLED)
    strict = verdict("It has 12 arches.", ["It spans a valley."], policy=Policy.STRICT)
    assert strict.probabilities["NOT ENOUGH INFO"] > lenient.probabilities["NOT ENOUGH INFO"]


def test_many_pieces_are_cut_to_what_the_claim_needs():
    model = Rule()
    pieces = [f"Sentence number {n} is about something else entirely." for n in range(200)]
    pieces[150] = "The Vela bridge has twelve arches of red stone."
    judge("The Vela bridge has arches of red stone.", pieces, model=model, combination=PLAIN)
    assert "Vela bridge has twelve arches" in model.read[0]
    assert len(model.read[0].split()) < 600


def test_a_computed_fact_is_read_and_shown():
    table = table_from_rows([["River", "Length"], ["Aller", "211"], ["Ems", "362"], ["Eider", "188"]])
    model = Rule()
    found = judge(
        "The longest river is the Ems with a length of 362.", [], [("Rivers", table)], model=model, combination=PLAIN
    )
    assert found.facts and all(fact.text.startswith("computed:") for fact in found.facts)
    assert found.facts[0].text in model.read[0]


def test_hostile_tables_and_texts_are_bounded():
    huge = table_from_rows([["Name", "Points"], *([f"Row {n}", str(n)] for n in range(5000))])
    long_cell = table_from_rows([["Name", "Text"], ["A", "word " * 2500]])
    model = Rule()
    judge("Row 7 has 7 points. " * 900, ["x " * 200_000], [huge, long_cell], model=model, combination=PLAIN)
    assert all(len(text) < 20_000 for text in model.read)


def test_overlap_counts_words_numbers_and_names():
    values = overlap("In 1969 the Eagle did not land in Peru.", "The Eagle landed in 1969.")
    assert set(values) == set(NAMES)
    assert values["numbers_covered"] == 1.0 and values["negated"] == 1.0
    assert 0 < values["names_covered"] < 1
    assert overlap("", "")["covered"] == 1.0


def test_retrieved_evidence_has_a_prior_of_its_own():
    found = Weights(polarity={"reader": 1.0}, open={"reader_doubt": 1.0, "bias": 2.0})
    combination = Combination(kinds={**PLAIN.kinds, "found-text": found})
    values = {"reader": 1.0, "reader_doubt": 0.0}
    given = combine.probabilities(values, "text", policy=Policy.STRICT, combination=combination)
    searched = combine.probabilities(values, "text", policy=Policy.STRICT, combination=combination, retrieved=True)
    assert searched["NOT ENOUGH INFO"] > given["NOT ENOUGH INFO"]


def test_kinds_of_evidence():
    box = table_from_rows([["Born", "1901"]], header_rows=0, header_columns=1)
    cell = Evidence(id="P_cell_0_1_1", page="P", kind="cell", text="9")
    assert judging.evidence_kind([], [box]) == "infobox"
    assert judging.evidence_kind([], [box, table_from_rows([["a"], ["b"]])]) == "table"
    assert judging.evidence_kind([cell], []) == "cells"
    assert judging.evidence_kind([], []) == "text"


@pytest.fixture
def rule(monkeypatch):
    monkeypatch.setattr(judging, "load_judge", Rule)
    monkeypatch.setattr(combine, "shipped", lambda: PLAIN)


def test_command_keeps_order_and_survives_bad_lines(tmp_path, rule, capsys):
    lines = [
        {"id": 1, "claim": "It has 12 arches.", "evidence": ["It has 12 arches."]},
        "not json",
        {"id": 2, "evidence": []},
        {
            "id": 3,
            "claim": "Ada was born in 1901.",
            "tables": [{"title": "Ada", "rows": [["Born", 1901]], "header_rows": 0, "header_columns": 1}],
        },
        {
            "id": 4,
            "claim": "It has 9 arches.",
            "evidence": [
                {
                    "id": "Bridge_sentence_2",
                    "page": "Bridge",
                    "text": "It has 12 arches.",
                    "context": ["Bridge", "Design"],
                }
            ],
        },
        {"id": 5, "claim": "Nothing is given."},
    ]
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    text = "\r\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    source.write_bytes(b"\xef\xbb\xbf" + text.encode())
    with pytest.raises(SystemExit) as stop:
        run(["judge", "--input", str(source), "--output", str(output)])
    assert stop.value.code == 2
    made = [json.loads(line) for line in output.read_text().splitlines()]
    assert [row.get("label") for row in made] == ["SUPPORTS", None, None, "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
    assert "line 2" in made[1]["error"] and "line 3" in made[2]["error"]
    assert "line 2" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run(["judge", "--strict", "--input", str(source), "--output", str(tmp_path / "none.jsonl")])
    assert not (tmp_path / "none.jsonl").exists()
