"""The fitted combination of what speaks for a page: a small network, its weights in `data/search.json`."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec
import numpy as np

Array = np.ndarray[Any, np.dtype[np.float32]]


class _Stored(msgspec.Struct):
    """One fit: features by name, their mean and spread, and the layers."""

    names: list[str]
    mean: list[float]
    spread: list[float]
    hidden: list[list[float]]
    hidden_bias: list[float]
    output: list[float]


class Fusion:
    """Scores rows of features; `guess` does with the features that need no text."""

    def __init__(self, stored: _Stored, names: tuple[str, ...]) -> None:
        if tuple(stored.names) != names:
            raise ValueError("the stored weights were fitted on other features")
        self._mean = np.array(stored.mean, dtype=np.float32)
        self._spread = np.array(stored.spread, dtype=np.float32)
        self._hidden = np.array(stored.hidden, dtype=np.float32).T.copy()
        self._bias = np.array(stored.hidden_bias, dtype=np.float32)
        self._output = np.array(stored.output, dtype=np.float32)

    def score(self, rows: list[list[float]]) -> list[float]:
        if not rows:
            return []
        matrix = (np.array(rows, dtype=np.float32) - self._mean) / self._spread
        found: list[float] = (np.tanh(matrix @ self._hidden + self._bias) @ self._output).tolist()
        # What differs only in the last bits between machines shall not decide an order.
        return [round(value, 4) for value in found]


@cache
def fusion(name: str, names: tuple[str, ...]) -> Fusion:
    """A fit of `data/search.json` by name: `guess` or `page`."""
    raw = resources.files("evidentia").joinpath("data", "search.json").read_bytes()
    return Fusion(msgspec.json.decode(raw, type=dict[str, _Stored])[name], names)
