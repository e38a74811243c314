import json
from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.train.dpr_pairs import Triple, from_faviq, from_fever, from_scifact

TEXTS = {"Vardar": "Vardar text", "Skopje": "Skopje text", "Bitola": "Bitola text", "Tea": "Tea text"}


def write(path: Path, *lines: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def search(claim: str, k: int) -> list[str]:
    return ["Skopje", "Vardar", "Bitola", "Tea"][:k]


def test_fever_takes_the_second_passage_that_is_not_gold(tmp_path: Path) -> None:
    lines = [
        {"claim": "c", "label": "SUPPORTS", "evidence": [[[1, 1, "Vardar", 0]]]},
        {"claim": "n", "label": "NOT ENOUGH INFO", "evidence": [[[1, None, None, None]]]},
    ]
    found = list(from_fever(write(tmp_path / "f", *lines), search, TEXTS.get))
    assert found == [Triple("c", "Vardar text", "Bitola text")]


def test_faviq_takes_silver_evidence_and_the_best_passage_that_is_not_it(tmp_path: Path) -> None:
    silver = {"id": "Skopje", "title": "Skopje", "text": "capital"}
    lines = [
        {"claim": "c", "positive_evidence": silver},
        {"claim": "d", "positive_evidence": silver, "negative_evidence": {"id": "x", "title": "X", "text": "given"}},
        {"claim": "e"},
    ]
    found = list(from_faviq(write(tmp_path / "f", *lines), search, TEXTS.get))
    assert found == [Triple("c", "Skopje. capital", "Vardar text"), Triple("d", "Skopje. capital", "X. given")]


def test_scifact_takes_sentences_of_the_same_abstract(tmp_path: Path) -> None:
    line = {"claim": "c", "evidence": {"7": [{"sentences": [1], "label": "SUPPORT"}]}}
    found = list(
        from_scifact(write(tmp_path / "f", line), {7: ["near", "gold", "nearer"]}, lambda _, texts: [*map(len, texts)])
    )
    assert found == [Triple("c", "gold", "nearer")]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    folder = tmp_path_factory.mktemp("tiny")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *(f"w{number}" for number in range(24)), "about", "says"]
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    transformers.BertModel(config).save_pretrained(folder)
    return folder


def test_a_tiny_dual_encoder_learns_and_is_searched(tiny: Path, tmp_path: Path) -> None:
    from evidentia.search.dense import build, load_dual_encoder
    from evidentia.train.dpr import DprSettings, train_dual_encoder

    # Each claim's passage is said in other words, so that only training can bring them together.
    triples = [Triple(f"about w{n}", f"says w{n + 12}", f"says w{(n + 1) % 12 + 12}") for n in range(12)]
    settings = DprSettings(epochs=60, batch=12, rate=3e-3)
    losses = train_dual_encoder(triples, tiny, tmp_path / "dual", settings=settings, device="cpu")
    assert losses[-1] < losses[0] / 4
    questions, passages = load_dual_encoder(tmp_path / "dual")
    index = build(tmp_path / "index", [(f"page {n}", f"says w{n + 12}") for n in range(12)], passages)
    best = [found[0].title for found in index.search_many([triple.claim for triple in triples], 1, questions)]
    assert sum(title == f"page {n}" for n, title in enumerate(best)) >= 10


def test_one_example_is_too_few(tiny: Path, tmp_path: Path) -> None:
    from evidentia.train.dpr import train_dual_encoder

    with pytest.raises(InputError, match="at least 2"):
        train_dual_encoder([Triple("a", "b", "c")], tiny, tmp_path / "dual")
