from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from evidentia import ids
from evidentia.claim import Evidence, Label, Policy
from evidentia.corpus.demo import demo_corpus
from evidentia.errors import InputError
from evidentia.evidence.words import content_stems
from evidentia.pipeline import PRESETS, Verifier
from evidentia.search.searcher import Retrieved
from evidentia.verdict.explain import brief
from evidentia.verdict.judging import Verdict

READER = Path(str(resources.files("evidentia").joinpath("data", "reader")))
needs_reader = pytest.mark.skipif(not (READER / "judge").is_dir(), reason="the reader's weights are not here")


class Words:
    """Ranks by the claim's words."""

    name = "words"

    def score(self, claim: str, texts: Sequence[str]) -> list[float]:
        wanted = set(content_stems(claim))
        return [float(len(wanted & set(content_stems(text)))) for text in texts]

    def logits(self, claim: str, texts: Sequence[str]) -> np.ndarray:
        return np.zeros((len(texts), 3), dtype=np.float32)


class WordsVerifier(Verifier):
    """Supports what one text says in full, refutes what it says but for a number or the last word."""

    def _judge(self, claim: str, pieces: Sequence[Evidence], tables: Sequence[object], found: Retrieved) -> Verdict:
        wanted = set(content_stems(claim))
        best = Label.NOT_ENOUGH_INFO
        texts = [" ".join([*(item.text for item in piece.context), piece.text]) for piece in pieces]
        texts += [f"{title} {table.text}" for title, table in tables]
        lacking = min((len(wanted - set(content_stems(text))) for text in texts), default=9)
        if lacking == 0:
            best = Label.SUPPORTS
        elif lacking == 1:
            best = Label.REFUTES
        probabilities = {label.value: 0.1 for label in Label} | {best.value: 0.8}
        return Verdict(label=best, policy=self.policy, probabilities=probabilities)


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return WordsVerifier(demo_corpus(), ranker=Words(), judge_model=Words())


def test_a_supported_claim(verifier: Verifier) -> None:
    found = verifier.verify("Marie Curie was born in Warsaw.", id=7)
    assert (found.id, found.label, found.policy) == (7, Label.SUPPORTS, Policy.MISLED)
    assert found.evidence[0].page == "Marie Curie" and "Warsaw" in found.evidence[0].text
    assert found.pages[0].title == "Marie Curie"
    assert set(found.seconds) == {"search", "verdict", "total"}
    details = found.details
    assert details["corpus"]["name"] == "demo" and details["model"] == "words"
    assert details["searched"]["pages"] >= 1 and details["sets"][0]
    assert "parts" not in details and "conflict" not in details and "missing" not in details
    named = {identity for group in details["sets"] for identity in group}
    assert {piece.id for piece in brief(found).evidence} == named


def test_evidence_comes_once_with_context_and_what_decides_comes_first(verifier: Verifier) -> None:
    found = verifier.verify("Marie Curie was born in Warsaw.")
    identities = [piece.id for piece in found.evidence]
    assert len(identities) == len(set(identities))
    assert identities[: len(found.details["sets"][0])] == found.details["sets"][0]
    assert all(piece.context[0].text == piece.page for piece in found.evidence)
    assert all(ids.is_id(identity) for identity in identities)


def test_the_value_in_conflict_and_the_corrected_claim(verifier: Verifier) -> None:
    found = verifier.verify("Marie Curie was born in Zagreb.")
    assert found.label is Label.REFUTES
    assert (found.details["conflict"]["claim"], found.details["conflict"]["evidence"]) == ("Zagreb", "Warsaw")
    assert found.details["correction"] == "Marie Curie was born in Warsaw."


def test_what_is_missing(verifier: Verifier) -> None:
    found = verifier.verify("Usain Bolt speaks fluent Portuguese grammar.")
    assert found.label is Label.NOT_ENOUGH_INFO
    assert any("fluent" in line for line in found.details["missing"])
    assert 1 <= len(brief(found).evidence) <= 3
    nothing = verifier.verify("Qwxyz zzyzx vvvvk.")
    assert nothing.label is Label.NOT_ENOUGH_INFO


def test_one_refuted_part_refutes_the_whole(verifier: Verifier) -> None:
    both = verifier.verify("Marie Curie was born in Warsaw and worked in Paris.")
    assert [part["label"] for part in both.details["parts"]] == ["SUPPORTS", "SUPPORTS"]
    assert both.label is Label.SUPPORTS and len(both.details["sets"]) == 1
    one = verifier.verify("Marie Curie, born in Zagreb, worked in Paris.")
    assert [part["text"] for part in one.details["parts"]] == [
        "Marie Curie was born in Zagreb.",
        "Marie Curie worked in Paris.",
    ]
    assert [part["label"] for part in one.details["parts"]] == ["REFUTES", "SUPPORTS"]
    assert one.label is Label.REFUTES
    open_ = verifier.verify("Marie Curie, born in Warsaw, sold plastic toothbrushes quietly overnight.")
    assert open_.label is Label.NOT_ENOUGH_INFO


def test_the_presets(verifier: Verifier) -> None:
    claim = "James Rodríguez scored six goals at the 2014 FIFA World Cup and played in Brazil."
    kinds = {}
    for name in PRESETS:
        made = WordsVerifier(verifier.corpus, preset=name, ranker=Words(), judge_model=Words())
        found = made.verify(claim)
        kinds[name] = {piece.kind for piece in found.evidence}
        assert found.policy is (Policy.STRICT if name == "fever" else Policy.MISLED)
        assert ("parts" in found.details) == PRESETS[name].split
    assert kinds["fever"] == {"sentence"} == kinds["sentences"]
    assert "sentence" not in kinds["tables"] and "cell" in kinds["tables"]
    assert {"sentence", "cell"} <= kinds["feverous"]
    with pytest.raises(InputError, match="no preset"):
        Verifier(verifier.corpus, preset="none")


def test_each_stage_can_be_exchanged(verifier: Verifier) -> None:
    made = WordsVerifier(
        verifier.corpus, policy=Policy.STRICT, search=lambda claim: Retrieved(), ranker=Words(), judge_model=Words()
    )
    found = made.verify("Marie Curie was born in Warsaw.")
    assert found.label is Label.NOT_ENOUGH_INFO and found.policy is Policy.STRICT
    assert found.evidence == [] and found.pages == []
    assert found.details["missing"] == ["Nothing in the corpus has to do with the claim."]


def test_the_same_claim_gets_the_same_answer(verifier: Verifier) -> None:
    first, second = (verifier.verify("Titan circles Saturn and is large.") for _ in range(2))
    first.seconds = second.seconds = {}
    assert first == second


def test_hostile_claims(verifier: Verifier) -> None:
    for claim in ("", "   ", "a" * 100_000, "\x00\x01", "'\" OR (AND) title:*", "ä" * 5000, "🙂 [[x|y]]"):
        assert verifier.verify(claim).label in Label


@needs_reader
def test_the_reader_supports_and_refutes() -> None:
    verifier = Verifier(demo_corpus())
    asked = {"Donovan Bailey set his world record over 100 metres in Athens.": Label.REFUTES}
    for claim, label in asked.items():
        found = verifier.verify(claim)
        assert found.label is label
        assert abs(sum(found.probabilities.values()) - 1) < 0.001
