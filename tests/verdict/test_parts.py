import pytest

from evidentia.verdict.parts import split


@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        ("Marie Curie, born in Warsaw, won two Nobel Prizes.", ["Marie Curie was born in Warsaw.", "Marie Curie won two Nobel Prizes."]),
        ("Ada Lovelace (born 10 December 1815) was a mathematician.", ["Ada Lovelace was born on 10 December 1815.", "Ada Lovelace was a mathematician."]),
        ("Ann Lee (born 1978), was a judge.", ["Ann Lee was born in 1978.", "Ann Lee was a judge."]),
        ("Titan, which circles Saturn, is larger than Mercury.", ["Titan circles Saturn.", "Titan is larger than Mercury."]),
        ("Georgia, whose capital is Atlanta, was the fourth state.", ["Georgia's capital is Atlanta.", "Georgia was the fourth state."]),
        ("Reidite, a rare mineral, has been found in eight craters.", ["Reidite is a rare mineral.", "Reidite has been found in eight craters."]),
        ("Nils Holm, a Swedish painter, died in 1902.", ["Nils Holm was a Swedish painter.", "Nils Holm died in 1902."]),
        ("Nils Holm was born in Lund and moved to Oslo.", ["Nils Holm was born in Lund.", "Nils Holm moved to Oslo."]),
        ("In 1954 Austria beat Switzerland and finished third.", ["In 1954 Austria beat Switzerland.", "In 1954 Austria finished third."]),
        ("The bridge was opened in 1902 and was closed in 1990.", ["The bridge was opened in 1902.", "The bridge was closed in 1990."]),
        ("The film won four awards, but it lost in Cannes.", ["The film won four awards.", "The film lost in Cannes."]),
        ("Oslo is in Norway, while Turku is in Finland.", ["Oslo is in Norway.", "Turku is in Finland."]),
        ("Mercury, which has no moon, needs 88 days for an orbit and is hot in places.", ["Mercury has no moon.", "Mercury needs 88 days for an orbit.", "Mercury is hot in places."]),
    ],
)  # fmt: skip
def test_claims_of_several_facts(claim: str, parts: list[str]) -> None:
    assert split(claim) == parts


@pytest.mark.parametrize(
    "claim",
    [
        "Paris and London are cities.",
        "Neither Ann nor Bob was born in Rome and won a prize.",
        "The film was written and directed by Ann Lee.",
        "The actor who was born in Rome and won a prize lives in Oslo.",
        "The tower was built in 1900 and opened in 1902.",
        "Ann Lee was nominated for, but lost a prize.",
        "Ann Lee played for the team, managed by R. C. Hall and coached by Bo Dahl.",
        "It is held by a bank, a fund, and Panasonic with an office headquartered in Bonn.",
        "The river lies between Ems and Rhine and has no bridge between Bonn and has Köln.",
        "In Paris, a city in France, people won.",
        "Between 1900 and 1910 Ann won.",
        "Word",
        "",
        "Is Ann Lee, born in Rome, a singer?",
    ],
)
def test_what_is_not_sure_stays_whole(claim: str) -> None:
    assert split(claim) == [" ".join(claim.split())]


def test_hostile_claims_end() -> None:
    for text in ("a, " * 3000, "X and won " * 200, "(" * 5000, "A was " + "and was b " * 50):
        assert split(text)
