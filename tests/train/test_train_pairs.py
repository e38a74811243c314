"""Training pairs and relevances from a tiny data folder of our own in the shape of the shared one."""

import json

import pytest

pytest.importorskip("torch")
import zstandard

from evidentia.claim import Label
from evidentia.train import cases, combine, measuring, mixture, pairs, ranker, table_pairs
from evidentia.train.combine import Observation


def page(title, *sentences):
    keys = [f"sentence_{number}" for number in range(len(sentences))]
    return {"title": title, "order": keys, **dict(zip(keys, sentences, strict=True))}


PAGES = [
    page(
        f"Lake {name}",
        f"Lake {name} is a lake in the province of Vorland, formed in {1400 + number}.",
        f"Lake {name} feeds the river Orm near the town of Hale (a market town).",
        "Its shore has been settled since the bronze age and holds three harbours.",
        f"A ferry crosses Lake {name} in {10 + number} minutes every day except Sunday.",
    )
    for number, name in enumerate(f"Name{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("data")
    for folder in ("corpus", "claims", "tables", "qa"):
        (root / folder).mkdir()

    def write(name, rows):
        (root / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    packed = zstandard.compress("".join(json.dumps(one) + "\n" for one in PAGES).encode())
    (root / "corpus/wikimix.jsonl.zst").write_bytes(packed)
    lines = "0\tThe Vela (bridge) has 12 arches.\tlink\tlink\n1\t\n2\tIt was opened in 1887."
    write("corpus/minifever_gold_pages.jsonl", [{"id": "Vela_-LRB-bridge-RRB-", "text": "", "lines": lines}])
    gold = [[[1, 2, "Vela_-LRB-bridge-RRB-", 2]]]
    fever = [
        {"claim": "The Vela was opened in 1887.", "label": "SUPPORTS", "evidence": gold},
        {"claim": "The Vela was opened in 1901.", "label": "REFUTES", "evidence": gold},
        {"claim": "Lake NameA is deep.", "label": "NOT ENOUGH INFO", "evidence": [[[None, None, None, None]]]},
    ]
    write("claims/minifever_train.jsonl", fever * 4)
    write("claims/minifever_dev.jsonl", fever)
    write("claims/fever_pairs.jsonl", [{"claim": "c", "label": "REFUTES", "evidence": "e", "pages": ["A_B"]}])
    piece = {"text": "The lake froze.", "section_header": "s"}
    other = {"text": "Boats sail.", "section_header": "s"}
    write(
        "claims/fm2_dev.jsonl",
        [
            {
                "text": f"It froze {n}.",
                "label": "SUPPORTS",
                "gold_evidence": [piece],
                "retrieved_evidence": [other],
                "wikipedia_page": f"P{n}",
            }
            for n in range(20)
        ],
    )
    write(
        "tables/tabfact_tables.jsonl",
        [{"id": "t", "title": "race", "rows": [["name", "rank"], ["ann", "1"], ["bo", "2"]]}],
    )
    statements = [
        {"table": "t", "statement": "ann won with rank 1", "label": 1, "channel": "simple"},
        {"table": "t", "statement": "bo have rank 1", "label": 0, "channel": "simple"},
    ]
    write("claims/tabfact_train.jsonl", statements)
    write("claims/tabfact_val.jsonl", statements)
    write("tables/infotabs_tables.jsonl", [{"id": "T1", "table": {"title": ["Ann"], "Born": ["1901", "Hale"]}}])
    boxes = [{"table_id": "T1", "hypothesis": "Ann was born in 1901.", "label": label} for label in "ECN"]
    write("claims/infotabs_train.jsonl", boxes)
    write("claims/infotabs_dev.jsonl", boxes)
    context = "Orm is a river. The river was bridged in 1887 by Ada Nilsen. It is 310 km long."
    write(
        "qa/squad_dev.jsonl",
        [
            {"title": "Orm", "context": context, "question": "When was the river bridged?", "answers": ["1887"]},
            {"title": "Orm", "context": context, "question": "Who bridged the river?", "answers": ["Ada Nilsen"]},
        ],
    )
    return root


def test_text_pairs_hold_gold_made_nei_and_nearest_pages(data):
    made = list(pairs.TextSources(data).pairs())
    by_source = {}
    for pair in made:
        by_source.setdefault(pair.source, []).append(pair)
    assert set(by_source) >= {"fever-pairs", "fever", "nearestp", "fm2"}
    assert all("It was opened in 1887" in pair.evidence for pair in by_source["fever"])
    assert all(pair.label is Label.NOT_ENOUGH_INFO for pair in by_source["nearestp"])
    assert all("Lake NameA" in pair.evidence for pair in by_source["nearestp"])
    for pair in by_source.get("fever-made-nei", []):
        assert "opened in 1887" not in pair.evidence and pair.label is Label.NOT_ENOUGH_INFO


def test_counterfactuals_change_one_thing_or_take_the_evidence_away(data):
    texts = [pairs.Text(one["title"], [one[key] for key in one["order"]]) for one in PAGES]
    made = list(pairs.counterfactuals(texts * 6, 40, seed=4))
    assert len(made) == 40
    for pair in made:
        if pair.label is Label.SUPPORTS:
            assert pairs.words(pair.claim) <= pairs.words(pair.evidence) | pairs.words(pair.group)
        if pair.label is Label.REFUTES:
            assert pair.claim.rstrip(".") not in pair.evidence
    assert len({pair.label for pair in made}) >= 2


def test_table_pairs(data):
    made = list(table_pairs.tabfact(data)) + list(table_pairs.infotabs(data))
    assert [pair.label.value for pair in made if pair.source == "infotabs"] == [
        "SUPPORTS",
        "REFUTES",
        "NOT ENOUGH INFO",
    ]
    assert any("rank is 1" in pair.evidence for pair in made)
    assert table_pairs.lemmatised("Ann won three medals and was first") == "ann win three medal and be first"


def test_passage_questions_refute_with_another_answer_of_the_kind(data):
    made = list(table_pairs.passage_questions(data, seed=3))
    for pair in made:
        if pair.label is Label.SUPPORTS:
            assert "1887" in pair.claim or "Ada Nilsen" in pair.claim


def test_mixture_keeps_the_held_out_pages_out(data, monkeypatch):
    monkeypatch.setattr(table_pairs, "table_questions", lambda *_, **__: iter(()))
    made = [pair for pair in mixture.mixture(data, counterfactuals=5) if pair.source == "fm2"]
    held = {case.group for case in cases.fm2(data)}
    assert made and held and not held & {pair.group for pair in made}


def test_relevances_tell_gold_from_near(data):
    made = list(ranker.relevances(pairs.TextSources(data)))
    assert any(one.relevant and "opened in 1887" in one.text for one in made)
    assert any(not one.relevant for one in made)


def test_cases_are_what_the_judge_gets(data):
    sources = pairs.TextSources(data)
    made = [*cases.fever(sources, count=9), *cases.tabfact(data, count=9), *cases.infotabs(data, count=9)]
    assert {case.source for case in made} == {"mini-FEVER", "TabFact simple", "TabFact, other table", "InfoTabS"}
    assert all(case.pieces or case.tables for case in made)
    assert made[0].group


def test_combination_learns_what_to_trust():
    seen = []
    for number in range(600):
        label = list(Label)[number % 3]
        sure = {"SUPPORTS": 1.0, "REFUTES": -1.0}.get(label.value, 0.0)
        noise = ((number * 37) % 11 - 5) / 10
        values = {
            "reader": -sure * 0.2 + noise,
            "calculator": 2 * sure + noise,
            "covered": 1.0 - abs(noise),
            "reader_doubt": 2.0 if label is Label.NOT_ENOUGH_INFO else -2.0,
        }
        seen.append(Observation(values, "text", label, "made", f"g{number}"))
    figures = combine.cross_validated(seen)["made"]
    assert figures.two_way > 95 and figures.three_way > 95 and figures.cases == 600
    assert figures.reader_two_way < figures.two_way
    fitted, shown = measuring.fit(seen)
    assert fitted.kinds["text"].polarity["calculator"] > 0 > fitted.kinds["text"].polarity["reader"]
    assert set(shown) == {"made"}


def test_calibration_error_of_perfect_and_of_blind_confidence():
    import numpy as np

    right = np.array([True] * 90 + [False] * 10)
    assert combine.calibration_error(np.full(100, 0.9), right[np.random.default_rng(1).permutation(100)]) < 0.2
    assert combine.calibration_error(np.full(100, 0.99), np.zeros(100, dtype=bool)) == pytest.approx(0.99)
