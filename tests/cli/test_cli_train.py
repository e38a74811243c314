"""`evidentia train` from the command line, on tiny models with random weights."""

import json

import pytest

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from evidentia.cli.main import run  # noqa: E402
from evidentia.corpus.demo import demo_claims, demo_corpus  # noqa: E402


def command(*arguments):
    with pytest.raises(SystemExit) as stop:
        run(["train", *map(str, arguments)])
    return stop.value.code


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    to = tmp_path_factory.mktemp("bert")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz"]
    vocabulary += [f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
    (to / "vocab.txt").write_text("\n".join(vocabulary))
    transformers.BertTokenizerFast(vocab_file=str(to / "vocab.txt")).save_pretrained(to)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    transformers.BertModel(config).save_pretrained(to)
    return to


def test_dual_encoder_from_gold_and_near_misses(tiny, tmp_path, capsys):
    to = tmp_path / "dual"
    options = ["--corpus", demo_corpus().path, "--encoder", tiny, "--output", to, "--limit", 8, "--epochs", 1]
    assert command("dual-encoder", demo_claims(), *options) == 0
    assert "8 triples" in capsys.readouterr().err
    assert (to / "questions").is_dir() and (to / "passages").is_dir()


def test_calibrate_reports_both_and_names_faults(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    rows = [{"logits": [4, 0, 0], "label": "SUPPORTS" if number % 2 else "REFUTES"} for number in range(60)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert command("calibrate", path) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["temperature"] > 1 and found["error_after"] < found["error_before"]
    path.write_text('{"logits": [1, 2], "label": "SUPPORTS"}\n')
    assert command("calibrate", path) == 2
    assert "line 1" in capsys.readouterr().err
