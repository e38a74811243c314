"""The claims to code: a random sample of wrong predictions, or of refuted claims, with what a person needs to see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import msgspec

from evidentia.analysis.claims import Piece, evidence_sets, read_claims
from evidentia.claim import Label
from evidentia.datasets.records import Record, read_records
from evidentia.errors import InputError
from evidentia.page import Page, piece_text
from evidentia.score.records import align

SETS_SHOWN = 5
TEXTS_SHOWN = 8
LONGEST_TEXT = 600


class Pages(Protocol):
    def get(self, title: str) -> Page | None: ...


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One claim; `facts` are lines to show: (what, text)."""

    id: str
    claim: str
    facts: list[tuple[str, str]]
    right_label: bool | None = None


def wrong(
    gold: str | Path, predictions: str | Path, *, size: int, seed: int, strict: bool, corpus: Pages | None = None
) -> list[Case]:
    """Claims whose label was predicted wrong or, if `strict`, whose evidence is not a whole gold set."""
    wanted, given = list(read_records(gold)), list(read_records(predictions))
    cases = []
    for prediction, place in zip(given, align(wanted, given), strict=True):
        claim = wanted[place]
        if not isinstance(claim.get("label"), str):
            raise InputError(f"{gold}: claim {claim.get('id', place + 1)} has no label")
        said = prediction.get("predicted_label", prediction.get("label"))
        if not isinstance(said, str):
            raise InputError(f"{predictions}: the prediction for claim {claim.get('id', place + 1)} has no label")
        whole = _whole(claim, prediction)
        if said != claim["label"] or (strict and not whole):
            facts = [("gold label", str(claim["label"])), ("predicted", said)]
            facts += [("a whole gold set", "found" if whole else "not found")] if evidence_sets(claim) else []
            facts += _gold(claim, corpus) + _predicted(prediction, corpus)
            right = said == claim["label"]
            cases.append(Case(id=_id(claim, place), claim=str(claim.get("claim", "")), facts=facts, right_label=right))
    return _drawn(cases, size, seed)


def refuted(
    file: str | Path,
    *,
    size: int,
    seed: int,
    corpus: Pages | None = None,
    mapping: Mapping[str, str] | None = None,
    claim_field: str = "claim",
) -> list[Case]:
    cases = []
    for place, claim in enumerate(read_claims(file, mapping=mapping, claim_field=claim_field)):
        if claim.label == Label.REFUTES.value:
            facts = [(name, str(claim.record[name])) for name in ("question", "answer") if claim.record.get(name)]
            facts += _gold(claim.record, corpus)
            cases.append(Case(id=_id(claim.record, place), claim=claim.claim, facts=facts))
    return _drawn(cases, size, seed)


def _whole(claim: Record, prediction: Record) -> bool:
    """Whether a whole gold set was found; where none is asked for, as for FEVER's NEI, it was."""
    wanted = [_keys(group) for group in evidence_sets(claim)]
    found = {key for group in _found(prediction) for key in _keys(group)}
    return not wanted or any(group <= found for group in wanted)


def _found(prediction: Record) -> list[tuple[Piece, ...]]:
    evidence = prediction.get("predicted_evidence", prediction.get("evidence")) or []
    pieces: list[Any] = []
    for part in evidence if isinstance(evidence, list) else ():
        # FEVER's pairs of page and line, as its annotations have them.
        pieces.append([None, None, *part] if isinstance(part, list) and len(part) == 2 else part)
    plain = [part for part in pieces if not isinstance(part, dict)]
    return evidence_sets({"evidence": [*[part for part in pieces if isinstance(part, dict)], plain]})


def _keys(group: Iterable[Piece]) -> set[tuple[Any, ...]]:
    from evidentia.ids import fold

    return {(fold(piece.page), piece.kind, piece.numbers) for piece in group}


def _gold(claim: Record, corpus: Pages | None) -> list[tuple[str, str]]:
    passage = claim.get("positive_evidence")
    if isinstance(passage, dict) and passage.get("text"):
        return [("evidence", f"{passage.get('title', '')}: {str(passage['text'])[:LONGEST_TEXT]}")]
    if isinstance(claim.get("evidence"), str):
        return [("evidence", claim["evidence"][:LONGEST_TEXT])]
    said = _texts(claim.get("evidence"))
    if said:
        return [("gold evidence", text) for text in said]
    return [
        (f"gold set {number}", _shown(piece, corpus))
        for number, group in enumerate(evidence_sets(claim)[:SETS_SHOWN], 1)
        for piece in group[:TEXTS_SHOWN]
    ]


def _predicted(prediction: Record, corpus: Pages | None) -> list[tuple[str, str]]:
    said = _texts(prediction.get("evidence"))
    pieces = [piece for group in _found(prediction) for piece in group]
    shown = said or [_shown(piece, corpus) for piece in pieces[:TEXTS_SHOWN]]
    return [("found", text) for text in shown] or [("found", "nothing")]


def _texts(evidence: Any) -> list[str]:
    """Of the program's own lines, which hold the texts."""
    if not isinstance(evidence, list):
        return []
    return [
        f"{part.get('page') or part.get('id', '')}: {str(part['text'])[:LONGEST_TEXT]}"
        for part in evidence[:TEXTS_SHOWN]
        if isinstance(part, dict) and part.get("text")
    ]


def _shown(piece: Piece, corpus: Pages | None) -> str:
    key = "_".join((piece.kind, *map(str, piece.numbers)))
    page = corpus.get(piece.page) if corpus is not None else None
    element = page.by_key.get(key) if page is not None else None
    name = f"{piece.page}_{key}"
    return f"{name}: {piece_text(element)[:LONGEST_TEXT]}" if element is not None else name


def _id(claim: Record, place: int) -> str:
    return str(claim["id"]) if claim.get("id") not in (None, "") else str(place + 1)


def _drawn(cases: list[Case], size: int, seed: int) -> list[Case]:
    """Always the same claims, and with a larger `size` the same first ones."""
    return sorted(cases, key=lambda case: sha256(f"{seed}|{case.id}|{case.claim}".encode()).hexdigest())[:size]
