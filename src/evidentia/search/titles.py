"""Every title and redirect with its variants, as sorted hashes in memory-mapped arrays: a lookup is a binary search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from evidentia.search.words import stems

# How a key came about; a lower number is a surer name.
TITLE, REDIRECT, BARE, BARE_REDIRECT, SHORT, ACRONYM = range(6)
KINDS = ("title", "redirect", "bare", "bare redirect", "short", "acronym")

_QUALIFIER = re.compile(r"\s*\([^()]*\)\s*$")
_LISTS = re.compile(r"(?:list|lists|index|outline|timeline|history) of ", re.IGNORECASE)
_ARTICLES = frozenset(("the", "a", "an"))
MAX_KEY_WORDS = 12


def bare(title: str) -> str:
    """Without the bracketed qualifier: `The Gifted (TV series)` → `The Gifted`."""
    return _QUALIFIER.sub("", title) or title


def key(words: Sequence[str]) -> str:
    """What is hashed: stems without the leading article, runs of single letters joined (`J. K.` is `JK`)."""
    if min(map(len, words), default=0) > 1 and words[0] not in _ARTICLES:
        return " ".join(words)
    parts: list[str] = []
    single = False
    for number, word in enumerate(words):
        if number == 0 and word in _ARTICLES and len(words) > 1:
            continue
        letter = len(word) == 1 and word.isalpha()
        if letter and single:
            parts[-1] += word
        else:
            parts.append(word)
        single = letter
    return " ".join(parts)


def hash_key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def variants(title: str, redirect: bool = False) -> Iterator[tuple[int, int]]:
    """The hashes under which a title can be found, each with its kind."""
    words = stems(title)
    if not words:
        yield hash_key(title.strip().lower()), REDIRECT if redirect else TITLE
        return
    whole = key(words)
    yield hash_key(whole), REDIRECT if redirect else TITLE
    name = title
    if title.endswith(")"):
        name = bare(title)
        short = key(stems(name))
        if short and short != whole:
            yield hash_key(short), BARE_REDIRECT if redirect else BARE
    if not redirect:
        head, comma, _ = name.partition(", ")
        if comma and len(head) > 2:
            yield hash_key(key(stems(head))), SHORT
        listed = _LISTS.match(name)
        if listed:
            yield hash_key(key(stems(name[listed.end() :]))), SHORT
        capitals = [word[0] for word in name.split() if word[:1].isupper()]
        if 3 <= len(capitals) <= 6:
            yield hash_key("".join(capitals).lower()), ACRONYM


class TitleTable:
    """Sorted key hashes with the page and the kind of each."""

    def __init__(self, hashes: np.ndarray[Any, Any], pages: np.ndarray[Any, Any], kinds: np.ndarray[Any, Any]) -> None:
        self.hashes, self.pages, self.kinds = hashes, pages, kinds

    @classmethod
    def build(cls, entries: Iterable[tuple[int, int, int]]) -> TitleTable:
        """From (hash, page, kind), in any order."""
        table = np.array(list(entries), dtype=np.uint64).reshape(-1, 3)
        order = np.lexsort((table[:, 1], table[:, 2], table[:, 0]))
        table = table[order]
        return cls(table[:, 0].copy(), table[:, 1].astype(np.uint32), table[:, 2].astype(np.uint8))

    def merged(self, other: TitleTable) -> TitleTable:
        hashes = np.concatenate([self.hashes, other.hashes])
        pages = np.concatenate([self.pages, other.pages])
        kinds = np.concatenate([self.kinds, other.kinds])
        order = np.lexsort((pages, kinds, hashes))
        return TitleTable(hashes[order], pages[order], kinds[order])

    def find(self, hashes: Sequence[int], limit: int = 50) -> list[list[tuple[int, int]]]:
        """For each hash its (page, kind) pairs, surest first, at most `limit`."""
        wanted = np.array(hashes, dtype=np.uint64)
        starts = np.searchsorted(self.hashes, wanted)
        found: list[list[tuple[int, int]]] = []
        size = len(self.hashes)
        for number, start in enumerate(starts.tolist()):
            value = hashes[number]
            hits: list[tuple[int, int]] = []
            while start < size and len(hits) < limit and int(self.hashes[start]) == value:
                hits.append((int(self.pages[start]), int(self.kinds[start])))
                start += 1
            found.append(hits)
        return found
