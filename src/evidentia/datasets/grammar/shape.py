"""Parts of clauses that several rules look at."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.clause import bare, inflect
from evidentia.datasets.grammar.question import Question


def with_auxiliary(subject: str, auxiliary: str) -> str:
    """`the song originally` + was: the auxiliary stands before a closing adverb."""
    head, _, last = subject.rpartition(" ")
    if head and (last.lower() in words.ADVERB or last.lower() in ("being", "not") or last.lower().endswith("ly")):
        return f"{head} {auxiliary} {last}"
    return f"{subject} {auxiliary}"


def starts_predicate(rest: list[str], low: list[str]) -> bool:
    """Whether the wh-phrase is the subject: `who was ELECTED …`, `what is USED to …`."""
    place = skip_adverbs(low)
    word = low[place]
    if rest[place][:1].isupper() and word not in ("in", "on"):
        return False
    if word in words.PREPOSITION or word in ("responsible", "able", "being", "going", "going", "not", "likely"):
        return True
    if verbs.is_gerund(word) and place + 1 < len(low):
        return True
    passive = verbs.is_participle(word) and (not verbs.is_base(word) or word in ("cast", "cut", "put", "set", "hit"))
    return passive and (place + 1 == len(low) or low[place + 1] in words.PREPOSITION | words.DETERMINER | words.ADVERB
                        | words.PARTICLE or (len(low) > place + 1 and verbs.is_participle(word)))  # fmt: skip


def find_gap(low: list[str], start: int = 1) -> int | None:
    """The place of a preposition that lost its object: at the end, or before another preposition."""
    last = len(low) - 1
    if last >= 0 and low[last] in words.STRANDED and not (last and low[last - 1] == "come" and low[last] == "in"):
        return last
    for place in range(start, last):
        following = low[place + 1]
        if low[place] in words.STRANDED and (
            following in words.STRANDED - {"about", "to"} or following in ("when", "during", "while", "after", "before")
        ):
            if low[place] in ("out", "up", "down", "off", "over", "about", "as", "on") and following in (
                "of",
                "to",
                "from",
                "in",
            ):
                continue
            if low[place - 1 : place + 2] == ["up", "to"]:
                continue
            return place
    return None


def object_place(verb: str, tail: list[str]) -> int:
    """How many words of the verb's tail stand before its moved object."""
    if not tail:
        return 0
    if verb in ("say", "think", "believe", "claim", "want", "try", "need", "use", "have") and "to" in tail:
        inner = tail.index("to") + 1
        if inner < len(tail) and verbs.is_base(tail[inner]) and tail[0] in ("to", "people"):
            return inner + 1 + object_place(tail[inner], tail[inner + 1 :])
    if tail[0] in words.PARTICLE and (
        len(tail) == 1 or tail[0] in ("out", "up", "off", "down", "away") or tail[1] in words.PREPOSITION
    ):
        return 1 if tail[0] not in ("in", "on", "around", "about", "through", "along") else 0
    if tail[0] in words.PREPOSITION or tail[0] in words.SUBORDINATOR or tail[0] in words.ADVERB:
        return 0
    if re.fullmatch(r"\d{4}", tail[0]):
        return 0
    return len(tail)


def find_perfect(low: list[str]) -> int | None:
    for place in range(1, len(low)):
        done = verbs.is_participle(low[place]) and (
            not verbs.is_base(low[place]) or low[place] in ("won", "come", "become", "run")
        )
        if (done and low[place - 1] not in words.DETERMINER | words.PREPOSITION) or low[place] == "been":
            return place
    return None


def skip_adverbs(low: list[str]) -> int:
    place = 0
    while place < len(low) - 1 and (low[place] in words.ADVERB or low[place].endswith("ly")):
        place += 1
    return place


def opens_with_verb(rest: list[str]) -> bool:
    low = [bare(word) for word in rest[:3]]
    word = low[skip_adverbs(low)]
    return verbs.is_past(word) or verbs.is_third_person(word) or verbs.is_base(word)


def auxiliary_of(question: Question) -> str:
    return f"{question.auxiliary} not" if question.negated else question.auxiliary


def finite_verb(question: Question, verb: str, subject: list[str] | None = None) -> str:
    """The verb in its finite form; a `not` at the end of the subject keeps the auxiliary."""
    if subject and bare(subject[-1]) == "not":
        subject.pop()
        return f"{question.auxiliary} not {verb}"
    if question.negated:
        return f"{question.auxiliary} not {verb}"
    return inflect(verb, question.auxiliary)


def count_phrase(answer: str, noun: list[str]) -> str:
    """`42` + episodes → `42 episodes`; the noun is not said twice."""
    if not noun:
        return answer
    stems = {_stem(word) for word in re.findall(r"[\w'-]+", answer.lower())}
    head = bare(noun[noun.index("of") - 1] if "of" in noun[1:] else noun[-1])
    if _stem(head) in stems or (head == "times" and answer.lower() in ("once", "twice", "thrice")):
        extra = noun[noun.index("of") :] if "of" in noun[1:] else []
        return " ".join([answer, *extra])
    last = answer.lower().split()[-1]
    if len(answer.split()) > 1 and last.isalpha() and last not in words.NUMBER_WORDS | {"dozen", "more", "of"}:
        return answer if not re.fullmatch(r"[a-z]{1,3}", last) else f"{answer} of {' '.join(noun)}"
    measured = re.search(r"\d\s+[a-z]{3,}|[$£€%]", answer.lower())
    if measured and not re.search(r"(?:million|billion|thousand|hundred)$", answer.lower()):
        return answer
    return " ".join([answer, *noun])


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def last_resort(low: list[str]) -> int | None:
    """An unknown verb stands before a preposition or at the end."""
    for place in range(1, len(low)):
        followed = place + 1 < len(low) and low[place + 1] in words.PARTICLE | {"in", "from", "to"}
        if low[place].isalpha() and followed and low[place - 1] not in words.DETERMINER | words.PREPOSITION:
            return place
    return len(low) - 1 if len(low) > 1 and low[-1].isalpha() else None
