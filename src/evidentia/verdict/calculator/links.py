"""Links a claim's words to the table: cells it names, columns it names, numbers it states."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from evidentia.verdict.calculator.columns import Held, Typed
from evidentia.verdict.calculator.numbers import MONTHS
from evidentia.verdict.calculator.words import STOP, Token, in_order, listed, number_text, tokenise
from evidentia.verdict.calculator.words import stem as stem_of

MAX_PLACES = 4000
# words of headers and words of claims that name the same thing; stemmed below
_SAME = (
    "crowd attendance spectators", "city location town place site", "team club squad side", "player name athlete",
    "venue stadium ground arena location", "country nation nationality", "year season", "score result outcome",
    "position place pos rank finish standing", "no number num", "pts point", "pld play game match", "w win", "l lose",
    "d draw t tie", "opponent opposition against versus vs rival", "avg average", "att attempt attendance",
    "td touchdown", "yds yard", "rec reception", "g game goal", "gp game play", "pop population residents people",
    "elev elevation", "capacity seat", "name title call", "episode title", "school college university institution",
    "release date air airdate", "viewer watch", "price prize money earn", "constructor car chassis", "driver racer",
    "director directed", "writer write written", "len length long", "height tall", "size big large", "wt weight heavy",
    "time", "lap laps", "medal total", "manufacturer make", "round rd", "pick selected", "partner pair", "surface",
    "championship tournament event competition", "party political", "district seat", "incumbent representative",
    "elected result", "die death", "founded established", "enrollment students",
)  # fmt: skip


class Hit(msgspec.Struct, frozen=True):
    """Rows of one column whose cell the claim names at `places` (token positions)."""

    column: int
    rows: frozenset[int]
    places: tuple[int, ...]
    score: float
    exact: bool
    text: str
    numeric: bool


class Stated(msgspec.Struct, frozen=True):
    """A number the claim states at a token position."""

    place: int
    value: float
    ordinal: bool
    dated: bool
    percent: bool


class Mentioned(msgspec.Struct, frozen=True):
    """A date the claim states; 0 for what it leaves open."""

    places: tuple[int, ...]
    date: tuple[int, int, int]


class Linked(msgspec.Struct):
    """A claim linked to one table."""

    tokens: list[Token]
    stems: list[str]
    hits: list[Hit]
    columns: dict[int, float]
    column_places: dict[int, tuple[int, ...]]
    numbers: list[Stated]
    dates: list[Mentioned]
    title_places: frozenset[int]
    negated: bool

    def hits_at(self, place: int) -> list[Hit]:
        return [hit for hit in self.hits if place in hit.places]


def _synonyms() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in _SAME:
        stems = [stem_of(word) for word in in_order(group)]
        for word in stems:
            found.setdefault(word, set()).update(stems)
    return {word: frozenset(group) for word, group in found.items()}


SYNONYMS = _synonyms()
_NEGATIONS = listed("not never no nor neither without false incorrect untrue fail didn doesn isn wasn weren aren don")
_MONTHS = frozenset(map(stem_of, MONTHS))


def content(stems: Sequence[str]) -> list[str]:
    kept = [stem for stem in stems if stem not in STOP and stem not in "%$£€¥"]
    return kept or list(stems)


def link(claim: str, table: Typed, title: str = "") -> Linked:
    tokens = tokenise(claim)[:160]
    stems = [token.stem for token in tokens]
    sequence = [(place, stem) for place, stem in enumerate(stems) if stem not in STOP and stem not in "%$£€¥"]
    positions: dict[str, list[int]] = {}
    for place, stem in enumerate(stems):
        positions.setdefault(stem, []).append(place)
    for place, token in enumerate(tokens):
        if token.number is not None:
            for other in _other_numbers(token):
                positions.setdefault(other, []).append(place)
    columns, column_places = _columns(positions, table)
    hits = _hits(sequence, positions, tokens, table)
    title_stems = set(tokenise_stems(title))
    title_places = frozenset(place for place, stem in sequence if stem in title_stems)
    numbers = [
        number
        for number in _numbers(tokens, stems)
        if number.place not in title_places or not (number.dated or number.place - 1 in title_places)
    ]
    return Linked(
        tokens,
        stems,
        hits,
        columns,
        column_places,
        numbers,
        dates_in(tokens),
        title_places,
        any(word in _NEGATIONS for word in stems),
    )


def tokenise_stems(text: str) -> list[str]:
    return [token.stem for token in tokenise(text[:400])]


def _other_numbers(token: Token) -> list[str]:
    """`3.87 million` may stand as 3.87 in a column of millions."""
    assert token.number is not None
    raw = token.text.replace(",", "")
    found = []
    if raw[0].isdigit() and number_text(float(raw)) != token.stem:
        found.append(number_text(float(raw)))
    return found


def _columns(positions: dict[str, list[int]], table: Typed) -> tuple[dict[int, float], dict[int, tuple[int, ...]]]:
    scores: dict[int, float] = {}
    places: dict[int, tuple[int, ...]] = {}
    for column, stems in enumerate(table.name_stems):
        wanted = list(dict.fromkeys(content(stems)))
        if not wanted:
            continue
        got, where = 0.0, []
        for stem in wanted:
            if stem in positions:
                got += 1.0
                where += positions[stem]
                continue
            for other in sorted(SYNONYMS.get(stem, ())):
                if other in positions:
                    got += 0.6
                    where += positions[other]
                    break
        if got:
            scores[column] = got / (len(wanted) if len(wanted) < 4 else 3 + (len(wanted) - 3) * 0.4)
            places[column] = tuple(sorted(set(where)))
    return scores, places


def _hits(
    sequence: list[tuple[int, str]], positions: dict[str, list[int]], tokens: list[Token], table: Typed
) -> list[Hit]:
    seen: dict[int, None] = {}
    for stem in positions:
        for place in table.by_stem.get(stem, ())[:MAX_PLACES]:
            seen[place] = None
        if len(seen) > MAX_PLACES:
            break
    words = [stem for _, stem in sequence]
    order = [place for place, _ in sequence]
    starts: dict[str, list[int]] = {}
    for index, stem in enumerate(words):
        starts.setdefault(stem, []).append(index)
        token = tokens[order[index]]
        if token.number is not None:
            for other in _other_numbers(token):
                starts.setdefault(other, []).append(index)
    raw: list[tuple[int, tuple[int, ...], float, bool, Held]] = []
    for place in seen:
        held = table.held[place]
        wanted = content(held.stems)
        exact = _exact(wanted, words, order, starts)
        if exact:
            for span in exact:
                raw.append((held.column, span, 1.0, True, held))
            continue
        partial = _partial(held, wanted, positions, table)
        if partial is not None:
            raw.append((held.column, partial[0], partial[1], False, held))
    return _grouped(raw, tokens) + _results(positions, table)


_OUTCOME_WORDS = {"win": ("beat", "defeat"), "draw": ("tie",)}


def _results(positions: dict[str, list[int]], table: Typed) -> list[Hit]:
    """`won` and `lost` name rows of a column of results."""
    return [
        Hit(
            column,
            rows,
            (positions[word][0],),
            0.7,
            False,
            {"los": "lost", "win": "won"}.get(outcome, outcome),
            False,
        )
        for outcome, column, rows in table.results
        for word in (outcome, *_OUTCOME_WORDS.get(outcome, ()))
        if word in positions
    ]


def _exact(
    wanted: list[str], words: list[str], order: list[int], starts: dict[str, list[int]]
) -> list[tuple[int, ...]]:
    found = []
    length = len(wanted)
    for index in starts.get(wanted[0], ()):
        if length == 1 or words[index + 1 : index + length] == wanted[1:]:
            found.append(tuple(order[index : index + length]))
    return found


def _partial(
    held: Held, wanted: list[str], positions: dict[str, list[int]], table: Typed
) -> tuple[tuple[int, ...], float] | None:
    """Part of a cell's words, near each other in the claim; rare words of the table weigh more."""
    present = [stem for stem in dict.fromkeys(wanted) if stem in positions]
    if not present:
        return None
    dated = held.value.kind in ("date", "year")
    anchors = [stem for stem in present if not stem[0].isdigit()]
    if dated:
        anchors += [stem for stem in present if stem[0].isdigit() and len(stem) == 4]
    if not anchors or (not dated and held.value.kind == "number" and all(len(stem) < 4 for stem in anchors)):
        # a number inside a longer cell (`15 (3)`, `23 - 17`) is a weak sign
        if len(wanted) <= 4 and wanted[0] in positions and wanted[0][0].isdigit():
            return tuple(positions[wanted[0]][:1]), 0.35
        return None
    anchor = min(anchors, key=lambda stem: (len(table.by_stem.get(stem, ())), positions[stem][0]))
    middle = positions[anchor][0]
    reach = len(wanted) + 3
    total = got = 0.0
    where: list[int] = []
    for stem in dict.fromkeys(wanted):
        weight = 1.0 / (1.0 + math.log1p(len(table.by_stem.get(stem, ())))) if stem not in STOP else 0.1
        if stem[0].isdigit() and not dated:
            weight *= 0.5
        total += weight
        if stem in positions:
            near = min(positions[stem], key=lambda place: abs(place - middle))
            if abs(near - middle) <= (1 + len(wanted) // 2 if stem[0].isdigit() and not dated else reach):
                got += weight
                where.append(near)
    share = got / total
    return (tuple(sorted(set(where))), share) if share >= 0.3 else None


def _grouped(raw: list[tuple[int, tuple[int, ...], float, bool, Held]], tokens: list[Token]) -> list[Hit]:
    """Cells of one column matched by the same words become one hit; longer and exact matches win."""
    groups: dict[tuple[int, tuple[int, ...]], list[tuple[float, bool, Held]]] = {}
    for column, span, score, exact, held in raw:
        groups.setdefault((column, span), []).append((score, exact, held))
    hits: list[Hit] = []
    for (column, span), members in groups.items():
        exacts = [member for member in members if member[1]]
        chosen = exacts or members
        rows = frozenset(row for _, _, held in chosen for row in held.rows)
        score = max(score for score, _, _ in chosen)
        held = chosen[0][2]
        text = held.text if len(chosen) == 1 or exacts else " ".join(tokens[place].text for place in span)
        numeric = all(tokens[place].number is not None for place in span)
        hits.append(Hit(column, rows, span, score, bool(exacts), text, numeric))
    hits = sorted(hits, key=lambda hit: (-len(hit.places) - hit.exact, -hit.score))[:200]
    kept = []
    for hit in hits:
        own = set(hit.places)
        beaten = any(
            other is not hit
            and other.column == hit.column
            and (
                (own < set(other.places) and (other.exact or not hit.exact))
                or (other.exact and not hit.exact and own & set(other.places))
                or (not hit.exact and own & set(other.places) and len(other.places) > len(own))
            )
            for other in hits
        )
        if not beaten:
            kept.append(hit)
    kept.sort(key=lambda hit: (-len(hit.places) - hit.exact, -hit.score, hit.column, hit.places))
    return kept[:60]


def dates_in(tokens: list[Token]) -> list[Mentioned]:
    found: list[Mentioned] = []
    for place, token in enumerate(tokens):
        month = MONTHS.get(token.text)
        if month is None:
            continue
        near = [other for other in (place + 1, place - 1, place - 2) if 0 <= other < len(tokens)]
        day = next(
            (o for o in near if whole_number(tokens[o], 1, 31) and (o != place - 2 or tokens[o + 1].text == "of")), None
        )
        last = max(place, place if day is None else day)
        year = next((o for o in (last + 1, last + 2) if o < len(tokens) and whole_number(tokens[o], 1500, 2100)), None)
        if token.text == "may" and day is None and year is None:
            continue
        places = tuple(sorted(p for p in (place, day, year) if p is not None))
        number = [0 if p is None else int(tokens[p].number or 0) for p in (year, day)]
        found.append(Mentioned(places, (number[0], month, number[1])))
    return found


def whole_number(token: Token, low: int, high: int) -> bool:
    return token.number is not None and low <= token.number <= high and token.number == int(token.number)


def _numbers(tokens: list[Token], stems: list[str]) -> list[Stated]:
    found = []
    for place, token in enumerate(tokens):
        if token.number is None:
            continue
        around = stems[max(0, place - 2) : place + 3]
        dated = any(stem in _MONTHS for stem in around) or (
            not token.ordinal and token.number == int(token.number) and 1500 <= token.number <= 2100
            and "," not in token.text
        )  # fmt: skip
        percent = place + 1 < len(tokens) and stems[place + 1] in ("%", "percent", "percentag")
        found.append(Stated(place, token.number, token.ordinal, dated, percent))
    return found
