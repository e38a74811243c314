"""One rule per shape of question: where the answer goes and what the verb becomes."""

from __future__ import annotations

import re

from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.answers import brings_preposition, manner, reason, spatial, temporal
from evidentia.datasets.grammar.clause import bare, find_base_verb, find_participle, find_predicate, inflect
from evidentia.datasets.grammar.question import Question

_COMMAND = re.compile(r"^(?:please\s+)?(?:name|list|give(?: me)?|identify|state|find|tell me)\s+(?=\w)", re.I)
_PREDICATE_START = frozenset("the a an one considered known not only also most".split())
_LINKING = frozenset("become remain be mean stay equal weigh last cost".split())
_NAMING = frozenset("called named titled nicknamed considered dubbed renamed termed labeled".split())
_PHRASAL_END = frozenset("out up down off over away back apart together".split())


def statement(question: Question, answer: str) -> str | None:
    if not question.wh:
        return _without_wh(question, answer)
    if question.embedded:
        embedded = _embedded(question, answer)
        if embedded:
            return embedded
    kind = question.wh
    if kind == "when" or kind == "how long ago":
        return _adverbial(question, temporal(answer, during=_lasts(question)), answer)
    if kind == "where":
        return _adverbial(question, spatial(answer), answer)
    if kind == "why":
        return _adverbial(question, reason(answer), answer)
    if kind in ("how many", "how much"):
        return _quantity(question, answer)
    if kind.startswith("how "):
        return _degree(question, answer)
    if kind == "how":
        return _adverbial(question, manner(answer), answer)
    if kind == "whose":
        return _entity(question, f"{answer}'{'' if answer.endswith('s') else 's'} {' '.join(question.noun)}".strip())
    return _entity(question, answer)


# -- who, what, which ------------------------------------------------------------------------------------------------


def _entity(question: Question, answer: str) -> str | None:
    auxiliary, rest = question.auxiliary, question.rest
    adverbial = _noun_adverbial(question, answer)
    if question.preposition:
        fronted = f"{question.preposition} {_fronted_noun(question, answer)}"
        return _adverbial(question, answer if brings_preposition(answer) else fronted, answer)
    if not rest:
        return f"{' '.join(question.noun)} {auxiliary} {answer}".strip() if question.noun else None
    if not auxiliary:
        if adverbial and question.noun and not _opens_with_verb(rest):
            return f"{' '.join(rest)} {adverbial}"
        return f"{answer} {' '.join(rest)}"
    if auxiliary in words.BE:
        return _entity_be(question, answer, adverbial)
    if auxiliary in words.DO:
        return _entity_do(question, answer, adverbial)
    return _entity_modal(question, answer, adverbial)


def _entity_be(question: Question, answer: str, adverbial: str | None) -> str:
    auxiliary, rest = _not(question), question.rest
    low = [bare(word) for word in rest]
    text = " ".join(rest)
    if low[0] == "there":
        return f"there {auxiliary} {answer} {' '.join(rest[1:])}"
    if low[0] == "it" and len(low) > 1:
        place = find_participle(rest)
        cut = place + 1 if place is not None else 1
        return f"it {auxiliary} {' '.join(rest[1:cut])} {answer} {' '.join(rest[cut:])}"
    if _starts_predicate(rest, low):
        return f"{answer} {auxiliary} {text}"
    gap = _stranded(low)
    place = find_participle(rest)
    if place is not None and (low[place] in _NAMING or place + 1 == len(low) or gap is not None or adverbial):
        subject, verb = " ".join(rest[:place]), rest[place]
        if low[place] in _NAMING and gap is None:
            return f"{_front(subject, auxiliary)} {verb} {answer} {' '.join(rest[place + 1 :])}"
        tail = adverbial if adverbial and gap is None else None
        if tail:
            return f"{_front(subject, auxiliary)} {' '.join(rest[place:])} {tail}"
        where = gap + 1 if gap is not None and gap >= place else len(rest)
        return f"{_front(subject, auxiliary)} {' '.join(rest[place:where])} {answer} {' '.join(rest[where:])}"
    if gap is not None and gap == len(low) - 1 and len(low) > 1:
        split = _gap_subject(rest, low)
        if split is not None:
            return f"{' '.join(rest[:split])} {auxiliary} {' '.join(rest[split:])} {answer}"
    if question.noun:
        noun = bare(question.noun[0 if "of" not in question.noun else question.noun.index("of") - 1])
        last = bare(question.noun[-1])
        attribute = noun in words.ATTRIBUTE_NOUNS or last in words.ATTRIBUTE_NOUNS
        if attribute and not (low[0] in ("the", "a", "an") and _has_superlative(low)):
            return f"{text} {auxiliary} {adverbial or answer}"
        return f"{answer} {auxiliary} {text}"
    if question.wh in ("who", "whom"):
        if _describes(answer) and low[0] not in _PREDICATE_START and "of" not in low:
            return f"{text} {auxiliary} {answer}"
        return f"{answer} {auxiliary} {text}"
    return f"{text} {auxiliary} {answer}"


