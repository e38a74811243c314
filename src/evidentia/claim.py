"""Claims, evidence and predictions: what travels between the rooms."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Label(StrEnum):
    SUPPORTS = "SUPPORTS"
    REFUTES = "REFUTES"
    NOT_ENOUGH_INFO = "NOT ENOUGH INFO"


LABELS = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)


class Policy(StrEnum):
    """What refutes: only an explicit contradiction (FEVER), or also what would mislead a reader (FEVEROUS)."""

    STRICT = "strict"
    MISLED = "misled"


class ContextItem(msgspec.Struct, frozen=True):
    """A title, section or header that says how to read an element."""

    id: str
    text: str


class Evidence(msgspec.Struct, kw_only=True):
    """One element with its context: a sentence, a table, a cell, an item, a caption, or a computed fact."""

    id: str
    page: str
    kind: str
    text: str
    context: list[ContextItem] = []
    score: float = 0.0


class EvidenceSet(msgspec.Struct, kw_only=True):
    """Ids that decide a claim together, each with the ids of its context."""

    content: list[str] = []
    context: dict[str, list[str]] = {}


class Claim(msgspec.Struct, kw_only=True):
    id: str | int
    claim: str
    label: Label | None = None
    evidence: list[EvidenceSet] = []
    challenge: str | None = None
    expected_challenge: str | None = None
    extra: dict[str, Any] = {}


class ScoredPage(msgspec.Struct, frozen=True):
    title: str
    score: float


class Prediction(msgspec.Struct, kw_only=True):
    """What `evidentia verify` says of one claim; the first seven fields are the JSON contract."""

    claim: str
    label: Label
    policy: Policy
    probabilities: dict[str, float]
    evidence: list[Evidence] = []
    pages: list[ScoredPage] = []
    seconds: dict[str, float] = {}
    id: str | int | None = None
    details: dict[str, Any] = {}
