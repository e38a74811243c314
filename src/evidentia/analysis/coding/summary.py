"""What coded claims add up to: how often each code was given, with an interval, beside the paper's figure."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from evidentia.analysis.coding.schemes import SCHEMES
from evidentia.analysis.coding.session import read
from evidentia.analysis.tables import Table, Value, share
from evidentia.datasets.sheets import wilson
from evidentia.errors import InputError


def summary(path: str | Path) -> Table:
    """One line a code; claims that were left out are counted apart."""
    records = read(Path(path))
    names = list(dict.fromkeys(record["scheme"] for record in records))
    if len(names) != 1 or names[0] not in SCHEMES:
        raise InputError(
            f"{path}: expected claims coded by one of {', '.join(SCHEMES)}, found {', '.join(names) or 'none'}"
        )
    scheme = SCHEMES[names[0]]
    coded = [record for record in records if record["codes"]]
    counts: Counter[str] = Counter()
    for record in coded:
        counts.update({str(code) for code in record["codes"]})
    rows: list[list[Value]] = []
    for code, words in scheme.codes.items():
        low, high = wilson(counts[code], len(coded))
        part = share(counts[code], len(coded))
        rows.append([code, counts[code], part, low, high, scheme.published.get(code), words])
    known = [record["right_label"] for record in coded if isinstance(record.get("right_label"), bool)]
    if known and any(known):
        low, high = wilson(sum(known), len(known))
        words = "The label was right, the evidence was not enough"
        rows.append(["(right label)", sum(known), sum(known) / len(known), low, high, scheme.right_label, words])
    return Table(
        name=scheme.name.replace("-", "_"),
        title=scheme.title,
        columns=["code", "claims", "share", "from", "to", "in the paper", "meaning"],
        rows=rows,
        shares=["share", "from", "to", "in the paper"],
        note=f"{len(coded):,} claims coded, {len(records) - len(coded):,} left out; from, to: 95 % (Wilson)."
        + (" A claim may have several codes." if scheme.many else ""),
    )
