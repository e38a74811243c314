"""A span reader: an encoder with two outputs a token, where an answer begins and where it ends."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.datasets.kinds import form_of
from evidentia.datasets.qa import QuestionItem
from evidentia.datasets.spans import SENTENCE_END, Span
from evidentia.errors import InputError
from evidentia.files import atomic, dumps

LENGTH = 256
LONGEST = 12
TOP = 50


class Example(msgspec.Struct, frozen=True):
    """Where in its context an answer stands; an empty answer says that the context has none."""

    question: str
    context: str
    start: int
    answer: str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    epochs: int = 2
    batch: int = 16
    rate: float = 5e-5
    seed: int = 1
    length: int = LENGTH


def examples(items: Iterable[QuestionItem]) -> list[Example]:
    """Questions with a context that holds one of their answers (SQuAD's form)."""
    found = []
    for item in items:
        for answer in item.answers:
            start = item.context.find(answer)
            if item.context and start >= 0:
                found.append(Example(item.question, item.context, start, answer))
                break
    return found


def train(
    data: Sequence[Example], *, model: str | Path, output: str | Path, settings: Settings | None = None
) -> list[float]:
    """Fine-tune an encoder with a span head and save both; returns the mean loss of every epoch."""
    import torch
    from transformers import AutoModelForQuestionAnswering, AutoTokenizer

    settings = settings or Settings()
    if not data:
        raise InputError("there is no question whose context holds its answer: nothing to train on")
    torch.manual_seed(settings.seed)
    chance = random.Random(settings.seed)
    tokenizer = AutoTokenizer.from_pretrained(str(model))
    network = AutoModelForQuestionAnswering.from_pretrained(str(model))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network.to(device).train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.rate)
    kept = list(data)
    losses = []
    for _ in range(settings.epochs):
        chance.shuffle(kept)
        total = seen = 0.0
        for start in range(0, len(kept), settings.batch):
            inputs, starts, ends = _batch(tokenizer, kept[start : start + settings.batch], settings.length)
            loss = network(**inputs.to(device), start_positions=starts.to(device), end_positions=ends.to(device)).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total, seen = total + float(loss.detach()), seen + 1
        losses.append(total / seen)
    network.save_pretrained(str(output))
    tokenizer.save_pretrained(str(output))
    with atomic(Path(output) / "training.json") as stream:
        stream.write(dumps({"examples": len(kept), "losses": losses}) + "\n")
    return losses


def _batch(tokenizer: Any, some: Sequence[Example], length: int) -> tuple[Any, Any, Any]:
    import torch

    encoded = tokenizer(
        [example.question for example in some],
        [example.context for example in some],
        truncation="only_second",
        max_length=length,
        padding=True,
        return_offsets_mapping=True,
        return_tensors="pt",
    )
    starts, ends = [], []
    for number, example in enumerate(some):
        begin, end = _tokens(encoded, number, example)
        starts.append(begin)
        ends.append(end)
    encoded.pop("offset_mapping")
    return encoded, torch.tensor(starts), torch.tensor(ends)


def _tokens(encoded: Any, number: int, example: Example) -> tuple[int, int]:
    """Token places of the answer; (0, 0) where it was cut off."""
    last = example.start + len(example.answer)
    inside = [
        place
        for place, (sequence, (begin, end)) in enumerate(
            zip(encoded.sequence_ids(number), encoded["offset_mapping"][number].tolist())
        )
        if sequence == 1 and begin < last and end > example.start
    ]
    return (inside[0], inside[-1]) if example.answer and inside else (0, 0)


class SpanReader:
    """Ranks the spans of passages; the reader of the R set."""

    def __init__(self, network: Any, tokenizer: Any, *, length: int = LENGTH) -> None:
        self._network, self._tokenizer, self._length = network.eval(), tokenizer, length

    def spans(self, question: str, passages: list[tuple[str, str, float]], form: str | None) -> list[Span]:
        """The 50 best spans of all passages, of the wanted form where the answer has one."""
        import torch

        best: dict[str, Span] = {}
        for start in range(0, len(passages), 16):
            part = passages[start : start + 16]
            encoded = self._tokenizer(
                [question] * len(part), [text for _, text, _ in part], truncation="only_second",
                max_length=self._length, padding=True, return_offsets_mapping=True, return_tensors="pt",
            )  # fmt: skip
            offsets = encoded.pop("offset_mapping").tolist()
            sequences = [encoded.sequence_ids(number) for number in range(len(part))]
            with torch.no_grad():
                scored = self._network(**encoded)
            for number, (page, text, _) in enumerate(part):
                begins, ends = scored.start_logits[number].tolist(), scored.end_logits[number].tolist()
                for span, score, place in _best(text, begins, ends, sequences[number], offsets[number]):
                    if form is not None and form_of(span) != form:
                        continue
                    if span not in best or best[span].score < score:
                        best[span] = Span(span, score, _sentence(text, place), page)
        return sorted(best.values(), key=lambda span: (-span.score, span.text))[: 4 * TOP]


def _best(
    text: str, begins: list[float], ends: list[float], sequences: list[int | None], offsets: list[list[int]]
) -> list[tuple[str, float, int]]:
    inside = [place for place, sequence in enumerate(sequences) if sequence == 1]
    starts = sorted(inside, key=lambda place: -begins[place])[:20]
    found = []
    for start in starts:
        for end in range(start, min(start + LONGEST, (inside or [0])[-1] + 1)):
            first, last = offsets[start][0], offsets[end][1]
            if text[first:last].strip():
                found.append((text[first:last].strip(), begins[start] + ends[end], first))
    return sorted(found, key=lambda each: -each[1])[:TOP]


def _sentence(text: str, place: int) -> str:
    position = 0
    for sentence in SENTENCE_END.split(text):
        if position + len(sentence) >= place:
            return sentence
        position += len(sentence) + 1
    return text


def load(folder: str | Path) -> SpanReader:
    from transformers import AutoModelForQuestionAnswering, AutoTokenizer

    if not (Path(folder) / "config.json").is_file():
        raise InputError(f"{folder}: no model there; train one with `evidentia claims train-reader`")
    return SpanReader(
        AutoModelForQuestionAnswering.from_pretrained(str(folder)), AutoTokenizer.from_pretrained(str(folder))
    )
