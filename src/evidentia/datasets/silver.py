"""Silver evidence: the question as query, the best passage that holds the answer beside the question's words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from evidentia.datasets.equivalent import plain
from evidentia.datasets.spans import SENTENCE_END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evidentia.search import Searcher

PAGES, PASSAGES = 10, 30
LEAST = 0.55


class Passage(msgspec.Struct, frozen=True):
    """A passage as FAVIQ's files hold it."""

    id: str
    title: str
    text: str


def silver_evidence(
    question: str, answers: Sequence[str], searcher: Searcher, *, least: float = LEAST
) -> tuple[Passage | None, Passage | None]:
    """The top passage that holds an answer, and the top one that holds none.

    `least` is the share of the question's words, by rarity, that must stand in the passage or its title: the paper
    takes any passage with the answer (`least=0`), which is a chance hit more often.
    """
    found = searcher.retrieve(question, pages=PAGES, sentences=0, tables=0, cells=0, items=0, passages=PASSAGES)
    wanted = [f" {plain(answer)} " for answer in answers if plain(answer)]
    positive = negative = None
    for piece in found.passages:
        passage = Passage(piece.id, piece.page, piece.text)
        text = f" {plain(piece.page)} {plain(piece.text)} "
        if not any(answer in text for answer in wanted):
            negative = negative or passage
        elif positive is None and covered(question, answers, piece.page, piece.text, searcher) >= least:
            positive = passage
        if positive and negative:
            break
    return positive, negative


def covered(question: str, answers: Sequence[str], title: str, text: str, searcher: Searcher) -> float:
    """How much of the question, by rarity of words, stands in the title and near the answer."""
    said = set(re.findall(r"\w+", " ".join(answers).lower()))
    asked = [word for word in dict.fromkeys(re.findall(r"\w+", question.lower())) if word not in said]
    weights = [searcher.idf(word) for word in asked]
    total = sum(weights)
    if not total:
        return 1.0
    sentences = SENTENCE_END.split(text)
    wanted = [f" {plain(answer)} " for answer in answers if plain(answer)]
    best = 0.0
    for place, sentence in enumerate(sentences):
        if not any(answer in f" {plain(sentence)} " for answer in wanted):
            continue
        near = " ".join(sentences[max(0, place - 1) : place + 2])
        words = {_stem(word) for word in re.findall(r"\w+", f"{title} {near}".lower())}
        shared = sum(weight for word, weight in zip(asked, weights) if _stem(word) in words)
        best = max(best, shared / total)
    return best


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 3:
            return word[: -len(ending)]
    return word
