import math

import pytest

from evidentia.analysis.association import Associations, first_position, npmi
from evidentia.analysis.claims import Analysed, evidence_sets


@pytest.mark.parametrize(
    ("counts", "value"),
    [((5, 5, 5, 10), 1.0), ((0, 5, 5, 10), -1.0), ((25, 50, 50, 100), 0.0), ((10, 10, 10, 10), 0.0)],
)
def test_ends(counts, value):
    assert npmi(*counts) == pytest.approx(value)


def test_by_hand():
    assert npmi(2, 4, 5, 20) == pytest.approx(math.log(0.1 / (0.2 * 0.25)) / -math.log(0.1))


def claim(text, label, **record):
    return Analysed(claim=text, label=label, sets=evidence_sets(record), record=record)


def test_words_and_types():
    met = Associations()
    for number in range(30):
        met.add(claim(f"x{number} is only here here", "REFUTES", claim_type="III"))
        met.add(claim(f"y{number} is here", "SUPPORTS", claim_type="I" if number % 2 else "III"))
    tables = {table.name: table for table in met.tables()}
    words = {(row["label"], row["word"]): row for row in tables["npmi_label_word"].records()}
    assert words["REFUTES", "only"]["nPMI"] == pytest.approx(1.0) and words["REFUTES", "only"]["claims"] == 30
    assert words["REFUTES", "is"]["nPMI"] == pytest.approx(0.0)
    assert ("SUPPORTS", "only") not in words
    assert not any(word.startswith("x") for _, word in words)
    types = {(row["label"], row["claim type"]): row["nPMI"] for row in tables["npmi_label_claim_type"].records()}
    assert types["SUPPORTS", "I"] > 0.4 and types["REFUTES", "I"] == -1
    assert "npmi_mutation_word" not in tables


def test_labels_in_their_own_order():
    met = Associations()
    for label in ("REFUTES", "NOT ENOUGH INFO", "SUPPORTS"):
        for _ in range(10):
            met.add(claim(f"{label} said so", label))
    (table,) = met.tables()
    assert list(dict.fromkeys(row[0] for row in table.rows)) == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]


@pytest.mark.parametrize(("number", "words"), [(0, "0"), (2, "2"), (4, "3 to 4"), (9, "5 to 9"), (300, "20 and on")])
def test_positions(number, words):
    assert first_position(claim("c", None, evidence=[{"content": [f"P_sentence_{number}"]}])) == words
