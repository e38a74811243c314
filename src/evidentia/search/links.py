"""The hyperlink graph: which pages a page links to and which link to it, as arrays that are mapped, not read."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def by_row(rows: Array, values: Array, count: int) -> tuple[Array, Array]:
    """(starts, values) so that the values of row r are `values[starts[r]:starts[r + 1]]`, in order."""
    order = np.lexsort((values, rows))
    starts = np.zeros(count + 1, dtype=np.uint64)
    starts[1:] = np.cumsum(np.bincount(rows, minlength=count))
    return starts, values[order]


def resolve(sources: Array, targets: Array, hashes: Array, pages: Array, kinds: Array) -> tuple[Array, Array]:
    """Links from page numbers to title hashes → (from, to) page numbers; only whole titles and redirects count."""
    if not len(sources) or not len(hashes):
        empty = np.zeros(0, dtype=np.uint32)
        return empty, empty
    places = np.minimum(np.searchsorted(hashes, targets), len(hashes) - 1)
    good = (hashes[places] == targets) & (kinds[places] <= 1)
    origin, goal = sources[good], pages[places[good]]
    other = origin != goal
    return origin[other], goal[other]


class Links:
    """Links in both directions."""

    def __init__(self, out_starts: Array, out_pages: Array, in_starts: Array, in_pages: Array) -> None:
        self._out_starts, self._out_pages, self._in_starts, self._in_pages = out_starts, out_pages, in_starts, in_pages

    def outgoing(self, page: int, limit: int = 2000) -> list[int]:
        start = int(self._out_starts[page])
        found: list[int] = self._out_pages[start : min(int(self._out_starts[page + 1]), start + limit)].tolist()
        return found

    def incoming(self, page: int, limit: int = 2000) -> list[int]:
        start = int(self._in_starts[page])
        found: list[int] = self._in_pages[start : min(int(self._in_starts[page + 1]), start + limit)].tolist()
        return found

    def incoming_count(self, page: int) -> int:
        return int(self._in_starts[page + 1]) - int(self._in_starts[page])
