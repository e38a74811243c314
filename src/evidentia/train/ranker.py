"""Train the ranker: claim and one piece of evidence in, one number for its relevance out."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from evidentia.train.pairs import TextSources, lines

if TYPE_CHECKING:
    from torch import Tensor

    from evidentia.train.encoder import Encoder
    from evidentia.train.loop import Example

MAX_TOKENS = 128


class Relevance(msgspec.Struct):
    claim: str
    text: str
    relevant: bool


def titled(title: str, text: str) -> str:
    """A piece of evidence as the ranker reads it."""
    return f"{title} : {text}" if title else text


def relevances(sources: TextSources, *, negatives: int = 4, seed: int = 1) -> Iterator[Relevance]:
    rng = random.Random(seed)
    yield from _fever(sources, negatives, rng)
    yield from _fm2(sources.data, negatives, rng)
    yield from _passages(sources.data, rng)


def _fever(sources: TextSources, negatives: int, rng: random.Random) -> Iterator[Relevance]:
    from evidentia.formats.fever import unescape_title

    for row in lines(sources.data / "claims/minifever_train.jsonl"):
        gold = {(unescape_title(t), n) for group in row["evidence"] for _, _, t, n in group if t}
        if not gold:
            continue
        titles = sorted({title for title, _ in gold if title in sources.pages})
        if other := sources.nearest(row["claim"]):
            titles.append(other.title)
        titles.append(rng.choice(sources.titles))
        wrong: list[str] = []
        for title in dict.fromkeys(titles):
            page = sources.pages[title]
            for number, text in enumerate(page.sentences):
                if (title, number) in gold and text:
                    yield Relevance(row["claim"], titled(title, text), True)
            without = [n for t, n in gold if t == title]
            wrong += [titled(title, text) for text in sources.near(row["claim"], page, 4, without=without)]
        for text in wrong[:2] + rng.sample(wrong[2:], min(len(wrong[2:]), negatives - 2)):
            yield Relevance(row["claim"], text, False)


def _fm2(data: Path, negatives: int, rng: random.Random) -> Iterator[Relevance]:
    for row in lines(data / "claims/fm2_dev.jsonl"):
        title = row.get("wikipedia_page") or ""
        gold = {piece["text"] for piece in row["gold_evidence"]}
        for text in sorted(gold):
            yield Relevance(row["text"], titled(title, text), True)
        wrong = [piece["text"] for piece in row["retrieved_evidence"] if piece["text"] not in gold]
        for text in rng.sample(wrong, min(len(wrong), negatives)):
            yield Relevance(row["text"], titled(title, text), False)


def _passages(data: Path, rng: random.Random, *, count: int = 3500) -> Iterator[Relevance]:
    from evidentia.datasets.convert import to_claim
    from evidentia.train.table_pairs import first_answer

    rows = list(lines(data / "qa/squad_dev.jsonl"))
    rng.shuffle(rows)
    for row in rows[:count]:
        answer = first_answer(row)
        claim = to_claim(row["question"], answer)
        sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", row["context"])
        holding = [text for text in sentences if answer in text]
        if not claim or len(holding) != 1:
            continue
        title = row["title"].replace("_", " ")
        yield Relevance(claim, titled(title, holding[0]), True)
        wrong = [text for text in sentences if answer not in text]
        for text in rng.sample(wrong, min(3, len(wrong))):
            yield Relevance(claim, titled(title, text), False)


def encode(items: Sequence[Relevance], tokenizer_file: Path) -> list[Example]:
    import torch
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS, strategy="longest_first")
    encoded = tokenizer.encode_batch([(item.claim, item.text) for item in items])
    return [
        (one.ids, one.type_ids, torch.tensor(float(item.relevant))) for one, item in zip(encoded, items, strict=True)
    ]


def loss(outputs: Tensor, targets: Tensor) -> Tensor:
    from torch.nn.functional import binary_cross_entropy_with_logits

    return binary_cross_entropy_with_logits(outputs[:, 0], targets)


def train_ranker(
    items: Iterable[Relevance],
    *,
    start: Path,
    to: Path,
    tokenizer: Path,
    rate: float = 1.5e-4,
    epochs: float = 1.0,
    minutes: float | None = None,
    seed: int = 1,
    report: Callable[[str], Any] = print,
) -> Encoder:
    from evidentia.train import loop
    from evidentia.train.encoder import load, load_pretrained

    model = load(start) if start.suffix == ".pt" else load_pretrained(start, outputs=1)
    model.freeze(0)
    examples = encode(list(items), tokenizer)
    report(f"{len(examples):,} pairs, {sum(len(ids) for ids, _, _ in examples):,} tokens")
    loop.train(model, examples, loss, to=to, rate=rate, epochs=epochs, minutes=minutes, seed=seed, report=report)
    return model
