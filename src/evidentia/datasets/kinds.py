"""What kind of thing an answer is: a date, a number, or the class that a page's first sentence gives its subject."""

from __future__ import annotations

import re

from evidentia.datasets.equivalent import date_parts, number_value
from evidentia.datasets.grammar.words import wordset
from evidentia.page import Page

PERSON, PLACE, GROUP, WORK, EVENT = "person", "place", "group", "work", "event"
DATE, YEAR, MONTH, NUMBER, AMOUNT, OTHER = "date", "year", "month", "number", "amount", "other"

_CLASSES = {
    PERSON: wordset(
        "actor actress singer songwriter musician politician player footballer writer author novelist poet director "
        "producer journalist lawyer scientist physicist chemist biologist mathematician engineer inventor composer "
        "painter artist model comedian coach manager king queen prince princess emperor president businessman "
        "businesswoman entrepreneur wrestler boxer swimmer athlete cricketer golfer driver racer cyclist dancer rapper "
        "drummer guitarist bassist pianist host presenter philosopher historian economist bishop saint priest general "
        "officer soldier judge professor physician surgeon explorer astronaut screenwriter filmmaker architect "
        "photographer playwright activist statesman diplomat monarch ruler quarterback pitcher goalkeeper "
        "midfielder defender striker sprinter skater gymnast chef choreographer conductor vocalist personality "
        "pope sultan deity goddess god figure character daughter son wife husband woman man noblewoman nobleman"
    ),
    PLACE: wordset(
        "city town village country state province county district region island municipality capital river lake "
        "mountain sea ocean continent suburb borough neighborhood neighbourhood peninsula valley desert territory "
        "republic kingdom settlement commune park stadium arena airport castle palace building bridge street hotel "
        "island archipelago nation community hamlet port prefecture department canton venue strait bay forest"
    ),
    GROUP: wordset(
        "band group company corporation team club organization organisation party university college school agency "
        "league orchestra duo trio quartet airline manufacturer publisher label network broadcaster church committee "
        "association institution bank brand retailer studio union alliance tribe dynasty army department ministry "
        "council conference federation ensemble franchise"
    ),
    WORK: wordset(
        "film album song single novel book series sitcom show play musical opera poem episode game painting magazine "
        "newspaper documentary soundtrack sequel comic manga anime symphony journal drama miniseries television"
    ),
    EVENT: wordset(
        "war battle tournament championship festival election treaty revolution competition season race ceremony "
        "conflict siege disaster earthquake hurricane flood massacre campaign games cup"
    ),
}
_CLASS_OF = {noun: kind for kind, nouns in _CLASSES.items() for noun in sorted(nouns)}
_DEFINITION = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the|former|formerly)\s+([^.;]{3,200})", re.I)
_STOP = re.compile(
    r"\b(?:who|which|that|in|of|from|by|for|on|at|with|located|written|directed|released|produced|based|whose)\b|[,(]"
)


def class_of_noun(noun: str) -> str | None:
    word = noun.lower()
    return _CLASS_OF.get(word) or _CLASS_OF.get(word.removesuffix("s"))


def class_of_text(text: str) -> str | None:
    """The class in a defining sentence: the head noun after `is a`."""
    if re.search(r"\(\s*(?:born|b\.)\s|\(\D{0,40}\d{1,2} \w+ 1\d{3}\s*[–-]", text[:200]):
        return PERSON
    found = _DEFINITION.search(text[:400])
    if not found:
        return None
    phrase = found.group(1)
    stop = _STOP.search(phrase)
    head = phrase[: stop.start()] if stop else phrase
    words = re.findall(r"[a-z]+", head.lower())
    for word in reversed(words):
        kind = class_of_noun(word)
        if kind:
            return kind
    return None


def class_of_page(page: Page) -> str | None:
    for sentence in page.introduction[:2]:
        kind = class_of_text(sentence.text)
        if kind:
            return kind
    return None


def form_of(answer: str) -> str | None:
    """`date`, `month`, `year`, `number` or `amount` by its form alone; None for names and phrases."""
    parts = date_parts(answer)
    if parts is not None:
        year, month, day = parts
        return DATE if day and month else MONTH if month else YEAR if year else None
    if re.fullmatch(r"[$£€]?\s*[\d,]*\.?\d+\s*(?:st|nd|rd|th|%)?", answer.strip()):
        return NUMBER
    if number_value(answer) is not None:
        return NUMBER if len(answer.split()) == 1 else AMOUNT
    return None


_PERSON_VERBS = wordset(
    "played plays sang sings wrote writes directed directs voiced voices starred stars invented discovered said killed "
    "married founded scored composed painted hosted hosts sung portrays portrayed designed"
)


def class_from_question(question: str) -> str | None:
    """What a question asks for: `who played` a person, `where` a place, `which city` a place."""
    words = re.findall(r"[a-z']+", question.lower())
    for place, word in enumerate(words[:6]):
        if word in ("who", "whom", "who's"):
            following = words[place + 1 : place + 2]
            return PERSON if following and following[0] in _PERSON_VERBS else None
        if word == "where":
            return PLACE
        if word in ("what", "which"):
            for noun in words[place + 1 : place + 6]:
                kind = class_of_noun(noun)
                if kind:
                    return kind
                if noun in ("is", "was", "are", "were", "did", "does", "do", "has", "the"):
                    break
    return None
