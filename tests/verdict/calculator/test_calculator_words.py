import pytest

from evidentia.verdict.calculator.words import stem, tokenise


@pytest.mark.parametrize(
    ("text", "number", "ordinal"),
    [
        ("18,817", 18817, False),
        ("2.50", 2.5, False),
        ("twelve", 12, False),
        ("twenty two", 22, False),
        ("2nd", 2, True),
        ("third", 3, True),
        ("3.5 million", 3_500_000, False),
        ("twice", 2, False),
    ],
)
def test_numbers_of_a_text(text: str, number: float, ordinal: bool) -> None:
    (token,) = tokenise(text)
    assert (token.number, token.ordinal) == (number, ordinal)


@pytest.mark.parametrize(
    ("plain", "lemma"),
    [("won", "win"), ("wins", "win"), ("losses", "lose"), ("cities", "city"), ("played", "play"), ("scoring", "score"),
     ("teams", "team"), ("founded", "found"), ("was", "be")],
)  # fmt: skip
def test_plain_and_lemmatised_words_meet(plain: str, lemma: str) -> None:
    assert stem(plain) == stem(lemma)


def test_possessive_and_accents() -> None:
    assert [token.stem for token in tokenise("José's goals")] == [stem("jose"), "goal"]
