"""MurmurHash3 (x86, 32 bit) of many strings at once, as DrQA hashes its n-grams."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_C1 = np.uint32(0xCC9E2D51)
_C2 = np.uint32(0x1B873593)


def hash_many(texts: Sequence[bytes], *, seed: int = 0) -> npt.NDArray[np.uint32]:
    """Unsigned hashes, in the order of the texts; texts must not hold NUL."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    hashes = np.zeros(len(texts), np.uint32)
    longest = int(lengths.max(initial=0))
    below, width = -1, 8
    # Texts of about one length at a time: padding at most doubles what they take.
    while below < longest:
        places = np.flatnonzero((lengths > below) & (lengths <= width))
        below, width = width, 2 * width
        if len(places):
            hashes[places] = _hash([texts[place] for place in places.tolist()], lengths[places], seed)
    return hashes


def _hash(texts: list[bytes], lengths: npt.NDArray[np.int64], seed: int) -> npt.NDArray[np.uint32]:
    blocks = int(lengths.max(initial=0)) // 4 + 1
    # Padding with NUL makes the last, shorter block its little-endian tail.
    matrix = np.array(texts, dtype=f"S{4 * blocks}").view("<u4").reshape(len(texts), blocks)
    hashes = np.full(len(texts), seed, np.uint32)
    whole = lengths // 4
    for block in range(blocks):
        mixed = _mix(matrix[:, block])
        stepped = _rotate(hashes ^ mixed, 13) * np.uint32(5) + np.uint32(0xE6546B64)
        hashes = np.where(block < whole, stepped, np.where(block == whole, hashes ^ mixed, hashes))
    hashes ^= lengths.astype(np.uint32)
    hashes ^= hashes >> np.uint32(16)
    hashes *= np.uint32(0x85EBCA6B)
    hashes ^= hashes >> np.uint32(13)
    hashes *= np.uint32(0xC2B2AE35)
    hashes ^= hashes >> np.uint32(16)
    return hashes


def _mix(block: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    return _rotate(block * _C1, 15) * _C2


def _rotate(values: npt.NDArray[np.uint32], by: int) -> npt.NDArray[np.uint32]:
    return (values << np.uint32(by)) | (values >> np.uint32(32 - by))
