"""Claims with a known answer: some draft of the right kind says it, and the lemmatised form says the same."""

from collections.abc import Callable

import pytest

from evidentia.page import Table
from evidentia.verdict.calculator import compute, features, truth_probability
from evidentia.verdict.calculator.asked import Draft
from evidentia.verdict.calculator.facts import read

CASES = [
    ("Anna Ek has the most points", "superlative.entity", True),
    ("Berit Dahl has the highest points", "superlative.entity", False),
    ("the highest points is 98", "superlative.value", True),
    ("the lowest points is 52", "superlative.value", False),
    ("Berit Dahl has the second highest points", "ordinal.entity", True),
    ("Anna Ek has the best rank", "superlative.entity", True),
    ("Carin Lund joined the earliest", "superlative.entity", True),
    ("Anna Ek has more points than Berit Dahl", "compare", True),
    ("Anna Ek has more goals than Berit Dahl", "compare", False),
    ("Anna Ek has 7 more points than Berit Dahl", "compare.by", True),
    ("Anna Ek has 8 more points than Berit Dahl", "compare.by", False),
    ("Carin Lund joined before Anna Ek", "compare", True),
    ("3 players are from the club Norra", "count.1", True),
    ("four players are from the club Norra", "count.1", False),
    ("there are 3 different clubs", "count.distinct", True),
    ("two players have more than 90 points", "threshold.count", True),
    ("Doris Berg has more than 70 points", "threshold.entity", False),
    ("Doris Berg has between 60 and 70 points", "threshold.entity", True),
    ("more than 2 players are from Norra", "threshold.rows", True),
    ("the total points is 386", "sum", True),
    ("the average goals is 12", "average", True),
    ("all players are from Norra", "all", False),
    ("all players have more than 50 points", "threshold.all", True),
    ("only Doris Berg is from Vastra", "only.of", True),
    ("the majority of players are from Norra", "majority", True),
    ("half of the players are from Sodra", "majority", False),
    ("most rows are of the club Norra , the most common", "commonest", True),
    ("Anna Ek and Carin Lund have the same club", "same", True),
    ("Anna Ek and Berit Dahl have the same club", "same", False),
    ("both Anna Ek and Carin Lund are from Norra", "both", True),
    ("both Anna Ek and Berit Dahl are from Norra", "both", False),
    ("three players won", "count.1", True),
    ("the first player is Anna Ek", "edge.order", True),
    ("Anna Ek is from Norra", "lookup.holds", True),
    ("Anna Ek is from Sodra", "lookup.other", False),
    ("Anna Ek has 95 points", "lookup.number", False),
    ("Anna Ek joined before 2000", "threshold.entity", True),
    ("Berit Dahl joined before March 2000", "threshold.entity", False),
    ("Anna Ek is from Norra while Doris Berg is from Vastra", "clause.holds", True),
]


def drafts(claim: str, table: Table) -> list[Draft]:
    return read(claim, table)[1]


@pytest.mark.parametrize(("claim", "variant", "truth"), CASES)
def test_the_right_reading_is_among_the_drafts(league: Table, claim: str, variant: str, truth: bool) -> None:
    answers = [draft.truth for draft in drafts(claim, league) if draft.variant == variant]
    assert truth in answers, [(draft.variant, draft.truth, draft.text) for draft in drafts(claim, league)]


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        ("Anna Ek has the most points", True),
        ("Berit Dahl has the most points", False),
        ("Anna Ek has more points than Berit Dahl", True),
        ("Doris Berg has more points than Berit Dahl", False),
        ("Anna Ek is from Norra", True),
        ("Anna Ek is from Sodra", False),
        ("anna ek have more point than berit dahl", True),
        ("berit dahl have the most point", False),
    ],
)
def test_the_surest_fact_and_the_probability_agree(league: Table, claim: str, truth: bool) -> None:
    fact = compute(claim, [league])[0]
    assert fact.truth is truth
    assert (truth_probability(claim, [league]) > 0.5) is truth


