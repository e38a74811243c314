"""Reading a question: tidying, its leading context, its wh-phrase, its auxiliary and the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from evidentia.datasets.grammar import verbs, words
from evidentia.datasets.grammar.clause import bare
from evidentia.datasets.grammar.words import wordset

_CONTRACTIONS = {
    "who's": "who is", "what's": "what is", "where's": "where is", "when's": "when is", "how's": "how is",
    "which's": "which is", "why's": "why is", "who're": "who are", "what're": "what are", "who'd": "who did",
    "where'd": "where did", "who've": "who have", "whos": "who is", "whats": "what is", "wheres": "where is",
    "didnt": "didn't", "doesnt": "doesn't", "wasnt": "wasn't", "isnt": "isn't", "wich": "which",
}  # fmt: skip
_NEGATED = {
    "didn't": "did", "doesn't": "does", "don't": "do", "isn't": "is", "aren't": "are", "wasn't": "was",
    "weren't": "were", "can't": "can", "couldn't": "could", "won't": "will", "wouldn't": "would", "hasn't": "has",
    "haven't": "have", "hadn't": "had", "shouldn't": "should", "cannot": "can",
}  # fmt: skip
_POLITE = re.compile(
    r"^(?:please\s+)?(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:tell|show|give)\s+me|tell me|do you know|"
    r"does (?:anyone|anybody) know|i (?:want|would like|need) to know|i wonder|let me know|find out|so|and|ok|okay|hey|"
    r"say|state|explain)\s*,?\s+(?=(?:in |on |at |from |of )?(?:who|whom|whose|what|which|when|where|why|how)\b)",
    re.I,
)
DEGREE = wordset(
    "long old tall far often big high deep fast large wide heavy hot cold late early soon thick small close hard loud "
    "rich strong frequently recently likely"
)
_QUALIFYING = wordset("in on from at other")
MAX_QUESTION = 2000


@dataclass
class Question:
    """`In 2004, | in which year | did | the ship sink off Malta`."""

    text: str
    context: str = ""
    preposition: str = ""
    wh: str = ""
    noun: list[str] = field(default_factory=list)
    qualifier: str = ""
    auxiliary: str = ""
    negated: bool = False
    embedded: bool = False
    asked: bool = False
    rest: list[str] = field(default_factory=list)


def tidy(question: str) -> str:
    """One question without its mark, its politeness and its contractions."""
    text = question[:MAX_QUESTION].replace("’", "'").replace("‘", "'").replace("´", "'").replace("`", "'")
    text = re.sub(r"\s+", " ", text.split("|")[0]).strip()
    text = re.sub(r"\s+([,.;:?!'])(?=\s|s\b|$)", r"\1", text)
    text = re.sub(r"^[\s.,;:?!-]+", "", text)
    text = re.sub(r",? and (?:why|how|when|where)$", "", text, flags=re.I)
    text = re.sub(
        r",? and (?:who|what|when|where|why|how)\b(?: \w+)? (?:is|are|was|were|do|does|did|can|will)\b.*$",
        "",
        text,
        flags=re.I,
    )
    text = re.sub(r"[\s.,;:?!-]*\?[\s.?!\"]*$|[\s.?!]+$", lambda found: '"' if '"' in found.group() else "", text)
    if text.count('"') % 2:
        text = text[:-1] if text.endswith('"') else text
    tokens = text.split(" ")
    if tokens:
        low = tokens[0].lower()
        if low in _CONTRACTIONS:
            tokens[0:1] = _CONTRACTIONS[low].split()
    text = " ".join(_CONTRACTIONS.get(token, token) if index else token for index, token in enumerate(tokens))
    return text


def parse(question: str) -> Question:
    """The parts of a question; without a wh-word `wh` is empty and `rest` holds everything."""
    text = tidy(question)
    polite = _POLITE.match(text)
    result = Question(text, asked="?" in question)
    if polite:
        text = text[polite.end() :]
        result.embedded = True
    tokens = text.split(" ")
    low = [bare(token) for token in tokens]
    for place, word in enumerate(low):
        # The month is no modal verb.
        if word == "may" and any(
            near[:1].isdigit() for near in low[max(0, place - 1) : place] + low[place + 1 : place + 2]
        ):
            low[place] = "may-month"
    start = _find_wh(tokens, low)
    if start is None:
        result.rest = [token for token in tokens if token]
        return result
    if start and low[start - 1] in words.PREPOSITION and not tokens[start - 1].endswith(","):
        result.preposition = tokens[start - 1].lower()
        before = tokens[: start - 1]
    else:
        before = tokens[:start]
    result.context = " ".join(before).rstrip(" ,:;-")
    result.wh = low[start]
    place = start + 1
    if low[start] == "how":
        place = _how_phrase(low, start, result, tokens)
    elif low[start] in ("who", "where", "when") and low[place : place + 1] and low[place] in _QUALIFYING:
        place = _qualifier(low, place, result, tokens)
    elif low[start] in ("what", "which", "whose"):
        place = _noun_phrase(low, start + 1, result, tokens)
    _auxiliary(tokens, low, place, result)
    return result


def _find_wh(tokens: list[str], low: list[str]) -> int | None:
    """The wh-word that asks: the first, unless it opens a leading clause (`when the war ended, who …`)."""
    places = [place for place, word in enumerate(low) if word in words.WH]
    if not places:
        return None
    first = places[0]
    if low[first] in ("when", "where") and first == 0:
        for later in places[1:]:
            if tokens[later - 1].endswith(",") and low[1] not in words.AUXILIARY:
                return later
    if first == 0:
        return 0
    before = low[:first]
    spoken = any(word in words.AUXILIARY or verbs.is_past(word) for word in before)
    closed = tokens[first - 1].endswith((",", ":", "-", ".")) and first + 1 < len(low)
    opened = closed or (before[0] in words.PREPOSITION | {"according"} and not spoken and first + 1 < len(low))
    if opened or (before[-1] in words.PREPOSITION and len(before) <= 2):
        return first
    # A topic stands before the question: `rugby world cup who won in 2015`, `lost season 1 how many episodes`.
    finite = any(
        word in words.AUXILIARY or word in _NEGATED or verbs.is_past(word) or word == "that" for word in before
    )
    after = low[first + 1 : first + 5]
    asks = any(word in words.AUXILIARY for word in after) or after[:1] == ["many"]
    return first if asks and not finite else None


def _qualifier(low: list[str], place: int, result: Question, tokens: list[str]) -> int:
    """`where IN UKRAINE did they …`: words between the wh-word and its auxiliary."""
    for end in range(place + 1, min(len(low), place + 7)):
        if low[end] in words.AUXILIARY and low[place] == "other":
            result.context = " ".join(tokens[place:end])
            return end
        if low[end] in words.AUXILIARY:
            result.qualifier = " ".join(tokens[place:end])
            return end
    return place


def _how_phrase(low: list[str], start: int, result: Question, tokens: list[str]) -> int:
    place = start + 1
    if place < len(low) and low[place] in ("many", "much"):
        result.wh = f"how {low[place]}"
        return _noun_phrase(low, place + 1, result, tokens)
    if place < len(low) and low[place] in DEGREE:
        result.wh = f"how {low[place]}"
        place += 1
        if low[place : place + 1] == ["ago"]:
            result.wh = "how long ago"
            place += 1
        elif low[place : place + 2] == ["of", "a"]:
            return _noun_phrase(low, place + 2, result, tokens)
    return place


def _noun_phrase(low: list[str], place: int, result: Question, tokens: list[str]) -> int:
    """The noun that the wh-word determines ends before the first auxiliary or finite verb."""
    end = place
    while end < len(low):
        word = low[end]
        if word in words.AUXILIARY or word in _NEGATED:
            break
        if end > place and low[end - 1] in words.RELATIVE:
            end = _relative_end(low, end)
            continue
        if end > place and _finite(low, end):
            break
        verbal = verbs.is_third_person(word) or verbs.is_past(word)
        opens = verbal and not verbs.mostly_noun(verbs.base_of(word) or word)
        if end == place and opens and not (word.endswith("ed") and _noun_follows(low, end)):
            break
        end += 1
    if end == len(low):
        end = _guess_noun_end(low, place)
    result.noun = tokens[place:end]
    return end


def _relative_end(low: list[str], place: int) -> int:
    """A relative clause inside the wh-phrase ends at the second finite verb."""
    for end in range(place + 1, len(low)):
        word, before = low[end], low[end - 1]
        if word in words.AUXILIARY and before not in words.RELATIVE:
            return end
        if verbs.is_past(word) and not verbs.is_base(word) and before not in words.RELATIVE | words.AUXILIARY:
            return end
    return len(low)


def _noun_follows(low: list[str], place: int) -> bool:
    following = low[place + 1 : place + 3]
    return len(following) == 2 and following[0] not in words.DETERMINER | words.PREPOSITION | words.ADVERB


def _finite(low: list[str], place: int) -> bool:
    """Whether a word after the wh-noun is its verb (`which team WON`, `what actor PLAYS`)."""
    word, before = low[place], low[place - 1]
    after = low[place + 1] if place + 1 < len(low) else ""
    if before in words.PREPOSITION or before in words.DETERMINER:
        return False
    past, third = verbs.is_past(word), verbs.is_third_person(word)
    if verbs.is_base(word) and not past and not third:
        # A plural noun agrees with the base form: `which countries border France`.
        return (
            before.endswith("s") and not before.endswith("ss") and after != "of" and not verbs.mostly_noun(word)
        ) or (before.endswith("s") and after in words.DETERMINER | words.PREPOSITION)
    if not (past or third):
        return False
    if past and not verbs.is_base(word):
        return after != "by" or place + 1 >= len(low)
    if past and word in ("put", "set", "hit", "cut", "read", "cast", "beat", "quit", "let"):
        return after in words.DETERMINER | words.PREPOSITION | words.ADVERB or after[:1].isdigit()
    base = verbs.base_of(word) or word
    if third and before in words.HEAD_NOUNS:
        return True
    if third and verbs.mostly_noun(base):
        return (
            after in words.DETERMINER
            or after in words.PREPOSITION - {"of"}
            or after in words.ADVERB
            or after[:1].isdigit()
        )
    return True


def _guess_noun_end(low: list[str], place: int) -> int:
    """No verb was found: the first word that could be one, else the first noun alone."""
    for end in range(place + 1, len(low)):
        if verbs.base_of(low[end]) and low[end - 1] not in words.DETERMINER | words.PREPOSITION:
            return end
    return len(low)


def _auxiliary(tokens: list[str], low: list[str], place: int, result: Question) -> None:
    while place < len(low) and low[place] in ("exactly", "approximately", "else", "ever", "if", "about"):
        place += 1
    word = low[place] if place < len(low) else ""
    if word in words.AUXILIARY:
        result.auxiliary = word
        place += 1
        if low[place : place + 1] == ["not"]:
            result.negated = True
            place += 1
    elif word in _NEGATED:
        result.auxiliary, result.negated = _NEGATED[word], True
        place += 1
    result.rest = [token for token in tokens[place:] if token]
