import pytest

from evidentia.errors import InputError
from evidentia.score import bootstrap, breakdown
from evidentia.score.compare import compare, mcnemar
from evidentia.score.result import ClaimScore, aggregate


def one(strict, label="SUPPORTS", predicted="SUPPORTS", precision=1.0, recall=1.0):
    return ClaimScore(
        label=label,
        predicted=predicted,
        correct=label == predicted,
        strict=strict,
        precision=precision,
        recall=recall,
    )


CLAIMS = [one(n % 3 == 0, precision=n % 2, recall=float(n % 3 == 0)) for n in range(300)]


def test_intervals_hold_the_figures_and_repeat():
    found = bootstrap.intervals(CLAIMS, samples=300)
    scores = aggregate(CLAIMS)
    for name, (low, high) in found.items():
        value = getattr(scores, name)
        assert low <= value <= high
        if name != "label_accuracy":
            assert 0.05 < high - low < 0.2
    assert found == bootstrap.intervals(CLAIMS, samples=300)
    assert found != bootstrap.intervals(CLAIMS, samples=300, seed=1)


def test_interval_narrows_with_more_claims():
    def width(count):
        low, high = bootstrap.interval([0.0, 1.0] * count, samples=200)
        return high - low

    assert width(20) > 2 * width(400)


def test_only_not_enough_info():
    found = bootstrap.intervals([one(True, precision=None, recall=None)] * 5, samples=10)
    assert found["evidence_precision"] == (1.0, 1.0)
    assert found["evidence_recall"] == (0.0, 0.0)


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (0, 6, 2 / 64), (1, 8, 20 / 512), (3000, 3000, 1.0)],
)
def test_mcnemar(first, second, p):
    assert mcnemar(first, second) == pytest.approx(p, rel=1e-9)
    assert mcnemar(second, first) == pytest.approx(p, rel=1e-9)


def test_a_clear_difference_and_none():
    better = [True] * 160 + [False] * 40
    worse = [True] * 120 + [False] * 80
    found = compare(worse, better)
    assert found.difference == pytest.approx(0.2)
    assert (found.only_first, found.only_second) == (0, 40)
    assert found.interval.low > 0
    assert found.p_bootstrap < 0.01 and found.p_mcnemar < 1e-9
    same = compare(better, better)
    assert (same.difference, same.p_bootstrap, same.p_mcnemar) == (0.0, 1.0, 1.0)


def test_comparison_needs_the_same_claims():
    with pytest.raises(InputError, match="same claims"):
        compare([True], [True, False])


@pytest.mark.parametrize(
    ("evidence", "kind", "pieces"),
    [
        ([{"content": ["P_sentence_0", "P_sentence_1"]}], "sentences", "2"),
        ([{"content": [f"P_cell_0_{n}_0" for n in range(6)]}], "tables", "5-9"),
        ([{"content": ["P_cell_0_0_0", "P_sentence_1", "P_item_0_1"]}], "combined", "3"),
        ([{"content": ["P_sentence_0"]}, {"content": ["P_cell_0_0_0", "P_cell_0_0_1"]}], "several kinds", "1"),
        ([[[1, 2, "A", 0], [1, 2, "B", 0]]], "several pages", "2"),
        ([[[1, 2, "A", 0], [1, 2, "A", 3]], [[1, 2, "A", 9]]], "one page", "1"),
        ([[[1, None, None, None]]], "none", "0"),
        ([], "none", "0"),
    ],
)
def test_groups(evidence, kind, pieces):
    assert breakdown.by_evidence({"evidence": evidence}) == kind
    assert breakdown.by_pieces({"evidence": evidence}) == pieces


def test_breakdown_adds_up():
    instances = [{"label": "x", "challenge": ("Other", "Numerical Reasoning", None)[n % 3]} for n in range(300)]
    parts = breakdown.breakdown(instances, CLAIMS, "challenge")
    assert list(parts) == ["Numerical Reasoning", "Other", "none"]
    assert sum(part.claims for part in parts.values()) == 300
    assert parts["Other"].score == 1.0 and parts["none"].score == 0.0


def test_confusion_and_label_f1():
    claims = [one(True), one(True), one(False, predicted="REFUTES"), one(True, "REFUTES", "REFUTES")]
    assert breakdown.confusion(claims)["SUPPORTS"] == {"SUPPORTS": 2, "REFUTES": 1}
    found = breakdown.label_f1(claims)
    assert found["SUPPORTS"] == pytest.approx(0.8)
    assert found["REFUTES"] == pytest.approx(2 / 3)
    assert found["macro"] == pytest.approx((0.8 + 2 / 3) / 2)


def test_a_seed_below_zero_is_refused():
    with pytest.raises(InputError, match="seed"):
        bootstrap.interval([0.0, 1.0], samples=3, seed=-1)
