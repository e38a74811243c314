"""Numbers of a claim against numbers of sentences: equal or other, limits, ranges, ages, spans of years, decades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from evidentia.verdict.calculator.asked import same_number
from evidentia.verdict.calculator.intents import Trigger, triggers
from evidentia.verdict.calculator.links import dates_in
from evidentia.verdict.calculator.words import STOP, Token, number_text, tokenise

MAX_SENTENCES = 60
MAX_TOKENS = 300
_REACH = 5
_LOOSE = frozenset(("about", "approximately", "nearly", "almost", "around", "roughly", "over"))
# measured on claim and evidence pairs of FEVER and FM2: how often the finding agrees with the label
_TRUST = {
    ("year", False): (0.82, 0.9, 0.92), ("year", True): (0.58, 0.6, 0.7),
    ("number", False): (0.6, 0.62, 0.88), ("number", True): (0.5, 0.55, 0.67),
    ("rank", False): (0.65, 0.85, 0.95), ("rank", True): (0.45, 0.52, 0.6),
    ("limit", False): (0.5, 0.6, 0.58), ("limit", True): (0.6, 0.75, 0.75),
}  # fmt: skip


class Mention(msgspec.Struct, frozen=True):
    """A number in running text: its kind, the word it counts, the words about it."""

    place: int
    value: float
    kind: str
    unit: str
    word: str
    around: frozenset[str]
    text: str


class Finding(msgspec.Struct, frozen=True):
    """What the sentences say of one number of the claim."""

    variant: str
    truth: bool
    text: str
    overlap: float

    @property
    def confidence(self) -> float:
        trust = _TRUST.get((self.variant.partition(".")[2], self.truth), (0.55, 0.62, 0.7))
        return trust[2 if self.overlap >= 0.6 else 1 if self.overlap >= 0.3 else 0]


def mentions(tokens: Sequence[Token]) -> list[Mention]:
    """The numbers of a text, days of dates left to their dates."""
    in_dates = {place for mentioned in dates_in(list(tokens)) for place in mentioned.places}
    found = []
    for place, token in enumerate(tokens):
        if token.number is None:
            continue
        whole = token.number == int(token.number)
        if whole and 1000 <= token.number <= 2100 and "," not in token.text and token.text[:1].isdigit():
            kind = "year"
        elif place in in_dates:
            continue
        elif token.ordinal:
            kind = "rank"
        elif place + 1 < len(tokens) and tokens[place + 1].text in ("%", "percent"):
            kind = "percent"
        elif place and tokens[place - 1].text in "$£€¥":
            kind = "money"
        else:
            kind = "number"
        after = [t for t in tokens[place + 1 : place + 4] if t.number is None and t.stem not in STOP]
        window = tokens[max(0, place - _REACH) : place + _REACH + 1]
        around = frozenset(t.stem for t in window if t.number is None and t.stem not in STOP and len(t.stem) > 1)
        found.append(
            Mention(
                place,
                token.number,
                kind,
                after[0].stem if after else "",
                after[0].text if after else "",
                around,
                token.text,
            )
        )
    return found[:40]


def findings(claim: str, sentences: Sequence[str]) -> list[Finding]:
    """What can be computed for each number of the claim, from the sentence that speaks most of the same."""
    tokens = tokenise(claim)[:MAX_TOKENS]
    stated = mentions(tokens)
    if not stated:
        return []
    words = {token.stem for token in tokens if token.number is None and token.stem not in STOP}
    held: list[tuple[Mention, float]] = []
    texts: list[list[Token]] = []
    for sentence in sentences[:MAX_SENTENCES]:
        heard = tokenise(sentence)[:MAX_TOKENS]
        texts.append(heard)
        shared = len(words & {token.stem for token in heard}) / max(1, len(words))
        held += [(mention, shared) for mention in mentions(heard)]
    limits = {t.number_place: t for t in triggers(tokens) if t.kind in ("threshold", "between")}
    loose = any(token.text in _LOOSE for token in tokens)
    found: list[Finding] = []
    for mention in stated:
        near = tokens[max(0, mention.place - 3) : mention.place + 4]
        found += _spans(mention, near, texts)
        limit = limits.get(mention.place)
        rivals = _rivals(mention, held)
        if limit is not None and rivals:
            upper = next((m.value for m in stated if m.place > mention.place), None)
            if rivals[0][1] >= 0.3:
                found += _limit(mention, limit, rivals[0], upper)
            continue
        decade = mention.kind == "year" and _is_decade(claim, mention)
        equal = [
            (other, overlap) for other, overlap in rivals
            if same_number(other.value, mention.value, loose) or (decade and other.value // 10 == mention.value // 10)
        ]  # fmt: skip
        if equal:
            other, overlap = equal[0]
        elif rivals:
            other, overlap = rivals[0]
        else:
            continue
        text = f"the text says {_said(other)}; claim says {_said(mention)}"
        found.append(Finding(f"text.{mention.kind}", bool(equal), text, overlap))
    return found


def _said(mention: Mention) -> str:
    plain = mention.text[:1].isdigit() and float(mention.text.replace(",", "")) == mention.value
    shown = mention.text if plain else number_text(mention.value)
    unit = f" {mention.word}" if mention.word and mention.kind != "year" else ""
    return shown + ("%" if mention.kind == "percent" else unit)


def _rivals(mention: Mention, held: Sequence[tuple[Mention, float]]) -> list[tuple[Mention, float]]:
    """Numbers of the same kind about the same thing, closest first."""
    found = []
    for other, shared in held:
        kinds = {mention.kind, other.kind}
        if mention.kind != other.kind and kinds != {"number", "money"} and kinds != {"number", "year"}:
            continue
        overlap = len(mention.around & other.around) / max(1, len(mention.around))
        same_unit = mention.unit != "" and mention.unit == other.unit
        if kinds == {"number", "year"} and not same_unit:
            continue
        found.append((0.5 * overlap + 0.5 * same_unit + 0.3 * shared, other))
    found.sort(key=lambda item: (-item[0], item[1].place))
    return [(other, score) for score, other in found]


def _limit(mention: Mention, limit: Trigger, rival: tuple[Mention, float], upper: float | None) -> Iterator[Finding]:
    other, overlap = rival
    if limit.kind == "between":
        if upper is None:
            return
        truth = mention.value <= other.value <= upper
        words = f"between {number_text(mention.value)} and {number_text(upper)}"
    else:
        truth = limit.sign * (other.value - mention.value) > 0
        truth = truth or (other.value == mention.value and limit.word.startswith("at "))
        words = f"{limit.word} {number_text(mention.value)}"
    yield Finding("text.limit", truth, f"the text says {_said(other)}; claim says {words}", overlap)


def _is_decade(claim: str, mention: Mention) -> bool:
    return f"{mention.text}s" in claim.lower() and mention.value % 10 == 0


def _spans(mention: Mention, near: Sequence[Token], texts: Sequence[Sequence[Token]]) -> Iterator[Finding]:
    """`aged 34`, `34 years later`, `for three years`: the gap between two dates of one sentence."""
    if mention.kind != "number" or not 0 < mention.value <= 200:
        return
    words = {token.text for token in near}
    if not words & {"age", "aged", "old"} and not (mention.unit == "year" and words & {"years", "year"}):
        return
    kind = "text.age" if words & {"age", "aged", "old"} else "text.years"
    for tokens in texts:
        dates = [mentioned.date for mentioned in dates_in(list(tokens)) if mentioned.date[0]]
        years = [int(m.value) for m in mentions(tokens) if m.kind == "year"]
        dates += [(year, 0, 0) for year in years if all(year != date[0] for date in dates)]
        if len(dates) < 2:
            continue
        first, last = min(dates), max(dates)
        whole = last[0] - first[0]
        gaps = {whole}
        if first[1] and last[1]:
            gaps = {whole - (last[1:] < first[1:])}
        elif kind == "text.age":
            gaps = {whole, whole - 1}
        yield Finding(
            kind, mention.value in gaps,
            f"from {first[0]} to {last[0]} are {min(gaps)}{f' or {max(gaps)}' if len(gaps) > 1 else ''} years; "
            f"claim says {number_text(mention.value)}", 0.5,
        )  # fmt: skip
        return
