import pytest

from evidentia.analysis.claims import Analysed, evidence_sets
from evidentia.analysis.evidence import evidence_type
from evidentia.analysis.lengths import quantile
from evidentia.analysis.statistics import statistics


def claim(text="A b c.", label="SUPPORTS", **record):
    return Analysed(claim=text, label=label, sets=evidence_sets(record), record=record)


def tables(*claims):
    return {table.name: table for table in statistics(claims).tables()}


def rows(table):
    return {row[0]: row[1:] for row in table.rows}


def fever(*groups):
    return [[[1, 2, page, line] for page, line in group] for group in groups]


def test_labels_and_quartiles():
    found = tables(claim("a"), claim("a b"), claim("a b c", "REFUTES"), claim("a b c d", None))
    assert rows(found["labels"]) == {"SUPPORTS": [2, 0.5], "REFUTES": [1, 0.25], "(no label)": [1, 0.25]}
    assert rows(found["claim_lengths"])["all claims"] == [4, 2.5, 1.75, 2.5, 3.25, 4]
    assert rows(found["claim_lengths"])["REFUTES"][0] == 1


@pytest.mark.parametrize(("part", "value"), [(0.0, 1), (0.25, 1.75), (0.5, 5.5), (1.0, 10)])
def test_quantile_as_numpy(part, value):
    assert quantile({1: 1, 2: 1, 9: 1, 10: 1}, part) == value  # type: ignore[arg-type]


def test_fever_rates():
    found = rows(
        tables(
            claim("Riga is old.", evidence=fever([("Riga", 0)])),
            claim("x", evidence=fever([("Riga", 0)], [("Riga", 1)])),
            claim("x", evidence=fever([("Riga", 0), ("Latvia", 2)])),
            claim("x", evidence=fever([("Riga", 0), ("Latvia", 2)], [("Riga", 5)])),
            claim("x", "NOT ENOUGH INFO", evidence=[[[1, None, None, None]]]),
        )["evidence"]
    )
    assert found["claims with evidence"] == [4, 0.8]
    assert found["claims with more than one evidence set"] == [2, 0.5]
    assert found["claims for which more than one sentence is evidence"] == [3, 0.75]
    assert found["claims that need several pieces together (every set)"] == [1, 0.25]
    assert found["claims that need several pages (every set)"] == [1, 0.25]
    assert found["claims that name a page of their evidence"] == [1, 0.25]


def content(*ids, sections=()):
    context = {key: [f"P_section_{number}" for number in sections] for key in ids}
    return {"content": list(ids), "context": context}


def test_feverous_tables():
    one = content("P_sentence_0", "P_sentence_40")
    two = content("P_cell_0_3_1", "P_cell_0_4_1", "P_header_cell_1_0_1", sections=(2, 5))
    three = content("P_cell_0_3_1", "P_sentence_1")
    found = tables(claim(evidence=[one, two]), claim(evidence=[two]), claim(evidence=[three, three]))
    assert rows(found["evidence_types"]) == {
        "sentences": [1, 0.25, 1, pytest.approx(1 / 3)],
        "cells": [2, 0.5, 1, pytest.approx(1 / 3)],
        "sentences and cells": [1, 0.25, 1, pytest.approx(1 / 3)],
    }
    assert rows(found["evidence"])["tables a claim (first set)"][0] == pytest.approx(3 / 3)
    assert rows(found["evidence"])["cells a claim (first set)"][0] == pytest.approx(4 / 3)
    assert {size: row[0] for size, row in rows(found["set_sizes"]).items()} == {2: 2, 3: 2}
    assert rows(found["sentence_positions"])[30][0] == 1
    assert rows(found["row_positions"])[3][0] == 3
    assert rows(found["sections"])[5][0] == 6 and rows(found["sections"])[-1][0] == 4
    assert rows(found["evidence_pieces"])["cell"][0] == 5


@pytest.mark.parametrize(
    ("ids", "kind"),
    [
        (["P_sentence_0", "P_item_0_1"], "sentences"),
        (["P_table_caption_0"], "cells"),
        (["P_item_0_1", "P_header_cell_0_0_0"], "sentences and cells"),
        (["P_title"], "other"),
    ],
)
def test_evidence_type(ids, kind):
    assert evidence_type(evidence_sets({"evidence": [{"content": ids}]})[0]) == kind


def test_challenges_and_confusion():
    found = tables(
        claim(expected_challenge="Other", challenge="Multi-hop Reasoning"),
        claim(expected_challenge="Other", challenge="Other"),
        claim(expected_challenge="Numerical Reasoning", challenge="Numerical Reasoning"),
        claim(challenge="My own kind"),
    )
    assert rows(found["challenges"])["Other"] == [2, pytest.approx(2 / 3), 1, 0.25]
    assert list(rows(found["challenges"]))[-1] == "My own kind"
    confusion = {row["expected"]: row for row in found["challenge_confusion"].records()}
    assert confusion["Other"]["Multi-hop Reasoning"] == 0.5 and confusion["Other"]["claims"] == 2


def test_annotation_project():
    steps = [
        {"operation": "start", "value": "start", "time": "0"},
        {"operation": "search", "value": "Riga", "time": "8.5"},
        {"operation": "hyperlink", "value": "Riga", "time": "21"},
        {"operation": "search", "time": "no time"},
    ]
    found = tables(
        claim(claim_type="Type I", mutation="Negation", annotator_operations=steps, skipped=False, flagged="vague"),
        claim(label="REFUTES", claim_type="Type I", annotator_operations=[], skipped="typo", flagged=None),
        claim(claim_type="Type II", verification_seconds=30, skipped=False, flagged=False),
    )
    assert rows(found["claim_types"])["Type I"] == [2, pytest.approx(2 / 3), 0.5, 0.5]
    assert rows(found["mutations"])["Negation"][0] == 1
    assert rows(found["operations"])["search"] == [2, 2]
    assert rows(found["times"])["verifying, by the last operation"][1] == 21
    assert rows(found["times"])["verifying"][1] == 30
    flags = {(row["what"], row["reason"]): row["claims"] for row in found["skips_and_flags"].records()}
    assert flags == {("skipped", "all"): 1, ("skipped", "typo"): 1, ("flagged", "all"): 1, ("flagged", "vague"): 1}
    assert {"Type I", "Type II"} <= set(rows(found["claim_lengths"]))


def test_nothing_but_claims():
    assert set(tables(claim(label=None))) == {"labels", "claim_lengths"}
