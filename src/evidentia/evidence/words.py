"""Words as the lexical parts of this room see them: lower case, no accents, light stems, numbers as digits."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"\d+(?:\.\d+)+|[^\W_]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d\d\d(?!\d))")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|s)\Z")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_MEMO_LIMIT = 500_000

_STOPWORDS = """
    a about after again against all also although am an and another any are as at be became because been before being
    between both but by can could did do does doing down during each either ever few for from further had has have
    having he her here hers herself him himself his how however i if in into is it its itself just me more most my
    myself no nor not now of off on once only or other our ours out over own s same she should so some such t than that
    the their theirs them themselves then there these they this those through to too under until up upon us very was we
    were what when where which while who whom whose why will with would you your yours d ll m o re ve
"""
STOPWORDS = frozenset(_STOPWORDS.split())

NUMBERS = {
    word: str(value)
    for value, words in enumerate(
        (
            "zero",
            "one first once single",
            "two second twice",
            "three third thrice",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
            "eleven eleventh",
            "twelve twelfth",
        )
    )
    for word in words.split()
}

_memo: dict[str, str] = {}


def words(text: str) -> list[str]:
    """The lower-case words and numbers of a text; `1,234` is one number."""
    text = text.lower()
    if "," in text:
        text = _THOUSANDS.sub("", text)
    return WORD.findall(text)


def stem(word: str) -> str:
    """The light stem of a lower-case word."""
    found = _memo.get(word)
    if found is None:
        if len(_memo) > _MEMO_LIMIT:
            _memo.clear()
        found = _memo[word] = _stem(word)
    return found


def stems(text: str) -> list[str]:
    return [stem(word) for word in words(text)]


def content_stems(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order, each once."""
    return list(dict.fromkeys(stem(word) for word in words(text) if word not in STOPWORDS))


def pieces(text: str) -> int:
    """About how many word pieces a reader's tokenizer makes of a text."""
    return sum(1 + (len(token) - 1) // 7 for token in _TOKEN.findall(text))


def is_number(word: str) -> bool:
    return word[:1].isdigit()


def _stem(word: str) -> str:
    if word in NUMBERS:
        return NUMBERS[word]
    if word[:1].isdigit():
        ordinal = _ORDINAL.match(word)
        return ordinal.group(1) if ordinal else word
    if not word.isascii():
        word = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    if word.endswith("ly") and len(word) > 5:
        word = word[:-2]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
