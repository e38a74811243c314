"""A question and an answer become a claim that keeps the answer and the meaning."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import rules
from evidentia.datasets.grammar.answers import lower_article
from evidentia.datasets.grammar.question import parse

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_YES = frozenset("yes yeah true correct y".split())
_NO = frozenset("no false incorrect n nope".split())
MAX_ANSWER = 300


def normalise(text: str) -> str:
    """Lower case, without punctuation and articles: what an exact match compares."""
    text = re.sub(r"[^\w\s]", " ", text.replace("'", "").replace("’", "").lower())
    return " ".join(_ARTICLES.sub(" ", text).split())


def keeps_answer(claim: str, answer: str) -> bool:
    return normalise(answer) in normalise(claim)


def is_question(text: str) -> bool:
    """Whether a text still asks: a question mark, or an opening wh-word or inverted auxiliary."""
    if "?" in text:
        return True
    found = parse(text)
    return bool(found.wh) and not found.context and bool(found.auxiliary)


def to_claim(question: str, answer: str) -> str | None:
    """The statement that `answer` answers `question`; None if there is no question, no answer, or the answer is lost."""
    answer = re.sub(r"\s+", " ", answer.replace("|", " ")).strip()
    answer = re.sub(r"(?<=\w\w)\.$", "", answer)
    if not answer or len(answer) > MAX_ANSWER or not re.search(r"\w", answer) or not re.search(r"[^\W\d_]", question):
        return None
    parsed = parse(question)
    if not parsed.wh and answer.lower() in _YES | _NO:
        statement = rules.yes_no(parsed, positive=answer.lower() in _YES)
        return None if statement is None else _finish(statement)
    body = rules.statement(parsed, lower_article(answer))
    if body is None:
        return None
    claim = _finish(f"{parsed.context}, {body}" if parsed.context else body)
    if not keeps_answer(claim, answer):
        return None
    return claim


def _finish(statement: str) -> str:
    text = re.sub(r"\s+", " ", statement).strip(" ,;")
    text = re.sub(r"\s+([,.;!])", r"\1", text).replace(",,", ",")
    if not text.endswith((".", "!", '."')):
        text += "."
    for place, letter in enumerate(text):
        if letter.isalnum():
            return text[:place] + letter.upper() + text[place + 1 :]
    return text
