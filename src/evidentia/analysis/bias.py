"""Lexical bias of several data sets side by side."""

from __future__ import annotations

from collections.abc import Sequence

from evidentia.analysis.halves import halves
from evidentia.analysis.lmi import TOP, Cues, lmi
from evidentia.analysis.tables import Table, Value

Labelled = tuple[str, str | None, str]


def compare(
    sets: Sequence[Sequence[Labelled]],
    *,
    size: int = 2,
    top: int = TOP,
    halved: bool = False,
    each: int | None = None,
    seed: int = 1,
) -> list[Cues]:
    """The cues of data sets of (claim, label, group); halved, all have as many claims of each label."""
    if not halved:
        return [lmi(((claim, label) for claim, label, _ in found), size=size, top=top) for found in sets]
    most = each if each is not None else min(len(halves(found, seed=seed)) for found in sets) // 2
    return [lmi(halves(found, each=most, seed=seed), size=size, top=top) for found in sets]


def means(sets: Sequence[tuple[str, Cues]]) -> Table:
    """Mean LMI of the top list of each label, in millionths, and of all lists, beside the first data set's."""
    labels = list(dict.fromkeys(label for _, cues in sets for label in cues.top))
    rows: list[list[Value]] = []
    first = sets[0][1].mean()
    for name, cues in sets:
        of_labels: list[Value] = [cues.mean(label) * 1e6 if label in cues.top else None for label in labels]
        relative = cues.mean() / first if first else None
        rows.append([name, sum(cues.claims.values()), *of_labels, cues.mean() * 1e6, relative])
    longest = max(len(found) for _, cues in sets for found in cues.top.values())
    return Table(
        name="lmi_means",
        title=f"Mean LMI of the top {longest} n-grams of each label, in millionths",
        columns=["data set", "claims", *labels, "all lists", "of the first"],
        rows=rows,
    )
