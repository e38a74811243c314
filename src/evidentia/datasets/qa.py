"""Question-answer data: AmbigQA (official and light), open Natural Questions, SQuAD, HybridQA and plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from evidentia.errors import InputError
from evidentia.files import raw_lines, read_jsonl

MAX_FILE = 2_000_000_000


class Asked(msgspec.Struct, frozen=True):
    """One question with the answers that are right for it."""

    question: str
    answers: tuple[str, ...]


class QuestionItem(msgspec.Struct, kw_only=True):
    """A question as asked; `variants` are its disambiguated forms, each with answers of its own."""

    id: str
    question: str
    answers: tuple[str, ...] = ()
    variants: tuple[Asked, ...] = ()
    title: str = ""
    context: str = ""


def read_questions(path: str | Path) -> Iterator[QuestionItem]:
    """Questions of a JSON array or of JSON lines; InputError names the record that is no question."""
    for number, record in _records(path):
        if not isinstance(record, dict):
            raise InputError(f'{path}, record {number}: expected an object such as {{"id","question","answer":["…"]}}')
        question = record.get("question")
        if not isinstance(question, str):
            raise InputError(f"{path}, record {number}: it has no text under `question`")
        key = record.get("id", record.get("question_id", number))
        annotations = record.get("annotations")
        if isinstance(annotations, list):
            yield _ambiguous(str(key), question, annotations)
        else:
            yield QuestionItem(
                id=str(key),
                question=question,
                answers=answers_of(record),
                title=_text(record.get("title")),
                context=_text(record.get("context")),
            )


def answers_of(record: dict[str, Any]) -> tuple[str, ...]:
    """The answers of a record, whatever its data set calls them; a single string is one answer."""
    for key in ("answer", "answers", "answer-text", "short_answers", "nq_answer"):
        value = record.get(key)
        if isinstance(value, dict):
            value = value.get("text")
        if isinstance(value, str):
            value = [value]
        if isinstance(value, list):
            texts = [item.get("text") if isinstance(item, dict) else item for item in value]
            return tuple(dict.fromkeys(text.strip() for text in texts if isinstance(text, str) and text.strip()))
    return ()


def _records(path: str | Path) -> Iterator[tuple[int, Any]]:
    first = next(raw_lines(path), (1, b"")) if str(path) != "-" else (1, b"")
    if not first[1].lstrip().startswith(b"["):
        yield from read_jsonl(path)
        return
    if Path(path).stat().st_size > MAX_FILE:
        raise InputError(f"{path}: a JSON array of more than {MAX_FILE:,} bytes; give JSON lines instead")
    try:
        records = msgspec.json.decode(Path(path).read_bytes())
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: not JSON ({error})") from error
    yield from enumerate(records, 1)


def _ambiguous(key: str, question: str, annotations: list[Any]) -> QuestionItem:
    answers: list[str] = []
    variants: list[Asked] = []
    for annotation in annotations:
        if not isinstance(annotation, dict):
            continue
        if annotation.get("type") == "singleAnswer":
            answers += answers_of(annotation)
        elif not variants:
            # Annotators disambiguate in their own ways: pairs of two annotators are not to be crossed.
            for pair in annotation.get("qaPairs") or ():
                if isinstance(pair, dict) and isinstance(pair.get("question"), str) and answers_of(pair):
                    variants.append(Asked(pair["question"], answers_of(pair)))
    return QuestionItem(id=key, question=question, answers=tuple(dict.fromkeys(answers)), variants=tuple(variants))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
