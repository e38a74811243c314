"""Train the judge: claim and evidence in, three logits out (SUPPORTS, REFUTES, NOT ENOUGH INFO)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from evidentia.claim import LABELS
from evidentia.train.pairs import Pair

if TYPE_CHECKING:
    from torch import Tensor

    from evidentia.train.encoder import Encoder
    from evidentia.train.loop import Example

MAX_TOKENS = 320
"""Longer evidence is cut in training; at inference it is read in chunks."""


def read_pairs(paths: Iterable[Path]) -> list[Pair]:
    decoder = msgspec.json.Decoder(Pair)
    return [decoder.decode(line) for path in paths for line in path.read_bytes().splitlines() if line.strip()]


def write_pairs(pairs: Iterable[Pair], path: Path) -> int:
    encoder, count = msgspec.json.Encoder(), 0
    with path.open("wb") as out:
        for pair in pairs:
            out.write(encoder.encode(pair) + b"\n")
            count += 1
    return count


def encode(pairs: Sequence[Pair], tokenizer_file: Path, *, max_tokens: int = MAX_TOKENS) -> list[Example]:
    import torch
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens, strategy="longest_first")
    encoded = tokenizer.encode_batch([(pair.claim, pair.evidence) for pair in pairs])
    order = {label: torch.tensor(place) for place, label in enumerate(LABELS)}
    return [(one.ids, one.type_ids, order[pair.label]) for one, pair in zip(encoded, pairs, strict=True)]


def loss(outputs: Tensor, targets: Tensor) -> Tensor:
    from torch.nn.functional import cross_entropy

    return cross_entropy(outputs, targets, label_smoothing=0.03)


def train_judge(
    pairs: Sequence[Pair],
    *,
    start: Path,
    to: Path,
    tokenizer: Path,
    layers: int | None = 10,
    freeze: int = 3,
    rate: float = 5e-5,
    epochs: float = 2.0,
    minutes: float | None = None,
    budget: int = 4096,
    seed: int = 1,
    report: Callable[[str], None] = print,
) -> Encoder:
    """From a pretrained folder, or on from a checkpoint of ours (a `.pt` file)."""
    from evidentia.train import loop
    from evidentia.train.encoder import load, load_pretrained

    model = load(start) if start.suffix == ".pt" else load_pretrained(start, outputs=3, layers=layers)
    model.freeze(freeze)
    examples = encode(pairs, tokenizer)
    report(f"{len(examples):,} pairs, {sum(len(ids) for ids, _, _ in examples):,} tokens")
    loop.train(
        model, examples, loss, to=to, rate=rate, epochs=epochs, minutes=minutes, budget=budget, seed=seed, report=report
    )
    return model


def evaluate(model: Encoder, pairs: Sequence[Pair], tokenizer: Path) -> dict[str, tuple[int, float, float, float]]:
    """By source: pairs, three-way accuracy, two-way accuracy, how often NOT ENOUGH INFO is on top."""
    import torch

    from evidentia.train.loop import collate

    examples = encode(pairs, tokenizer)
    order = sorted(range(len(examples)), key=lambda place: len(examples[place][0]))
    logits: list[Tensor] = [torch.empty(0)] * len(examples)
    model.eval()
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        for begin in range(0, len(order), 32):
            part = order[begin : begin + 32]
            ids, types, _ = collate([examples[place] for place in part], model.pad)
            for place, row in zip(part, model(ids, types), strict=True):
                logits[place] = row
    found: dict[str, list[tuple[bool, bool | None, bool]]] = {}
    for pair, row in zip(pairs, logits, strict=True):
        gold = LABELS.index(pair.label)
        two = None if gold == 2 else int(row[:2].argmax()) == gold
        found.setdefault(pair.source, []).append((int(row.argmax()) == gold, two, int(row.argmax()) == 2))
    summary = {}
    for source, rows in found.items():
        twos = [two for _, two, _ in rows if two is not None]
        summary[source] = (
            len(rows),
            sum(three for three, _, _ in rows) / len(rows),
            sum(twos) / max(1, len(twos)),
            sum(nei for *_, nei in rows) / len(rows),
        )
    return summary
