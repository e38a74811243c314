"""What kind of thing an answer is: a date, a number, or the class that a page's first sentence gives its subject."""

from __future__ import annotations

import re

from evidentia.datasets.equivalent import date_parts, number_value
from evidentia.datasets.grammar.words import wordset
from evidentia.page import Page

PERSON, PLACE = "person", "place"
DATE, YEAR, MONTH, NUMBER, AMOUNT = "date", "year", "month", "number", "amount"

# Fine classes: a wrong answer of the right type is a town for a town, not a stadium.
_CLASSES = {
    PERSON: wordset(
        "actor actress singer songwriter musician politician player footballer writer author novelist poet director "
        "producer journalist lawyer scientist physicist chemist biologist mathematician engineer inventor composer "
        "painter artist model comedian comedienne coach manager king queen prince princess emperor president senator "
        "businessman businesswoman entrepreneur wrestler boxer swimmer athlete cricketer golfer driver racer cyclist "
        "dancer rapper drummer guitarist bassist pianist host presenter philosopher historian economist bishop saint "
        "priest general officer soldier judge jurist professor physician surgeon explorer astronaut screenwriter "
        "filmmaker architect photographer playwright activist statesman diplomat monarch ruler quarterback pitcher "
        "goalkeeper midfielder defender striker sprinter skater gymnast skier chef choreographer conductor vocalist "
        "personality pope sultan daughter son wife husband woman man noblewoman nobleman performer entertainer "
        "executive psychologist theologian linguist critic editor commentator announcer umpire referee jockey"
    ),
    "figure": wordset("character deity goddess god superhero villain protagonist"),
    PLACE + ":settlement": wordset(
        "city town village suburb borough neighborhood neighbourhood settlement hamlet municipality capital commune"
    ),
    PLACE + ":country": wordset("country nation republic kingdom"),
    PLACE + ":state": wordset("state province prefecture canton"),
    PLACE + ":district": wordset("county district department"),
    PLACE + ":region": wordset("region territory peninsula"),
    "continent": wordset("continent"),
    PLACE + ":venue": wordset(
        "stadium arena park castle palace building hotel airport bridge museum theatre theater amphitheater hall studio"
    ),
    PLACE + ":nature": wordset(
        "river lake mountain sea ocean valley desert strait bay forest island archipelago volcano peak"
    ),
    "company": wordset(
        "company corporation airline manufacturer publisher label network broadcaster bank brand retailer conglomerate"
    ),
    "team": wordset("team club franchise"),
    "band": wordset("band duo trio quartet ensemble orchestra"),
    "school": wordset("university college school academy institute"),
    "organisation": wordset(
        "party organization organisation agency league committee association institution union alliance council "
        "ministry federation group"
    ),
    "film": wordset("film movie documentary"),
    "song": wordset("song single anthem hymn ballad"),
    "album": wordset("album soundtrack"),
    "book": wordset("novel book poem magazine newspaper journal comic manga"),
    "series": wordset("series sitcom show miniseries anime drama"),
    "episode": wordset("episode"),
    "game": wordset("game"),
    "play": wordset("play musical opera symphony"),
    "event": wordset("war battle conflict siege revolution treaty disaster earthquake hurricane massacre"),
    "contest": wordset("tournament championship festival election competition race ceremony season games cup"),
}
_CLASS_OF = {noun: kind for kind, nouns in _CLASSES.items() for noun in sorted(nouns)}
_DEFINITION = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the|former|formerly)\s+([^.;]{3,200})", re.I)
_STOP = re.compile(
    r"\b(?:who|which|that|in|of|from|by|for|on|at|with|located|situated|written|directed|released|produced|based|whose"
    r"|serving|currently|known|best|starring|developed|created|played|formed)\b|[,(]"
)


def fits(kind: str | None, wanted: str) -> bool:
    """Whether a class is the wanted one; the coarse `place` takes every kind of place."""
    return kind is not None and (kind == wanted or (wanted == PLACE and kind.startswith(PLACE)))


def class_of_noun(noun: str) -> str | None:
    word = noun.lower()
    return _CLASS_OF.get(word) or _CLASS_OF.get(word.removesuffix("s"))


def class_of_text(text: str) -> str | None:
    """The class in a defining sentence: the head noun after `is a`."""
    found = _DEFINITION.search(text[:400])
    if found:
        phrase = found.group(1)
        stop = _STOP.search(phrase)
        # Names inside the phrase say nothing: an `American United States senator` is no state.
        for word in reversed(re.findall(r"(?<![\w-])[a-z]+(?![\w-])", phrase[: stop.start()] if stop else phrase)):
            kind = class_of_noun(word)
            if kind:
                return kind
        return None
    return PERSON if re.search(r"\(\s*(?:born|b\.)\s", text[:200]) else None


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
