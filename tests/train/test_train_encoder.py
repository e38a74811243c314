"""The hand-written encoder against transformers, its export against itself at several shapes, and a tiny training."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from evidentia.claim import Label  # noqa: E402
from evidentia.errors import EvidentiaError  # noqa: E402
from evidentia.models.session import Encoder as Session  # noqa: E402
from evidentia.train import encoder as encoders  # noqa: E402
from evidentia.train import judge as judging  # noqa: E402
from evidentia.train import loop  # noqa: E402
from evidentia.train.export import export  # noqa: E402
from evidentia.train.pairs import Pair  # noqa: E402

VOCABULARY = ["<s>", "<pad>", "</s>", "<unk>", *"abcdefghijklmnopqrstuvwxyz", *(f"w{n}" for n in range(34))]


@pytest.fixture(scope="module", params=["mpnet", "bert"])
def folder(request, tmp_path_factory) -> Path:
    """A tiny model with random weights, saved as Hugging Face saves it, and a tokenizer."""
    torch.manual_seed(3)
    to = tmp_path_factory.mktemp(request.param)
    shape = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 3, "num_attention_heads": 4}
    if request.param == "mpnet":
        config = transformers.MPNetConfig(vocab_size=64, max_position_embeddings=130, **shape)
        model = transformers.MPNetModel(config)
    else:
        config = transformers.BertConfig(vocab_size=64, max_position_embeddings=128, pad_token_id=0, **shape)
        model = transformers.BertModel(config)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    model.save_pretrained(to)
    _tokenizer(request.param).save(str(to / "tokenizer.json"))
    return to


def _tokenizer(kind):
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    names = VOCABULARY if kind == "mpnet" else ["<pad>", "<s>", *VOCABULARY[2:]]
    ids = {name: place for place, name in enumerate(names)}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> $B:1 </s>:1",
        special_tokens=[("<s>", ids["<s>"]), ("</s>", ids["</s>"])],
    )
    return tokenizer


def test_equals_transformers_at_every_length(folder):
    ours = encoders.load_pretrained(folder, outputs=3).eval()
    theirs = transformers.AutoModel.from_pretrained(folder).eval()
    seen = {}
    ours.layers[-1].register_forward_hook(lambda _, __, output: seen.update(last=output))
    for length in (1, 2, 37, 120):
        ids = torch.randint(4, 64, (2, length))
        ids[0, 0] = 0 if ours.kind == "mpnet" else 1
        with torch.no_grad():
            ours(ids)
            wanted = theirs(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state
        assert torch.allclose(seen["last"], wanted, atol=2e-4)


def test_export_computes_the_same_at_other_shapes_and_beside_any_batch_mate(folder, tmp_path):
    model = encoders.load_pretrained(folder, outputs=3).eval()
    # What the export rounds is rounded here first, so that both must agree to the last bits of fp32.
    extra = {"name": "tiny", "version": "0", "max_tokens": 100}
    export(model, tmp_path / "made", tokenizer=folder / "tokenizer.json", extra=extra)
    session = Session(tmp_path / "made")
    alone = [session.logits([("a b c", text)])[0] for text in ("d", "d e f g h", "w1 " * 60)]
    together = session.logits([("a b c", text) for text in ("d", "d e f g h", "w1 " * 60)], batch=3)
    assert np.allclose(alone, together, atol=1e-4)
    tokens = session._tokenizer.encode("a b c", "d e f g h")
    with torch.no_grad():
        full = model(torch.tensor([tokens.ids]), torch.tensor([tokens.type_ids]))[0].numpy()
    assert np.abs(full - alone[1]).max() < 0.25 * max(1.0, np.abs(full).max())


def test_files_that_are_cut_short_or_changed_are_refused(folder, tmp_path):
    model = encoders.load_pretrained(folder, outputs=1).eval()
    made = tmp_path / "made"
    export(model, made, tokenizer=folder / "tokenizer.json", extra={"name": "t", "version": "0", "max_tokens": 50})
    weights = made / "weights-0.bin"
    whole = weights.read_bytes()
    weights.write_bytes(whole[:-10])
    with pytest.raises(EvidentiaError, match="cut short"):
        Session(made).logits([("a", "b")])
    weights.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(EvidentiaError, match="hash"):
        Session(made).logits([("a", "b")])
    weights.unlink()
    with pytest.raises(EvidentiaError, match="missing"):
        Session(made).logits([("a", "b")])
    (made / "manifest.json").write_text(json.dumps({"name": 1}))
    with pytest.raises(EvidentiaError):
        Session(made)


def test_training_learns_a_rule_and_goes_on_from_its_checkpoint(folder, tmp_path):
    pairs = []
    for number in range(240):
        label = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)[number % 3]
        word = ("x", "y", "z")[number % 3]
        pairs.append(Pair(claim="a b", evidence=f"w{number % 30} {word} c", label=label, source="made"))
    file = tmp_path / "pairs.jsonl"
    assert judging.write_pairs(pairs, file) == 240
    settings = {
        "tokenizer": folder / "tokenizer.json",
        "layers": 2,
        "freeze": 0,
        "rate": 1e-3,
        "budget": 300,
        "report": lambda _: None,
    }
    read = judging.read_pairs([file])
    judging.train_judge(read, start=folder, to=tmp_path / "one.pt", epochs=10, **settings)
    model = judging.train_judge(read, start=tmp_path / "one.pt", to=tmp_path / "two.pt", epochs=10, **settings)
    count, three, two, _ = judging.evaluate(model, read, folder / "tokenizer.json")["made"]
    assert count == 240 and three > 0.9 and two > 0.9
    assert len(model.layers) == 2


def test_openvino_agrees(folder, tmp_path):
    pytest.importorskip("openvino")
    model = encoders.load_pretrained(folder, outputs=3).eval()
    export(
        model,
        tmp_path / "m",
        tokenizer=folder / "tokenizer.json",
        extra={"name": "t", "version": "0", "max_tokens": 90},
    )
    pairs = [("a b c", "d e f"), ("a", "w1 " * 40)]
    one = Session(tmp_path / "m", backend="onnxruntime").logits(pairs, batch=1)
    other = Session(tmp_path / "m", backend="openvino").logits(pairs, batch=1)
    assert np.abs(one - other).max() < 0.2 * max(1.0, np.abs(one).max())


def test_unknown_backend_is_named(folder, tmp_path):
    model = encoders.load_pretrained(folder, outputs=1).eval()
    export(
        model,
        tmp_path / "m",
        tokenizer=folder / "tokenizer.json",
        extra={"name": "t", "version": "0", "max_tokens": 90},
    )
    with pytest.raises(EvidentiaError, match="backend"):
        Session(tmp_path / "m", backend="abacus")


def test_training_on_nothing_is_refused(folder, tmp_path):
    with pytest.raises(EvidentiaError, match="nothing to train on"):
        loop.train(encoders.load_pretrained(folder, outputs=3), [], lambda *_: None, to=tmp_path, rate=1e-4)


def test_half_a_character_is_read_as_an_unknown_one(folder, tmp_path):
    model = encoders.load_pretrained(folder, outputs=1).eval()
    export(model, tmp_path, tokenizer=folder / "tokenizer.json", extra={"name": "t", "version": "0", "max_tokens": 50})
    rows = Session(tmp_path).logits([("a \udcff b", "\ud800"), ("a ? b", "?")])
    assert np.array_equal(rows[0], rows[1])
