import json
from collections import Counter
from pathlib import Path

import pytest

from evidentia.claim import Label
from evidentia.datasets.a_set import Yield, a_set
from evidentia.datasets.convert import normalise
from evidentia.datasets.equivalent import date_parts, equivalent, number_value
from evidentia.datasets.from_questions import Converted, Dropped, claims_from_questions
from evidentia.datasets.qa import QuestionItem, read_questions
from evidentia.errors import InputError

AMBIGUOUS = {
    "id": "q1",
    "question": "When did Night Post come out?",
    "annotations": [
        {
            "type": "multipleQAs",
            "qaPairs": [
                {"question": "When was Night Post filmed?", "answer": ["2000"]},
                {"question": "When was Night Post released?", "answer": ["4 May 2001", "May 2001"]},
            ],
        },
        {"type": "multipleQAs", "qaPairs": [{"question": "Another annotator asks?", "answer": ["1999"]}]},
    ],
}


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["array", "lines"])
def test_official_and_light_files_read_alike(tmp_path: Path, form: str) -> None:
    text = json.dumps([AMBIGUOUS]) if form == "array" else json.dumps(AMBIGUOUS)
    item = next(read_questions(write(tmp_path / "q.json", text)))
    assert [variant.answers for variant in item.variants] == [("2000",), ("4 May 2001", "May 2001")]


@pytest.mark.parametrize(
    ("record", "answers"),
    [
        ({"question": "q", "answer": ["a", "a", " b "]}, ("a", "b")),
        ({"question": "q", "answer": "a"}, ("a",)),
        ({"question": "q", "answers": {"text": ["a"], "answer_start": [1]}}, ("a",)),
        ({"question": "q", "answers": [{"text": "a"}]}, ("a",)),
        ({"question": "q", "answer-text": "a"}, ("a",)),
        ({"question": "q", "answer": ["", None, 3]}, ()),
        ({"question": "q"}, ()),
    ],
)
def test_answers_under_any_name(tmp_path: Path, record: dict, answers: tuple[str, ...]) -> None:
    assert next(read_questions(write(tmp_path / "q.jsonl", json.dumps(record)))).answers == answers


@pytest.mark.parametrize("text", ['{"answer": ["x"]}', '["text"]', "[1]", "{broken", '"q"'])
def test_wrong_files_are_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError):
        list(read_questions(write(tmp_path / "q.json", text)))


def test_a_set_crosses_pairs(tmp_path: Path) -> None:
    items = list(read_questions(write(tmp_path / "q.json", json.dumps([AMBIGUOUS, AMBIGUOUS]))))
    counts = Yield()
    claims = list(a_set(items, seed=1, counts=counts))
    assert {(each.claim, each.label) for each in claims} == {
        ("Night Post was filmed in 2000.", Label.SUPPORTS),
        ("Night Post was released on 4 May 2001.", Label.SUPPORTS),
        ("Night Post was filmed on 4 May 2001.", Label.REFUTES),
        ("Night Post was released in 2000.", Label.REFUTES),
    }
    assert (counts.questions, counts.eligible, counts.converted) == (2, 1, 1)


def test_a_set_takes_no_pair_whose_answers_agree() -> None:
    from evidentia.datasets.qa import Asked

    item = QuestionItem(
        id="1", question="q", variants=(Asked("when was it built", ("May 1996",)), Asked("when did it open", ("1996",)))
    )
    assert list(a_set([item], seed=1)) == []


def test_a_set_one_of_each_is_balanced() -> None:
    from evidentia.datasets.qa import Asked

    items = [
        QuestionItem(
            id=str(n),
            question="q",
            variants=(Asked(f"who wrote book {n}", ("Ann Fry",)), Asked(f"who drew book {n}", ("Bo Lund",))),
        )
        for n in range(20)
    ]
    labels = Counter(each.label for each in a_set(items, seed=1, one_of_each=True))
    assert labels == {Label.SUPPORTS: 20, Label.REFUTES: 20}


def test_claims_from_questions_reports_what_gave_none() -> None:
    items = [
        QuestionItem(id="1", question="who wrote night post", answers=("Ann Fry", "A. Fry")),
        QuestionItem(id="2", question="who wrote night post", answers=()),
        QuestionItem(id="3", question="the sky is blue", answers=("yes",)),
        QuestionItem(id="4", question="who wrote night post", answers=("??", "Bo")),
    ]
    results = list(claims_from_questions(items))
    assert [result.claim for result in results if isinstance(result, Converted)] == [
        "Ann Fry wrote night post.",
        "Bo wrote night post.",
    ]
    assert [result.id for result in results if isinstance(result, Dropped)] == ["2", "3"]
    every = [result for result in claims_from_questions(items[:1], all_answers=True) if isinstance(result, Converted)]
    assert [result.answer for result in every] == ["Ann Fry", "A. Fry"]


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("The Ell", "ell", True),
        ("twenty-one", "21", True),
        ("1,350", "1350", True),
        ("two million", "2,000,000", True),
        ("May 5, 1996", "5 May 1996", True),
        ("May 5, 1996", "1996", True),
        ("May 5, 1996", "6 May 1996", False),
        ("1996", "1997", False),
        ("J. R. Quill", "John Quill", False),
        ("John Quill", "Sir John Ames Quill", True),
        ("UN", "United Nations", True),
        ("Ann Fry", "Bo Lund", False),
        ("José", "Jose", True),
        ("cats", "cat", True),
        ("12", "12 May", False),
        ("", "", False),
    ],
)
def test_equivalent(one: str, two: str, same: bool) -> None:
    assert equivalent(one, two) is same
    assert equivalent(two, one) is same


def test_equivalent_by_alias() -> None:
    aliases = {"Holland": "Netherlands", "Netherlands": "Netherlands"}
    assert equivalent("Holland", "Netherlands", resolve=aliases.get)


def test_dates_and_numbers() -> None:
    assert date_parts("4 May 2001") == (2001, 5, 4)
    assert date_parts("the 1990 season in May") is None
    assert number_value("one hundred and five") == 105
    assert number_value("first") == 1
    assert number_value("Ann") is None


def test_normalise_is_what_the_match_uses() -> None:
    assert normalise("A The AN") == ""