def _front(subject: str, auxiliary: str) -> str:
    """`the song originally` + was: the auxiliary stands before a closing adverb."""
    head, _, last = subject.rpartition(" ")
    if head and (last.lower() in words.ADVERB or last.lower() in ("being", "not") or last.lower().endswith("ly")):
        return f"{head} {auxiliary} {last}"
    return f"{subject} {auxiliary}"


def _starts_predicate(rest: list[str], low: list[str]) -> bool:
    """Whether the wh-phrase is the subject: `who was ELECTED …`, `what is USED to …`."""
    place = 0
    while place < len(low) - 1 and (low[place] in words.ADVERB or low[place].endswith("ly")):
        place += 1
    word = low[place]
    if rest[place][:1].isupper() and word not in ("in", "on"):
        return False
    if word in words.PREPOSITION or word in ("responsible", "able", "being", "going", "going", "not", "likely"):
        return True
    if verbs.is_gerund(word) and place + 1 < len(low):
        return True
    passive = verbs.is_participle(word) and (not verbs.is_base(word) or word in ("cast", "cut", "put", "set", "hit"))
    return passive and (place + 1 == len(low) or low[place + 1] in words.PREPOSITION | words.DETERMINER | words.ADVERB
                        | words.PARTICLE or len(low) > place + 1 and verbs.is_participle(word))  # fmt: skip


def _stranded(low: list[str]) -> int | None:
    """The place of a preposition that lost its object: at the end, or before another preposition."""
    last = len(low) - 1
    if last >= 0 and low[last] in words.STRANDED and not (last and low[last - 1] == "come" and low[last] == "in"):
        return last
    for place in range(1, last):
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
            if low[place] == "from" or low[place - 1 : place + 2] == ["up", "to"]:
                continue
            return place
    return None


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


def _has_superlative(low: list[str]) -> bool:
    return any(
        word in ("most", "least", "only", "first", "last", "best", "worst") or word.endswith("est") for word in low[:4]
    )


def _describes(answer: str) -> bool:
    """Whether an answer says what somebody is rather than who."""
    return answer[:1].islower() and not answer.lower().startswith("the ") or answer.lower().startswith(("a ", "an "))


def _entity_do(question: Question, answer: str, adverbial: str | None) -> str:
    auxiliary, rest = question.auxiliary, question.rest
    verb = find_base_verb(rest)
    if verb is None:
        return f"{answer} {auxiliary} {'not ' if question.negated else ''}{' '.join(rest)}"
    low = [bare(word) for word in rest]
    subject = rest[:verb]
    done = _finite_verb(question, rest[verb])
    tail, low_tail = rest[verb + 1 :], low[verb + 1 :]
    head = f"{' '.join(subject)} {done}"
    gap = _stranded(low_tail)
    phrasal = (
        gap is not None and low_tail[gap] in ("up", "on", "off", "over", "along") and low[verb] in ("come", "take")
    )
    if gap is not None and not phrasal:
        if adverbial and _takes_object(low[verb]) and gap == len(low_tail) - 1 and low_tail[gap] == "in" and gap > 0:
            return f"{head} {' '.join(tail)} {answer}"
        return f"{head} {' '.join(tail[: gap + 1])} {answer} {' '.join(tail[gap + 1 :])}"
    if adverbial and _adjunct(question, low[verb], low_tail):
        return f"{head} {' '.join(tail)} {adverbial}"
    cut = _object_place(low[verb], low_tail)
    return f"{head} {' '.join(tail[:cut])} {answer} {' '.join(tail[cut:])}"


