"""What a claim asks of a table: superlatives, comparisons, counts and the rest, told from its words."""

from __future__ import annotations

import msgspec

from evidentia.verdict.calculator.words import Token, listed, stem

# Which end a word asks for. Lemmatised claims say `high` and `low` for `highest` and `lowest`.
_HIGH = listed("""
    highest most largest biggest greatest maximum max top best longest tallest heaviest fastest strongest richest
    busiest newest latest hottest deepest widest high great large late
""")
_LOW = listed("""
    lowest least fewest smallest minimum min shortest worst slowest lightest earliest oldest bottom lesser cheapest
    low small early
""")
_MORE = listed("""
    more higher greater larger bigger better longer taller heavier later after older above over exceed faster newer
    richer further exceeds outscore ahead since
""")
_LESS = listed("""
    less fewer lower smaller worse shorter earlier before prior younger below under lighter slower behind within
""")
TIME_WORDS = listed("""
    latest newest earliest oldest youngest later after older earlier before prior younger newer first last recent late
    early since final initial
""")
_LEMMAS = listed("high great large late low small early")
_ALONE = listed("above over under below before after within since ahead behind prior")


class Trigger(msgspec.Struct, frozen=True):
    """A word that asks for a computation: `sign` +1 for the larger end, −1 for the smaller."""

    kind: str
    place: int
    sign: int
    word: str
    rank: int = 1
    number: float | None = None
    number_place: int | None = None


def triggers(tokens: list[Token]) -> list[Trigger]:
    words = [token.text for token in tokens]
    stems = [token.stem for token in tokens]
    found: list[Trigger] = []
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        after = words[place + 1 : place + 7]
        than = "than" in after or word in _ALONE
        if word in _HIGH or word in _LOW:
            sign = 1 if word in _HIGH else -1
            if word in _LEMMAS and ("than" in after or before not in ("the", "second", "third", "2nd", "3rd", "of")):
                if "than" in after:
                    found.append(Trigger("compare", place, sign, word))
                continue
            if word == "least" and before == "at":
                number, where = _number_after(tokens, place, 3)
                found.append(Trigger("threshold", place, 1, "at least", number=number, number_place=where))
                continue
            if word == "most" and before == "at":
                number, where = _number_after(tokens, place, 3)
                found.append(Trigger("threshold", place, -1, "at most", number=number, number_place=where))
                continue
            if word == "top" and place + 1 < len(tokens) and tokens[place + 1].number is not None:
                found.append(Trigger("threshold", place, -1, "at most", 1, tokens[place + 1].number, place + 1))
                continue
            if word == "most" and words[place + 1 : place + 2] == ["of"]:
                found.append(Trigger("majority", place, 1, word))
                continue
            rank = 1
            for token in tokens[max(0, place - 2) : place]:
                if token.ordinal and token.number and token.number < 30:
                    rank = int(token.number)
            if word == "most" and words[place + 1 : place + 2] and words[place + 1] in ("recent", "recently"):
                found.append(Trigger("superlative", place, 1, "latest", rank))
                continue
            found.append(Trigger("superlative", place, sign, word, rank))
        elif word == "youngest":
            found.append(Trigger("superlative", place, 1, word))
        elif (word in _MORE or word in _LESS) and before == "or" and place > 1 and tokens[place - 2].number is not None:
            sign = 1 if word in _MORE else -1
            least = "at least" if sign > 0 else "at most"
            found.append(Trigger("threshold", place, sign, least, 1, tokens[place - 2].number, place - 2))
        elif (word in _MORE or word in _LESS) and than:
            sign = 1 if word in _MORE else -1
            number, where = _number_after(tokens, place, 5)
            if number is not None:
                found.append(Trigger("threshold", place, sign, word, number=number, number_place=where))
            found.append(Trigger("compare", place, sign, word))
        elif word in ("more", "less", "fewer", "higher", "better", "greater") and not than:
            found.append(Trigger("compare", place, 1 if word in _MORE else -1, word))
        elif word in ("first", "last", "final", "initial", "initially", "lastly"):
            found.append(Trigger("edge", place, -1 if word.startswith(("first", "initial")) else 1, word))
        elif word in ("total", "combined", "altogether", "sum", "overall"):
            found.append(Trigger("sum", place, 1, word))
        elif word in ("average", "mean", "averaged", "averaging", "avg"):
            found.append(Trigger("average", place, 1, word))
        elif word in ("majority", "half", "mostly", "mainly", "quarter", "third", "thirds"):
            if word in ("third", "thirds") and not (words[place + 1 : place + 2] == ["of"] or word == "thirds"):
                continue
            found.append(Trigger("majority", place, 1, word))
        elif word in ("all", "every", "each", "always", "both", "everyone"):
            found.append(Trigger("all", place, 1, word))
        elif word in ("only", "sole", "solely", "just", "unique", "single"):
            found.append(Trigger("only", place, 1, word))
        elif word in ("none", "never", "neither", "no") and place + 1 < len(words) and words[place + 1] not in (".",):
            found.append(Trigger("none", place, 1, word))
        elif stems[place] in (
            stem("same"),
            stem("different"),
            stem("tie"),
            stem("equal"),
            stem("identical"),
            stem("share"),
        ):
            found.append(Trigger("same", place, -1 if stems[place] == stem("different") else 1, word))
        elif (
            word in ("between", "from")
            and (word == "between" or "to" in after or "through" in after or "until" in after)
            and place + 3 < len(words)
        ):
            number, where = _number_after(tokens, place, 4)
            if number is not None and where is not None:
                found.append(Trigger("between", place, 1, word, number=number, number_place=where))
        elif word in ("difference", "margin", "gap"):
            found.append(Trigger("difference", place, 1, word))
    return found[:8]


def _number_after(tokens: list[Token], place: int, reach: int) -> tuple[float | None, int | None]:
    for other in range(place + 1, min(len(tokens), place + 1 + reach)):
        number = tokens[other].number
        if number is not None and not (tokens[other].ordinal and number < 32):
            return number, other
    return None, None
