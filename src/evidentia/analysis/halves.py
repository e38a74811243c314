"""Two labels in equal number, no group on both sides: what makes the lexical bias of two data sets comparable."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from evidentia.claim import Label
from evidentia.errors import InputError

PAIR = (Label.SUPPORTS.value, Label.REFUTES.value)


def halves(
    claims: Iterable[tuple[str, str | None, str]], *, each: int | None = None, seed: int = 1
) -> list[tuple[str, str]]:
    """As many SUPPORTS as REFUTES claims; all claims of one group (third part) that are kept share a label.

    One list serves two data sets only if both have the same size: `each` says how many claims a label gets.
    """
    groups: dict[str, dict[str, dict[str, None]]] = {}
    for claim, label, group in claims:
        if label in PAIR:
            groups.setdefault(group, {}).setdefault(str(label), {})[claim] = None
    sides: dict[str, list[tuple[str, str]]] = {label: [] for label in PAIR}
    both = []
    for group, found in groups.items():
        order = _order(group, seed)
        if len(found) == 2:
            both.append((order, group))
        else:
            label, texts = next(iter(found.items()))
            sides[label] += [(_order(f"{order}{text}", seed), text) for text in texts]
    for order, group in sorted(both):
        label = min(PAIR, key=lambda name: len(sides[name]))
        sides[label] += [(_order(f"{order}{text}", seed), text) for text in groups[group][label]]
    most = min(len(side) for side in sides.values())
    if each is not None and each > most:
        raise InputError(f"only {most:,} claims of each label without a shared group, not {each:,}; ask for fewer")
    size = most if each is None else each
    return [(text, label) for label in PAIR for _, text in sorted(sides[label])[:size]]


def _order(text: str, seed: int) -> str:
    return sha256(f"{seed}|{text}".encode()).hexdigest()