def _takes_object(verb: str) -> bool:
    return verb in ("win", "conquer", "visit", "represent", "invade", "leave", "rule", "lose", "buy", "write", "direct")


def _adjunct(question: Question, verb: str, tail: list[str]) -> bool:
    """Whether the wh-noun is a time or place of the event, not its object."""
    noun = bare(question.noun[-1]) if question.noun else ""
    if noun in words.TIME_NOUNS or any(bare(word) in words.TIME_NOUNS for word in question.noun[:1]):
        return verb not in ("celebrate", "choose", "mark")
    object_there = bool(tail) and tail[0] not in words.PREPOSITION | words.SUBORDINATOR | words.ADVERB | words.PARTICLE
    return object_there or not _takes_object(verb) and verb in _INTRANSITIVE


_INTRANSITIVE = frozenset(
    "live die occur happen originate come go start begin end take appear star perform play grow work exist stay debut "
    "air premiere land sit lie fall arrive graduate rise emerge reside meet operate speak sink travel form settle".split()
)


def _object_place(verb: str, tail: list[str]) -> int:
    """How many words of the verb's tail stand before its moved object."""
    if not tail:
        return 0
    if verb in ("say", "think", "believe", "claim", "want", "try", "need", "use", "have") and "to" in tail:
        inner = tail.index("to") + 1
        if inner < len(tail) and verbs.is_base(tail[inner]) and tail[0] in ("to", "people"):
            return inner + 1 + _object_place(tail[inner], tail[inner + 1 :])
    if tail[0] in words.PARTICLE and (
        len(tail) == 1 or tail[0] in ("out", "up", "off", "down", "away") or tail[1] in words.PREPOSITION
    ):
        return 1 if tail[0] not in ("in", "on", "around", "about", "through", "along") else 0
    if tail[0] in words.PREPOSITION or tail[0] in words.SUBORDINATOR or tail[0] in words.ADVERB:
        return 0
    if re.fullmatch(r"\d{4}", tail[0]):
        return 0
    return len(tail)


def _entity_modal(question: Question, answer: str, adverbial: str | None) -> str:
    auxiliary, rest = _not(question), question.rest
    low = [bare(word) for word in rest]
    perfect = question.auxiliary in words.HAVE
    place = _skip_adverbs(low)
    word = low[place]
    if perfect:
        if verbs.is_participle(word) and not verbs.mostly_noun(word) or word == "been":
            return f"{answer} {auxiliary} {' '.join(rest)}"
        verb = _find_perfect(low)
        gap = _stranded(low)
        if verb is None or (
            low[0] in ("the", "a", "an", "more", "most", "no", "to") and gap is None and not question.noun
        ):
            return f"{answer} {auxiliary} {' '.join(rest)}"
    else:
        if verbs.is_base(word) and (not verbs.mostly_noun(word) or place + 1 < len(low) and low[place + 1] in words.DETERMINER | words.PREPOSITION) or word in ("be", "have"):  # fmt: skip
            return f"{answer} {auxiliary} {' '.join(rest)}"
        verb = find_base_verb(rest)
        if verb is None:
            return f"{answer} {auxiliary} {' '.join(rest)}"
        gap = _stranded(low)
    head = f"{_front(' '.join(rest[:verb]), auxiliary)} {rest[verb]}"
    tail = rest[verb + 1 :]
    low_tail = low[verb + 1 :]
    if gap is not None and gap > verb:
        cut = gap - verb
    elif adverbial and _adjunct(question, verbs.base_of(low[verb]) or "", low_tail):
        return f"{head} {' '.join(tail)} {adverbial}"
    else:
        cut = _object_place(verbs.base_of(low[verb]) or low[verb], low_tail)
    return f"{head} {' '.join(tail[:cut])} {answer} {' '.join(tail[cut:])}"


