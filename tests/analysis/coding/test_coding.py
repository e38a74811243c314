import json

import pytest

from evidentia.analysis.coding.cases import refuted, wrong
from evidentia.analysis.coding.schemes import CAUSES, CLASSES, FEVER, SCHEMES
from evidentia.analysis.coding.session import read, run
from evidentia.analysis.coding.summary import summary
from evidentia.errors import InputError


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path):
    gold = [
        {"id": 1, "claim": "One.", "label": "SUPPORTS", "evidence": [[[0, 0, "A_-LRB-b-RRB-", 1]]]},
        {"id": 2, "claim": "Two.", "label": "REFUTES", "evidence": [[[0, 0, "B", 1], [0, 0, "C", 1]]]},
        {"id": 3, "claim": "Three.", "label": "REFUTES", "evidence": [[[0, 0, "B", 1]]]},
        {"id": 4, "claim": "Four.", "label": "NOT ENOUGH INFO", "evidence": [[[0, None, None, None]]]},
    ]
    predictions = [
        {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["A_-LRB-b-RRB-", 1]]},
        {"id": 2, "predicted_label": "REFUTES", "predicted_evidence": [["B", 1]]},
        {"id": 3, "predicted_label": "SUPPORTS", "predicted_evidence": [["B", 1]]},
        {"id": 4, "predicted_label": "NOT ENOUGH INFO", "predicted_evidence": []},
    ]
    return write(tmp_path / "gold", gold), write(tmp_path / "predictions", predictions)


def session(scheme, cases, path, *answers):
    shown: list[str] = []
    left = iter(answers)
    count = run(scheme, cases, path, ask=lambda question: next(left, "q"), show=shown.append)
    return count, "\n".join(shown)


def test_only_wrong_predictions(files):
    cases = wrong(*files, size=9, seed=1, strict=True)
    assert {(case.id, case.right_label) for case in cases} == {("2", True), ("3", False)}
    assert [case.id for case in wrong(*files, size=9, seed=1, strict=False)] == ["3"]
    facts = dict(next(case for case in cases if case.id == "2").facts)
    assert facts["a whole gold set"] == "not found" and facts["predicted"] == "REFUTES"


def test_feverous_and_own_predictions(tmp_path):
    gold = write(
        tmp_path / "g", [{"id": 1, "claim": "One.", "label": "SUPPORTS", "evidence": [{"content": ["A_cell_0_1_2"]}]}]
    )
    official = {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["A", "cell", "0_1_2"]]}
    own = {
        "id": 1,
        "claim": "One.",
        "label": "SUPPORTS",
        "evidence": [{"id": "A_cell_0_1_2", "page": "A", "text": "x"}],
    }
    for prediction in (official, own):
        assert wrong(gold, write(tmp_path / "p", [prediction]), size=9, seed=1, strict=True) == []


def test_the_same_claims_first_with_a_larger_sample(tmp_path):
    path = write(tmp_path / "f", [{"id": n, "claim": f"c{n}", "label": "REFUTES"} for n in range(30)])
    small, large = (refuted(path, size=size, seed=5) for size in (4, 12))
    assert large[:4] == small and len(large) == 12


@pytest.mark.parametrize("scheme", [FEVER])
def test_every_way_through_the_tree_ends_in_a_code(scheme):
    reached = set()

    def walk(key):
        question = scheme.question(key)
        if question is None:
            assert key in scheme.codes
            reached.add(key)
            return
        walk(question.yes)
        walk(question.no)

    walk(scheme.questions[0].key)
    assert reached == set(scheme.codes)


def test_published_figures_belong_to_codes():
    for scheme in SCHEMES.values():
        assert set(scheme.published) <= set(scheme.codes)
    assert len(CAUSES.codes) == 8 and len(CLASSES.codes) == 6


def test_tree_with_a_step_back_and_resume(files, tmp_path):
    cases = wrong(*files, size=9, seed=1, strict=True)
    out = tmp_path / "coded.jsonl"
    count, shown = session(FEVER, cases, out, "n", "b", "yes", "perhaps", "n", "y", "y", "y", "my note")
    assert count == 1 and "[1/2]" in shown
    (record,) = read(out)
    assert record["codes"] == ["verdict-error"] and record["note"] == "my note" and record["id"] == cases[0].id
    assert record["answers"] == {"guidelines": True, "without": False, "label": True, "gold": True, "found": True}
    count, shown = session(FEVER, cases, out, "s")
    assert count == 2 and "[2/2]" in shown and "[1/2]" not in shown
    rows = {row["code"]: row for row in summary(out).records()}
    assert rows["verdict-error"]["claims"] == 1 and rows["verdict-error"]["share"] == 1
    assert rows["retrieval-error"]["in the paper"] == pytest.approx(0.5827)


def test_a_line_cut_off_by_a_crash(files, tmp_path):
    cases = wrong(*files, size=9, seed=1, strict=True)
    out = tmp_path / "coded.jsonl"
    session(FEVER, cases, out, "n", "y", "")
    with out.open("a") as stream:
        stream.write('{"scheme":"fever-errors","id":"2","cla')
    assert session(FEVER, cases, out, "n", "n", "")[0] == 2
    assert [record["codes"] for record in read(out)] == [["ungrammatical"], ["vague"]]


def test_choosing_one_and_several(tmp_path):
    cases = refuted(write(tmp_path / "f", [{"id": 1, "claim": "c", "label": "REFUTES"}]), size=5, seed=1)
    one, several = tmp_path / "one", tmp_path / "several"
    assert session(CAUSES, cases, one, "1 2", "0", "9", "x", "3", "")[0] == 1
    assert read(one)[0]["codes"] == ["conjunctions"]
    session(CLASSES, cases, several, "4, 2", "")
    assert read(several)[0]["codes"] == ["events", "multi-hop"]
    shares = {row["code"]: row["share"] for row in summary(several).records()}
    assert shares["events"] == shares["multi-hop"] == 1


def test_no_mixing_of_schemes(tmp_path):
    cases = refuted(write(tmp_path / "f", [{"id": 1, "claim": "c", "label": "REFUTES"}]), size=5, seed=1)
    session(CAUSES, cases, tmp_path / "out", "3", "")
    with pytest.raises(InputError, match="faviq-causes"):
        session(CLASSES, cases, tmp_path / "out", "1")


@pytest.mark.parametrize("text", ["{}\n", "[]\n", "no\n", '{"scheme":"x","id":1,"codes":3}\n'])
def test_other_files_are_refused(tmp_path, text):
    path = tmp_path / "f"
    path.write_text(text)
    with pytest.raises(InputError, match="line 1"):
        summary(path)


def test_a_claim_cannot_steer_the_terminal(tmp_path):
    path = write(tmp_path / "f", [{"id": 1, "claim": "c \x1b[2J\x07", "label": "REFUTES", "evidence": "e\x9b1m"}])
    _, shown = session(CAUSES, refuted(path, size=1, seed=1), tmp_path / "out", "q")
    assert "\x1b" not in shown and "\x07" not in shown and "\x9b" not in shown
