"""Questions for a thing or a person: who, whom, whose, what, which."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.adverbials import adverbial_of_noun, clause_with, fronted_noun
from evidentia.datasets.grammar.answers import brings_preposition
from evidentia.datasets.grammar.clause import bare, find_base_verb, find_participle, find_predicate
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
    skip_adverbs,
    starts_predicate,
    with_auxiliary,
)
from evidentia.datasets.grammar.words import wordset

_PREDICATE_START = wordset("the a an one considered known not only also most")
_SUPERLATIVE = wordset("most least only first last best worst")
_NAMING = wordset("called named titled nicknamed considered dubbed renamed termed labeled")
_INTRANSITIVE = wordset(
    "live die occur happen originate come go start begin end take appear star perform play grow work exist stay debut "
    "air premiere land sit lie fall arrive graduate rise emerge reside meet operate speak sink travel form settle"
)


def with_possession(question: Question, answer: str) -> str:
    """`which country's flag` + Ireland → `Ireland's flag`."""
    for place, word in enumerate(question.noun[:-1]):
        if word.lower().endswith(("'s", "s'")):
            return f"{owner(answer)} {' '.join(question.noun[place + 1 :])}"
    return answer


def owner(answer: str) -> str:
    """`Ireland` → `Ireland's`."""
    if answer.endswith(("'s", "s'", "’s")):
        return answer
    return answer + ("'" if answer.endswith("s") else "'s")


def with_measure(answer: str, question: Question) -> str:
    """`what percentage of the water` + 4 % → `4 % of the water`."""
    noun = question.noun
    if len(noun) > 2 and bare(noun[0]) in words.MEASURE_NOUNS and bare(noun[1]) == "of" and " of " not in answer:
        if bare(noun[0]) in ("number", "amount", "quantity"):
            return count_phrase(answer, noun[2:])
        return f"{answer} {' '.join(noun[1:])}"
    return answer


def entity_clause(question: Question, answer: str) -> str | None:
    auxiliary, rest = question.auxiliary, question.rest
    adverbial = adverbial_of_noun(question, answer)
    if question.preposition:
        if rest and bare(rest[-1]) == question.preposition:
            rest.pop()
        fronted = f"{question.preposition} {fronted_noun(question, answer)}"
        return clause_with(question, answer if brings_preposition(answer) else fronted, answer)
    if not rest:
        return f"{' '.join(question.noun)} {auxiliary} {answer}".strip() if question.noun else None
    if not auxiliary:
        if adverbial and question.noun and not opens_with_verb(rest):
            return f"{' '.join(rest)} {adverbial}"
        return f"{answer} {' '.join(rest)}"
    if auxiliary in words.BE:
        return _entity_be(question, answer, adverbial)
    if auxiliary in words.DO:
        return _entity_do(question, answer, adverbial)
    return entity_modal(question, answer, adverbial)


def _entity_be(question: Question, answer: str, adverbial: str | None) -> str:
    auxiliary, rest = auxiliary_of(question), question.rest
    low = [bare(word) for word in rest]
    text = " ".join(rest)
    if low[0] == "there":
        return f"there {auxiliary} {answer} {' '.join(rest[1:])}"
    if "worth" in low[1:]:
        cut = low.index("worth")
        return f"{' '.join(rest[:cut])} {auxiliary} worth {answer} {' '.join(rest[cut + 1 :])}"
    if low[0] == "it" and len(low) > 1:
        place = find_participle(rest)
        cut = place + 1 if place is not None else 1
        return f"it {auxiliary} {' '.join(rest[1:cut])} {answer} {' '.join(rest[cut:])}"
    if starts_predicate(rest, low):
        if auxiliary in ("was", "is") and " and " in answer and question.wh == "who":
            auxiliary = "were" if auxiliary == "was" else "are"
        return f"{answer} {auxiliary} {text}"
    if (
        re.match(r"\w+er$|more$|less$|better$|worse$", low[0])
        and "or" in low
        and question.wh in ("what", "which", "who")
    ):
        return f"{answer} {auxiliary} {low[0]}"
    gap = find_gap(low)
    place = find_participle(rest)
    if place is not None and (low[place] in _NAMING or place + 1 == len(low) or gap is not None or adverbial):
        subject, verb = " ".join(rest[:place]), rest[place]
        if low[place] in _NAMING and gap is None:
            return f"{with_auxiliary(subject, auxiliary)} {verb} {answer} {' '.join(rest[place + 1 :])}"
        tail = adverbial if adverbial and gap is None else None
        if tail:
            return f"{with_auxiliary(subject, auxiliary)} {' '.join(rest[place:])} {tail}"
        where = gap + 1 if gap is not None and gap >= place else len(rest)
        return f"{with_auxiliary(subject, auxiliary)} {' '.join(rest[place:where])} {answer} {' '.join(rest[where:])}"
    if gap is not None and gap == len(low) - 1 and len(low) > 1:
        split = _gap_subject(rest, low)
        if split is not None:
            return f"{' '.join(rest[:split])} {auxiliary} {' '.join(rest[split:])} {answer}"
    if question.noun:
        noun = bare(question.noun[0 if "of" not in question.noun else question.noun.index("of") - 1])
        last = bare(question.noun[-1])
        attribute = noun in words.ATTRIBUTE_NOUNS or last in words.ATTRIBUTE_NOUNS
        if attribute and not (low[0] in ("the", "a", "an") and _has_superlative(rest)):
            return f"{text} {auxiliary} {adverbial or answer}"
        return f"{answer} {auxiliary} {text}"
    if question.wh in ("who", "whom"):
        if _describes(answer) and low[0] not in _PREDICATE_START and "of" not in low:
            return f"{text} {auxiliary} {answer}"
        return _equation(answer, auxiliary, rest, low)
    return f"{text} {auxiliary} {answer}"


def _equation(answer: str, auxiliary: str, rest: list[str], low: list[str]) -> str:
    """`A is the captain`, `A and B are the judges`, `A is one of the judges`."""
    text = " ".join(rest)
    several = bool(re.search(r",| and | & ", answer)) or answer.lower().endswith("s")
    head = 0
    while head + 1 < len(low) and low[head + 1] not in words.PREPOSITION | words.RELATIVE | words.AUXILIARY:
        follower = low[head + 1]
        participle = verbs.is_participle(follower) and not verbs.is_base(follower)
        if head and (participle or verbs.is_gerund(follower) or follower in words.DETERMINER):
            break
        head += 1
    if {"first", "last", "original"} & set(low[:3]):
        several = True
    plural = low[head].endswith("s") and not low[head].endswith(("ss", "'s"))
    if auxiliary in ("are", "were") and not several:
        singular = "is" if auxiliary == "are" else "was"
        if plural and low[0] in ("the", "some"):
            return (
                f"{answer} {singular} one of {'the ' if low[0] == 'some' else ''}{' '.join(rest[low[0] == 'some' :])}"
            )
        return f"{answer} {auxiliary if plural else singular} {text}"
    return f"{answer} {auxiliary} {text}"


def _gap_subject(rest: list[str], low: list[str]) -> int | None:
    """`the song about` → 2: where the subject of a stranded preposition ends."""
    predicate = find_predicate(rest)
    if predicate is not None:
        return predicate
    if low[-2:-1] and low[-2] in ("the", "a"):
        return None
    for place in range(1, len(low) - 1):
        # `X the captain of`: a second noun phrase is the predicate.
        if low[place] in ("the", "a", "an", "part") and low[place - 1] not in words.PREPOSITION:
            return place
    return len(low) - 1


def _has_superlative(tokens: list[str]) -> bool:
    return any(word in _SUPERLATIVE or word.endswith("est") for word in tokens[:4])


def _describes(answer: str) -> bool:
    """Whether an answer says what somebody is rather than who."""
    return (answer[:1].islower() and not answer.lower().startswith("the ")) or answer.lower().startswith(("a ", "an "))


def _entity_do(question: Question, answer: str, adverbial: str | None) -> str:
    auxiliary, rest = question.auxiliary, question.rest
    low = [bare(word) for word in rest]
    if question.negated and verbs.is_base(low[0]):
        return f"{answer} {auxiliary} not {' '.join(rest)}"
    # `does the voice of`: to do is the verb itself.
    verb = None if low[0] == "the" and low[1:2] and low[1] in _DONE else find_base_verb(rest)
    if verb is None:
        verb = next((place for place in range(1, len(low)) if verbs.is_past(low[place])), None) or last_resort(low)
        if verb is None or (low[0] in words.DETERMINER and question.wh == "who"):
            return f"{answer} {auxiliary} {'not ' if question.negated else ''}{' '.join(rest)}"
    subject = rest[:verb]
    done = finite_verb(question, rest[verb])
    said = low[verb] in _SAYING and low[verb + 1 : verb + 2]
    if said and (
        verbs.is_past(low[verb + 1]) or verbs.is_third_person(low[verb + 1]) or low[verb + 1] in words.AUXILIARY
    ):
        return f"{' '.join(rest[:verb])} {done} {answer} {' '.join(rest[verb + 1 :])}"
    tail, low_tail = rest[verb + 1 :], low[verb + 1 :]
    head = f"{' '.join(subject)} {done}"
    gap = find_gap(low_tail, 0)
    phrasal = (
        gap is not None and low_tail[gap] in ("up", "on", "off", "over", "along") and low[verb] in ("come", "take")
    )
    if gap is not None and not phrasal:
        if adverbial and _takes_object(low[verb]) and gap == len(low_tail) - 1 and low_tail[gap] == "in" and gap > 0:
            return f"{head} {' '.join(tail)} {answer}"
        tail[gap] = tail[gap].rstrip(",")
        return f"{head} {' '.join(tail[: gap + 1])} {answer} {' '.join(tail[gap + 1 :])}"
    if adverbial and _adjunct(question, low[verb], low_tail):
        return f"{head} {' '.join(tail)} {adverbial}"
    cut = object_place(low[verb], low_tail)
    return f"{head} {' '.join(tail[:cut])} {answer} {' '.join(tail[cut:])}"


_DONE = wordset("voice voices voiceover vocals singing music narration part role song theme drums dance sound stunts")
_SAYING = wordset("say think believe claim argue suggest state know feel hope expect")


def _takes_object(verb: str) -> bool:
    return verb in ("win", "conquer", "visit", "represent", "invade", "leave", "rule", "lose", "buy", "write", "direct")


def _adjunct(question: Question, verb: str, tail: list[str]) -> bool:
    """Whether the wh-noun is a time or place of the event, not its object."""
    noun = bare(question.noun[-1]) if question.noun else ""
    if noun in words.TIME_NOUNS or any(bare(word) in words.TIME_NOUNS for word in question.noun[:1]):
        return verb not in ("celebrate", "choose", "mark")
    object_there = bool(tail) and tail[0] not in words.PREPOSITION | words.SUBORDINATOR | words.ADVERB | words.PARTICLE
    return object_there or (not _takes_object(verb) and verb in _INTRANSITIVE)


def entity_modal(question: Question, answer: str, adverbial: str | None) -> str:
    auxiliary, rest = auxiliary_of(question), question.rest
    low = [bare(word) for word in rest]
    perfect = question.auxiliary in words.HAVE
    place = skip_adverbs(low)
    word = low[place]
    if perfect:
        if (verbs.is_participle(word) and not verbs.mostly_noun(word)) or word == "been":
            return f"{answer} {auxiliary} {' '.join(rest)}"
        verb = find_perfect(low)
        gap = find_gap(low)
        if verb is None or (
            low[0] in ("the", "a", "an", "more", "most", "no", "to") and gap is None and not question.noun
        ):
            return f"{answer} {auxiliary} {' '.join(rest)}"
    else:
        after = low[place + 1] if place + 1 < len(low) else ""
        verbal = not verbs.mostly_noun(word) or after in words.DETERMINER | words.PREPOSITION
        if (verbs.is_base(word) and verbal) or word in ("be", "have"):
            return f"{answer} {auxiliary} {' '.join(rest)}"
        verb = find_base_verb(rest)
        if verb is None:
            return f"{answer} {auxiliary} {' '.join(rest)}"
        gap = find_gap(low)
    head = f"{with_auxiliary(' '.join(rest[:verb]), auxiliary)} {rest[verb]}"
    tail = rest[verb + 1 :]
    low_tail = low[verb + 1 :]
    if gap is not None and gap > verb:
        cut = gap - verb
    elif adverbial and _adjunct(question, verbs.base_of(low[verb]) or "", low_tail):
        return f"{head} {' '.join(tail)} {adverbial}"
    else:
        cut = object_place(verbs.base_of(low[verb]) or low[verb], low_tail)
    return f"{head} {' '.join(tail[:cut])} {answer} {' '.join(tail[cut:])}"
