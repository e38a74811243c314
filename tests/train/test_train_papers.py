"""The papers' classifiers end to end: small ones on made claims, Hugging Face paths on tiny random models."""

import json

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from evidentia.cli.main import run  # noqa: E402
from evidentia.train.calibrate import calibrate, fit_gamma, platt  # noqa: E402
from evidentia.train.papers import attention, bart, cells, classifier, examples, mlp, sequence  # noqa: E402
from evidentia.train.papers.presets import PRESETS, Preset  # noqa: E402

QUIET = {"report": lambda _: None}
QUICK = Preset(rate=3e-3, batch=16, epochs=8, max_tokens=64)
LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")


@pytest.fixture(scope="module")
def claims(tmp_path_factory):
    """Ninety claims whose label hangs on one word of the evidence, with a table and its gold cell."""
    path = tmp_path_factory.mktemp("claims") / "claims.jsonl"
    with path.open("w") as out:
        for number in range(90):
            word = ("agreed", "denied", "unclear")[number % 3]
            page = f"Page {number % 15}"
            row = {
                "claim": f"river {number % 7} is long",
                "label": LABELS[number % 3],
                "evidence": [{"id": f"{page}_sentence_0", "text": f"it was {word} here", "context": [page]}],
                "tables": [{"rows": [["name", "length"], ["orm", "12"], ["aller", "31"]]}] if number % 2 else [],
                "cells": ["cell_0_1_1"],
            }
            out.write(json.dumps(row) + "\n")
    return path


@pytest.fixture(scope="module")
def words(claims):
    text = claims.read_text().lower() + " true false"
    return sorted(set("".join(c if c.isalnum() else " " for c in text).split()))


def save_tokenizer(words, to, **special):
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    names = ["<s>", "<pad>", "</s>", "<unk>", *words]
    tokenizer = Tokenizer(models.WordLevel({name: place for place, name in enumerate(names)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token="<s>",
        eos_token="</s>",
        pad_token="<pad>",
        unk_token="<unk>",
        sep_token="</s>",
        cls_token="<s>",
    )
    fast.save_pretrained(to)
    return len(names)


@pytest.fixture(scope="module")
def roberta(words, tmp_path_factory):
    to = tmp_path_factory.mktemp("roberta")
    size = save_tokenizer(words, to)
    torch.manual_seed(1)
    config = transformers.RobertaConfig(
        vocab_size=size,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=80,
        pad_token_id=1,
        num_labels=2,
    )
    transformers.RobertaForSequenceClassification(config).save_pretrained(to)
    return to


@pytest.fixture(scope="module")
def tiny_bart(words, tmp_path_factory):
    to = tmp_path_factory.mktemp("bart")
    size = save_tokenizer(words, to)
    torch.manual_seed(1)
    config = transformers.BartConfig(
        vocab_size=size,
        d_model=32,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
        max_position_embeddings=96,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        decoder_start_token_id=2,
        forced_eos_token_id=None,
    )
    transformers.BartForConditionalGeneration(config).save_pretrained(to)
    return to


def accuracy(model, rows):
    return classifier.score(model.predict(rows), rows, rows).accuracy


def test_small_models_learn(claims):
    rows = examples.read(claims)
    quick = Preset(rate=1e-2, batch=16, epochs=12)
    assert accuracy(mlp.train_mlp(rows, preset=quick, **QUIET), rows) > 0.9
    step = Preset(rate=0.3, batch=16, epochs=8)
    assert accuracy(attention.train_attention(rows, preset=step, **QUIET), rows) > 0.9


def test_verdict_predictor_learns_and_is_saved(claims, roberta, tmp_path):
    rows = examples.read(claims)
    made = sequence.train_sequence(rows, preset=QUICK, encoder=roberta, **QUIET)
    assert made.classes == sorted(LABELS)
    assert accuracy(made, rows) > 0.9
    made.save(tmp_path / "model")
    again = sequence.SequenceClassifier(tmp_path / "model", made.classes, max_tokens=64, claim_only=False)
    assert again.predict(rows[:9]) == made.predict(rows[:9])


def test_claim_only_knows_no_more_than_the_majority(claims, roberta):
    rows = examples.read(claims)
    quick = Preset(rate=1e-3, batch=16, epochs=1, max_tokens=64)

    def train(learnt):
        return sequence.train_sequence(learnt, preset=quick, encoder=roberta, claim_only=True, **QUIET)

    scores = classifier.cross_validate(rows, train, count=3)
    assert scores.examples == 90 and scores.majority == pytest.approx(1 / 3, abs=0.01)
    assert scores.accuracy < 0.7


def test_evidence_type_is_told_from_ids_and_tables(claims):
    assert {examples.evidence_type(row) for row in examples.read(claims)} == {"sentences", "both"}


def test_cell_tagger_finds_the_gold_cell(claims, roberta):
    rows = [row for row in examples.read(claims) if row.tables][:24]
    quick = Preset(rate=5e-3, batch=4, epochs=15, max_tokens=64)
    tagger = cells.train_cells(rows, preset=quick, encoder=roberta, **QUIET)
    assert cells.recall(tagger, rows) > 0.9
    assert tagger.scores(rows[0].claim, rows[0].tables[0][1])[0][0] == "cell_0_1_1"


def test_bart_says_true_or_false(claims, tiny_bart):
    rows = [row for row in examples.read(claims) if row.label != "NOT ENOUGH INFO"]
    made = bart.train_bart(
        rows, preset=Preset(rate=5e-3, batch=16, epochs=10, max_tokens=64), encoder=tiny_bart, **QUIET
    )
    right = [one == bart.two_way(row) for one, row in zip(made.predict(rows), rows, strict=True)]
    assert sum(right) / len(right) > 0.9
    assert all(abs(sum(pair) - 1) < 1e-5 for pair in made.probabilities(rows[:3]))


def test_presets_are_the_papers():
    assert PRESETS["cells"].decay == 0.1 and PRESETS["cells"].rate == 5e-5 and PRESETS["cells"].batch == 16
    assert PRESETS["verdict"].decay == 0.01 and PRESETS["verdict"].rate == 1e-5
    assert PRESETS["bart"].rates == (7e-6, 8e-6, 9e-6, 1e-5) and PRESETS["bart"].warmup == 500


def test_calibration_lowers_the_error_of_an_overconfident_model():
    logits = [[8.0, 0.0, 0.0] if number % 10 else [0.0, 8.0, 0.0] for number in range(300)]
    gold = [0 if number % 3 else 1 for number in range(300)]
    found = calibrate(logits, gold)
    assert found.temperature > 2 and found.error_after < found.error_before / 2


def test_gamma_moves_the_border():
    pairs = [(0.4, 0.6), (0.45, 0.55), (0.2, 0.8), (0.1, 0.9)]
    gamma = fit_gamma(pairs, [0, 0, 1, 1])
    assert 0.2 <= gamma < 0.6
    one, other = platt(0.5, 0.5, 0.0)
    assert one == other == 0.5


def test_command_prints_figures(claims, capsys):
    with pytest.raises(SystemExit) as stop:
        run(["train", "papers", "mlp", "--claims", str(claims), "--test", str(claims), "--epochs", "12"])
    assert stop.value.code == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["model"] == "mlp" and figures["accuracy"] > 0.8


def test_command_names_the_faulty_line(tmp_path, capsys):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"claim": "a", "label": "MAYBE", "evidence": []}\n')
    with pytest.raises(SystemExit) as stop:
        run(["train", "papers", "mlp", "--claims", str(path)])
    assert stop.value.code == 2 and "line 1" in capsys.readouterr().err