def _find_perfect(low: list[str]) -> int | None:
    for place in range(1, len(low)):
        if (verbs.is_participle(low[place]) and (not verbs.is_base(low[place]) or low[place] in ("won", "come", "become", "run"))
                and low[place - 1] not in words.DETERMINER | words.PREPOSITION or low[place] == "been"):  # fmt: skip
            return place
    return None


def _skip_adverbs(low: list[str]) -> int:
    place = 0
    while place < len(low) - 1 and (low[place] in words.ADVERB or low[place].endswith("ly")):
        place += 1
    return place


def _opens_with_verb(rest: list[str]) -> bool:
    low = [bare(word) for word in rest[:3]]
    word = low[_skip_adverbs(low)]
    return verbs.is_past(word) or verbs.is_third_person(word) or verbs.is_base(word)


def _not(question: Question) -> str:
    return f"{question.auxiliary} not" if question.negated else question.auxiliary


def _finite_verb(question: Question, verb: str) -> str:
    if question.negated:
        return f"{question.auxiliary} not {verb}"
    return inflect(verb, question.auxiliary)


# -- the wh-noun as an adverbial -------------------------------------------------------------------------------------


def _noun_adverbial(question: Question, answer: str) -> str | None:
    """`what year` + 1996 → `in 1996`, `which country` + France → `in France`; None if the noun names no time or place."""
    if not question.noun:
        return None
    head = question.noun[: question.noun.index("of")] if "of" in question.noun else question.noun
    noun = bare(head[-1]) if head else ""
    if brings_preposition(answer):
        return answer
    if noun in words.TIME_NOUNS:
        if noun in ("season", "episode", "chapter", "grade", "week", "round") and noun not in answer.lower():
            return f"in {noun} {answer}" if re.fullmatch(r"\w+", answer) and not answer.endswith(("th", "st", "nd", "rd")) else f"in the {answer} {noun}"  # fmt: skip
        if noun in ("year", "years", "day", "date", "time", "month", "decade", "century"):
            return temporal(answer)
        return f"{words.TIME_NOUNS[noun]} {answer}"
    if noun in words.PLACE_NOUNS:
        return f"{words.PLACE_NOUNS[noun]} {answer}"
    if noun in words.WORK_NOUNS:
        return f"{words.WORK_NOUNS[noun]} {answer}"
    return None


def _fronted_noun(question: Question, answer: str) -> str:
    """`in which season` + 5 → `season 5`."""
    noun = bare(question.noun[-1]) if question.noun else ""
    if noun in ("season", "episode", "chapter", "grade", "week", "round") and re.fullmatch(r"\d+", answer):
        return f"{noun} {answer}"
    return answer


# -- when, where, why, how -------------------------------------------------------------------------------------------


def _adverbial(question: Question, phrase: str, answer: str) -> str | None:
    """The clause in its natural order, the adverbial at its end."""
    auxiliary, rest = question.auxiliary, question.rest
    low = [bare(word) for word in rest]
    if not rest:
        return f"{' '.join(question.noun)} {auxiliary} {phrase}".strip() if question.noun else None
    if question.noun and question.preposition and not auxiliary:
        return f"{' '.join(rest)} {phrase}"
    text = " ".join(rest)
    if low[-1] in ("from", "to", "at", "in", "on", "by", "until", "since", "through") and question.wh in (
        "when",
        "where",
    ):
        if auxiliary in words.DO or low[-1] in ("from", "to", "until"):
            phrase = answer
        elif phrase.split(" ")[0] == low[-1]:
            phrase = phrase.partition(" ")[2] or phrase
    if not auxiliary:
        return f"{text} {phrase}"
    if auxiliary in words.BE:
        return _adverbial_be(question, low, phrase, answer)
    if auxiliary in words.DO:
        verb = find_base_verb(rest)
        if verb is None:
            verb = _last_resort(low)
        if verb is None:
            return f"{text} {auxiliary} {phrase}"
        if (
            question.wh == "where"
            and low[verb] in words.MOTION
            and low[-1] not in words.STRANDED
            and not brings_preposition(answer)
        ):
            phrase = spatial(answer, verb=low[verb])
        subject = " ".join(rest[:verb])
        tail = _conjoined(question, rest[verb + 1 :])
        return f"{subject} {_finite_verb(question, rest[verb])} {tail} {phrase}"
    auxiliary = _not(question)
    verb = _find_perfect(low) if question.auxiliary in words.HAVE else find_base_verb(rest)
    if verb is None:
        place = find_participle(rest)
        verb = (
            place if place is not None else low.index("be") if "be" in low else 1 if low[0] in words.PRONOUN else None
        )
    if verb is None or verb == 0:
        return f"{text} {auxiliary} {phrase}"
    return f"{_front(' '.join(rest[:verb]), auxiliary)} {' '.join(rest[verb:])} {phrase}"


