import copy

import pytest

from evidentia.errors import InputError
from evidentia.score import fever


def claim(label, *groups):
    return {"label": label, "evidence": [[[1, 2, page, line] for page, line in group] for group in groups]}


def said(label, *lines):
    return {"predicted_label": label, "predicted_evidence": [list(line) for line in lines]}


A0, A1, B0, B1 = ("A", 0), ("A", 1), ("B", 0), ("B", 1)
NEI = {"label": "NOT ENOUGH INFO", "evidence": [[[7, None, None, None]]]}


@pytest.mark.parametrize(
    ("gold", "prediction", "strict", "correct", "precision", "recall"),
    [
        (claim("SUPPORTS", [A0]), said("SUPPORTS", A0), True, True, 1.0, 1.0),
        (claim("SUPPORTS", [A0]), said("supports", A0), True, True, 1.0, 1.0),
        (claim("SUPPORTS", [A0]), said("REFUTES", A0), False, False, 1.0, 1.0),
        (claim("SUPPORTS", [A0, B0]), said("SUPPORTS", A0), False, True, 1.0, 0.0),
        (claim("SUPPORTS", [A0, B0], [B1]), said("SUPPORTS", A0, B1), True, True, 1.0, 1.0),
        (claim("SUPPORTS", [A0]), said("SUPPORTS"), False, True, 1.0, 0.0),
        (claim("SUPPORTS", [A0]), said("SUPPORTS", A0, A0, A1), True, True, 2 / 3, 1.0),
        (claim("SUPPORTS", [A0]), said("SUPPORTS", A1, A1, A1, A1, B0, A0), False, True, 0.0, 0.0),
        (claim("SUPPORTS"), said("SUPPORTS", A0), False, True, 0.0, 1.0),
        (claim("SUPPORTS", []), said("SUPPORTS", A0), True, True, 0.0, 1.0),
        (NEI, said("NOT ENOUGH INFO"), True, True, None, None),
        (NEI, said("not enough info", A0), True, True, None, None),
        (NEI, said("REFUTES", A0), False, False, None, None),
    ],
)
def test_one_claim(gold, prediction, strict, correct, precision, recall):
    found = fever.score([prediction], [gold]).by_claim[0]
    assert (found.strict, found.correct, found.precision, found.recall) == (strict, correct, precision, recall)


def test_averages_leave_out_not_enough_info():
    gold = [claim("SUPPORTS", [A0]), claim("REFUTES", [B0]), NEI]
    found = fever.score([said("SUPPORTS", A0, A1), said("SUPPORTS"), said("NOT ENOUGH INFO", B1)], gold)
    assert found.official == (2 / 3, 2 / 3, 0.75, 0.5, 0.6)
    assert tuple(found) == found.official


def test_only_not_enough_info_has_the_official_precision_and_recall():
    assert fever.fever_score([said("SUPPORTS")], [NEI]) == (0.0, 0.0, 1.0, 0.0, 0.0)


def test_nothing_found_is_no_crash_and_changes_no_input():
    predictions, gold = [said("SUPPORTS", B1)], [claim("SUPPORTS", [A0])]
    before = copy.deepcopy((predictions, gold))
    assert fever.fever_score(predictions, gold) == (0.0, 1.0, 0.0, 0.0, 0.0)
    assert (predictions, gold) == before


def test_max_evidence():
    gold, prediction = [claim("SUPPORTS", [A0])], [said("SUPPORTS", B0, A0)]
    assert fever.score(prediction, gold, max_evidence=1).score == 0
    assert fever.score(prediction, gold, max_evidence=2).score == 1
    assert fever.score(prediction, gold, max_evidence=None).score == 1


def test_accents_match_however_they_are_encoded():
    assert fever.score([said("SUPPORTS", ("Ame\u0301lie", 0))], [claim("SUPPORTS", [("Am\u00e9lie", 0)])]).score == 1


def test_gold_inside_the_predictions_counts_first():
    assert fever.score([{**said("SUPPORTS", A0), **claim("SUPPORTS", [A0])}]).score == 1


def test_joined_by_id_in_any_order_and_of_any_type():
    gold = [{"id": 1, **claim("SUPPORTS", [A0])}, {"id": 2, **claim("REFUTES", [B0])}]
    predictions = [{"id": "2", **said("REFUTES", B0)}, {"id": 1.0, **said("SUPPORTS", A0)}]
    assert fever.score(predictions, gold).score == 1
    assert fever.score(predictions, gold, join="order").score == 0


@pytest.mark.parametrize(
    ("predictions", "gold", "words"),
    [
        ([], None, "no predictions"),
        ([said("SUPPORTS")], None, "no gold claims were given"),
        ([said("SUPPORTS")], [NEI, NEI], "2 gold claims but 1 predictions"),
        ([{"predicted_label": "SUPPORTS"}], [NEI], "predicted_evidence"),
        ([said("SUPPORTS", ("A", "0"))], [claim("SUPPORTS", [A0])], "not a whole number"),
        (
            [{"id": 1, **said("SUPPORTS")}, {"id": 1, **said("SUPPORTS")}],
            [{"id": 1, **NEI}, {"id": 2, **NEI}],
            "two of",
        ),
        ([{"id": 3, **said("SUPPORTS")}, {"id": 1, **said("REFUTES")}], [{"id": 1, **NEI}, {"id": 2, **NEI}], "'3'"),
        ([{"id": 1, **said("SUPPORTS")}], [{"id": 1, **NEI}, {"id": 2, **NEI}], "1 gold claims have no prediction"),
    ],
)
def test_bad_input_is_named(predictions, gold, words):
    with pytest.raises(InputError, match=words):
        fever.score(predictions, gold)


@pytest.mark.parametrize("part", ["A", ["A"], ["A", 1, 2], [1, 1], ["A", "1"], ["A", 1.5], ["A", None]])
def test_format_check(part):
    with pytest.raises(AssertionError):
        fever.check_predicted_evidence_format({"predicted_evidence": [["A", 0], part]})


def test_official_parts_of_one_claim():
    instance = {**claim("SUPPORTS", [A0, B0], [B1]), **said("SUPPORTS", A0, A1, B1)}
    assert fever.evidence_macro_precision(instance) == (2 / 3, 1.0)
    assert fever.evidence_macro_recall(instance) == (1.0, 1.0)
    assert fever.evidence_macro_recall(instance, 2) == (0.0, 1.0)
    assert fever.evidence_micro_precision(instance) == (2.0, 3.0)
    assert fever.is_strictly_correct(instance)
    assert not fever.is_strictly_correct(instance, max_evidence=2)
    assert fever.evidence_macro_precision({**instance, "label": "NOT ENOUGH INFO"}) == (0.0, 0.0)
