import pytest

from evidentia.verdict.calculator import compute, features
from evidentia.verdict.calculator.sentences import findings

TOWN = ["Norrvik is a town in the north.", "As of 2014 it had a population of 26,231 inhabitants."]
LIFE = ["Anna Ek (4 May 1950 – 1 March 1999) was a singer."]


@pytest.mark.parametrize(
    ("claim", "sentences", "variant", "truth"),
    [
        ("Norrvik has a population of 26231 inhabitants", TOWN, "text.number", True),
        ("Norrvik has a population of 50,000 inhabitants", TOWN, "text.number", False),
        ("Norrvik has more than 20,000 inhabitants", TOWN, "text.limit", True),
        ("Norrvik has fewer than 20,000 inhabitants", TOWN, "text.limit", False),
        ("Norrvik has between 20,000 and 30,000 inhabitants", TOWN, "text.limit", True),
        ("Anna Ek died aged 48", LIFE, "text.age", True),
        ("Anna Ek died at the age of 49", LIFE, "text.age", False),
        ("Anna Ek was born in 1951", LIFE, "text.year", False),
        ("Anna Ek died in 1999", LIFE, "text.year", True),
        ("Anna Ek died in the 1990s", LIFE, "text.year", True),
        ("the club played 12 seasons , 9 years", ["It existed from 1990 to 1999."], "text.years", True),
    ],
)
def test_numbers_against_sentences(claim: str, sentences: list[str], variant: str, truth: bool) -> None:
    assert (variant, truth) in [(finding.variant, finding.truth) for finding in findings(claim, sentences)]


def test_facts_and_features_of_sentences() -> None:
    fact = compute("Norrvik has a population of 50,000 inhabitants", [], TOWN)[0]
    assert "26,231" in fact.text and fact.truth is False and fact.cells == []
    values = features("Norrvik has a population of 50,000 inhabitants", [], TOWN)
    assert values["text.down"] > values["text.up"] == 0.0


def test_nothing_to_say_without_numbers() -> None:
    assert findings("Norrvik is a town", TOWN) == []
    assert findings("Norrvik has 3 schools", []) == []
