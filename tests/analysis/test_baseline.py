import random

import pytest

from evidentia.analysis.baseline import claim_only, table
from evidentia.errors import InputError


def claims(count, *, told):
    chance = random.Random(3)
    names = [f"name{n}" for n in range(40)]
    found = []
    for number in range(count):
        label = "REFUTES" if number % 2 else "SUPPORTS"
        cue = "is only" if told and label == "REFUTES" else "is"
        found.append((f"{chance.choice(names)} {cue} {chance.choice(names)}", label, f"g{number}"))
    return zip(*found, strict=True)


def test_a_cue_is_found():
    texts, labels, groups = claims(400, told=True)
    found = claim_only(texts, labels, groups)
    assert found.accuracy > 0.97
    assert found.majority == 0.5 and found.claims == 400 and len(found.by_fold) == 5


def test_without_a_cue_it_guesses():
    texts, labels, groups = claims(1000, told=False)
    assert 0.4 < claim_only(texts, labels, groups).accuracy < 0.6


def test_same_input_same_result():
    texts, labels, groups = claims(200, told=True)
    assert claim_only(texts, labels, groups) == claim_only(texts, labels, groups)


def test_groups_stay_in_one_fold():
    # Each group's claims share a word that tells their label: of use only if the group is on both sides.
    found = [(f"secret{n // 4}", ("SUPPORTS", "REFUTES")[n // 4 % 2], f"g{n // 4}") for n in range(400)]
    texts, labels, groups = zip(*found, strict=True)
    together = claim_only(texts, labels, groups).accuracy
    apart = claim_only(texts, labels, [str(n) for n in range(400)]).accuracy
    assert apart > 0.85 and together < 0.7


def test_sample_is_said():
    texts, labels, groups = claims(300, told=True)
    found = claim_only(texts, labels, groups, limit=100)
    assert (found.claims, found.of) == (100, 300)
    assert "a sample of 100 of 300 claims" in table([found]).note


def test_three_classes():
    found = [(f"word{n % 3} and more", "abc"[n % 3], str(n)) for n in range(150)]
    assert claim_only(*zip(*found, strict=True)).accuracy == 1


@pytest.mark.parametrize("labels", [["a"] * 10, ["a"]])
def test_nothing_to_tell_apart(labels):
    with pytest.raises(InputError, match="two classes"):
        claim_only(["x"] * len(labels), labels, [str(n) for n in range(len(labels))])


def test_empty_claims_do_not_break_it():
    texts, labels, groups = (list(part) for part in claims(60, told=True))
    texts[5] = ""
    assert claim_only(texts, labels, groups).claims == 60
