"""Whether two answers mean the same: spelling, articles, numbers in words, dates in other forms, parts of names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from evidentia.datasets.grammar.words import MONTHS

Resolve = Callable[[str], str | None]

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_NUMBERS = {word: number for number, word in enumerate(_ONES.split(" "))}
_NUMBERS.update({word: 20 + 10 * place for place, word in enumerate(
    ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
)})  # fmt: skip
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
             "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12}  # fmt: skip
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "trillion": 10**12}
_SMALL = frozenset(("the", "a", "an", "of", "and", "in", "on", "at", "de", "la", "mr", "mrs", "ms", "dr", "sir", "dame",
                    "jr", "sr", "ii", "iii", "inc", "ltd", "co", "corporation", "company", "city", "fc"))  # fmt: skip
_MONTH_NUMBER = {name: place for place, name in enumerate(MONTHS[:12], 1)}
_MONTH_NUMBER.update({name[:3]: number for name, number in list(_MONTH_NUMBER.items())})


@lru_cache(maxsize=200_000)
def plain(text: str) -> str:
    """Without accents, case, punctuation and articles."""
    text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.lower().replace("&", " and "))
    text = re.sub(r"[^\w.%]+|\.(?!\d)|(?<!\d)\.", " ", text)
    return re.sub(r"\b(?:the|a|an)\b", " ", text).strip().replace("  ", " ")


def equivalent(one: str, two: str, *, resolve: Resolve | None = None) -> bool:
    """Whether a person would take either for the other; `resolve` maps titles and aliases to one page title."""
    if not one.strip() or not two.strip():
        return False
    first, second = plain(one), plain(two)
    if first == second or first.replace(" ", "") == second.replace(" ", ""):
        return True
    dates = date_parts(one), date_parts(two)
    if dates[0] and dates[1]:
        return _dates_agree(dates[0], dates[1])
    if any(date is not None and date[1] for date in dates):
        return False
    numbers = number_value(one), number_value(two)
    if numbers[0] is not None and numbers[1] is not None:
        return numbers[0] == numbers[1]
    if _names_agree(first, second):
        return True
    if resolve is not None:
        pages = resolve(one), resolve(two)
        return pages[0] is not None and pages[0] == pages[1]
    return False


def _names_agree(first: str, second: str) -> bool:
    """One name holds the other as whole words, or their words differ only in initials and titles."""
    words = first.split(), second.split()
    short, long = sorted(words, key=len)
    if not short:
        return False
    bare_short = [word for word in short if word not in _SMALL] or short
    bare_long = [word for word in long if word not in _SMALL] or long
    if all(word.isdigit() for word in bare_short) and len(bare_short) < len(bare_long):
        return False
    if set(bare_short) <= set(bare_long):
        return True
    initials = "".join(word[0] for word in bare_long)
    if len(bare_short) == 1 and len(bare_long) > 1 and bare_short[0].replace(".", "") == initials:
        return True
    if len(bare_short) == len(bare_long) > 1 and bare_short[-1] == bare_long[-1]:
        return all(one.startswith(two) or two.startswith(one) for one, two in zip(bare_short, bare_long))
    if len(bare_short) == len(bare_long):
        return all(_stem(one) == _stem(two) for one, two in zip(bare_short, bare_long))
    return False


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


@lru_cache(maxsize=100_000)
def number_value(text: str) -> float | None:
    """`twenty-one`, `21`, `1.5 million`, `21st`; None where there is none, or more than one."""
    low = plain(text.replace("-", " ")).removeprefix("approximately ").removeprefix("about ")
    found = re.fullmatch(
        r"[$£€]?\s*(\d+(?:\.\d+)?)\s*(?:st|nd|rd|th)?\s*(hundred|thousand|million|billion|trillion)?\b.*", low
    )
    if found and not re.search(r"\d", low[found.end(1) :].replace(found.group(2) or "", "")):
        return float(found.group(1)) * (_SCALES[found.group(2)] if found.group(2) else 1)
    total = current = 0
    seen = False
    for word in low.split():
        if word in _NUMBERS or word in _ORDINALS:
            current += _NUMBERS.get(word, _ORDINALS.get(word, 0))
        elif word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if _SCALES[word] > 100:
                total, current = total + current, 0
        elif word != "and" or not seen:
            break
        seen = True
    return float(total + current) if seen else None


@lru_cache(maxsize=100_000)
def date_parts(text: str) -> tuple[int, int, int] | None:
    """(year, month, day), 0 for what is missing; None if the text is no single date."""
    low = text.lower()
    months = [_MONTH_NUMBER[word] for word in re.findall(r"[a-z]+", low) if word in _MONTH_NUMBER]
    years = re.findall(r"(?<![\d.,])(?:1\d{3}|20\d\d)(?![\d.,]*\d)", low)
    iso = re.fullmatch(r"\s*(\d{4})-(\d\d)-(\d\d)\s*", low)
    if iso:
        return int(iso.group(1)), int(iso.group(2)), int(iso.group(3))
    if len(years) > 1 or len(months) > 1 or (not years and not months):
        return None
    rest = re.sub(r"\b(?:1\d{3}|20\d\d)\b", " ", low)
    days = [int(day) for day in re.findall(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", rest)] if months else []
    if len(days) > 1 or (not months and re.search(r"\d", rest)):
        return None
    words = set(re.findall(r"[a-z]{3,}", rest)) - set(_MONTH_NUMBER)
    if len(words - {"the", "early", "late", "mid", "about", "around", "circa", "utc", "year"}) > 0:
        return None
    return int(years[0]) if years else 0, months[0] if months else 0, days[0] if days else 0


def _dates_agree(one: tuple[int, int, int], two: tuple[int, int, int]) -> bool:
    """A part that either lacks does not part them: `May 1996` and `1996` may be the same time."""
    return all(first == second or not first or not second for first, second in zip(one, two))
