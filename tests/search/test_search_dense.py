import json
from pathlib import Path

import numpy as np
import pytest

from evidentia.claim import ScoredPage
from evidentia.errors import InputError
from evidentia.page import Page, Rich, Section, Sentence
from evidentia.search.bert import BertEncoder, gelu, read_safetensors
from evidentia.search.dense import DenseIndex, build, fuse, leads, load_encoder

VOCABULARY = "[PAD] [UNK] [CLS] [SEP] the river lake bread is baked deep long city old . new ##s"
WORDS = VOCABULARY.split()


@pytest.fixture(scope="session")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of random weights with a word-piece tokenizer of a few words."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.3,
    )
    transformers.BertModel(config).save_pretrained(folder)
    return folder


TEXTS = ["the river is long", "bread is baked .", "", "the deep lake is old the deep lake is new"]


def test_numpy_encoder_gives_the_vectors_that_torch_gives(tiny_bert: Path) -> None:
    from evidentia.search.dense import HuggingFaceEncoder

    ours = BertEncoder(tiny_bert).encode(TEXTS, batch=3)
    theirs = HuggingFaceEncoder(tiny_bert).encode(TEXTS)
    assert np.abs(ours - theirs).max() < 2e-6
    assert np.linalg.norm(ours, axis=1) == pytest.approx(1)


def test_gelu_is_exact_enough() -> None:
    from math import erf, sqrt

    values = np.linspace(-6, 6, 101, dtype=np.float32)
    expected = [x / 2 * (1 + erf(x / sqrt(2))) for x in values.tolist()]
    assert np.abs(gelu(values) - np.array(expected)).max() < 1e-6


def test_index_finds_what_it_holds_and_each_name_once(tiny_bert: Path, tmp_path: Path) -> None:
    encoder = load_encoder(tiny_bert)
    build(tmp_path / "dense", [("River", TEXTS[0]), ("Bread", TEXTS[1]), ("River", TEXTS[3])], encoder)
    index = DenseIndex.open(tmp_path / "dense")
    found = index.search("bread is baked .", 5, encoder)
    assert [page.title for page in found] == ["Bread", "River"]
    assert found[0].score == pytest.approx(1, abs=2e-3)


def test_an_index_cut_short_or_of_another_encoder_is_named(tiny_bert: Path, tmp_path: Path) -> None:
    encoder = load_encoder(tiny_bert)
    index = build(tmp_path / "dense", [("River", TEXTS[0])], encoder)
    encoder.name = "another"
    with pytest.raises(InputError, match="not of another"):
        index.search("river", 1, encoder)
    (tmp_path / "dense" / "names.json").write_text(json.dumps([]))
    with pytest.raises(InputError, match="cut short"):
        DenseIndex.open(tmp_path / "dense")
    with pytest.raises(InputError, match="no dense index"):
        DenseIndex.open(tmp_path / "nowhere")


def test_weights_cut_short_are_named(tiny_bert: Path, tmp_path: Path) -> None:
    data = (tiny_bert / "model.safetensors").read_bytes()
    (tmp_path / "model.safetensors").write_bytes(data[:-100])
    with pytest.raises(InputError, match="cut short"):
        read_safetensors(tmp_path / "model.safetensors")


def test_pages_are_represented_by_title_and_lead() -> None:
    page = Page("Vardar", [Sentence(0, Rich("A river.")), Section(0, Rich("Course"), 2), Sentence(1, Rich("South."))])
    assert list(leads([page])) == [("Vardar", "Vardar. A river.")]


@pytest.mark.parametrize(
    ("weights", "expected"), [(None, ["B", "A", "C"]), ([1.0, 0.0], ["A", "B", "C"]), ([0.0, 1.0], ["B", "C", "A"])]
)
def test_fusion(weights: list[float] | None, expected: list[str]) -> None:
    words = [ScoredPage("A", 9.0), ScoredPage("B", 3.0)]
    vectors = [ScoredPage("B", 0.9), ScoredPage("C", 0.8)]
    assert [page.title for page in fuse([words, vectors], weights=weights)] == expected
