"""Numbers, dates, durations, ranks, scores, money and ranges read from a cell or a claim."""

from __future__ import annotations

import re

import msgspec

from evidentia.verdict.calculator.words import SCALES, tokenise

MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"), 1)
    for name in names.split()
}  # fmt: skip
_EMPTY = {"", "-", "–", "—", "n/a", "na", "none", "n / a", "- -", "--", "?", "tba", "tbd", "unknown", "nil"}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)?[ -]*\b({_MONTH})\b\.?(?:[ ,-]*(\d{{4}}))?")
_MONTH_DAY = re.compile(rf"\b({_MONTH})\b\.?[ ]*(\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d)(?:[ ,]+(\d{{4}})\b)?")
_MONTH_YEAR = re.compile(rf"\b({_MONTH})\b\.?,?[ ]*(\d{{4}})\b")
_ISO = re.compile(r"\b(\d{4})\s*-\s*(\d{1,2})\s*-\s*(\d{1,2})\b")
_SLASHES = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_CLOCK = re.compile(r"^\D{0,3}(?:(\d+)\s*:\s*)?(\d{1,3})\s*:\s*(\d{2}(?:\.\d+)?)\b")
_GOALS = re.compile(r"^\s*(\d+)\s*\.\s*(\d+)\s*\(\s*(\d+)\s*\)")
_PAIR = re.compile(r"^\D{0,14}?(\d+(?:\.\d+)?)\s*[-–—:]\s*(\d+(?:\.\d+)?)(?!\s*[-–—]\s*\d{4})")
_YEARS = re.compile(r"^\s*(1[5-9]\d\d|20\d\d)\s*[-–—/]\s*(\d{2,4}|present|now)?\s*$")
_YEAR = re.compile(r"^\s*\(?(1[0-9]\d\d|20\d\d)\)?\b(?!\s*\.)")
_FEET = re.compile(r"^\s*(\d+)\s*(?:ft|feet|')\s*(\d+(?:\.\d+)?)?\s*(?:in|\")?")
_NUMBER = re.compile(r"(?<![\w.])([-−+]?)\s?[$£€¥]?\s?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)")
_SCALE = re.compile(r"\s*(" + "|".join(SCALES) + r"|m|k)\b")
_NAMED = re.compile(r"^[^\d]{3,}?[\s(]\s*(\d[\d,]*(?:\.\d+)?)\s*\)?$")
_RANK = re.compile(r"^\s*(?:t|=|no\.?|#)\s*-?\s*(\d+)\b|^\s*(\d+)\s*(?:st|nd|rd|th|=)(?:\s|$)")


class Value(msgspec.Struct, frozen=True):
    """What a cell holds: `key` orders it among its kind, `numbers` are all numbers in it."""

    kind: str
    key: float | None
    numbers: tuple[float, ...] = ()
    date: tuple[int, int, int] | None = None


TEXT = Value("text", None)
EMPTY = Value("empty", None)


def date_key(year: int, month: int, day: int) -> float:
    return year * 372.0 + (month - 1) * 31 + (day - 1) if month else year * 372.0


def find_date(text: str) -> tuple[int, int, int] | None:
    """(year, month, day) of the first date in lower-case text; 0 for what it leaves open."""
    match = _ISO.search(text)
    if match and 1 <= int(match[2]) <= 12 and 1 <= int(match[3]) <= 31:
        return int(match[1]), int(match[2]), int(match[3])
    match = _SLASHES.search(text)
    if match and 1 <= int(match[1]) <= 12 and 1 <= int(match[2]) <= 31:
        return int(match[3]), int(match[1]), int(match[2])
    match = _MONTH_DAY.search(text)
    if match and 1 <= int(match[2]) <= 31:
        return int(match[3] or 0), MONTHS[match[1]], int(match[2])
    match = _DAY_MONTH.search(text)
    if match and 1 <= int(match[1]) <= 31:
        return int(match[3] or 0), MONTHS[match[2]], int(match[1])
    match = _MONTH_YEAR.search(text)
    if match:
        return int(match[2]), MONTHS[match[1]], 0
    return None


def find_numbers(text: str) -> tuple[float, ...]:
    """All numbers of a lower-case text, signs and `million` taken in."""
    found = []
    for match in _NUMBER.finditer(text):
        value = float(match[2].replace(",", ""))
        scale = _SCALE.match(text, match.end())
        if scale:
            word = scale[1]
            if word in SCALES:
                value *= SCALES[word]
            elif word == "k":
                value *= 1e3
        # a hyphen between two numbers joins them; only one that stands against its number is a sign
        if (
            match[1] in ("-", "−")
            and match.group()[1:2].isdigit()
            and not text[: match.start()].rstrip()[-1:].isdigit()
        ):
            value = -value
        found.append(value)
        if len(found) >= 40:
            break
    return tuple(found)


def parse(text: str) -> Value:
    """The value of a cell's text."""
    text = text.strip().lower()[:300]
    if text in _EMPTY:
        return EMPTY
    if not any(letter.isdigit() for letter in text):
        tokens = tokenise(text)
        if len(tokens) == 1 and tokens[0].number is not None:
            return Value("rank" if tokens[0].ordinal else "number", tokens[0].number, (tokens[0].number,))
        if len(tokens) <= 2 and tokens and tokens[0].text in MONTHS:
            return Value("date", date_key(0, MONTHS[tokens[0].text], 1), (), (0, MONTHS[tokens[0].text], 0))
        return TEXT
    numbers = find_numbers(text)
    date = find_date(text)
    if date is not None:
        return Value("date", date_key(*date), numbers, date)
    goals = _GOALS.match(text)
    if goals:
        return Value("score", float(goals[3]), numbers)
    if match := _YEARS.match(text):
        return Value("year", date_key(int(match[1]), 0, 0), numbers, (int(match[1]), 0, 0))
    clock = _CLOCK.match(text)
    if clock and text.count(":") and not text.startswith(("w ", "l ", "d ")):
        hours = float(clock[1] or 0)
        return Value("duration", hours * 3600 + float(clock[2]) * 60 + float(clock[3]), numbers)
    if rank := _RANK.match(text):
        value = float(rank[1] or rank[2])
        return Value("rank", value, numbers or (value,))
    if feet := _FEET.match(text):
        return Value("number", int(feet[1]) + float(feet[2] or 0) / 12, numbers)
    pair = _PAIR.match(text)
    if pair:
        return Value("pair", float(pair[1]), (float(pair[1]), float(pair[2]), *numbers[2:]))
    if (year := _YEAR.match(text)) and len(numbers) == 1:
        return Value("year", date_key(int(year[1]), 0, 0), numbers, (int(year[1]), 0, 0))
    if numbers:
        letters = sum(letter.isalpha() for letter in text)
        digits = sum(letter.isdigit() for letter in text)
        starts = re.match(r"^[\s$£€¥~+\-−.<>(]*(?:us|a|c|hk|nz)?[\s$£€¥]*\d", text) is not None
        if starts and (letters <= 12 or digits >= letters or "(" in text):
            kind = "percent" if "%" in text else "number"
            return Value(kind, numbers[0], numbers)
    # `carmelo anthony (31)`, `rose garden 20565`: a name with its number
    named = _NAMED.match(text)
    if named and len(numbers) == 1:
        return Value("named", float(named[1].replace(",", "")), numbers)
    return Value("text", None, numbers)
