import math

import pytest

from evidentia.claim import ContextItem, Evidence
from evidentia.evidence.rank import LexicalRanker
from evidentia.evidence.words import content_stems, stem, words


def sentence(page: str, number: int, text: str, *context: str) -> Evidence:
    items = [ContextItem(f"{page}_title", page), *(ContextItem(f"{page}_section_0", each) for each in context)]
    return Evidence(id=f"{page}_sentence_{number}", page=page, kind="sentence", text=text, context=items)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("cities", "city"),
        ("second", "2nd"),
        ("twelve", "12"),
        ("stopped", "stop"),
        ("Café", "cafe"),
        ("churches", "church"),
        ("1990s", "1990"),
        ("written", "written"),
    ],
)
def test_forms_of_a_word_share_a_stem(left: str, right: str) -> None:
    assert stem(left.lower()) == stem(right.lower())


def test_numbers_are_words_without_their_commas() -> None:
    assert words("1,234 people, 5.5 km") == ["1234", "people", "5.5", "km"]
    assert content_stems("The cities of the city") == ["city"]


PAGE = [
    sentence("Vardar", 0, "The Vardar is a river."),
    sentence("Vardar", 1, "The Vardar rises in 1490 metres at Vrutok."),
    sentence("Vardar", 2, "Several bridges cross the Vardar in Skopje, the Stone Bridge among them."),
    sentence("Bread", 0, "Bread rises when yeast works."),
]


@pytest.mark.parametrize(
    ("claim", "best"),
    [
        ("The Vardar rises at 1,490 metres.", "Vardar_sentence_1"),
        ("The Stone Bridge crosses the Vardar.", "Vardar_sentence_2"),
        ("Vardar is a river", "Vardar_sentence_0"),
        ("yeast makes bread rise", "Bread_sentence_0"),
    ],
)
def test_best_sentence(claim: str, best: str) -> None:
    assert LexicalRanker().order(claim, PAGE)[0].id == best


def test_rare_words_of_the_corpus_count_most() -> None:
    candidates = [sentence("A", 1, "It is a common thing."), sentence("B", 1, "It is a zyzzyva thing.")]
    rare = {"zyzzyva": 9.0, "common": 1.0, "thing": 1.0}
    assert LexicalRanker(lambda word: rare.get(word, 5.0)).order("A common zyzzyva", candidates)[0].page == "B"


def test_context_speaks_for_a_sentence_that_does_not_name_its_subject() -> None:
    candidates = [
        sentence("Piano", 4, "It has 88 keys.", "History"),
        sentence("Piano", 9, "It has 88 keys.", "Concert grand"),
    ]
    assert LexicalRanker().order("A concert grand has 88 keys.", candidates)[0].id == "Piano_sentence_9"


@pytest.mark.parametrize("claim", ["", "the of and", "?!", "…", "的"])
def test_a_claim_without_words_scores_nothing(claim: str) -> None:
    scores = LexicalRanker().score(claim, PAGE)
    assert len(scores) == len(PAGE) and not any(score > 0 for score in scores)


def test_long_claims_and_texts_are_bounded_and_order_is_stable() -> None:
    claim = " ".join(f"word{number}" for number in range(10_000))
    candidates = [sentence("A", number, "word3 " * 50_000) for number in (1, 2)]
    scores = LexicalRanker().score(claim, candidates)
    assert scores[0] == scores[1] and math.isfinite(scores[0])
    assert [one.id for one in LexicalRanker().order(claim, candidates)] == ["A_sentence_1", "A_sentence_2"]


def test_no_candidates() -> None:
    assert LexicalRanker().score("a claim", []) == []