def _adverbial_be(question: Question, low: list[str], phrase: str, answer: str) -> str:
    rest, auxiliary = question.rest, _not(question)
    text = " ".join(rest)
    if low[0] in ("the",) and low[1:3] and {"time", "date", "year"} & set(low[1:4]) and not ("held" in low):
        if low[1] in ("date", "year"):
            return f"{text} {auxiliary} {answer}"
    if low[0] == "it" or low[0] == "there" or low[0] in words.PRONOUN and len(low) > 1:
        return f"{rest[0]} {auxiliary} {' '.join(rest[1:])} {phrase}"
    if "time" in low[:4] and low[0] == "the":
        return f"{text} {auxiliary} {phrase}"
    place = find_participle(rest)
    if place is None:
        place = find_predicate(rest)
    if place is None:
        return f"{text} {auxiliary} {phrase}"
    return f"{_front(' '.join(rest[:place]), auxiliary)} {' '.join(rest[place:])} {phrase}"


def _conjoined(question: Question, tail: list[str]) -> str:
    """`live AND DIE`: a second verb right after the first takes the same form."""
    if len(tail) > 1 and tail[0].lower() in words.CONJUNCTION and verbs.is_base(bare(tail[1])) and not question.negated:
        return " ".join([tail[0], inflect(tail[1], question.auxiliary), *tail[2:]])
    return " ".join(tail)


def _last_resort(low: list[str]) -> int | None:
    """An unknown verb stands before a preposition or at the end."""
    for place in range(1, len(low)):
        if low[place].isalpha() and place + 1 < len(low) and low[place + 1] in words.PARTICLE | {"in", "from", "to"}:
            if low[place - 1] not in words.DETERMINER | words.PREPOSITION:
                return place
    return len(low) - 1 if len(low) > 1 and low[-1].isalpha() else None


def _lasts(question: Question) -> bool:
    """`when was the war` asks for a span, `when did it start` for a point."""
    return question.auxiliary in words.BE and find_participle(question.rest) is None


# -- how many, how much, how long ------------------------------------------------------------------------------------


def _quantity(question: Question, answer: str) -> str | None:
    auxiliary, rest, noun = question.auxiliary, question.rest, list(question.noun)
    counted = _counted(answer, noun)
    low = [bare(word) for word in rest]
    if question.preposition:
        return _adverbial(question, f"{question.preposition} {counted}", answer)
    if not rest:
        if not noun:
            return None
        return f"there {auxiliary or 'are'} {counted}"
    if not auxiliary:
        if _opens_with_verb(rest):
            return f"{counted} {' '.join(rest)}"
        return f"there are {counted} {' '.join(rest)}"
    if auxiliary in words.BE:
        return _quantity_be(question, counted, answer, low)
    if auxiliary in words.DO:
        verb = find_base_verb(rest)
        if verb is None:
            return f"{counted} {auxiliary} {' '.join(rest)}"
        head = f"{' '.join(rest[:verb])} {_finite_verb(question, rest[verb])}"
        tail, low_tail = rest[verb + 1 :], low[verb + 1 :]
        gap = _stranded(low_tail)
        unit = bare(noun[0]).rstrip("s") if noun else ""
        if gap is not None:
            return f"{head} {' '.join(tail[: gap + 1])} {counted} {' '.join(tail[gap + 1 :])}"
        if unit == "time":
            return f"{head} {' '.join(tail)} {counted}"
        if unit in words.DURATION and unit not in ("game", "round", "season") and low[verb] not in ("take", "last", "have", "spend", "get", "serve", "contain", "win"):  # fmt: skip
            return f"{head} {' '.join(tail)} for {counted}"
        cut = _object_place(low[verb], low_tail)
        return f"{head} {' '.join(tail[:cut])} {counted} {' '.join(tail[cut:])}"
    if noun and bare(noun[0]) in ("time", "times"):
        verb = _find_perfect(low) if auxiliary in words.HAVE else find_base_verb(rest)
        if verb is not None:
            return f"{_front(' '.join(rest[:verb]), auxiliary)} {' '.join(rest[verb:])} {counted}"
    question.noun = []
    return _entity_modal(question, counted, None)


