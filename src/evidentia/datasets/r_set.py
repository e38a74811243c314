"""FAVIQ's R set: the right answer supports; a hard wrong one, found by a retriever and a reader, refutes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

import msgspec

from evidentia.claim import Label
from evidentia.datasets.a_set import QuestionClaim, Yield
from evidentia.datasets.convert import to_claim
from evidentia.datasets.equivalent import equivalent, plain
from evidentia.datasets.kinds import PERSON, class_from_question, class_of_page, form_of
from evidentia.datasets.qa import QuestionItem
from evidentia.datasets.spans import TOP, Span, top_spans

if TYPE_CHECKING:
    from evidentia.search import Searcher

PAGES, PASSAGES = 15, 30
MAX_CLASS_CHECKS = 60
# Questions that more than one answer is right for, whatever their annotators wrote.
_OPEN = re.compile(
    r"\b(?:(?:who|what|which) (?:\w+ ){0,2}(?:are|were)|name (?:a|an|one|two|three)|example|one of|some of|other|another)\b",
    re.I,
)


class Reader(Protocol):
    """Ranks spans of passages as answers; the typed spans of `spans.py`, or a trained span head."""

    def __call__(self, question: str, passages: list[tuple[str, str, float]], form: str | None) -> list[Span]: ...


class Equivalence(Protocol):
    """A trained judge of two answers, beside the rules."""

    def __call__(self, one: str, two: str) -> bool: ...


class WrongAnswer(msgspec.Struct, frozen=True):
    answer: str
    kind: str
    page: str
    sentence: str


class Finder:
    """Draws wrong answers of the right type from a corpus."""

    def __init__(
        self, searcher: Searcher, *, seed: int, reader: Reader | None = None, same: Equivalence | None = None
    ) -> None:
        self.searcher, self.seed, self.same = searcher, seed, same
        self.reader = reader or self._typed
        self._classes: dict[str, str | None] = {}

    def _typed(self, question: str, passages: list[tuple[str, str, float]], form: str | None) -> list[Span]:
        return top_spans(question, passages, form, idf=self.searcher.idf, top=4 * TOP)

    def passages(self, question: str) -> list[tuple[str, str, float]]:
        found = self.searcher.retrieve(
            question, pages=PAGES, sentences=0, tables=0, cells=0, items=0, passages=PASSAGES
        )
        return [(piece.page, piece.text, piece.score) for piece in found.passages]

    def draw(self, item: QuestionItem) -> WrongAnswer | None:
        """One of the top 50 spans of the answer's type that is no answer, at random; None if there is none."""
        if not item.answers or _OPEN.search(item.question):
            return None
        passages = self.passages(item.question)
        form = form_of(item.answers[0])
        spans = self.reader(item.question, passages, form)
        wanted = None if form else self.wanted_class(item)
        if form is None and wanted is None:
            return None
        chosen: list[Span] = []
        asked = f" {plain(item.question)} "
        for checks, span in enumerate(spans):
            if len(chosen) >= TOP or (form is None and checks >= MAX_CLASS_CHECKS):
                break
            if f" {plain(span.text)} " in asked or self._right(span, item):
                continue
            if form is None and self.class_of(span.text) != wanted:
                continue
            if form is not None and not _same_size(span.text, item.answers[0], form):
                continue
            chosen.append(span)
        if not chosen:
            return None
        span = random.Random(f"{self.seed}|{item.id}").choice(chosen)
        return WrongAnswer(span.text, form or wanted or "", span.page, span.sentence)

    def _right(self, span: Span, item: QuestionItem) -> bool:
        """Whether a span is an answer, means one, or stands beside one as a partner would (`X and Y wrote it`)."""
        for answer in item.answers:
            if equivalent(span.text, answer, resolve=self.searcher.corpus.resolve):
                return True
            if self.same is not None and self.same(span.text, answer):
                return True
            if plain(answer) in plain(span.sentence):
                return True
        return False

    def wanted_class(self, item: QuestionItem) -> str | None:
        for answer in item.answers[:5]:
            kind = self.class_of(answer)
            if kind:
                return kind
        kind = class_from_question(item.question)
        # A name that the corpus does not know can still be asked for as a person.
        return kind if kind != PERSON or item.answers[0][:1].isupper() else None

    def class_of(self, title: str) -> str | None:
        if title not in self._classes:
            page = self.searcher.corpus.get(title, links=False)
            self._classes[title] = None if page is None else class_of_page(page)
        return self._classes[title]


def _same_size(span: str, answer: str, form: str) -> bool:
    """Numbers of one kind: a year is no count, an amount keeps its unit."""
    from evidentia.datasets.equivalent import number_value

    if form == "amount":
        return span.split()[-1].rstrip("s") == answer.split()[-1].rstrip("s")
    if form != "number":
        return True
    one, two = number_value(span), number_value(answer)
    if one is None or two is None or one == two:
        return False
    if 1000 <= one <= 2100 and not 1000 <= two <= 2100 and "," not in span:
        return False
    return 0.1 <= (one + 1) / (two + 1) <= 10


def r_set(
    items: Iterable[QuestionItem],
    draw: Callable[[QuestionItem], WrongAnswer | None],
    *,
    counts: Yield | None = None,
) -> Iterator[QuestionClaim]:
    """A supporting and a refuting claim of each question that has a hard wrong answer."""
    counts = counts if counts is not None else Yield()
    seen: set[str] = set()
    for item in items:
        counts.questions += 1
        if not item.answers or item.question.lower() in seen:
            continue
        seen.add(item.question.lower())
        counts.eligible += 1
        right = next((claim for answer in item.answers[:3] if (claim := to_claim(item.question, answer))), None)
        if right is None:
            continue
        wrong = draw(item)
        if wrong is None:
            continue
        refuted = to_claim(item.question, wrong.answer)
        if refuted is None or refuted == right:
            continue
        counts.converted += 1
        for number, (claim, label, answer) in enumerate(
            ((right, Label.SUPPORTS, item.answers[0]), (refuted, Label.REFUTES, wrong.answer))
        ):
            yield QuestionClaim(
                id=f"{item.id}_{number}",
                claim=claim,
                label=label,
                question=item.question,
                answer=answer,
                source=item.question,
                extra={"group": item.id, "kind": wrong.kind, "right": item.answers[0]},
            )
