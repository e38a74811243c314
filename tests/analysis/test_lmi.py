import math

import pytest

from evidentia.analysis.bias import compare, means
from evidentia.analysis.halves import halves
from evidentia.analysis.lmi import Counter, lmi, table
from evidentia.errors import InputError

S, R, N = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"


def test_value_by_hand():
    cues = lmi([("a b c", S), ("a b d", R), ("a b c", S)])
    found = {cue.ngram: cue for cue in cues.top[S]}
    # six bigrams, four under S; "b c" twice, both under S
    assert found["b c"].lmi == pytest.approx(2 / 6 * math.log((2 / 6) / (2 / 6 * 4 / 6)))
    assert found["b c"].count == 2 and found["b c"].share == 1
    assert found["a b"].lmi == pytest.approx(2 / 6 * math.log((2 / 6) / (3 / 6 * 4 / 6)))
    assert cues.occurrences == 6 and cues.claims == {S: 2, R: 1}


def test_order_and_ties_by_alphabet():
    cues = lmi([("z y", S), ("b a", S), ("m n", R), ("m n", R)])
    assert [cue.ngram for cue in cues.top[S]] == ["b a", "z y"]
    assert cues.top[R][0].ngram == "m n"


def test_case_marks_and_size():
    cues = lmi([("The cat's hat, is RED.", S)], size=1)
    assert {cue.ngram for cue in cues.top[S]} == {"the", "cat's", "hat", "is", "red"}


def test_labels_can_be_chosen():
    claims = [("a b", S), ("c d", R), ("e f", N)]
    assert set(lmi(claims, labels=(S, R)).top) == {S, R}


def test_no_labels():
    with pytest.raises(InputError, match="no claim has a label"):
        lmi([("a b", None)])


def test_bounded_counter_keeps_frequent_cues():
    counter = Counter(most=50)
    for number in range(300):
        counter.add(f"is only thing{number} word{number}", R)
        counter.add(f"other{number} more{number}", S)
    assert counter.cues(top=1).top[R][0].ngram == "is only"
    assert len(counter._places) <= 51


def test_halves_share_no_group_and_are_equal():
    claims = [
        (f"{label} {group} {part}", label, f"q{group}") for group in range(20) for label in (S, R) for part in "ab"
    ]
    found = halves(claims)
    sides = {label: [claim for claim, name in found if name == label] for label in (S, R)}
    assert len(sides[S]) == len(sides[R]) == 20
    groups = [{claim.split()[1] for claim in side} for side in sides.values()]
    assert not groups[0] & groups[1]
    assert found == halves(claims)


def test_halves_leave_out_repeats_and_nei():
    found = halves([("same", S, "a"), ("same", S, "a"), ("other", R, "b"), ("x", N, "c")])
    assert sorted(found) == [("other", R), ("same", S)]


def test_halves_too_many():
    with pytest.raises(InputError, match="only 1 claims"):
        halves([("one", S, "a"), ("two", R, "b")], each=2)


def test_compare_cuts_to_one_size():
    small = [(f"s{n} t", S, f"s{n}") for n in range(3)] + [(f"r{n} t", R, f"r{n}") for n in range(3)]
    large = [(f"s{n} only", S, f"s{n}") for n in range(9)] + [(f"is only {n}", R, f"r{n}") for n in range(9)]
    found = compare([small, large], halved=True)
    assert [cues.claims for cues in found] == [{S: 3, R: 3}, {S: 3, R: 3}]
    rows = means([("small", found[0]), ("large", found[1])]).records()
    assert rows[0]["of the first"] == 1
    assert rows[1]["of the first"] == pytest.approx(found[1].mean() / found[0].mean())


def test_table_has_ranks():
    rows = table(lmi([("a b", S), ("c d", R)])).records()
    assert [(row["label"], row["rank"], row["n-gram"]) for row in rows] == [(S, 1, "a b"), (R, 1, "c d")]
