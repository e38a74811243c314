"""Agreement between people, corrected for chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from evidentia.errors import InputError


def cohen(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Cohen's κ of two people who judged the same things."""
    if len(one) != len(other) or not one:
        raise InputError(f"Cohen's kappa needs two equally long lists, not {len(one)} and {len(other)}")
    total = len(one)
    agreed = sum(a == b for a, b in zip(one, other)) / total
    ones, others = Counter(one), Counter(other)
    expected = sum(ones[value] * others[value] for value in ones) / total**2
    return _corrected(agreed, expected)


def fleiss(judged: Iterable[Sequence[Hashable]]) -> float:
    """Fleiss's κ: each thing judged by several people, by the same number of them or (weighted by pairs) not.

    Where all are judged by equally many people, it is Fleiss's κ to the last digit; things judged once are left out.
    """
    labels: Counter[Hashable] = Counter()
    agreeing = pairs = 0.0
    things = 0
    for group in judged:
        people = len(group)
        if people < 2:
            continue
        things += 1
        counts = Counter(group)
        agreeing += sum(count * (count - 1) for count in counts.values()) / (people - 1)
        pairs += people
        labels.update(counts)
    if not things:
        raise InputError("no claim was judged by two people or more; agreement needs such claims")
    total = sum(labels.values())
    expected = sum((count / total) ** 2 for count in labels.values())
    return _corrected(agreeing / pairs, expected)


def overlap(one: Iterable[Hashable], other: Iterable[Hashable]) -> float:
    """2|A∩B| / (|A|+|B|), 1 where both are empty: FEVEROUS's evidence match."""
    first, second = set(one), set(other)
    size = len(first) + len(second)
    return 2 * len(first & second) / size if size else 1.0


def _corrected(agreed: float, expected: float) -> float:
    return 1.0 if expected >= 1 else (agreed - expected) / (1 - expected)
