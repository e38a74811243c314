"""Balance, de-duplication, and claims that nothing decides."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from evidentia.claim import Label
from evidentia.datasets.convert import normalise
from evidentia.datasets.records import Record, label_of

SHINGLE = 3
BANDS = 8


def balance(
    records: Iterable[Record],
    *,
    seed: int,
    labels: Sequence[Label] | None = None,
    mapping: dict[str, Label] | None = None,
) -> list[Record]:
    """As many of each label as the rarest has, drawn at random, in the old order."""
    by_label: dict[Label, list[int]] = {}
    kept = list(records)
    for number, record in enumerate(kept):
        by_label.setdefault(label_of(record, mapping), []).append(number)
    wanted = list(labels or sorted(by_label))
    least = min((len(by_label.get(label, [])) for label in wanted), default=0)
    chance = random.Random(seed)
    chosen = [number for label in wanted for number in chance.sample(by_label[label], least)] if least else []
    return [kept[number] for number in sorted(chosen)]


def deduplicate(records: Iterable[Record], *, near: float | None = None) -> Iterator[tuple[Record, Record | None]]:
    """Every record with the earlier one it repeats, or None; `near` is the least overlap of three-word shingles.

    Records of one claim with different labels are all flagged against the first: which of them is right is a
    person's to say.
    """
    exact: dict[str, Record] = {}
    buckets: dict[tuple[int, int], list[tuple[frozenset[str], Record]]] = {}
    for record in records:
        text = normalise(str(record.get("claim", "")))
        earlier = exact.get(text)
        if earlier is None and near is not None:
            shingles = _shingles(text)
            bands = _bands(shingles)
            earlier = _nearest(shingles, bands, buckets, near)
            if earlier is None:
                for band in bands:
                    buckets.setdefault(band, []).append((shingles, record))
        exact.setdefault(text, record)
        yield record, earlier


def _shingles(text: str) -> frozenset[str]:
    tokens = text.split()
    if len(tokens) <= SHINGLE:
        return frozenset((text,))
    return frozenset(" ".join(tokens[place : place + SHINGLE]) for place in range(len(tokens) - SHINGLE + 1))


def _bands(shingles: frozenset[str]) -> list[tuple[int, int]]:
    """MinHash bands of one row each: claims that share most shingles meet in some band."""
    from zlib import crc32

    return [
        (band, min(crc32(shingle.encode(), band * 0x9E3779B1 & 0xFFFFFFFF) for shingle in shingles))
        for band in range(BANDS)
    ]


def _nearest(
    shingles: frozenset[str],
    bands: Sequence[tuple[int, int]],
    buckets: dict[tuple[int, int], list[tuple[frozenset[str], Record]]],
    near: float,
) -> Record | None:
    for band in bands:
        for other, record in buckets.get(band, ())[-200:]:
            if len(shingles & other) >= near * len(shingles | other):
                return record
    return None


def merge_nei(records: Iterable[Record], mapping: dict[str, Label] | None = None) -> Iterator[Record]:
    """NOT ENOUGH INFO becomes REFUTES: two labels, as the transfer experiments of FAVIQ have them."""
    for record in records:
        label = label_of(record, mapping)
        yield {**record, "label": (Label.REFUTES if label is Label.NOT_ENOUGH_INFO else label).value}
