import random
from typing import ClassVar

import pytest

from evidentia.claim import Label
from evidentia.datasets.mutations import FEVEROUS_CHANCES, KINDS, draw_kind, mutate, wordnet
from evidentia.errors import InputError

S, R, N = Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO


class World:
    """A small world: two towns, two people, a country."""

    kinds: ClassVar = {
        "Elden": "town",
        "Marsh": "town",
        "Ann Fry": "person",
        "Bo Lund": "person",
        "Westmark": "country",
    }

    def entities(self, claim: str) -> list[str]:
        return [name for name in self.kinds if name in claim]

    def similar(self, entity: str, chance: random.Random) -> str | None:
        return next((name for name in self.kinds if name != entity and self.kinds[name] == self.kinds[entity]), None)

    def dissimilar(self, entity: str, chance: random.Random) -> str | None:
        return next((name for name in self.kinds if self.kinds[name] != self.kinds[entity]), None)

    def general(self, entity: str) -> str | None:
        return "a town in Westmark" if self.kinds[entity] == "town" else None

    def specific(self, entity: str, chance: random.Random) -> str | None:
        return "Elden" if entity == "Westmark" else None


@pytest.fixture(autouse=True)
def no_wordnet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVIDENTIA_WORDNET", "")
    wordnet.load.cache_clear()


def one(claim: str, kind: str, label: Label | None = S):
    return next(iter(mutate(claim, label, seed=1, kinds=(kind,), knowledge=World())), None)


def every(claim: str, kind: str, label: Label | None = S) -> dict[str, Label | None]:
    return {each.claim: each.label for each in mutate(claim, label, seed=1, kinds=(kind,), knowledge=World(), each=9)}


def test_negation_is_more_than_not() -> None:
    found = every("Ann Fry won the cup.", "negation")
    assert found["Ann Fry lost the cup."] is R
    assert "Ann Fry did not win the cup." in found
    assert {"Ann Fry never won the cup.", "Ann Fry failed to win the cup."} <= set(found)


@pytest.mark.parametrize(
    ("claim", "negated"),
    [
        ("The mill did not burn down.", "The mill burned down."),
        ("Bo Lund was not born in Elden.", "Bo Lund was born in Elden."),
        ("Ann Fry is still mayor.", "Ann Fry is no longer mayor."),
    ],
)
def test_negations_taken_back_flip_both_ways(claim: str, negated: str) -> None:
    assert every(claim, "negation", S)[negated] is R
    assert every(claim, "negation", R)[negated] is S
    assert every(claim, "negation", N)[negated] is N


def test_a_contrary_of_a_false_claim_stays_open() -> None:
    assert every("Elden is the largest town.", "negation", R)["Elden is the smallest town."] is N
    assert every("Elden is the largest town.", "negation", S)["Elden is the smallest town."] is R


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        ("Ann Fry left Elden in 1911.", "In 1911, Ann Fry left Elden."),
        ("Ann Fry wrote the song.", "The song was written by Ann Fry."),
        ("Elden is the capital of Westmark.", "The capital of Westmark is Elden."),
    ],
)
def test_paraphrases_keep_the_label(claim: str, same: str) -> None:
    for label in (S, R, N):
        assert every(claim, "paraphrase", label)[same] is label


def test_similar_substitution_contradicts_only_what_is_sole() -> None:
    assert every("Ann Fry was born in Elden.", "substitution-similar")["Ann Fry was born in Marsh."] is R
    assert every("Ann Fry visited Elden.", "substitution-similar")["Ann Fry visited Marsh."] is N
    assert every("Ann Fry was born in Elden.", "substitution-similar", R)["Ann Fry was born in Marsh."] is N


def test_numbers_move_a_little() -> None:
    found = one("The tower has 80 rooms.", "substitution-similar")
    assert found is not None and found.label is R and "80" not in found.claim


