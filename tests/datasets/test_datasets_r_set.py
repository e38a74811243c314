import pytest

from evidentia.claim import Evidence, Label
from evidentia.datasets.kinds import class_from_question, class_of_text, form_of
from evidentia.datasets.qa import QuestionItem
from evidentia.datasets.r_set import Finder, r_set
from evidentia.datasets.silver import covered, silver_evidence
from evidentia.datasets.spans import find, top_spans
from evidentia.page import Page, Rich, Sentence

PAGES = {
    "Ann Fry": "Ann Fry is a Westmark novelist and poet.",
    "Bo Lund": "Bo Lund (born 3 May 1950) is a Westmark novelist.",
    "Cara Voss": "Cara Voss is a Westmark painter known for boats.",
    "Elden": "Elden is a town in Westmark.",
    "Westmark": "Westmark is a country in the north.",
    "Night Post": "Night Post is a novel by Ann Fry.",
    "Reed Award": "The Reed Award is given each year. Bo Lund won it in 1970 for a novel. Cara Voss drew its poster in 1971. "
    "Ann Fry and Dan Oste wrote Night Post in 1968. It is given in Elden.",
}


class Found:
    def __init__(self, passages: list[Evidence]) -> None:
        self.passages = passages


class TinySearcher:
    """Every page is a passage; rare words count more."""

    corpus: "TinySearcher"

    def __init__(self) -> None:
        self.corpus = self

    def get(self, title: str, *, links: bool = True) -> Page | None:
        return Page(title, [Sentence(0, Rich(PAGES[title]))]) if title in PAGES else None

    def resolve(self, title: str) -> str | None:
        return title if title in PAGES else None

    def idf(self, term: str) -> float:
        return 1.0 + 4.0 / (1 + sum(term.lower() in text.lower() for text in PAGES.values()))

    def retrieve(self, question: str, **_: object) -> Found:
        names = sorted(PAGES, key=lambda title: -sum(word in PAGES[title].lower() for word in question.lower().split()))
        return Found([Evidence(id=f"{name}_passage_0", page=name, kind="passage", text=PAGES[name]) for name in names])


def item(question: str, *answers: str) -> QuestionItem:
    return QuestionItem(id=question, question=question, answers=answers)


@pytest.fixture
def finder() -> Finder:
    return Finder(TinySearcher(), seed=1)


def test_wrong_answers_have_the_type_and_are_wrong(finder: Finder) -> None:
    wrong = finder.draw(item("who wrote night post", "Ann Fry"))
    assert wrong is not None
    # Dan Oste stands beside the answer and may be right; Elden is no person; Ann Fry is right.
    assert wrong.answer in ("Bo Lund", "Cara Voss") and wrong.kind == "person"


def test_years_for_years(finder: Finder) -> None:
    wrong = finder.draw(item("when was night post written", "1968"))
    assert wrong is not None and wrong.answer in ("1950", "1970", "1971")


@pytest.mark.parametrize(
    "question",
    [
        item("who are the poets of westmark", "Ann Fry"),
        item("name a novelist", "Ann Fry"),
        item("how many novels did she write", "1968"),
        item("where did she place in the contest", "Runner-up"),
        item("who wrote night post"),
    ],
)
def test_questions_that_have_no_sole_typed_answer_give_none(finder: Finder, question: QuestionItem) -> None:
    assert finder.draw(question) is None


def test_r_set_pairs_labels(finder: Finder) -> None:
    claims = list(r_set([item("who wrote night post", "Ann Fry")] * 2, finder.draw))
    assert [(claim.label, "Ann Fry" in claim.claim) for claim in claims] == [
        (Label.SUPPORTS, True),
        (Label.REFUTES, False),
    ]


def test_same_seed_same_answer() -> None:
    question = item("who wrote night post", "Ann Fry")
    assert Finder(TinySearcher(), seed=5).draw(question) == Finder(TinySearcher(), seed=5).draw(question)


def test_silver_evidence_holds_the_answer_and_the_question() -> None:
    positive, negative = silver_evidence("who wrote night post", ["Ann Fry"], TinySearcher())
    assert positive is not None and "Ann Fry" in positive.text and "Night Post" in positive.text
    assert negative is not None and "Ann Fry" not in negative.text


def test_silver_evidence_by_chance_is_left_out() -> None:
    searcher = TinySearcher()
    assert covered("where is the long canal of the reed people", ["Elden"], "Elden", PAGES["Elden"], searcher) < 0.55
    assert silver_evidence("where is the long canal of the ostby people", ["Elden"], searcher)[0] is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ann Fry is a novelist from Elden.", "person"),
        ("Bo is an American senator serving the state of Ohio.", "person"),
        ("Dan Oste (born 1950) sings.", "person"),
        ("Elden is a small town in the east.", "place:settlement"),
        ("Westmark is a country.", "place:country"),
        ("He is a cross-country skier.", "person"),
        ("Night Post is a 1968 novel by Ann Fry.", "book"),
        ("The Reed War (1 May 1703 – 2 May 1709) was a war.", "event"),
        ("It rains.", None),
    ],
)
def test_classes(text: str, kind: str | None) -> None:
    assert class_of_text(text) == kind


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        ("1968", "year"),
        ("May 1968", "month"),
        ("3 May 1968", "date"),
        ("12", "number"),
        ("twelve", "number"),
        ("12 miles", "amount"),
        ("Ann", None),
    ],
)
def test_forms(answer: str, form: str | None) -> None:
    assert form_of(answer) == form


def test_class_from_question() -> None:
    assert class_from_question("who played the lead") == "person"
    assert class_from_question("where is it") == "place"
    assert class_from_question("which city is it") == "place:settlement"
    assert class_from_question("what is it") is None


def test_names_and_numbers_are_found() -> None:
    assert list(find("In Elden, the Lord of the Reeds met Ann Fry.", None)) == ["Elden", "Lord of the Reeds", "Ann Fry"]
    assert list(find("It has 12 rooms, 3,400 beds and cost $5.", "number")) == ["12", "3,400"]
    assert list(find("from 1901–02 to 1911", "year")) == ["1911"]


def test_spans_are_ranked_by_the_question() -> None:
    passages = [("Reed Award", PAGES["Reed Award"], 1.0)]
    spans = top_spans("who drew the poster", passages, None, idf=lambda word: 1.0)
    assert spans[0].text == "Cara Voss"
