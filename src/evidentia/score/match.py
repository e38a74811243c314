"""How predicted evidence is held against gold evidence: exactly, but blind to how a title's accents are encoded."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Sequence
from typing import Any

from evidentia.errors import InputError

Piece = Hashable


class PredictionFormatError(InputError, AssertionError):
    """A prediction has the wrong shape; also an AssertionError, which the official scorers raise here."""


def piece(value: Any) -> Piece:
    """A value that can stand in a set and is equal where the original lists are equal."""
    if isinstance(value, str):
        return value if value.isascii() else unicodedata.normalize("NFC", value)
    if isinstance(value, list | tuple):
        return tuple(piece(part) for part in value)
    if isinstance(value, dict):
        return tuple((key, piece(value[key])) for key in sorted(value))
    hashable: Hashable = value
    return hashable


def precision(predicted: Sequence[Piece], gold: Sequence[Sequence[Piece]]) -> float:
    """The share of predicted pieces that stand in any gold set; 1 where nothing is predicted; duplicates count."""
    wanted = {part for group in gold for part in group}
    return sum(part in wanted for part in predicted) / len(predicted) if predicted else 1.0


def covers(predicted: Sequence[Piece], gold: Sequence[Sequence[Piece]]) -> bool:
    """Whether one whole gold set was predicted; parts of sets are worth nothing."""
    found = set(predicted)
    return any(all(part in found for part in group) for group in gold)


def recall(predicted: Sequence[Piece], gold: Sequence[Sequence[Piece]]) -> float:
    """1 where one whole gold set was predicted, or where there is none to find."""
    return 1.0 if not gold or covers(predicted, gold) else 0.0


def same_label(gold: str, predicted: str) -> bool:
    return gold.upper() == predicted.upper()
