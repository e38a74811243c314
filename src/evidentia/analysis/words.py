"""Words and n-grams of claims, lower-cased; marks between words are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = re.compile(r"\w+(?:['’.,-]\w+)*")


def words(claim: str) -> list[str]:
    return _WORD.findall(claim.lower().replace("’", "'"))


def ngrams(claim: str, size: int = 2) -> Iterator[str]:
    found = words(claim)
    if size == 1:
        yield from found
        return
    for start in range(len(found) - size + 1):
        yield " ".join(found[start : start + size])


def length(claim: str) -> int:
    """In tokens set apart by whitespace, as FAVIQ's Table 2 counts."""
    return len(claim.split())
