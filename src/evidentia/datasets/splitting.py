"""Splits without leakage: what shares a page, a highlight or a question stays on one side."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from evidentia.datasets.records import Record, pages_of
from evidentia.errors import InputError

Keys = Callable[[Record], list[str]]


def by_page(record: Record) -> list[str]:
    return pages_of(record)


def by_field(name: str) -> Keys:
    """Groups by the value of one field, also inside `extra`: `question`, `source`, `highlight`, `table`."""

    def keys(record: Record) -> list[str]:
        value = record.get(
            name, (record.get("extra") or {}).get(name) if isinstance(record.get("extra"), dict) else None
        )
        if isinstance(value, list):
            return [str(each) for each in value]
        return [] if value is None else [str(value)]

    return keys


def keys_of(name: str) -> Keys:
    return by_page if name == "page" else by_field(name)


def split(records: Iterable[Record], shares: Sequence[float], *, keys: Sequence[Keys], seed: int) -> list[list[Record]]:
    """Parts whose sizes follow `shares`; records joined by a key, directly or through others, are never parted."""
    if not shares or min(shares) < 0 or sum(shares) <= 0:
        raise InputError(f"shares must be positive numbers such as 80 10 10, not {list(shares)}")
    kept = list(records)
    groups = _groups(kept, keys)
    random.Random(seed).shuffle(groups)
    # Large groups first: they are the hardest to place without spoiling the sizes.
    groups.sort(key=len, reverse=True)
    total = sum(shares)
    wanted = [share / total * len(kept) for share in shares]
    places: list[list[int]] = [[] for _ in shares]
    for group in groups:
        target = max(range(len(shares)), key=lambda part: (wanted[part] - len(places[part])) / (wanted[part] or 1e-9))
        places[target] += group
    return [[kept[number] for number in sorted(part)] for part in places]


def _groups(records: Sequence[Record], keys: Sequence[Keys]) -> list[list[int]]:
    """Connected records (union-find over their keys)."""
    parent = list(range(len(records)))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    first: dict[tuple[int, str], int] = {}
    for number, record in enumerate(records):
        for kind, of in enumerate(keys):
            for key in of(record):
                other = first.setdefault((kind, key), number)
                parent[root(number)] = root(other)
    groups: dict[int, list[int]] = {}
    for number in range(len(records)):
        groups.setdefault(root(number), []).append(number)
    return list(groups.values())


def leaks(parts: Sequence[Sequence[Record]], keys: Sequence[Keys]) -> list[str]:
    """Keys that occur in more than one part."""
    seen: dict[tuple[int, str], int] = {}
    found: dict[str, None] = {}
    for number, part in enumerate(parts):
        for record in part:
            for kind, of in enumerate(keys):
                for key in of(record):
                    if seen.setdefault((kind, key), number) != number:
                        found[key] = None
    return list(found)
