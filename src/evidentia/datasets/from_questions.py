"""Claims from a file of questions: one claim a question, and the questions that gave none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from evidentia.datasets.convert import to_claim
from evidentia.datasets.qa import QuestionItem


class Converted(msgspec.Struct, kw_only=True):
    id: str
    claim: str
    question: str
    answer: str


class Dropped(msgspec.Struct, kw_only=True):
    id: str
    question: str
    reason: str


Convert = Callable[[str, str], str | None]


def claims_from_questions(
    items: Iterable[QuestionItem], *, all_answers: bool = False, convert: Convert | None = None
) -> Iterator[Converted | Dropped]:
    """The first answer that gives a claim, or with `all_answers` every one; repeated claims are dropped.

    `convert` is the grammar, or a trained model.
    """
    write = convert or to_claim
    seen: set[tuple[str, str]] = set()
    for item in items:
        asked = [(item.question, item.answers)] if item.answers or not item.variants else []
        asked += [(variant.question, variant.answers) for variant in item.variants]
        for number, (question, answers) in enumerate(asked):
            key = item.id if len(asked) == 1 else f"{item.id}_{number}"
            if not answers:
                yield Dropped(id=key, question=question, reason="no answer")
                continue
            made = 0
            for place, answer in enumerate(answers):
                claim = write(question, answer)
                if claim is None:
                    continue
                made += 1
                if (claim, key) in seen:
                    continue
                seen.add((claim, key))
                mark = f"{key}_{place}" if all_answers else key
                yield Converted(id=mark, claim=claim, question=question, answer=answer)
                if not all_answers:
                    break
            if not made:
                yield Dropped(id=key, question=question, reason="no claim that is a statement and holds the answer")
