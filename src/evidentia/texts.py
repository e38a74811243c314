"""The claims in a whole text: checkable sentences that say all they mean, with where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from evidentia.claim import Label, Prediction
from evidentia.corpus.sentences import spans
from evidentia.verdict.clauses import is_finite, subordinate, verb_place

LEAST_WORDS = 4
LONGEST = 500
LONGEST_TEXT = 2_000_000

_PARAGRAPH = re.compile(r"\n[ \t]*\n|\r\n[ \t]*\r\n")
_PERSONAL = re.compile(r"\b(?:I|we|you|my|our|your|us|me|I'm|I've|we're|let's)\b")
_PERSONAL_START = re.compile(r"(?:We|You|My|Our|Your|Let's|Let us|Please)\b")
_OPINION = re.compile(
    r"\b(?:should|ought|think|thinks|believe|believes|feel|feels|seems?|perhaps|maybe|probably|possibly|arguably|hopefully|"
    r"unfortunately|fortunately|sadly|luckily|surely|clearly|obviously|personally|opinion|beautiful|wonderful|"
    r"terrible|amazing|awful|delicious|brilliant|boring|lovely|magnificent|stunning|overrated|underrated)\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(r"\b(?:will|shall|going to)\b")
_LINKS = """
However|Moreover|Furthermore|Therefore|Thus|Also|Besides|Indeed|In addition|For example|For instance|As a result|
In fact|Nevertheless|Consequently|Meanwhile|Of course|And|But|So|Yet
"""
_LINK = re.compile(f"(?:{''.join(_LINKS.split(chr(10)))}),? ")
_POINTING = re.compile(r"(?:This|That|These|Those|Such|Here|Both|Neither|Another|The latter|The former|One of them)\b")
_EXPLETIVE = re.compile(r"It (?:is|was|has been|had been) (?:[a-z]+ly )?[a-z]+ (?:that|to|when|whether|how)\b")
_FRONTS = "In On At After Before During Since By From Until Under With For As Later Then Afterwards Today Soon"
_FRONT_WORD = re.compile(rf"(?:{_FRONTS.replace(' ', '|')})\b")
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_MONTH = re.compile(rf"(?:{_MONTHS})\Z")
_FRONT = re.compile(rf"(?:{_FRONTS.replace(' ', '|')})\b(?:[^,.;]{{0,80}}, |(?: (?:{_MONTHS})| [a-z\d][\w'’-]*)* )")
_PRONOUN = re.compile(r"\b(He|She|It|They|His|Her|Its|Their|he|she|it|they|his|her|its|their)\b")
_OWNING = ("his", "her", "its", "their")
_PERSONS = ("he", "she", "his", "her")
_NAME_WORD = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’.-]*\Z")
_PLURAL = re.compile(r" [a-z]+[^s\W]s\Z")
_RELATIVES = re.compile(r"\b(?:brother|sister|father|mother|son|daughter|wife|husband|aunt|friend|teacher|pupil)\b")
_CHECKABLE = re.compile(r"\d|(?<!^)\b[A-ZÀ-ÖØ-Þ]\w|\A[A-ZÀ-ÖØ-Þ]\w+(?: [A-ZÀ-ÖØ-Þ]|'s)|\AThe ")


class TextClaim(msgspec.Struct, frozen=True):
    """`text[start:end]` says it; `claim` says it without the sentences around."""

    claim: str
    start: int
    end: int


class Skipped(msgspec.Struct, frozen=True):
    """A sentence that is no checkable claim, and why."""

    start: int
    end: int
    why: str


class _Subjects:
    """Who was spoken of last: a person, a thing, several."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}

    def see(self, sentence: str) -> None:
        subject = _subject(sentence)
        if subject:
            self._last[_kind(subject)] = subject

    def fitting(self, pronoun: str) -> str | None:
        if pronoun in _PERSONS:
            return self._last.get("person")
        if pronoun in ("it", "its"):
            return self._last.get("thing")
        return self._last.get("several")


def find(text: str) -> list[TextClaim | Skipped]:
    """Every sentence of the text, in its order: a claim, or skipped."""
    subjects = _Subjects()
    found: list[TextClaim | Skipped] = []
    for start, end in _sentences(text[:LONGEST_TEXT]):
        sentence = " ".join(text[start:end].split())
        why = _why_not(sentence)
        if why:
            found.append(Skipped(start, end, why))
            if why != "a question":
                subjects.see(sentence)
            continue
        claim = _resolved(_LINK.sub("", sentence, count=1) if _LINK.match(sentence) else sentence, subjects)
        if claim is None:
            found.append(Skipped(start, end, "speaks of something named elsewhere"))
            continue
        claim = claim[0].upper() + claim[1:]
        subjects.see(claim)
        if not _CHECKABLE.search(claim):
            found.append(Skipped(start, end, "names nothing that could be looked up"))
        else:
            found.append(TextClaim(claim, start, end))
    return found