def _quantity_be(question: Question, counted: str, answer: str, low: list[str]) -> str:
    auxiliary, rest, noun = _not(question), question.rest, question.noun
    text = " ".join(rest)
    if low[0] == "there" or low[-1] == "there":
        others = " ".join(rest[1:] if low[0] == "there" else rest[:-1])
        return f"there {auxiliary} {counted} {others}"
    if not noun:
        place = find_participle(rest) or find_predicate(rest)
        if place is not None:
            return f"{_front(' '.join(rest[:place]), auxiliary)} {' '.join(rest[place:])} {answer}"
        return f"{text} {auxiliary} {answer}"
    if low[0] in words.PREPOSITION:
        return f"there {auxiliary} {counted} {text}"
    if _starts_predicate(rest, low) or low[0] in ("needed", "required", "left", "considered"):
        return f"{counted} {auxiliary} {text}"
    if low[-1] in ("worth", "long", "old", "away", "wide", "tall"):
        return f"{' '.join(rest[:-1])} {auxiliary} {counted} {rest[-1]}" if low[-1] != "worth" else f"{' '.join(rest[:-1])} {auxiliary} worth {counted}"  # fmt: skip
    place = find_participle(rest)
    if place is not None:
        return f"{_front(' '.join(rest[:place]), auxiliary)} {' '.join(rest[place:])} {counted}"
    gap = _stranded(low)
    if gap is not None and gap == len(low) - 1 and len(low) > 1:
        return f"{' '.join(rest[:-1])} {auxiliary} {rest[-1]} {counted}"
    return f"{text} {auxiliary} {counted}"


def _counted(answer: str, noun: list[str]) -> str:
    """`42` + episodes → `42 episodes`; the noun is not said twice."""
    if not noun:
        return answer
    stems = {_stem(word) for word in re.findall(r"[\w'-]+", answer.lower())}
    head = bare(noun[noun.index("of") - 1] if "of" in noun[1:] else noun[-1])
    if _stem(head) in stems or head == "times" and answer.lower() in ("once", "twice", "thrice"):
        extra = noun[noun.index("of") :] if "of" in noun[1:] else []
        return " ".join([answer, *extra])
    if not re.search(r"\d", answer) and not stems & words.NUMBER_WORDS and len(answer.split()) > 2:
        return answer
    if re.search(r"\d\s+[a-z]{3,}|[$£€%]", answer.lower()) and not re.search(r"(?:million|billion|thousand|hundred)$", answer.lower()):  # fmt: skip
        return answer
    return " ".join([answer, *noun])


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def _degree(question: Question, answer: str) -> str | None:
    degree, auxiliary, rest = question.wh.removeprefix("how "), question.auxiliary, question.rest
    low = [bare(word) for word in rest]
    if not rest:
        return None
    text = " ".join(rest)
    lower = answer.lower()
    if degree in ("often", "frequently"):
        return _adverbial(question, answer, answer)
    if auxiliary in words.BE:
        if degree == "long" and find_participle(rest) is not None:
            return _adverbial(question, _for(answer), answer)
        said = answer if degree in lower or degree in ("far", "big", "large", "hot", "cold", "fast", "heavy", "late", "small", "close") else f"{answer} {_unit(answer, degree)}"  # fmt: skip
        if degree == "far" and "from" in low:
            place = low.index("from")
            return f"{' '.join(rest[:place])} {_not(question)} {answer} {' '.join(rest[place:])}"
        place = low.index("when") if "when" in low else len(rest)
        return f"{' '.join(rest[:place])} {_not(question)} {said} {' '.join(rest[place:])}"
    if auxiliary in words.DO:
        verb = find_base_verb(rest)
        if verb is None:
            return f"{text} {answer}"
        subject, done, tail = " ".join(rest[:verb]), _finite_verb(question, rest[verb]), rest[verb + 1 :]
        if low[verb] in ("take", "last", "have", "run", "get", "go", "weigh", "cost") and not (
            degree == "far" and tail
        ):
            cut = 1 if tail and low[verb + 1] in words.OBJECT_PRONOUN and low[verb] == "take" else 0
            return f"{subject} {done} {' '.join(tail[:cut])} {answer} {' '.join(tail[cut:])}"
        return f"{subject} {done} {' '.join(tail)} {_for(answer) if degree == 'long' else answer}"
    return _adverbial(question, _for(answer) if degree == "long" else answer, answer)


