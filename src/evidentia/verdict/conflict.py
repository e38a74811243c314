"""For a refuted claim: the value that conflicts, and the claim as the corpus has it when one span decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from evidentia import ids
from evidentia.claim import Evidence, Label
from evidentia.evidence.words import content_stems
from evidentia.verdict.judging import Verdict
from evidentia.verdict.spans import Span, spans

MOST_TRIED = 3
MOST_PIECES = 6
RELATED = 0.5
SURER = 0.55
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve"
_NOTHING: Mapping[str, str] = {}

Rejudge = Callable[[str], Verdict]


class Conflict(msgspec.Struct):
    """What the claim says, what the evidence says instead, and where; the claim with it put right, if that holds."""

    claim: str
    evidence: str
    id: str
    correction: str = ""


class _Candidate(msgspec.Struct):
    wrong: Span
    right: Span
    piece: Evidence
    score: float


def find(
    claim: str, pieces: Sequence[Evidence], rejudge: Rejudge, *, computed: Mapping[str, str] = _NOTHING
) -> Conflict | None:
    """The replacement that makes the claim supported; without one, the likeliest conflict or none.

    `computed` has, by the id of a cell, the computed fact that goes against the claim.
    """
    candidates = _candidates(claim, pieces, computed)
    for candidate in candidates[:MOST_TRIED]:
        corrected = _replaced(claim, candidate)
        verdict = rejudge(corrected)
        if verdict.label is Label.SUPPORTS and verdict.probabilities[Label.SUPPORTS.value] >= SURER:
            return Conflict(candidate.wrong.text, candidate.right.text, candidate.piece.id, corrected)
    if candidates and candidates[0].score >= 1 and _alone(candidates):
        best = candidates[0]
        return Conflict(best.wrong.text, best.right.text, best.piece.id)
    return None


def _candidates(claim: str, pieces: Sequence[Evidence], computed: Mapping[str, str]) -> list[_Candidate]:
    """Values of the same kind in pieces that speak of the same thing, the most related first."""
    claimed = spans(claim)
    said = {(span.kind, span.value) for span in claimed}
    best: dict[str, _Candidate] = {}
    for place, piece in enumerate(pieces[:MOST_PIECES]):
        told = set(content_stems(_all_text(piece)))
        values = [span for span in _values(piece) if (span.kind, span.value) not in said]
        for wrong in claimed:
            rest = set(content_stems(f"{claim[: wrong.start]} {claim[wrong.end :]}"))
            related = len(rest & told) / len(rest) if rest else 0.0
            found = _said_of(claim, wrong, piece)
            for right in values:
                if right.kind != wrong.kind or right.value in claim.casefold():
                    continue
                near = _near(claim, wrong, piece, right)
                fact, _, said_so = computed.get(piece.id, "").partition("; claim says ")
                sure = wrong.text in said_so and right.text in fact
                if not sure and (related < RELATED or near <= found):
                    continue
                score = round(related + near - found - 0.02 * place + sure, 4)
                corrected = _replaced(claim, candidate := _Candidate(wrong, right, piece, score))
                if corrected not in best or best[corrected].score < score:
                    best[corrected] = candidate
    return sorted(best.values(), key=lambda one: -one.score)


def _said_of(claim: str, wrong: Span, piece: Evidence) -> float:
    """How well the piece has the claim's own value in the same place; 0 where it does not have it."""
    if wrong.kind == "name":
        low, at = piece.text.casefold(), -1
        headers = " ".join(item.text for item in piece.context).casefold()
        if wrong.value in headers or piece.kind in ("cell", "header_cell"):
            return 1.0 if wrong.value in headers or wrong.value in low else 0.0
        if (at := low.find(wrong.value)) < 0:
            return 0.0
        return _near(claim, wrong, piece, Span(at, at + len(wrong.value), wrong.text, "name", wrong.value))
    same = [span for span in spans(piece.text) if (span.kind, span.value) == (wrong.kind, wrong.value)]
    return max((_near(claim, wrong, piece, span) for span in same), default=0.0)


def _values(piece: Evidence) -> list[Span]:
    found = spans(piece.text)
    if piece.kind == "cell" and piece.text and len(piece.text) <= 60 and not any(span.kind != "name" for span in found):
        # A cell without figures is one name, whatever capitals it has.
        return [Span(0, len(piece.text), piece.text, "name", piece.text.casefold())]
    return found


def _near(claim: str, wrong: Span, piece: Evidence, right: Span) -> float:
    """How alike the words around both spans are; a cell stands for its row and column."""
    if piece.kind in ("cell", "header_cell"):
        headers = " ".join(item.text for item in piece.context if "cell" in _kind(item.id))
        return len(set(content_stems(headers)) & set(content_stems(claim))) / (1 + len(set(content_stems(headers))))
    ours = _around(claim, wrong)
    theirs = _around(piece.text, right)
    return len(ours & theirs) / len(ours) if ours else 0.0


def _kind(identity: str) -> str:
    return ids.parse(identity).kind if ids.is_id(identity) else ""


def _around(text: str, span: Span) -> set[str]:
    before = text[: span.start].split()[-2:]
    after = text[span.end :].split()[:2]
    return {word.strip(".,;:()").casefold() for word in (*before, *after)} - {""}


def _alone(candidates: Sequence[_Candidate]) -> bool:
    """Whether the best stands clear of every other value for the same span."""
    best = candidates[0]
    others = [one for one in candidates[1:] if one.right.value != best.right.value]
    return all(best.score - one.score >= 0.2 for one in others)


def _all_text(piece: Evidence) -> str:
    return " ".join([*(item.text for item in piece.context), piece.text])


def _replaced(claim: str, candidate: _Candidate) -> str:
    wrong, right = candidate.wrong, candidate.right
    text = right.text
    if wrong.kind == "number" and wrong.text.isalpha() and right.value.isdigit() and int(right.value) <= 12:
        text = _SMALL.split()[int(right.value)]
    if wrong.start == 0:
        text = text[0].upper() + text[1:]
    return claim[: wrong.start] + text + claim[wrong.end :]
