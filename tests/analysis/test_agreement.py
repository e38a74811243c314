import pytest

from evidentia.analysis.agreement import cohen, fleiss, overlap
from evidentia.analysis.agreement_tables import Agreement
from evidentia.analysis.claims import Analysed
from evidentia.errors import InputError


def test_cohen_by_hand():
    one = ["y"] * 25 + ["n"] * 25
    other = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert cohen(one, other) == pytest.approx((0.7 - 0.5) / 0.5)


@pytest.mark.parametrize(
    ("one", "other", "value"), [("aabb", "aabb", 1.0), ("aaaa", "aaaa", 1.0), ("aabb", "abab", 0.0)]
)
def test_cohen_ends(one, other, value):
    assert cohen(list(one), list(other)) == pytest.approx(value)


def test_cohen_needs_pairs():
    with pytest.raises(InputError):
        cohen([], [])


def test_fleiss_textbook():
    # Fleiss 1971 in small: 10 subjects, 14 raters, 5 categories; κ = 0.210 (Wikipedia's worked example).
    counts = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    judged = [[place for place, count in enumerate(row) for _ in range(count)] for row in counts]
    assert fleiss(judged) == pytest.approx(0.210, abs=5e-4)


def test_fleiss_leaves_out_single_judgements():
    assert fleiss(["ab", "aa", "bb", "a"]) == fleiss(["ab", "aa", "bb"])
    with pytest.raises(InputError):
        fleiss(["a"])


def test_overlap():
    assert overlap("ab", "bc") == 0.5
    assert overlap("", "") == 1
    assert overlap("a", "") == 0


def judged(*people):
    annotations = [
        {"annotator": str(n), "label": label, "evidence": [{"content": list(ids)}], "calibration": score}
        for n, (label, ids, score) in enumerate(people)
    ]
    return Analysed(claim="c", label=None, sets=[], record={"annotations": annotations})


def test_kappa_by_overlap_and_calibration():
    found = Agreement()
    found.add(judged(("SUPPORTS", ["P_sentence_0"], 0.95), ("SUPPORTS", ["P_sentence_0"], 0.91)))
    found.add(judged(("REFUTES", ["P_sentence_1"], 0.95), ("REFUTES", ["P_sentence_1"], 0.95)))
    found.add(judged(("SUPPORTS", ["P_sentence_0"], 0.55), ("REFUTES", ["P_sentence_2"], 0.9)))
    found.add(judged(("SUPPORTS", ["P_sentence_0"], 0.5), ("SUPPORTS", ["P_sentence_0", "P_cell_0_0_0"], 0.9)))
    tables = {table.name: table for table in found.tables()}
    rows = {row["evidence match"]: row for row in tables["agreement_by_overlap"].records()}
    assert rows[1.0]["pairs"] == 2 and rows[1.0]["κ"] == 1
    assert rows[0.0]["κ"] == pytest.approx(-1)
    assert rows[0.6]["pairs"] == 1
    assert [row["calibration"] for row in tables["agreement_by_calibration"].records()] == [0.5, 0.9]
    whole = {row["what"]: row for row in tables["agreement"].records()}
    assert whole["claims judged by 2"]["number"] == 4
    assert whole["pairs where one's evidence holds the other's"]["number"] == 1


def test_odd_annotations_are_left_out():
    found = Agreement()
    for value in (None, "x", [1, 2], [{"label": "a"}], [{"label": ""}, {}]):
        found.add(Analysed(claim="c", label=None, sets=[], record={"annotations": value}))
    assert list(found.tables()) == []