def _unit(answer: str, degree: str) -> str:
    if degree == "old":
        return "old" if re.search(r"year|month|day|week", answer.lower()) else "years old"
    if not re.search(r"[a-z]{2,}", answer.lower()):
        return ""
    return degree if re.search(r"\d|" + "|".join(sorted(words.NUMBER_WORDS)), answer.lower()) else ""


def _for(answer: str) -> str:
    return answer if brings_preposition(answer) or answer.lower().startswith(("forever", "over")) else f"for {answer}"


# -- questions without a wh-word in front -----------------------------------------------------------------------------


def _embedded(question: Question, answer: str) -> str | None:
    """`tell me when the ship sank`: the order is already that of a statement."""
    if question.auxiliary or not question.rest:
        return None
    text = " ".join(question.rest)
    if question.wh == "when":
        return f"{text} {temporal(answer)}"
    if question.wh == "where":
        return f"{text} {spatial(answer)}"
    return None


def _without_wh(question: Question, answer: str) -> str | None:
    text = " ".join(question.rest)
    low = [bare(word) for word in question.rest]
    for place, word in enumerate(low):
        if word in ("what", "who", "whom", "which", "where", "when") and place:
            if word in ("who", "which", "where", "when") and place + 1 < len(low):
                continue
            end = place + 1
            nominal = low[end:]
            if word in ("what", "which") and nominal and len(nominal) <= 4:
                end = len(low)
            return " ".join([*question.rest[:place], answer, *question.rest[end:]])
    command = _COMMAND.match(text)
    if command:
        text = text[command.end() :]
        low = [bare(word) for word in text.split(" ")]
    if low and low[0] in words.AUXILIARY:
        return _choice(question, answer)
    finite = any(word in words.AUXILIARY for word in low)
    demonstrative = re.search(r"\b(?:this|these|which)(?: \w+){1,2}$", text)
    if demonstrative and finite:
        return text[: demonstrative.start()] + answer
    blank = re.search(r"_{2,}|\.{3,}|…", text)
    if blank:
        return text[: blank.start()] + answer + text[blank.end() :]
    if finite and text.lower().endswith((" is", " was", " are", " were", " by", " in", " of", " as", " the")):
        return f"{text} {answer}"
    if finite and not re.search(r"\b(?:who|that|which)\b", text.lower()):
        return None
    if not low or len(low) < 2:
        return None
    plural = low[0].endswith("s") and not low[0].endswith("ss") or " and " in answer
    return f"{answer} {'are' if plural else 'is'} {text}"


def _choice(question: Question, answer: str) -> str | None:
    """`is it a plant or an animal` + an animal."""
    low = [bare(word) for word in question.rest]
    if "or" not in low:
        return None
    place = 2 if low[1] in words.PRONOUN else find_predicate(question.rest[1:])
    if place is None or low[0] not in words.BE:
        return None
    return f"{' '.join(question.rest[1:place])} {question.rest[0]} {answer}"


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
        return _find_perfect(low)
    for place in range(1, len(low)):
        if low[place] in ("a", "an", "the") and low[place - 1] not in words.PREPOSITION | words.CONJUNCTION:
            return place
        if low[place] in ("in", "on", "at", "from", "still", "part", "considered", "available", "made", "based"):
            return place
    return find_participle(rest) or find_predicate(rest) or len(low) - 1
