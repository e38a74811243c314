import pytest

from evidentia.errors import InputError
from evidentia.score import faviq


def test_not_enough_info_counts_as_refuted():
    gold = [{"id": n, "label": label} for n, label in enumerate(("SUPPORTS", "REFUTES", "REFUTES", "SUPPORTS"))]
    given = ("SUPPORTS", "NOT ENOUGH INFO", "REFUTES", "NOT ENOUGH INFO")
    found = faviq.score([{"id": n, "predicted_label": label} for n, label in enumerate(given)], gold)
    assert found.accuracy == 0.75
    assert (found.accuracy_supports, found.accuracy_refutes) == (0.5, 1.0)


def test_sets_are_averaged_whatever_their_size():
    a = faviq.score([{"label": "SUPPORTS", "predicted_label": "supports"}])
    r = faviq.score([{"label": "SUPPORTS", "predicted_label": "REFUTES"}] * 3)
    assert faviq.macro({"A": a, "R": r}) == 0.5
    assert r.accuracy_refutes is None


def test_unknown_label():
    with pytest.raises(InputError, match="'maybe' is no label"):
        faviq.two_way("maybe")
