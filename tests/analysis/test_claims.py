import json

import pytest

from evidentia.analysis.claims import Piece, evidence_sets, parse_mapping, read_claims
from evidentia.errors import InputError


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_fever():
    record = {"evidence": [[[1, 2, "Old_Town_-LRB-Riga-RRB-", 3], [1, 2, "Riga", 0]], [[4, 5, "Riga", 1]]]}
    sets = evidence_sets(record)
    assert [[(piece.page, piece.numbers) for piece in group] for group in sets] == [
        [("Old Town (Riga)", (3,)), ("Riga", (0,))],
        [("Riga", (1,))],
    ]


def test_fever_nei_has_no_evidence():
    assert evidence_sets({"evidence": [[[1, None, None, None]]]}) == []


def test_feverous_with_sections():
    context = {"A_b_cell_0_1_2": ["A_b_title", "A_b_section_4"], "A_b_sentence_0": ["A_b_title"]}
    (group,) = evidence_sets({"evidence": [{"content": ["A_b_cell_0_1_2", "A_b_sentence_0"], "context": context}]})
    assert group == (Piece("A_b", "cell", (0, 1, 2), 4), Piece("A_b", "sentence", (0,), -1))


def test_own_lines_and_given_sets():
    part = {"id": "P_sentence_1", "page": "P", "text": "x"}
    assert evidence_sets({"evidence": [part]}) == [(Piece("P", "sentence", (1,), None),)]
    assert len(evidence_sets({"evidence": [part], "sets": [[part], [{"id": "P_cell_0_0_1"}]]})) == 2


def test_predicted_triples_and_faviq():
    assert evidence_sets({"evidence": [[["P", "cell", "0_1_2"]]]}) == [(Piece("P", "cell", (0, 1, 2), None),)]
    assert evidence_sets({"positive_evidence": {"title": "P", "text": "x"}}) == [(Piece("P", "passage", (), None),)]


@pytest.mark.parametrize(
    "evidence", [None, "text", [5], [[7]], [{"content": [3, "no id", {"id": 4}]}], [[[1, 2, 3, 4]]]]
)
def test_odd_evidence_is_none(evidence):
    assert evidence_sets({"evidence": evidence}) == []


def test_feverous_header_line_is_skipped(tmp_path):
    path = write(tmp_path / "f", [{"id": "", "claim": "", "label": ""}, {"id": 1, "claim": "A.", "label": "REFUTES"}])
    assert [(claim.claim, claim.label) for claim in read_claims(path)] == [("A.", "REFUTES")]


def test_other_labels_are_asked_for_never_guessed(tmp_path):
    path = write(tmp_path / "f", [{"id": 9, "claim": "A.", "label": "refuted"}])
    with pytest.raises(InputError, match=r"claim 9.*'refuted'.*--map 'refuted=REFUTES'"):
        list(read_claims(path))
    mapping = parse_mapping(["refuted=refutes"])
    assert [claim.label for claim in read_claims(path, mapping=mapping)] == ["REFUTES"]


def test_labels_that_are_numbers(tmp_path):
    path = write(tmp_path / "f", [{"claim": "A.", "label": 0}, {"claim": "B.", "label": 1}])
    found = read_claims(path, mapping=parse_mapping(["0=REFUTES", "1=SUPPORTS"]))
    assert [claim.label for claim in found] == ["REFUTES", "SUPPORTS"]


@pytest.mark.parametrize("pair", ["x", "=REFUTES", "x=MAYBE"])
def test_bad_mapping(pair):
    with pytest.raises(InputError, match="OLD=NEW"):
        parse_mapping([pair])


def test_claim_elsewhere(tmp_path):
    path = write(tmp_path / "f", [{"text": "A."}])
    with pytest.raises(InputError, match=r"--claim-field \(found: text\)"):
        list(read_claims(path))
    assert [claim.claim for claim in read_claims(path, claim_field="text")] == ["A."]


def test_empty_and_endless(tmp_path):
    empty = tmp_path / "e"
    empty.write_text("")
    with pytest.raises(InputError, match="holds no claims"):
        list(read_claims(empty))
    with pytest.raises(InputError, match="characters are no claim"):
        list(read_claims(write(tmp_path / "f", [{"claim": "a" * 20_001}])))


def test_groups(tmp_path):
    path = write(
        tmp_path / "f",
        [{"claim": "A.", "extra": {"group": "q"}}, {"claim": "B.", "original": "A."}, {"claim": "C.", "page": "P"}],
    )
    claims = list(read_claims(path))
    assert [claim.group() for claim in claims] == ["q", "A.", "c."]
    assert claims[2].group("page") == "P"


def test_kilt(tmp_path):
    source = {"title": "P", "start_paragraph_id": 2}
    record = {
        "id": "1",
        "input": "A.",
        "output": [{"answer": "REFUTES", "provenance": [source]}, {"provenance": [source, 5]}],
    }
    (claim,) = read_claims(write(tmp_path / "f", [record]))
    assert (claim.claim, claim.label) == ("A.", "REFUTES")
    assert claim.sets == [(Piece("P", "passage", (2,), None),)] * 2
