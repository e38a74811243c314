"""Questions for a number or a degree: how many, how much, how long, how old."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.adverbials import clause_with
from evidentia.datasets.grammar.answers import brings_preposition, temporal
from evidentia.datasets.grammar.clause import bare, find_base_verb, find_participle, find_predicate
from evidentia.datasets.grammar.entities import entity_modal
from evidentia.datasets.grammar.question import Question
from evidentia.datasets.grammar.shape import (
    auxiliary_of,
    count_phrase,
    find_gap,
    find_perfect,
    finite_verb,
    last_resort,
    object_place,
    opens_with_verb,
    starts_predicate,
    with_auxiliary,
)

_SPANS = words.DURATION - {"game", "round", "season"}
# Verbs whose object is a measure: no `for` stands before it.
_MEASURED_VERBS = words.wordset("take last have spend get serve contain win")
# Degrees that a measure does not repeat: a thing is 5 kg, not 5 kg heavy.
_UNSAID = words.wordset("far big large hot cold fast heavy late small close")


def quantity_clause(question: Question, answer: str) -> str | None:
    auxiliary, rest, noun = question.auxiliary, question.rest, list(question.noun)
    counted = count_phrase(answer, noun)
    low = [bare(word) for word in rest]
    if question.preposition:
        return clause_with(question, f"{question.preposition} {counted}", answer)
    if not rest:
        if not noun:
            return None
        return f"there {auxiliary or 'are'} {counted}"
    if not auxiliary:
        if opens_with_verb(rest):
            return f"{counted} {' '.join(rest)}"
        return f"there are {counted} {' '.join(rest)}"
    if auxiliary in words.BE:
        return _quantity_be(question, counted, answer, low)
    if auxiliary in words.DO:
        verb = find_base_verb(rest)
        if verb is None:
            verb = next((place for place in range(1, len(low)) if verbs.is_past(low[place])), None) or last_resort(low)
        if verb is None:
            return f"{counted} {auxiliary} {' '.join(rest)}"
        head = f"{' '.join(rest[:verb])} {finite_verb(question, rest[verb])}"
        tail, low_tail = rest[verb + 1 :], low[verb + 1 :]
        gap = find_gap(low_tail)
        unit = bare(noun[0]).rstrip("s") if noun else ""
        if gap is not None:
            return f"{head} {' '.join(tail[: gap + 1])} {counted} {' '.join(tail[gap + 1 :])}"
        if unit == "time":
            return f"{head} {' '.join(tail)} {counted}"
        if unit in _SPANS and low[verb] not in _MEASURED_VERBS:
            return f"{head} {' '.join(tail)} for {counted}"
        cut = object_place(low[verb], low_tail)
        return f"{head} {' '.join(tail[:cut])} {counted} {' '.join(tail[cut:])}"
    if noun and bare(noun[0]) in ("time", "times"):
        verb = find_perfect(low) if auxiliary in words.HAVE else find_base_verb(rest)
        if verb is not None:
            return f"{with_auxiliary(' '.join(rest[:verb]), auxiliary)} {' '.join(rest[verb:])} {counted}"
    return entity_modal(question, counted, None)


def _quantity_be(question: Question, counted: str, answer: str, low: list[str]) -> str:
    auxiliary, rest, noun = auxiliary_of(question), question.rest, question.noun
    text = " ".join(rest)
    if auxiliary in ("is", "was") and noun and bare(noun[0]).endswith("s") and not re.match(r"(?:1|one)\b", counted):
        auxiliary = "are" if auxiliary == "is" else "were"
    if low[0] == "there" or low[-1] == "there":
        others = " ".join(rest[1:] if low[0] == "there" else rest[:-1])
        return f"there {auxiliary} {counted} {others}"
    if question.wh == "how many" and not noun and starts_predicate(rest, low):
        return f"{counted} {auxiliary} {text}"
    if not noun:
        place = find_participle(rest) or find_predicate(rest)
        if place is not None:
            return f"{with_auxiliary(' '.join(rest[:place]), auxiliary)} {' '.join(rest[place:])} {answer}"
        return f"{text} {auxiliary} {answer}"
    if low[0] in words.PREPOSITION:
        return f"there {auxiliary} {counted} {text}"
    if starts_predicate(rest, low) or low[0] in ("needed", "required", "left", "considered"):
        return f"{counted} {auxiliary} {text}"
    if low[-1] in ("worth", "long", "old", "away", "wide", "tall"):
        said = f"worth {counted}" if low[-1] == "worth" else f"{counted} {rest[-1]}"
        return f"{' '.join(rest[:-1])} {auxiliary} {said}"
    place = find_participle(rest)
    if place is not None:
        return f"{with_auxiliary(' '.join(rest[:place]), auxiliary)} {' '.join(rest[place:])} {counted}"
    gap = find_gap(low)
    if gap is not None and gap == len(low) - 1 and len(low) > 1:
        return f"{' '.join(rest[:-1])} {auxiliary} {rest[-1]} {counted}"
    return f"{text} {auxiliary} {counted}"


def degree_clause(question: Question, answer: str) -> str | None:
    degree, auxiliary, rest = question.wh.removeprefix("how "), question.auxiliary, question.rest
    low = [bare(word) for word in rest]
    if not rest:
        return None
    text = " ".join(rest)
    lower = answer.lower()
    if auxiliary in words.DO and degree == "long" and re.match(r"(?:from )?\d{4}\D", lower):
        return clause_with(question, temporal(answer, during=True), answer)
    if degree in ("often", "frequently"):
        return clause_with(question, answer, answer)
    if auxiliary in words.BE:
        if degree == "long" and find_participle(rest) is not None:
            return clause_with(question, _for(answer), answer)
        said = answer if degree in lower or degree in _UNSAID else f"{answer} {_unit(answer, degree)}"
        if degree == "far" and "from" in low:
            place = low.index("from")
            return f"{' '.join(rest[:place])} {auxiliary_of(question)} {answer} {' '.join(rest[place:])}"
        place = low.index("when") if "when" in low else len(rest)
        return f"{' '.join(rest[:place])} {auxiliary_of(question)} {said} {' '.join(rest[place:])}"
    if auxiliary in words.DO:
        verb = find_base_verb(rest)
        if verb is None:
            return f"{text} {answer}"
        if "be" in low[verb + 1 :]:
            place = low.index("be", verb + 1) + 1
            head = f"{' '.join(rest[:verb])} {finite_verb(question, rest[verb])} {' '.join(rest[verb + 1 : place])}"
            return f"{head} {answer} {' '.join(rest[place:])}"
        subject, done, tail = " ".join(rest[:verb]), finite_verb(question, rest[verb]), rest[verb + 1 :]
        if low[verb] in ("take", "last", "have", "run", "get", "go", "weigh", "cost") and not (
            degree == "far" and tail
        ):
            cut = 1 if tail and low[verb + 1] in words.OBJECT_PRONOUN and low[verb] == "take" else 0
            return f"{subject} {done} {' '.join(tail[:cut])} {answer} {' '.join(tail[cut:])}"
        return f"{subject} {done} {' '.join(tail)} {_for(answer) if degree == 'long' else answer}"
    return clause_with(question, _for(answer) if degree == "long" else answer, answer)


def _unit(answer: str, degree: str) -> str:
    if degree == "old":
        return "old" if re.search(r"year|month|day|week", answer.lower()) else "years old"
    if not re.search(r"[a-z]{2,}", answer.lower()):
        return ""
    return degree if re.search(r"\d|" + "|".join(sorted(words.NUMBER_WORDS)), answer.lower()) else ""


def _for(answer: str) -> str:
    return answer if brings_preposition(answer) or answer.lower().startswith(("forever", "over")) else f"for {answer}"
