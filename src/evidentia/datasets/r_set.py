"""FAVIQ's R set: the right answer supports; a hard wrong one, found by a retriever and a reader, refutes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from evidentia.claim import Label
from evidentia.datasets.a_set import QuestionClaim, Yield
from evidentia.datasets.convert import to_claim
from evidentia.datasets.equivalent import date_parts, equivalent, number_value, plain
from evidentia.datasets.grammar.words import wordset
from evidentia.datasets.kinds import PERSON, PLACE, class_from_question, class_of_noun, class_of_page, fits, form_of
from evidentia.datasets.qa import QuestionItem
from evidentia.datasets.spans import TOP, Span, top_spans

if TYPE_CHECKING:
    from evidentia.search import Searcher

# Plain BM25 finds as many wrong answers as the fused ranking, in a third of the time.
PAGES, PASSAGES, SCORER = 10, 20, "bm25"
MAX_CLASS_CHECKS = 60
MAX_REMEMBERED = 100_000
BLOCK = 2000
T = TypeVar("T")
# Questions that more than one answer is right for, whatever their annotators wrote.
_OPEN = re.compile(
    r"\b(?:(?:who|what|which) (?:\w+ ){0,2}(?:are|were)|name (?:a|an|one|two|three)|example|one of|some of|other"
    r"|another)\b",
    re.I,
)


# Holders of records change: whoever else is named beside one may hold it by now.
_RECORD = re.compile(
    r"\b(?:most|record|highest|lowest|largest|longest|fastest|youngest|oldest|leading|all[ -]time|current)\b", re.I
)
_SMALL = wordset("the of and de la le du del von van in at & on for")
NEAR_YEARS = 40


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
        self._openings: dict[str, str] = {}
        self._resolved: dict[str, str | None] = {}

    def _typed(self, question: str, passages: list[tuple[str, str, float]], form: str | None) -> list[Span]:
        return top_spans(question, passages, form, idf=self.searcher.idf, top=4 * TOP)

    def passages(self, question: str) -> list[tuple[str, str, float]]:
        found = self.searcher.retrieve(
            question, pages=PAGES, sentences=0, tables=0, cells=0, items=0, passages=PASSAGES, scorer=SCORER
        )
        return [(piece.page, piece.text, piece.score) for piece in found.passages]

    def draw(self, item: QuestionItem) -> WrongAnswer | None:
        """One of the top 50 spans of the answer's type that is no answer, at random; None if there is none."""
        if not item.answers or _OPEN.search(item.question):
            return None
        passages = self.passages(item.question)
        form = form_of(item.answers[0])
        if not _asked_for(item.question, form):
            return None
        spans = self.reader(item.question, passages, form)
        wanted = None if form else self.wanted_class(item)
        if form is None and wanted is None:
            return None
        chosen: list[Span] = []
        asked = f" {plain(item.question)} "
        record = _RECORD.search(item.question) is not None
        for checks, span in enumerate(spans):
            if len(chosen) >= TOP or (form is None and checks >= MAX_CLASS_CHECKS):
                break
            # `the Eagles` of a question is not answered by the Philadelphia Eagles.
            if f" {plain(span.text).rpartition(' ')[2]} " in asked or self._right(span, item):
                continue
            if wanted == PERSON and (re.search(r"\b(?:of|the)\b", span.text) or class_of_noun(span.text)):
                continue
            if record and _RECORD.search(span.sentence):
                continue
            if form is None and not fits(self.class_of(span.text), wanted or ""):
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
            if equivalent(span.text, answer, resolve=self._resolve):
                return True
            if self.same is not None and self.same(span.text, answer):
                return True
            if plain(answer) in plain(span.sentence) or self._holds(answer, span.text):
                return True
        return False

    def _holds(self, answer: str, span: str) -> bool:
        """Whether one place lies in the other, as their first sentences say."""
        if not (self.class_of(span) or "").startswith(PLACE):
            return False
        names = [name for name in re.findall(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)*", answer) if len(name) > 2]
        inside = any(f" {plain(name)} " in f" {self._opening(span)} " for name in names)
        return inside or any(f" {plain(span)} " in f" {self._opening(name)} " for name in [answer, *names])

    def _opening(self, title: str) -> str:
        if title not in self._openings:
            page = self.searcher.corpus.get(title, links=False)
            text = "" if page is None else " ".join(sentence.text for sentence in page.introduction[:3])
            self._remember(self._openings, title, plain(text))
        return self._openings[title]

    def _resolve(self, title: str) -> str | None:
        if title not in self._resolved:
            self._remember(self._resolved, title, self.searcher.corpus.resolve(title))
        return self._resolved[title]

    @staticmethod
    def _remember(known: dict[str, T], key: str, value: T) -> None:
        if len(known) >= MAX_REMEMBERED:
            known.clear()
        known[key] = value

    def wanted_class(self, item: QuestionItem) -> str | None:
        for answer in item.answers[:5]:
            if not re.search(r"[A-Z]", answer):
                continue
            kind = self.class_of(answer) or self.class_of(answer.partition(",")[0])
            if kind:
                return kind
        # A name that the corpus does not know can still be asked for as a person or a place.
        answer = re.sub(r"^(?:in|at|on|near)\s+", "", item.answers[0])
        words = re.findall(r"[\w'’.-]+", answer)
        if not words or not all(word[:1].isupper() or word.lower() in _SMALL for word in words):
            return None
        named = next((kind for word in reversed(words) if (kind := class_of_noun(word))), None)
        # A single capital may only open the answer.
        return named or (class_from_question(item.question) if len(words) > 1 else None)

    def class_of(self, title: str) -> str | None:
        if title not in self._classes:
            page = self.searcher.corpus.get(title, links=False)
            self._remember(self._classes, title, None if page is None else class_of_page(page))
        return self._classes[title]


def _asked_for(question: str, form: str | None) -> bool:
    """Whether the form of the answer is what the question asks for: a year does not say how many."""
    low = f" {question.lower()} "
    if " how many " in low or " how much " in low:
        return form in ("number", "amount")
    if low.startswith(" when ") or " what year " in low or " which year " in low:
        return form in ("date", "month", "year")
    return form is None or not low.startswith((" who ", " where "))


def _same_size(span: str, answer: str, form: str) -> bool:
    """Numbers of one kind: a year is no count, an amount keeps its unit, times lie in one age."""
    if form == "amount":
        return span.split()[-1].rstrip("s") == answer.split()[-1].rstrip("s")
    if form != "number":
        one_date, two_date = date_parts(span), date_parts(answer)
        if not one_date or not two_date or abs(one_date[0] - two_date[0]) > NEAR_YEARS:
            return False
        # A day of the same month may be the end of what the other day began.
        return form == "year" or one_date[:2] != two_date[:2]
    if answer.strip()[:1] in "$£€" or answer.strip().endswith("%"):
        return False
    one, two = number_value(span), number_value(answer)
    if one is None or two is None or one == two:
        return False
    if 1000 <= one <= 2100 and "," not in span:
        return False
    return 0.1 <= (one + 1) / (two + 1) <= 10


def draws(
    items: Iterable[QuestionItem], corpus: str, *, seed: int, workers: int
) -> Iterator[tuple[QuestionItem, WrongAnswer | None]]:
    """Wrong answers drawn in several processes, in the order of the questions; the same as in one."""
    from concurrent.futures import ProcessPoolExecutor
    from itertools import islice

    waiting = iter(items)
    with ProcessPoolExecutor(workers, initializer=_open, initargs=(corpus, seed)) as pool:
        # Blocks bound what lies in memory, however long the file.
        while block := list(islice(waiting, workers * BLOCK)):
            yield from zip(block, pool.map(_draw, block, chunksize=32))


_finder: Finder | None = None


def _open(corpus: str, seed: int) -> None:
    from evidentia.search import Searcher

    global _finder
    _finder = Finder(Searcher(corpus), seed=seed)


def _draw(item: QuestionItem) -> WrongAnswer | None:
    assert _finder is not None
    return _finder.draw(item)


def r_set(
    items: Iterable[QuestionItem],
    draw: Callable[[QuestionItem], WrongAnswer | None],
    *,
    counts: Yield | None = None,
) -> Iterator[QuestionClaim]:
    """A supporting and a refuting claim of each question that has a hard wrong answer."""
    return r_set_of(((item, draw(item)) for item in items), counts=counts)


def r_set_of(
    pairs: Iterable[tuple[QuestionItem, WrongAnswer | None]], *, counts: Yield | None = None
) -> Iterator[QuestionClaim]:
    """The claims of questions whose wrong answers are drawn; a question that came before gives none."""
    counts = counts if counts is not None else Yield()
    seen: set[str] = set()
    for item, wrong in pairs:
        counts.questions += 1
        if not item.answers or item.question.lower() in seen:
            continue
        seen.add(item.question.lower())
        counts.eligible += 1
        right = next((claim for answer in item.answers[:3] if (claim := to_claim(item.question, answer))), None)
        if right is None or wrong is None:
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
