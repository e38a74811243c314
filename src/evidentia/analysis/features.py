"""Bags of words and bigrams as numbers: one flat array of columns and where each claim's begin."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from evidentia.analysis.words import words

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray

BITS = 18


class Bags(NamedTuple):
    """`columns[starts[n]:starts[n + 1]]` are the features of claim n."""

    columns: NDArray[int32]
    starts: NDArray[int64]
    width: int

    def __len__(self) -> int:
        return len(self.starts) - 1


def bags(claims: Iterable[str], *, bits: int = BITS) -> Bags:
    """Each word and bigram that a claim holds, once, hashed into 2^bits columns."""
    import numpy

    mask = (1 << bits) - 1
    columns, starts = array("i"), array("q", (0,))
    for claim in claims:
        found = ["", *words(claim), ""]
        features = {crc32(word.encode()) & mask for word in found if word}
        features.update(crc32(f"{one} {two}".encode()) & mask for one, two in pairwise(found))
        columns.extend(sorted(features))
        starts.append(len(columns))
    return Bags(numpy.array(columns, dtype=numpy.int32), numpy.array(starts, dtype=numpy.int64), 1 << bits)
