"""Question and answer to claim by a sequence-to-sequence model: any of Hugging Face's, as FAVIQ's T5."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.datasets.convert import keeps_answer, normalise
from evidentia.errors import InputError
from evidentia.files import atomic, dumps, read_jsonl

LENGTH = 192
BEAMS = 4


class Pair(msgspec.Struct, frozen=True):
    """A question with an answer, and the claims a person accepts for it; the first is learnt."""

    question: str
    answer: str
    claims: tuple[str, ...]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    epochs: int = 40
    batch: int = 8
    rate: float = 3e-4
    patience: int = 4
    """Epochs without a better exact match after which training stops."""
    seed: int = 1
    length: int = LENGTH
    every_claim: bool = True
    """Learn every accepted claim, not only the first."""


class Trained(msgspec.Struct, kw_only=True):
    epochs: int
    best_epoch: int
    exact_match: float
    losses: list[float]


def source_text(question: str, answer: str) -> str:
    return f"question: {question.strip()} answer: {answer.strip()}"


def read_pairs(path: str | Path, *, questions: dict[str, str] | None = None, part: str | None = None) -> list[Pair]:
    """Lines of {"question", "answer", "claims": ["…"]}; `questions` gives those that lines name by `source`."""
    found = []
    for number, record in read_jsonl(path):
        if part is not None and record.get("part") != part:
            continue
        question = record.get("question") or (questions or {}).get(str(record.get("source")))
        claims = record.get("claims") or [record.get("claim")]
        if not isinstance(question, str) or not isinstance(record.get("answer"), str) or not isinstance(claims[0], str):
            raise InputError(f'{path}, line {number}: expected {{"question", "answer", "claims": ["…"]}}')
        found.append(Pair(question, record["answer"], tuple(claims)))
    return found


def train(
    pairs: Sequence[Pair],
    validation: Sequence[Pair],
    *,
    model: str | Path,
    output: str | Path,
    settings: Settings | None = None,
) -> Trained:
    """Fine-tune, keep the epoch with the best exact match on `validation`, and save it as a Hugging Face folder."""
    import torch
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    settings = settings or Settings()
    if not pairs or not validation:
        raise InputError("training needs pairs, and pairs to validate on")
    torch.manual_seed(settings.seed)
    chance = random.Random(settings.seed)
    tokenizer = AutoTokenizer.from_pretrained(str(model))
    network = AutoModelForSeq2SeqLM.from_pretrained(str(model))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network.to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.rate)
    examples = [
        (source_text(pair.question, pair.answer), claim)
        for pair in pairs
        for claim in (pair.claims if settings.every_claim else pair.claims[:1])
    ]
    best, best_epoch, losses = -1.0, 0, []
    epoch = 0
    for epoch in range(1, settings.epochs + 1):
        chance.shuffle(examples)
        losses.append(_epoch(network, tokenizer, optimizer, examples, settings, device))
        exact = exact_match(Converter(network, tokenizer, length=settings.length), validation)
        if exact > best:
            best, best_epoch = exact, epoch
            network.save_pretrained(str(output))
            tokenizer.save_pretrained(str(output))
        elif epoch - best_epoch >= settings.patience:
            break
    result = Trained(epochs=epoch, best_epoch=best_epoch, exact_match=best, losses=losses)
    with atomic(Path(output) / "training.json") as stream:
        stream.write(dumps(result) + "\n")
    return result


def _epoch(
    network: Any, tokenizer: Any, optimizer: Any, examples: Sequence[tuple[str, str]], settings: Settings, device: str
) -> float:
    import torch

    network.train()
    total = 0.0
    for start in range(0, len(examples), settings.batch):
        batch = examples[start : start + settings.batch]
        inputs = _encode(tokenizer, [source for source, _ in batch], settings.length).to(device)
        targets = _encode(tokenizer, [claim for _, claim in batch], settings.length)["input_ids"].to(device)
        labels = targets.masked_fill(targets == tokenizer.pad_token_id, -100)
        loss = network(**inputs, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        total += float(loss.detach()) * len(batch)
    return total / len(examples)


def _encode(tokenizer: Any, texts: list[str], length: int) -> Any:
    return tokenizer(
        texts, padding=True, truncation=True, max_length=length, return_tensors="pt", return_token_type_ids=False
    )


class Converter:
    """Writes claims; those that lost the answer are dropped, as the paper drops them."""

    def __init__(self, network: Any, tokenizer: Any, *, length: int = LENGTH, beams: int = BEAMS) -> None:
        self._network, self._tokenizer = network, tokenizer
        self._length, self._beams = length, beams

    def to_claims(self, asked: Sequence[tuple[str, str]], *, batch: int = 16) -> list[str | None]:
        import torch

        self._network.eval()
        found: list[str | None] = []
        device = next(self._network.parameters()).device
        for start in range(0, len(asked), batch):
            part = asked[start : start + batch]
            inputs = _encode(self._tokenizer, [source_text(*each) for each in part], self._length).to(device)
            with torch.no_grad():
                made = self._network.generate(
                    **inputs, max_new_tokens=self._length, num_beams=self._beams, do_sample=False
                )
            texts = self._tokenizer.batch_decode(made, skip_special_tokens=True)
            found += [text if keeps_answer(text, answer) else None for text, (_, answer) in zip(texts, part)]
        return found

    def to_claim(self, question: str, answer: str) -> str | None:
        return self.to_claims([(question, answer)])[0]


def load(folder: str | Path) -> Converter:
    """A trained converter."""
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    if not (Path(folder) / "config.json").is_file():
        raise InputError(f"{folder}: no model there; train one with `evidentia claims train-converter`")
    return Converter(AutoModelForSeq2SeqLM.from_pretrained(str(folder)), AutoTokenizer.from_pretrained(str(folder)))


def exact_match(converter: Converter, pairs: Iterable[Pair]) -> float:
    """The share of pairs whose claim equals an accepted one after normalisation."""
    kept = list(pairs)
    made = converter.to_claims([(pair.question, pair.answer) for pair in kept])
    right = sum(
        text is not None and normalise(text) in {normalise(claim) for claim in pair.claims}
        for text, pair in zip(made, kept)
    )
    return right / len(kept) if kept else 0.0
