"""A question and an answer become a claim that keeps the answer and the meaning."""

from __future__ import annotations

import re

from evidentia.datasets.grammar.answers import brings_preposition, lower_article
from evidentia.datasets.grammar.headless import yes_no
from evidentia.datasets.grammar.question import parse
from evidentia.datasets.grammar.rules import statement
from evidentia.datasets.grammar.words import wordset

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_YES = wordset("yes yeah true correct y")
_NO = wordset("no false incorrect n nope")
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
    """What `question` and `answer` state together; None if there is no question, no answer, or the answer is lost."""
    answer = re.sub(r"\s+", " ", answer.replace("|", " ")).strip()
    # The point of `Jr.` stays.
    answer = re.sub(r"(?<=\w\w\w\w)\.$|(?<=\w)\?$", "", answer)
    if not answer or len(answer) > MAX_ANSWER or not re.search(r"\w", answer) or not re.search(r"[^\W\d_]", question):
        return None
    parsed = parse(question)
    if not parsed.wh and answer.lower() in _YES | _NO:
        spoken = yes_no(parsed, positive=answer.lower() in _YES)
        return None if spoken is None else _finish(spoken)
    body = statement(parsed, lower_article(answer))
    if body is None:
        return None
    claim = _finish(_opened(parsed.context, body) if parsed.context else body)
    if not keeps_answer(claim, answer):
        return None
    return claim


def _opened(context: str, body: str) -> str:
    """`rugby world cup` → `in rugby world cup, …`; adverbials, clauses and sentences stay."""
    if context.endswith((".", "!")):
        return f"{context} {body[:1].upper()}{body[1:]}"
    first = context.split(" ")[0].lower().strip(",")
    known = brings_preposition(context) or first in ("according", "as", "given", "if", "when", "which", "who")
    return f"{context}, {body}" if known or "," in context else f"in {context}, {body}"


def _finish(body: str) -> str:
    text = re.sub(r"\s+", " ", body).strip(" ,;")
    text = re.sub(r"\s+([,.;!])(?!\w)", r"\1", text).replace(",,", ",")
    if not text.endswith((".", "!", '."')):
        text += "."
    for place, letter in enumerate(text):
        if letter.isalnum():
            return text[:place] + letter.upper() + text[place + 1 :]
    return text
