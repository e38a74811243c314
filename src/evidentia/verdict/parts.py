"""The facts of a claim, each as a claim of its own. The rules are few and sure; what they do not know stays whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from evidentia.verdict.clauses import (
    AUXILIARIES,
    BE,
    PARTICIPLES,
    is_finite,
    is_past,
    subordinate,
    verb_place,
)

MOST_PARTS = 6
LONGEST = 600
LEAST_WORDS = 3
LONGEST_SUBJECT = 12

_BRACKET = re.compile(r"^(?P<subject>[^,()]+?) \(born (?P<date>[^()]*\d{4})\),? (?P<rest>.+)$")
_INSERTED = re.compile(r"^(?P<subject>[^,]+), (?P<inside>[^,]+(?:, [^,]+)?), (?P<rest>[^,].*)$")
_CLAUSES = re.compile(r"(?:, (?:and|but|while)|;(?: and| but)?) ")
_AND = re.compile(r",? (?:and|but) (?:also |then |later |subsequently )?")
_ABSOLUTE = re.compile(r"^(?:no|none|neither|either|both|not|only|every|if|when|although|because|there)\b", re.I)
_FRONT = re.compile(r"^(?:in|on|at|after|before|during|since|by|from|for|with|despite|as|of|to|under)\b", re.I)
_PRONOUN = re.compile(r"^(?:he|she|it|they)\b ", re.I)
_ARTICLE = re.compile(r"^(?:an?|the) ")
_PASSIVE_BY = re.compile(r"^\w+ (?:by|after)\b")

Rule = Callable[[str], "list[str] | None"]


def split(claim: str) -> list[str]:
    """The parts of a claim in its order; a claim of one fact is its only part."""
    text = " ".join(claim.split())
    if len(text) > LONGEST or '"' in text or text.endswith("?"):
        return [text]
    parts = list(_parts(text.rstrip(". "), depth=3))
    if len(parts) < 2 or len(parts) > MOST_PARTS:
        return [text]
    return [f"{part[0].upper()}{part[1:]}." for part in parts]


def _parts(text: str, depth: int) -> Iterator[str]:
    if depth and not _ABSOLUTE.match(text):
        for rule in _RULES:
            found = rule(text)
            if found and all(_whole(part) for part in found):
                for part in found:
                    yield from _parts(part, depth - 1)
                return
    yield text


def _born(text: str) -> list[str] | None:
    """ "X (born 12 May 1970) was …"."""
    match = _BRACKET.match(text)
    if match is None or not _begins_with_verb(match["rest"]):
        return None
    date = match["date"].strip()
    joint = "in" if re.fullmatch(r"(?:[A-Z]\w+ )?\d{4}", date) else "on"
    return [f"{match['subject']} was born {joint} {date}", f"{match['subject']} {match['rest']}"]


def _insertion(text: str) -> list[str] | None:
    """ "X, born in Y, won Z"; "X, who …, won Z"; "X, a singer, won Z"."""
    match = _INSERTED.match(text)
    if match is None:
        return None
    subject, inside, rest = match["subject"], match["inside"], match["rest"]
    if not _is_subject(subject) or not _begins_with_verb(rest):
        return None
    told = _inserted(subject, inside, rest)
    return [told, f"{subject} {rest}"] if told else None


def _inserted(subject: str, inside: str, rest: str) -> str | None:
    first, _, after = inside.partition(" ")
    if not after:
        return None
    if first in ("who", "which"):
        return f"{subject} {after}" if _begins_with_verb(after) else None
    if first == "whose":
        place = verb_place(after.split())
        owner = f"{subject}'" if subject.endswith("s") else f"{subject}'s"
        return f"{owner} {after}" if place else None
    if ", " in inside:
        return None
    verb = next(word for word in rest.split() if is_finite(word))
    be = "was" if is_past(verb) or verb in ("was", "were", "had", "did") else "is"
    if first in PARTICIPLES:
        return f"{subject} was {inside}" if not _plural(subject) else None
    if _ARTICLE.match(inside) and not _plural(subject) and not _begins_with_verb(after):
        return f"{subject} {be} {inside}"
    return None


def _clauses(text: str) -> list[str] | None:
    """ "X won Y, and he lost Z"; "X won Y, while W won Z"."""
    for joint in _CLAUSES.finditer(text):
        first, second = text[: joint.start()], text[joint.end() :]
        subject = _subject(first)
        if subject is None:
            continue
        words = second.split()
        if _PRONOUN.match(second) and len(words) > 2 and is_finite(words[1]):
            return [first, f"{subject} {second.split(' ', 1)[1]}"]
        place = verb_place(words)
        # A participle behind a name may belong to it: "…, and Sony headquartered in Tokyo".
        sure = place is not None and not words[place].endswith("ed")
        if second[0].isupper() and sure and place and place <= 6 and "," not in " ".join(words[:place]):
            return [first, second]
    return None


def _predicates(text: str) -> list[str] | None:
    """ "X was born in Y and won Z": the subject stands before each predicate."""
    subject = _subject(text)
    if subject is None:
        return None
    for joint in _AND.finditer(text, len(subject)):
        first, second = text[: joint.start()], text[joint.end() :]
        inside = first[len(subject) :].strip()
        if subordinate(inside) or "between" in inside or "both" in inside or len(inside.split()) < 2:
            continue
        word = second.split(" ", 1)[0]
        if not is_finite(word) or len(second.split()) < 2:
            continue
        verb, _, behind = inside.partition(" ")
        if _PASSIVE_BY.match(second) and verb not in BE:
            continue
        if is_past(word) and word.endswith("ed") and verb in AUXILIARIES:
            # "was built in 1900 and opened in 1902" and "was born in 1900 and moved in 1902" look the same.
            if _PASSIVE_BY.match(second) and verb in BE and len(behind.split()) > 2:
                return [first, f"{subject} {verb} {second}"]
            if not behind.startswith(("born ", "a ", "an ", "the ")):
                continue
        return [first, f"{subject} {second}"]
    return None


def _whole(part: str) -> bool:
    """Long enough to say something, no bracket torn, no preposition left hanging."""
    words = part.rstrip(",").split()
    return (
        len(words) >= LEAST_WORDS and part.count("(") == part.count(")") and _FRONT.fullmatch(words[-1].lower()) is None
    )


def _subject(text: str) -> str | None:
    """What stands before the first verb, if it can be said again before another."""
    words = text.split()
    place = verb_place(words)
    if place is None or place > LONGEST_SUBJECT:
        return None
    if words[place].endswith("ed") and words[place + 1 : place + 2] in (["by"], ["with"]):
        return None
    subject = " ".join(words[:place])
    return None if "," in subject or subordinate(subject) or subject.count("(") != subject.count(")") else subject


def _is_subject(text: str) -> bool:
    words = text.split()
    return (
        len(words) <= LONGEST_SUBJECT
        and verb_place(words) is None
        and _FRONT.match(text) is None
        and not subordinate(text)
        and " and " not in text
    )


def _begins_with_verb(text: str) -> bool:
    words = text.split()
    if len(words) > 2 and words[0].endswith("ly"):
        words = words[1:]
    return len(words) > 1 and is_finite(words[0])


def _plural(subject: str) -> bool:
    return subject.startswith("The ") and subject.endswith("s")


_RULES: tuple[Rule, ...] = (_born, _insertion, _clauses, _predicates)
