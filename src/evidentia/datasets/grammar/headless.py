"""Questions without a wh-word in front: fragments, commands, choices, yes or no, a wh-word in its place."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.answers import spatial, temporal
from evidentia.datasets.grammar.clause import bare, find_base_verb, find_participle, find_predicate, inflect
from evidentia.datasets.grammar.question import Question
from evidentia.datasets.grammar.shape import find_perfect
from evidentia.datasets.grammar.words import wordset

_COMMAND = re.compile(r"^(?:please\s+)?(?:name|list|give(?: me)?|identify|state|find|tell me)\s+(?=\w)", re.I)
_OPEN_ENDS = (
    words.BE | words.STRANDED | words.CONJUNCTION | wordset("the a an its their his her called named known has have")
)
_MEASURED_HEADS = wordset("name number meaning definition symbol date age height length population capital currency")


def from_embedded(question: Question, answer: str) -> str | None:
    """`tell me when the ship sank`: the order is already that of a statement."""
    if question.auxiliary or not question.rest:
        return None
    text = " ".join(question.rest)
    if question.wh == "when":
        return f"{text} {temporal(answer)}"
    if question.wh == "where":
        return f"{text} {spatial(answer)}"
    return None


def from_fragment(question: Question, answer: str) -> str | None:
    text = " ".join(question.rest)
    low = [bare(word) for word in question.rest]
    if not low:
        return None
    opened = None if low[-1] in _OPEN_ENDS else _without_subject(question.rest, low, answer)
    if opened:
        return opened
    command = _COMMAND.match(text)
    if command:
        question.rest = question.rest[len(command.group().split()) :]
        text, low = " ".join(question.rest), low[len(command.group().split()) :]
    elif low[0] in words.AUXILIARY:
        return _choice(question, answer)
    inside = _in_place(question.rest, low, answer)
    if inside:
        return inside
    finite = any(word in words.AUXILIARY for word in low)
    blank = re.search(r"_{2,}|\.{3,}|…|\b(?:the |an? )?blank\b", text)
    if blank:
        return text[: blank.start()] + answer + text[blank.end() :]
    verbal = any(verbs.is_past(word) or verbs.is_third_person(word) for word in low[1:])
    ends = low[-1] in _OPEN_ENDS or (verbs.is_third_person(low[-1]) and not verbs.mostly_noun(low[-1][:-1]))
    if (finite or verbal) and ends:
        if low[-1] in ("the", "a", "an") and re.match(r"(?:the|an?) ", answer):
            answer = answer.partition(" ")[2]
        return f"{text} {answer}"
    demonstrative = re.search(r"\b(?:this|these|which)(?: \w+){1,2}$", text)
    if demonstrative and finite:
        return text[: demonstrative.start()] + answer
    if len(low) < 2 or (finite and not question.asked and not command):
        return None
    verb = "are" if re.search(r"(?<!\d),| and ", answer) else "is"
    head = low[: next((place for place, word in enumerate(low) if word in words.PREPOSITION), len(low))]
    if re.match(r"\W*\d", answer) or _MEASURED_HEADS & set(head):
        return f"{text} {verb} {answer}"
    return f"{answer} {verb} {text}"


def _without_subject(tokens: list[str], low: list[str], answer: str) -> str | None:
    """`created the first map of …`, `has been honoured with …`, `this inventor built …`: the answer is the subject."""
    if low[0] in ("this", "these") and len(low) > 3:
        for place in range(2, min(len(low), 7)):
            if verbs.is_past(low[place]) or verbs.is_third_person(low[place]) or low[place] in words.AUXILIARY:
                return f"{answer} {' '.join(tokens[place:])}"
    passive = low[0] in words.HAVE | words.BE and len(low) > 1 and verbs.is_participle(low[1])
    active = verbs.is_past(low[0]) and not verbs.is_base(low[0]) and low[0] not in words.BE and len(low) > 2
    return f"{answer} {' '.join(tokens)}" if passive or (active and low[1] not in ("by", "in")) else None


def _in_place(tokens: list[str], low: list[str], answer: str) -> str | None:
    """A wh-phrase where its answer belongs: `the ship sank in WHAT YEAR`, `designed by WHO in 1907`."""
    for place in range(len(low) - 1, 0, -1):
        word, after = low[place], low[place + 1] if place + 1 < len(low) else ""
        if word == "how" and after in ("many", "much", "long", "old", "far", "tall"):
            end = place + 2
            return " ".join([*tokens[:place], answer, *tokens[end:]])
        if word not in ("what", "who", "whom", "which", "where", "when"):
            continue
        if word not in ("what", "which"):
            if after and after not in words.PREPOSITION and tokens[place][-1:] != ",":
                continue
            return " ".join([*tokens[:place], answer, *tokens[place + 1 :]])
        end = place + 1
        while end < len(low) and end < place + 5 and low[end] not in words.AUXILIARY | words.PREPOSITION - {"of"}:
            if end > place + 1 and (verbs.is_past(low[end]) or verbs.is_gerund(low[end])):
                break
            end += 1
        if word == "which" and place and low[place - 1] not in words.PREPOSITION | words.BE and end < len(low):
            continue
        return " ".join([*tokens[:place], answer, *tokens[end:]])
    return None


def _choice(question: Question, answer: str) -> str | None:
    """`is it a plant or an animal` + an animal; `do they make tea or coffee` + tea."""
    tokens = question.rest
    low = [bare(word) for word in tokens]
    if "or" not in low:
        return None
    place = low.index("or")
    wanted = {bare(word) for word in answer.split()} - words.DETERMINER
    left, right = place - 1, place + 1
    if right < len(low) and low[right] in words.DETERMINER:
        right += 1
    if right < len(low) and wanted & {low[left], low[right]}:
        while left > 1 and (low[left - 1] in words.DETERMINER or tokens[left - 1].endswith(",")):
            left -= 1
        question.rest = [*tokens[:left], answer, *tokens[right + 1 :]]
        return yes_no(question, positive=True)
    if low[0] not in words.BE:
        return None
    start = 2 if low[1] in words.PRONOUN else (_yes_no_split(low[0], tokens[1:], low[1:]) or 0) + 1
    return f"{' '.join(tokens[1:start])} {low[0]} {answer}"


def yes_no(question: Question, *, positive: bool) -> str | None:
    """A yes/no question as the statement that the answer makes."""
    tokens = question.rest
    low = [bare(word) for word in tokens]
    if len(low) < 3 or low[0] not in words.AUXILIARY:
        return None
    auxiliary, rest = low[0], tokens[1:]
    negation = "" if positive else " not"
    if auxiliary in words.DO:
        verb = find_base_verb(rest)
        if verb is None:
            return None
        if positive:
            return f"{' '.join(rest[:verb])} {inflect(rest[verb], auxiliary)} {' '.join(rest[verb + 1 :])}"
        return f"{' '.join(rest[:verb])} {auxiliary} not {' '.join(rest[verb:])}"
    split = _yes_no_split(auxiliary, rest, low[1:])
    if split is None:
        return None
    return f"{' '.join(rest[:split])} {auxiliary}{negation} {' '.join(rest[split:])}"


def _yes_no_split(auxiliary: str, rest: list[str], low: list[str]) -> int | None:
    if low[0] in words.PRONOUN or low[0] in ("this", "that"):
        return 1
    if auxiliary in words.MODAL:
        return find_base_verb(rest)
    if auxiliary in words.HAVE:
        return find_perfect(low)
    for place in range(1, len(low)):
        if low[place] in ("a", "an", "the") and low[place - 1] not in words.PREPOSITION | words.CONJUNCTION:
            return place
        if low[place] in ("in", "on", "at", "from", "still", "part", "considered", "available", "made", "based"):
            return place
    return find_participle(rest) or find_predicate(rest) or len(low) - 1
