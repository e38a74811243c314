import pytest

from evidentia.claim import ContextItem, Evidence, Label, Policy
from evidentia.verdict.conflict import find
from evidentia.verdict.judging import Verdict
from evidentia.verdict.spans import spans


def sentence(text: str, page: str = "Ann Lee") -> Evidence:
    title = ContextItem(f"{page}_title", page)
    return Evidence(id=f"{page}_sentence_0", page=page, kind="sentence", text=text, context=[title])


def cell(text: str, *headers: str, page: str = "World record") -> Evidence:
    context = [ContextItem(f"{page}_title", page)]
    context += [ContextItem(f"{page}_header_cell_0_0_{n}", header) for n, header in enumerate(headers)]
    return Evidence(id=f"{page}_cell_0_1_1", page=page, kind="cell", text=text, context=context)


class Judge:
    """Supports exactly the claims it is given."""

    def __init__(self, *supported: str) -> None:
        self.supported, self.asked = supported, []

    def __call__(self, claim: str) -> Verdict:
        self.asked.append(claim)
        label = Label.SUPPORTS if claim in self.supported else Label.REFUTES
        rest = {other.value: 0.05 for other in Label}
        return Verdict(label=label, policy=Policy.MISLED, probabilities=rest | {label.value: 0.9})


@pytest.mark.parametrize(
    ("claim", "piece", "wrong", "right", "correction"),
    [
        ("Ann Lee was born in Paris in 1901.", sentence("Ann Lee was born in Oslo in 1901 and worked in Paris."), "Paris", "Oslo", "Ann Lee was born in Oslo in 1901."),
        ("Ann Lee was born in 1905.", sentence("Ann Lee (born 1901) was a singer born in 1901."), "1905", "1901", "Ann Lee was born in 1901."),
        ("Ann Lee scored eight goals in Rome.", sentence("Ann Lee scored 6 goals in Rome."), "eight", "6", "Ann Lee scored six goals in Rome."),
        ("Ann Lee died on 3 May 1950.", sentence("Ann Lee died on 4 June 1950."), "3 May 1950", "4 June 1950", "Ann Lee died on 4 June 1950."),
        ("The Athens world record of Bo Dahl is a record of place Athens.", cell("Atlanta", "Bo Dahl", "Place"), "Athens", "Atlanta", ""),
    ],
)  # fmt: skip
def test_the_span_that_decides(claim: str, piece: Evidence, wrong: str, right: str, correction: str) -> None:
    found = find(claim, [piece], Judge(correction) if correction else Judge(claim.replace("Athens", "Atlanta", 1)))
    assert found is not None
    assert (found.claim, found.evidence, found.id) == (wrong, right, piece.id)
    if correction:
        assert found.correction == correction


def test_a_correction_is_only_told_if_it_is_supported() -> None:
    judge = Judge()
    found = find("Ann Lee was born in 1905 in Rome.", [sentence("Ann Lee was born in 1901 in Rome.")], judge)
    assert found is not None and found.correction == ""
    assert judge.asked == ["Ann Lee was born in 1901 in Rome."]


@pytest.mark.parametrize(
    "text",
    ["Ann Lee was born in 1905.", "Bo Dahl owned 12 boats in 1850.", "Ann Lee liked cats.", ""],
)
def test_no_conflict_where_nothing_else_is_said(text: str) -> None:
    judge = Judge()
    assert find("Ann Lee was born in 1905.", [sentence(text, page="X")], judge) is None
    assert not judge.asked


def test_a_computed_fact_leads_to_its_cell() -> None:
    pieces = [cell("9.84", "Time"), cell("Atlanta", "Place", page="Other record")]
    fact = {pieces[1].id: "computed: the Place of Bo Dahl is Atlanta; claim says Athens"}
    judge = Judge("Bo Dahl ran 100 metres in Atlanta.")
    found = find("Bo Dahl ran 100 metres in Athens.", pieces, judge, computed=fact)
    assert found is not None and (found.claim, found.evidence) == ("Athens", "Atlanta")
    assert judge.asked == ["Bo Dahl ran 100 metres in Atlanta."]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("on 12 May 1970", [("date", "1970-05-12")]),
        ("on May 12, 1970", [("date", "1970-05-12")]),
        ("in May 1970", [("month", "1970-05-00")]),
        ("in 1970", [("year", "1970")]),
        ("1,234.5 and −246.0", [("number", "1234.5"), ("number", "-246")]),
        ("2.5 million", [("number", "2.5e+06")]),
        ("45 % of three", [("share", "45"), ("number", "3")]),
        ("the 3rd and the fifth", [("ordinal", "3"), ("ordinal", "5")]),
        ("by Ann Lee in Oslo's port", [("name", "ann lee"), ("name", "oslo")]),
        ("The Isle of Man", [("name", "isle of man")]),
        ("a B2 type", []),
        ("she had one", [("number", "1")]),
    ],
)
def test_spans_have_a_kind_and_a_value(text: str, values: list[tuple[str, str]]) -> None:
    assert [(span.kind, span.value) for span in spans(text) if span.text != "B2"] == values
    assert all(text[span.start : span.end] == span.text for span in spans(text))
