"""Questions for a time, a place, a reason or a manner: the clause in its natural order, the adverbial at its end."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.answers import brings_preposition, spatial, temporal
from evidentia.datasets.grammar.clause import bare, find_base_verb, find_participle, find_predicate, inflect
from evidentia.datasets.grammar.question import Question
from evidentia.datasets.grammar.shape import (
    auxiliary_of,
    find_gap,
    find_perfect,
    finite_verb,
    last_resort,
    with_auxiliary,
)


def clause_with(question: Question, phrase: str, answer: str) -> str | None:
    """The clause in its natural order, the adverbial at its end."""
    auxiliary, rest = question.auxiliary, question.rest
    low = [bare(word) for word in rest]
    if not rest:
        return f"{' '.join(question.noun)} {auxiliary} {phrase}".strip() if question.noun else None
    if question.noun and question.preposition and not auxiliary:
        return f"{' '.join(rest)} {phrase}"
    text = " ".join(rest)
    if (
        len(low) > 1
        and low[-1] in ("from", "to", "at", "in", "on", "by", "until", "since", "through")
        and question.wh
        in (
            "when",
            "where",
        )
    ):
        if brings_preposition(answer) or low[-1] == "at":
            rest, low, text = rest[:-1], low[:-1], " ".join(rest[:-1])
            question.rest = rest
        else:
            phrase = answer
    elif question.wh == "where" and (place := find_gap(low)) is not None and low[place] in ("from", "to", "of", "at"):
        tail = " ".join(rest[place + 1 :])
        question.rest = rest = rest[: place + 1]
        low, text, phrase = low[: place + 1], " ".join(rest), f"{answer} {tail}"
    if not auxiliary:
        return f"{text} {phrase}"
    if auxiliary in words.BE:
        return _adverbial_be(question, low, phrase, answer)
    if auxiliary in words.DO:
        verb = find_base_verb(rest)
        if verb is None:
            if any(verbs.is_past(word) for word in low[1:]):
                return f"{text} {phrase}"
            verb = last_resort(low)
        if verb is None:
            return f"{text} {auxiliary} {phrase}"
        if (
            question.wh == "where"
            and low[verb] in words.MOTION
            and low[-1] not in words.STRANDED
            and not brings_preposition(answer)
            and "to" not in low[verb:]
        ):
            phrase = spatial(answer, verb=low[verb])
        subject = rest[:verb]
        done = finite_verb(question, rest[verb], subject)
        tail = _conjoined(question, rest[verb + 1 :])
        if low[verb + 1 : verb + 2] and low[verb + 1] in ("when", "after", "before", "while", "if", "once"):
            return f"{' '.join(subject)} {done} {phrase} {tail}"
        return f"{' '.join(subject)} {done} {tail} {phrase}"
    auxiliary = auxiliary_of(question)
    split = find_perfect(low) if question.auxiliary in words.HAVE else find_base_verb(rest)
    if split is None:
        place = find_participle(rest)
        if place is None and "be" in low:
            place = low.index("be")
        split = 1 if place is None and low[0] in words.PRONOUN else place
    if not split:
        return f"{text} {auxiliary} {phrase}"
    return f"{with_auxiliary(' '.join(rest[:split]), auxiliary)} {' '.join(rest[split:])} {phrase}"


def _adverbial_be(question: Question, low: list[str], phrase: str, answer: str) -> str:
    rest, auxiliary = question.rest, auxiliary_of(question)
    text = " ".join(rest)
    if question.wh == "where" and question.auxiliary in low[1:]:
        # `where is the house is located`: the verb was said twice.
        return f"{text} {phrase}"
    if low[:2] in (["the", "date"], ["the", "year"]) and "held" not in low:
        return f"{text} {auxiliary} {answer}"
    if low[0] == "it" or low[0] == "there" or (low[0] in words.PRONOUN and len(low) > 1):
        return f"{rest[0]} {auxiliary} {' '.join(rest[1:])} {phrase}"
    if (
        low[0] == "the"
        and (low[1:2] and low[1] in words.ORDINAL)
        and {"time", "date", "day", "year", "season"} & set(low[2:4])
    ):
        return f"{text} {auxiliary} {phrase}"
    place = find_participle(rest)
    if place is None:
        place = find_predicate(rest)
    if place is None:
        return f"{text} {auxiliary} {phrase}"
    return f"{with_auxiliary(' '.join(rest[:place]), auxiliary)} {' '.join(rest[place:])} {phrase}"


def _conjoined(question: Question, tail: list[str]) -> str:
    """`live AND DIE`: a second verb right after the first takes the same form."""
    if len(tail) > 1 and tail[0].lower() in words.CONJUNCTION and verbs.is_base(bare(tail[1])) and not question.negated:
        return " ".join([tail[0], inflect(tail[1], question.auxiliary), *tail[2:]])
    return " ".join(tail)


def asks_span(question: Question) -> bool:
    """`when was the war` asks for a span, `when did it start` for a point."""
    return question.auxiliary in words.BE and find_participle(question.rest) is None


def with_qualifier(phrase: str, question: Question) -> str:
    return f"{phrase} {question.qualifier}" if question.qualifier else phrase


def adverbial_of_noun(question: Question, answer: str) -> str | None:
    """`what year` + 1996 → `in 1996`, `which country` + France → `in France`; None for other nouns."""
    if not question.noun:
        return None
    head = question.noun[: question.noun.index("of")] if "of" in question.noun else question.noun
    noun = bare(head[-1]) if head else ""
    if brings_preposition(answer):
        return answer
    if noun in words.TIME_NOUNS:
        if noun in ("season", "episode", "chapter", "grade", "week", "round") and noun not in answer.lower():
            return f"in {_numbered(noun, answer)}"
        if noun in ("year", "years", "day", "date", "time", "month", "decade", "century"):
            return temporal(answer)
        return f"{words.TIME_NOUNS[noun]} {answer}"
    if noun in words.PLACE_NOUNS:
        return f"{words.PLACE_NOUNS[noun]} {answer}"
    if noun in words.WORK_NOUNS:
        return f"{words.WORK_NOUNS[noun]} {answer}"
    return None


def _numbered(noun: str, answer: str) -> str:
    """`season` + 5 → `season 5`, + fifth → `the fifth season`."""
    if re.fullmatch(r"\d+|[IVX]+", answer) or answer.lower() in words.NUMBER_WORDS:
        return f"{noun} {answer}"
    if re.fullmatch(r"\d*(?:\w*th|first|second|third|1st|2nd|3rd|last|final|pilot)", answer.lower()):
        return f"the {answer} {noun}"
    return answer


def fronted_noun(question: Question, answer: str) -> str:
    """`in which season` + 5 → `season 5`."""
    noun = bare(question.noun[-1]) if question.noun else ""
    if noun in ("season", "episode", "chapter", "grade", "week", "round") and noun not in answer.lower():
        return _numbered(noun, answer)
    return answer
