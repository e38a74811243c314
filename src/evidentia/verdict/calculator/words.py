"""Words of claims and cells in one form: lower case, numbers as values, light stems, lemmatised or not."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"[^\W\d_]+|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|%|[$£€¥]")
MAX_TEXT = 4000


def in_order(words: str) -> list[str]:
    return words.split()


def listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


UNITS = in_order("""
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
""")
TENS = in_order("twenty thirty forty fifty sixty seventy eighty ninety")
ORDINALS = in_order("""
    zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth
""")
NUMBER_WORDS = {word: float(number) for number, word in enumerate(UNITS)}
NUMBER_WORDS |= {word: 20.0 + 10 * place for place, word in enumerate(TENS)}
NUMBER_WORDS |= {"once": 1.0, "twice": 2.0, "thrice": 3.0, "dozen": 12.0}
ORDINAL_WORDS = {word: number for number, word in enumerate(ORDINALS) if number}
SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "bn": 1e9}

_IRREGULAR = dict(
    pair.split(":")
    for pair in in_order("""
        was:be were:be is:be are:be been:be being:be am:be had:have has:have having:have did:do does:do done:do
        went:go gone:go won:win winner:win winners:win winning:win victory:win victories:win victorious:win
        lost:lose loss:lose losses:lose losing:lose drawn:draw drew:draw tied:tie ties:tie tying:tie
        ran:run running:run held:hold left:leave made:make making:make met:meet took:take taken:take taking:take
        came:come coming:come got:get led:lead leading:lead built:build wrote:write written:write writing:write
        shot:shoot broke:break broken:break gave:give given:give knew:know known:know began:begin begun:begin
        said:say saw:see seen:see sold:sell sent:send spent:spend stood:stand thought:think threw:throw
        men:man women:woman children:child people:person persons:person feet:foot
        scored:score scoring:score scores:score died:die dying:die deaths:death
        american:america australian:australia canadian:canada
    """)
)

STOP = listed("""
    a an the of in on at to for from by with and or as that which who whom whose this these those there it its be have
    do his her their he she they them him was were is are has had did does been being will would can could not no into
    out up down than then when where while during also s t nd rd th st each per both all any only but so such other
    same hav
""")


class Token(NamedTuple):
    """One word or number of a text; `stem` is what is compared."""

    text: str
    stem: str
    number: float | None
    ordinal: bool
    start: int
    end: int


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A light stem: plural, -ed, -ing and final e fall off."""
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ing") and len(word) > 5:
        word = _undouble(word[:-3])
    elif word.endswith("ed") and len(word) > 4:
        word = _undouble(word[:-2])
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return word


def _undouble(word: str) -> str:
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        return word[:-1]
    return word


@lru_cache(maxsize=65536)
def plain(word: str) -> str:
    """Without accents."""
    if word.isascii():
        return word
    return "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))


def number_text(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def tokenise(text: str) -> list[Token]:
    """The words and numbers of a text; `2nd` and `second` are the number 2 as an ordinal."""
    text = text[:MAX_TEXT].lower()
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        word, start, end = match.group(), match.start(), match.end()
        first = word[0]
        if first.isdigit():
            try:
                value = float(word.replace(",", ""))
            except ValueError:
                continue
            found.append(Token(word, number_text(value), value, False, start, end))
            continue
        if not first.isalpha():
            found.append(Token(word, word, None, False, start, end))
            continue
        if found and start == found[-1].end and found[-1].number is not None and word in ("st", "nd", "rd", "th"):
            last = found[-1]
            found[-1] = last._replace(ordinal=True, end=end)
            continue
        if word == "s" and start and text[start - 1] in "'’":
            continue
        word = plain(word)
        if word in NUMBER_WORDS:
            value = NUMBER_WORDS[word]
            last_value = found[-1].number if found else None
            if found and last_value is not None and 20 <= last_value <= 90 and value < 10 and found[-1].text in TENS:
                total = last_value + value
                found[-1] = found[-1]._replace(number=total, stem=number_text(total), end=end)
            else:
                found.append(Token(word, number_text(value), value, False, start, end))
        elif word in ORDINAL_WORDS:
            value = float(ORDINAL_WORDS[word])
            found.append(Token(word, number_text(value), value, True, start, end))
        elif word in SCALES and found and found[-1].number is not None:
            value = found[-1].number * SCALES[word]
            found[-1] = found[-1]._replace(number=value, stem=number_text(value), end=end)
        else:
            found.append(Token(word, stem(word), None, False, start, end))
    return found
