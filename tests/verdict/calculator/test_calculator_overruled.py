"""A row that holds what a claim names, but another number, speaks against the claim."""

from evidentia.page import table_from_rows
from evidentia.verdict.calculator import compute

TABLE = table_from_rows(
    [["Player", "Team", "Goals"], ["Ada Nilsen", "Norland", "6"], ["Bo Lund", "Vorland", "5"]], caption="Most goals"
)


def surest(claim):
    return compute(claim, [TABLE], titles=["Northern Cup"], limit=1)[0]


def test_the_number_decides():
    assert surest("Ada Nilsen of Norland scored eight goals at the Northern Cup.").truth is False
    assert surest("Ada Nilsen of Norland scored six goals at the Northern Cup.").truth is True