def test_a_fact_shows_text_cells_and_confidence(league: Table) -> None:
    fact = compute("the most points is 95", [league])[0]
    assert fact.text.startswith("computed: ")
    assert "98" in fact.text and "claim says 95" in fact.text
    assert fact.cells == ["cell_0_1_3"]
    assert (fact.kind, fact.truth) == ("superlative", False)
    assert 0.5 < fact.confidence <= 1


def test_limit_and_order(league: Table) -> None:
    facts = compute("Anna Ek has the most points , 98 , and is from Norra", [league], limit=4, least=0.0)
    assert len(facts) == 4
    assert [fact.confidence for fact in facts] == sorted((fact.confidence for fact in facts), reverse=True)
    assert len({fact.text for fact in facts}) == 4


@pytest.mark.parametrize(
    ("claim", "variant", "truth"),
    [
        ("the height is 180 cm", "record.value", True),
        ("the height is 190 cm", "record.value", False),
        ("the height is more than 170 cm", "record.limit", True),
        ("she was born before 1940", "record.limit", False),
        ("she has two genres", "record.members", False),
        ("she has three genres", "record.members", True),
        ("she lived to be 48 years old", "record.span.age", True),
        ("she was born in May and plays folk", "record.lookup.holds", True),
        ("the height is more than the medals", "record.beside", True),
    ],
)
def test_an_infobox_is_one_record(infobox: Table, claim: str, variant: str, truth: bool) -> None:
    assert (variant, truth) in [(draft.variant, draft.truth) for draft in drafts(claim, infobox)]


def test_totals_are_no_row(make_table: Callable[..., Table]) -> None:
    table = make_table([["name", "points"], ["ann", "3"], ["bea", "5"], ["cia", "4"], ["total", "12"]])
    best = [draft for draft in drafts("bea has the most points", table) if draft.variant == "superlative.entity"]
    assert [draft.truth for draft in best] == [True]


def test_a_claim_about_a_scope(make_table: Callable[..., Table]) -> None:
    table = make_table(
        [
            ["name", "city", "points"],
            ["ann", "oslo", "3"],
            ["bea", "rome", "9"],
            ["cia", "oslo", "4"],
            ["dea", "rome", "1"],
        ]
    )
    facts = [draft for draft in drafts("cia has the most points in oslo", table) if draft.scope == 1]
    assert any(draft.truth and "among the 2 rows with oslo" in draft.text for draft in facts)


@pytest.mark.parametrize("rows", [[], [[]], [["a"]], [["a", "b"]], [["", ""], ["", ""]], [["7"], ["7"]]])
def test_degenerate_tables(make_table: Callable[..., Table], rows: list[list[str]]) -> None:
    assert isinstance(compute("the highest a is 7 , more than 3 others", [make_table(rows)], least=0.0), list)


@pytest.mark.parametrize("claim", ["", "?", "7", "the most", "比分是三", "more than than than", "between 3 and"])
def test_degenerate_claims(league: Table, claim: str) -> None:
    assert isinstance(compute(claim, [league]), list)
    assert 0.0 <= truth_probability(claim, [league]) <= 1.0


def test_no_table_is_even() -> None:
    assert truth_probability("anything", []) == 0.5
    assert features("anything", []) == {}


def test_a_huge_table_is_cut_and_not_counted(make_table: Callable[..., Table]) -> None:
    table = make_table([["name", "n"], *([f"row {number}", str(number)] for number in range(30_000))])
    facts = compute("there are 30 rows with the highest n of 29999", [table])
    assert all(fact.kind == "lookup" for fact in facts)


def test_same_input_same_output(league: Table, make_table: Callable[..., Table]) -> None:
    claim = "Anna Ek and Berit Dahl of Norra have the most goals , more than 5 , in May 1999"
    again = make_table([[cell.text for cell in row] for row in league.rows])
    assert compute(claim, [league], limit=9) == compute(claim, [again], limit=9)
    assert features(claim, [league]) == features(claim, [again])