def test_dissimilar_substitution_changes_the_kind() -> None:
    found = one("Bo Lund visited Marsh.", "substitution-dissimilar")
    assert found is not None and (found.claim, found.label) == ("Bo Lund visited Ann Fry.", N)


def test_general_follows_from_true_claims_only() -> None:
    found = every("Ann Fry left Elden in 1911.", "more-general")
    assert found["Ann Fry left Elden in the 1910s."] is S
    assert found["Ann Fry left a town in Westmark in 1911."] is S
    assert set(every("Ann Fry left Elden in 1911.", "more-general", R).values()) == {N}


def test_specific_keeps_false_claims_false() -> None:
    assert every("Ann Fry toured Westmark.", "more-specific", R)["Ann Fry toured Elden."] is R
    assert every("Ann Fry toured Westmark.", "more-specific", S)["Ann Fry toured Elden."] is N


@pytest.mark.parametrize(
    ("claim", "shifted", "label"),
    [
        ("Ann Fry won the cup in 1911.", "Ann Fry will win the cup in 1911.", R),
        ("Ann Fry is the mayor.", "Ann Fry was the mayor.", N),
        ("The mill was built in 1811.", "The mill will be built in 1811.", R),
    ],
)
def test_tense(claim: str, shifted: str, label: Label) -> None:
    found = one(claim, "tense-shift")
    assert found is not None and (found.claim, found.label) == (shifted, label)


def test_every_mutation_has_a_reason_and_differs() -> None:
    for kind in KINDS:
        for claim in (
            "Ann Fry was born in Elden in 1911.",
            "Bo Lund directed the film in Westmark.",
            "x",
            "",
            "no verb here",
        ):
            for each in mutate(claim, S, seed=3, kinds=(kind,), knowledge=World(), each=5):
                assert each.reason and each.claim != claim and each.kind == kind


def test_without_labels_none_is_invented() -> None:
    assert all(each.label is None for each in mutate("Ann Fry was born in Elden in 1911.", None, seed=1))


def test_same_seed_same_mutations() -> None:
    claim = "Ann Fry was born in Elden in 1911."
    assert list(mutate(claim, S, seed=4)) == list(mutate(claim, S, seed=4))


def test_an_unknown_kind_is_told() -> None:
    with pytest.raises(InputError, match="no mutation"):
        list(mutate("x y", S, seed=1, kinds=("shouting",)))


def test_feverous_chances() -> None:
    chance = random.Random(1)
    drawn = [draw_kind(chance) for _ in range(4000)]
    for kind, share in FEVEROUS_CHANCES:
        assert abs(drawn.count(kind) / 4000 - share) < 0.03


def test_wordnet_files_are_read(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = "  1 a line of the licence\n"
    canine, dog, wolf = (f"{{:08d}} 05 n 01 {word} 0 {{}} | gloss\n" for word in ("canine", "dog", "wolf"))
    at = [0, 0, 0]
    for _ in range(2):
        lines = [
            canine.format(at[0], f"002 ~ {at[1]:08d} n 0000 ~ {at[2]:08d} n 0000"),
            dog.format(at[1], f"001 @ {at[0]:08d} n 0000"),
            wolf.format(at[2], f"001 @ {at[0]:08d} n 0000"),
        ]
        at = [len(header), len(header) + len(lines[0]), len(header) + len(lines[0]) + len(lines[1])]
    (tmp_path / "data.noun").write_text(header + "".join(lines))
    index = "".join(f"{word} n 1 1 @ 1 0 {place:08d}  \n" for word, place in zip(("canine", "dog", "wolf"), at))
    (tmp_path / "index.noun").write_text(header + index)
    monkeypatch.setenv("EVIDENTIA_WORDNET", str(tmp_path))
    wordnet.load.cache_clear()
    known = wordnet.load()
    assert known is not None
    assert known.hypernyms("dog") == ["canine"]
    assert known.sisters("dog") == ["wolf"]
    assert known.hyponyms("canine") == ["dog", "wolf"]
    assert known.senses("cat") == []
    wordnet.load.cache_clear()
