"""Where the subject of an inverted question ends and its verb begins."""

from __future__ import annotations

from collections.abc import Sequence

from evidentia.datasets.grammar import verbs, words

# Participles that a noun can follow directly: `elected president`, `called X`.
_WITH_COMPLEMENT = words.wordset(
    "elected appointed named called declared made considered crowned born titled dubbed renamed given paid worth "
    "awarded voted deemed going coming becoming playing getting taking getting doing making being using having"
)
# Participles that look like the base form of a verb.
BASE_PARTICIPLES = words.wordset(
    "born set put held cut cast read run hit found spread split broadcast shut spun sold let"
)


def bare(token: str) -> str:
    """A token as the word lists spell it."""
    return token.lower().strip(".,;:!?\"'“”‘’()")


def find_base_verb(tokens: Sequence[str]) -> int | None:
    """The place of the main verb after do-support (`did the song FIRST AIR on television`); None if there is none."""
    low = [bare(token) for token in tokens]
    if not low:
        return None
    if low[0] in words.PRONOUN and low[0] != "one":
        for place in range(1, min(len(low), 4)):
            if verbs.is_base(low[place]):
                return place
    best: tuple[float, int] | None = None
    earlier: int | None = None
    for place, word in enumerate(low):
        if place == 0 or not verbs.is_base(word) or tokens[place][:1] in "\"“'(":
            continue
        score = _verb_score(tokens, low, place)
        if score is None:
            continue
        if earlier is not None and _noun_phrase_between(low, earlier, place):
            score -= 3 if verbs.mostly_noun(word) else 2 if not verbs.mostly_noun(low[earlier]) else 0
        if earlier is None and score > -1:
            earlier = place
        if best is None or score > best[0]:
            best = score, place
    return None if best is None else best[1]


def _noun_phrase_between(low: list[str], earlier: int, place: int) -> bool:
    """Whether a noun phrase opens after an earlier verb: `stop using THE electric chair`."""
    between = low[earlier + 1 : place]
    return any(word in words.DETERMINER or word in words.PREPOSITION for word in between)


def _verb_score(tokens: Sequence[str], low: list[str], place: int) -> float | None:
    word, before = low[place], low[place - 1]
    after = low[place + 1] if place + 1 < len(low) else ""
    if before in words.DETERMINER or before.endswith("'s") or before in ("of", "for", "with", "by", "from", "a"):
        return None
    noun = verbs.mostly_noun(word)
    score = 0.0 if noun else 3.0
    if before == "to" or before in words.MODAL or before in ("don't", "didn't"):
        return None
    if before in words.PREPOSITION and before not in ("up", "out", "off", "over", "in"):
        score -= 2.5
    if before in words.RELATIVE:
        score -= 3
    if before in words.ADVERB and (
        before not in words.ORDINAL or (place >= 2 and low[place - 2] not in words.DETERMINER)
    ):
        score += 1.5
    if before in words.CONJUNCTION:
        score -= 1.5
    if not after:
        score += 1.5
    elif after in words.PREPOSITION or after in words.PARTICLE or after in words.DETERMINER:
        score += 1.2 if after != "of" else -1
    elif after in words.OBJECT_PRONOUN or after in words.ADVERB - words.ORDINAL or after in words.SUBORDINATOR:
        score += 1
    elif verbs.is_base(after) and after not in ("be", "being"):
        score -= 1 if noun else 0
    if word == "get" and verbs.is_participle(after):
        score += 1.5
    if tokens[place][:1].isupper():
        score -= 2
    if before[:1].isdigit() or (before.endswith("s") and not before.endswith("ss")):
        score += 0.5
    if noun and place + 1 < len(low) and tokens[place + 1][:1].isdigit():
        score -= 1
    # Of equals the earlier verb governs the later one, unless the earlier one stands inside a relative clause.
    return score - place * 0.08


def find_participle(tokens: Sequence[str], *, gerund: bool = True) -> int | None:
    """The participle that a form of `be` belongs to (`was the dome of the rock COMPLETED`); None if there is none."""
    low = [bare(token) for token in tokens]
    best: tuple[float, int] | None = None
    for place, word in enumerate(low):
        passive = verbs.is_participle(word) or (word.endswith("ed") and len(word) > 4 and verbs.is_past(word))
        progressive = gerund and verbs.is_gerund(word)
        if place == 0 or not (passive or progressive) or tokens[place][:1] in '"“(':
            continue
        score = _participle_score(tokens, low, place, passive)
        if score is not None and (best is None or score > best[0]):
            best = score, place
    return None if best is None else best[1]


def _participle_score(tokens: Sequence[str], low: list[str], place: int, passive: bool) -> float | None:
    word, before = low[place], low[place - 1]
    after = low[place + 1] if place + 1 < len(low) else ""
    if before in words.DETERMINER or before.endswith("'s") or before == "of":
        return None
    if before in words.BE or before in words.HAVE or before in words.MODAL or before == "to":
        return None
    if verbs.is_base(word) and word not in BASE_PARTICIPLES:
        return None
    score = 2.0 if passive else 1.0
    if before == "being":
        score += 2
    if before in words.RELATIVE:
        score -= 3
    elif any(each in words.RELATIVE or each in ("when", "while", "after", "before") for each in low[1:place]):
        score -= 1.5
    if before in words.PREPOSITION and before not in words.PARTICLE:
        score -= 2
    if before in words.CONJUNCTION:
        score -= 1.5
    if before in words.ADVERB or before.endswith("ly"):
        score += 1
    if not after:
        score += 1.5
    elif after in words.PREPOSITION or after in words.CONJUNCTION or after in words.SUBORDINATOR:
        score += 0.7
    elif after in words.PARTICLE or after in words.ADVERB or after in words.DETERMINER:
        score += 0.4
    elif word not in _WITH_COMPLEMENT and before not in words.ADVERB:
        score -= 1.5
    if not passive and after == "of":
        return None
    if tokens[place][:1].isupper():
        score -= 2
    if after == "called" or (word in ("called", "named") and place + 1 < len(low)):
        score -= 0.5
    return score if score > 0.6 else None


def find_predicate(tokens: Sequence[str]) -> int | None:
    """A predicate adjective at or near the end of an inverted clause (`is the next film DUE`)."""
    low = [bare(token) for token in tokens]
    for place in range(len(low) - 1, 0, -1):
        if low[place] in words.PREDICATE and low[place - 1] not in words.DETERMINER | words.PREPOSITION | words.ADVERB:
            after = low[place + 1] if place + 1 < len(low) else ""
            if not after or after in words.PREPOSITION or after in words.SUBORDINATOR:
                return place
    return None


def inflect(verb: str, auxiliary: str) -> str:
    """The main verb as it is without do-support."""
    word = bare(verb)
    tail = verb[len(verb.rstrip(".,;:!?\"”'")) :]
    if auxiliary == "did":
        return verbs.past(word) + tail
    if auxiliary == "does":
        return verbs.third_person(word) + tail
    return verb