def claims(text: str) -> list[TextClaim]:
    return [one for one in find(text) if isinstance(one, TextClaim)]


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    position = 0
    for gap in [*_PARAGRAPH.finditer(text), None]:
        stop = gap.start() if gap else len(text)
        for start, end in spans(text[position:stop]):
            yield position + start, position + end
        position = gap.end() if gap else stop


def _why_not(sentence: str) -> str:
    words = sentence.split()
    if sentence.rstrip("\"'”’)").endswith("?"):
        return "a question"
    if _PERSONAL.search(sentence) or _PERSONAL_START.match(sentence):
        return "speaks of the writer or the reader"
    if len(words) < LEAST_WORDS or not any(is_finite(word.strip(",;:.")) for word in words[1:]):
        return "no statement"
    if len(sentence) > LONGEST:
        return "too long for one claim"
    if _OPINION.search(sentence) or sentence.endswith("!"):
        return "an opinion"
    if _FUTURE.search(sentence):
        return "about the future"
    return ""


def _resolved(sentence: str, subjects: _Subjects) -> str | None:
    """The sentence with its first pronoun replaced by whom it means; None if nobody fits."""
    if _POINTING.match(sentence) or _EXPLETIVE.match(sentence):
        return None
    match = _PRONOUN.search(sentence)
    if match is None or not _before_subject(sentence[: match.start()]):
        return sentence
    pronoun = match.group().lower()
    name = subjects.fitting(pronoun)
    if name is None:
        return None
    if pronoun in _OWNING:
        name += "'" if name.endswith("s") else "'s"
    if match.start() and name.startswith("The "):
        name = "the " + name[4:]
    return f"{sentence[: match.start()]}{name}{sentence[match.end() :]}"


def _before_subject(before: str) -> bool:
    """Whether nothing but a phrase of time or place without names stands here."""
    words = before.split()
    if not words:
        return True
    if _FRONT_WORD.match(before) is None or len(words) > 8:
        return False
    return all(not word[0].isupper() or _MONTH.match(word.strip(",")) for word in words[1:])


def _subject(sentence: str) -> str | None:
    """The name or noun phrase that the sentence is about; None where it is not plain."""
    front = _FRONT.match(sentence)
    rest = sentence[front.end() :] if front else sentence
    words = rest.split()
    place = verb_place(words)
    if not place or place > 8:
        return None
    subject = " ".join(words[:place])
    subject = subject.partition(",")[0].partition(" (")[0].rstrip(";:")
    if (
        subordinate(subject)
        or " the " in subject
        or not subject[:1].isupper()
        or _PRONOUN.fullmatch(subject.split()[0])
    ):
        return None
    return subject


def _kind(subject: str) -> str:
    words = subject.split()
    if " and " in subject or (words[0] == "The" and _PLURAL.search(subject)):
        return "several"
    if "'s " in subject or "’s " in subject:
        return "person" if _RELATIVES.search(subject) else "thing"
    person = 2 <= len(words) <= 4 and words[0] != "The" and all(_NAME_WORD.match(word) for word in words)
    return "person" if person else "thing"


def placed(prediction: Prediction, claim: TextClaim) -> Prediction:
    """The prediction with the place of its claim in the text."""
    return msgspec.structs.replace(prediction, details={**prediction.details, "start": claim.start, "end": claim.end})


def listing(sentences: Sequence[TextClaim | Skipped], predictions: Sequence[Prediction], text: str) -> str:
    """For the terminal: the text sentence by sentence, each with its verdict or why it was left out."""
    from evidentia.report.words import SHORT, SIGNS, clean, percent

    lines: list[str] = []
    waiting = iter(predictions)
    for one in sentences:
        said = clean(" ".join(text[one.start : one.end].split()))
        if isinstance(one, Skipped):
            lines += [f"·  {said}", f"   left out: {one.why}"]
            continue
        found = next(waiting)
        lines.append(f"{SIGNS[found.label]}  {said}")
        if one.claim != said:
            lines.append(f"   read as: {clean(one.claim)}")
        lines.append(f"   {SHORT[found.label]} by this corpus, {percent(found.probabilities[found.label.value])}")
        if correction := found.details.get("correction"):
            lines.append(f"   as this corpus has it: {clean(correction)}")
        if found.label is not Label.NOT_ENOUGH_INFO and found.evidence:
            lines.append(f"   {clean(found.evidence[0].page)}: {clean(found.evidence[0].text)[:200]}")
    return "\n".join(lines) + "\n"
