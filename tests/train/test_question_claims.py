import json
from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from evidentia.datasets.qa import QuestionItem  # noqa: E402
from evidentia.errors import InputError  # noqa: E402
from evidentia.train import question_claims, spans  # noqa: E402
from evidentia.train.question_claims import Pair  # noqa: E402


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


WORDS = [
    "question:", "answer:", "who", "wrote", "drew", "it", "ann", "bo", ".", "the", "river", "ell", "rises", "in", "elden",
    "road", "ends", "at", "marsh", "where", "does",
]  # fmt: skip
PAIRS = [
    Pair(f"who {verb} it", name, (f"{name} {verb} it",))
    for verb in ("wrote", "drew", "sang")
    for name in ("ann", "bo", "cara")
]


def tokenizer(folder: Path) -> None:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit
    from tokenizers.processors import TemplateProcessing

    names = ["<pad>", "</s>", "<unk>", "<sep>", *WORDS]
    made = Tokenizer(WordLevel({word: number for number, word in enumerate(names)}, unk_token="<unk>"))
    made.pre_tokenizer = WhitespaceSplit()
    made.post_processor = TemplateProcessing(
        single="$A </s>", pair="$A <sep> $B:1 </s>:1", special_tokens=[("</s>", 1), ("<sep>", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", sep_token="<sep>"
    ).save_pretrained(str(folder))


@pytest.fixture(scope="module")
def tiny_t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("t5")
    tokenizer(folder)
    torch.manual_seed(1)
    config = transformers.T5Config(
        vocab_size=len(WORDS) + 4, d_model=32, d_kv=8, d_ff=64, num_layers=1, num_heads=4, dropout_rate=0.0,
        pad_token_id=0, eos_token_id=1, decoder_start_token_id=0,
    )  # fmt: skip
    transformers.T5ForConditionalGeneration(config).save_pretrained(str(folder))
    return folder


def test_a_tiny_model_learns_and_is_loaded_again(tiny_t5: Path, tmp_path: Path) -> None:
    settings = question_claims.Settings(epochs=12, batch=4, rate=1e-2, patience=12, length=8)
    result = question_claims.train(PAIRS, PAIRS[:2], model=tiny_t5, output=tmp_path / "out", settings=settings)
    assert result.losses[-1] < result.losses[0] / 2
    converter = question_claims.load(tmp_path / "out")
    converter._length = 8
    assert question_claims.exact_match(converter, PAIRS[:2]) == result.exact_match
    claim = converter.to_claim("who wrote it", "ann")
    assert claim is None or "ann" in claim


def test_training_stops_when_nothing_gets_better(tiny_t5: Path, tmp_path: Path) -> None:
    settings = question_claims.Settings(epochs=9, rate=0.0, patience=2, length=8)
    result = question_claims.train(PAIRS[:2], PAIRS[:2], model=tiny_t5, output=tmp_path / "out", settings=settings)
    assert result.epochs == 3 and result.best_epoch == 1


def test_claims_that_lost_the_answer_are_dropped(tiny_t5: Path) -> None:
    assert question_claims.load(tiny_t5).to_claims([("who wrote it", "zzz")]) == [None]


def test_pairs_are_read_by_part_and_source(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    records = [
        {"source": "nq:1", "part": "train", "answer": "ann", "claims": ["ann wrote it"]},
        {"question": "who drew it", "part": "validation", "answer": "bo", "claim": "bo drew it"},
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert (
        question_claims.read_pairs(path, questions={"nq:1": "who wrote it"}, part="train")[0].question == "who wrote it"
    )
    assert question_claims.read_pairs(path, part="validation")[0].claims == ("bo drew it",)
    with pytest.raises(InputError, match="line 1"):
        question_claims.read_pairs(path)


def test_nothing_to_train_on_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        question_claims.train([], [], model="x", output=tmp_path)
    with pytest.raises(InputError):
        spans.train([], model="x", output=tmp_path)
    with pytest.raises(InputError, match="train-reader"):
        spans.load(tmp_path)


RIVER, ROAD = "the river ell rises in elden", "the road ends at marsh"
ITEMS = [
    QuestionItem(id="1", question="where does it", answers=("elden",), context=RIVER),
    QuestionItem(id="2", question="where does it", answers=("marsh",), context=ROAD),
    QuestionItem(id="3", question="where", answers=("nowhere",), context=ROAD),
]


def test_span_reader_learns_places_and_is_loaded_again(tmp_path: Path) -> None:
    start = tmp_path / "bert"
    tokenizer(start)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(WORDS) + 4, hidden_size=32, num_hidden_layers=1, num_attention_heads=4, intermediate_size=64,
        hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, pad_token_id=0,
    )  # fmt: skip
    transformers.BertForQuestionAnswering(config).save_pretrained(str(start))
    data = spans.examples(ITEMS)
    assert [example.answer for example in data] == ["elden", "marsh"]
    settings = spans.Settings(epochs=40, rate=3e-3, length=24)
    losses = spans.train(data, model=start, output=tmp_path / "out", settings=settings)
    assert losses[-1] < 0.3 < losses[0]
    reader = spans.load(tmp_path / "out")
    for item in ITEMS[:2]:
        best = reader.spans(item.question, [("Ell", item.context, 1.0)], None)[0]
        assert (best.text, best.page, best.sentence) == (item.answers[0], "Ell", item.context)
