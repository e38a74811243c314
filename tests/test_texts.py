import pytest

from evidentia.claim import Label, Policy, Prediction
from evidentia.texts import LONGEST_TEXT, Skipped, TextClaim, claims, find, listing, placed

TEXT = """Ann Lee was born in Oslo in 1901. She won two prizes. In April 1920 she moved to Rome. Was she happy? \
I think she was kind.

Her brother Bo was a painter. The Ems is a river. However, it does not touch Bonn. This made it famous. \
It is known that ships sank. The new bridge should be closed. Bo Dahl will sing in 2030.

Heading without verb

Ann Lee and Bo Dahl were friends. They lived in Lund until 1930.
"""


def test_claims_say_all_they_mean() -> None:
    assert [one.claim for one in claims(TEXT)] == [
        "Ann Lee was born in Oslo in 1901.",
        "Ann Lee won two prizes.",
        "In April 1920 Ann Lee moved to Rome.",
        "Ann Lee's brother Bo was a painter.",
        "The Ems is a river.",
        "The Ems does not touch Bonn.",
        "Ann Lee and Bo Dahl were friends.",
        "Ann Lee and Bo Dahl lived in Lund until 1930.",
    ]


def test_offsets_lead_back_to_the_text() -> None:
    said = [TEXT[one.start : one.end] for one in find(TEXT)]
    assert said[1] == "She won two prizes." and said[7] == "However, it does not touch Bonn."
    assert all(part in TEXT and part == part.strip() for part in said)
    assert [one.start for one in find(TEXT)] == sorted(one.start for one in find(TEXT))


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Was she in Rome in 1901?", "a question"),
        ("We saw the bridge in Bonn.", "speaks of the writer or the reader"),
        ("The bridge in Bonn is beautiful.", "an opinion"),
        ("Bonn will have 300 bridges.", "about the future"),
        ("A list of bridges", "no statement"),
        ("She was born in Rome in 1901.", "speaks of something named elsewhere"),
        ("This was built in Rome in 1901.", "speaks of something named elsewhere"),
    ],
)
def test_what_is_left_out_is_told(sentence: str, why: str) -> None:
    assert [one.why for one in find(sentence) if isinstance(one, Skipped)] == [why]


def test_a_person_is_no_thing() -> None:
    text = "Ann Lee was a singer from Bonn. The Ems is a river in Germany. She died in 1950. It is 371 kilometres long."
    assert [one.claim for one in claims(text)][2:] == ["Ann Lee died in 1950.", "The Ems is 371 kilometres long."]


def test_nothing_and_hostile_texts() -> None:
    assert find("") == [] and find(" \n\n ") == []
    assert find("x" * (LONGEST_TEXT + 10)) is not None
    assert find("He " * 5000) is not None and find("In " * 3000 + "he was") is not None


def test_listing_and_places() -> None:
    found = find("The Ems is a river. Is it?")
    first = found[0]
    assert isinstance(first, TextClaim)
    prediction = Prediction(
        claim=first.claim, label=Label.REFUTES, policy=Policy.MISLED, probabilities={"REFUTES": 0.9}, details={"a": 1}
    )
    assert placed(prediction, first).details == {"a": 1, "start": 0, "end": 19}
    said = listing(found, [prediction], "The Ems is a river. Is it?")
    assert "refuted by this corpus, 90 %" in said and "left out: a question" in said
