"""The plots of the report, each made of a table or a result."""

from __future__ import annotations

from collections.abc import Iterator

from evidentia.analysis import plots
from evidentia.analysis.baseline import Baseline
from evidentia.analysis.evidence import MAX_BIN
from evidentia.analysis.lengths import Lengths
from evidentia.analysis.lmi import Cues
from evidentia.analysis.tables import Table, shown
from evidentia.report.words import clean

LONGEST = 60
WORDS_SHOWN = 10


def labels(table: Table) -> str:
    rows = [(str(row[0]), _float(row[2]), f"{shown(row[1])} · {100 * _float(row[2]):.0f} %") for row in table.rows]
    colours = [plots.COLOURS.get(row[0], plots.PLAIN) for row in rows]
    return plots.bars("labels", "Claims by label", rows, colours=colours, most=max(row[1] for row in rows) * 1.25)


def lengths(found: Lengths) -> str:
    counts = found.counts()
    total = sum(counts.values())
    cut = {min(number, LONGEST): 0 for number in counts}
    for number, count in counts.items():
        cut[min(number, LONGEST)] += count
    whole = [(number, cut.get(number, 0) / total) for number in range(min(cut), max(cut) + 1)]
    return plots.columns("lengths", "Claim length", whole, axis="tokens", open_end=max(counts) > LONGEST)


def curve(cues: Cues) -> str:
    """FAVIQ's Figure 3: LMI of the strongest bigrams by rank."""
    series = [(label, [cue.lmi for cue in found]) for label, found in cues.top.items()]
    colours = [plots.COLOURS[label] for label in cues.top]
    return plots.curves(
        "lmi-curve", "LMI of the strongest pairs of words, ×10⁻⁶", series, axis="rank", colours=colours, scale=1e6
    )


def compared(sets: list[tuple[str, Cues]], label: str) -> str:
    """The same of several data sets, for one label."""
    series = [(name, [cue.lmi for cue in cues.top.get(label, [])]) for name, cues in sets]
    return plots.curves(f"lmi-{label}", f"Top cues, {label}: LMI ×10⁻⁶", series, axis="rank", scale=1e6)


def top_cues(cues: Cues) -> Iterator[str]:
    high = max((found[0].lmi for found in cues.top.values() if found), default=0)
    for label, found in cues.top.items():
        rows = [(clean(cue.ngram), cue.lmi, f"{cue.lmi * 1e6:,.0f}") for cue in found[:WORDS_SHOWN]]
        if rows:
            yield plots.bars(f"cues-{label}", f"{label}: LMI ×10⁻⁶", rows, colour=plots.COLOURS[label], most=high)


def against_majority(one: Baseline) -> str:
    rows = [
        ("most frequent", one.majority, f"{100 * one.majority:.1f} %"),
        ("claim alone", one.accuracy, f"{100 * one.accuracy:.1f} %"),
    ]
    return plots.bars(
        f"alone-{one.target}", f"Right {one.target} without evidence", rows,
        colours=[plots.COLOURS["NOT ENOUGH INFO"], plots.SERIES[0]], most=1.0,
    )  # fmt: skip


def associated(table: Table) -> list[str]:
    """The strongest positive associations of each value of the first column."""
    panels: dict[str, list[tuple[str, float, str]]] = {}
    for one, other, value, _ in table.rows:
        if _float(value) > 0.005:
            panels.setdefault(str(one), []).append((clean(str(other)), _float(value), shown(value)))
    high = max((row[1] for rows in panels.values() for row in rows), default=1.0)
    return [
        plots.bars(
            f"{table.name}-{one}", f"{clean(one)} and {table.columns[1]}: nPMI", rows[:WORDS_SHOWN],
            colour=plots.COLOURS.get(one, plots.PLAIN), most=high,
        )
        for one, rows in list(panels.items())[:6]
    ]  # fmt: skip


def kinds(table: Table) -> str:
    total = sum(_float(row[1]) for row in table.rows) or 1.0
    rows = [
        (clean(str(row[0])), _float(row[1]), f"{shown(row[1])} · {100 * _float(row[1]) / total:.0f} %")
        for row in table.rows[:12]
    ]
    return plots.bars(table.name, table.title, rows, most=max((row[1] for row in rows), default=1.0) * 1.2)


def histogram(table: Table) -> str:
    counts = [(int(_float(row[0])), _float(row[2])) for row in table.rows]
    return plots.columns(table.name, table.title, counts, axis=table.columns[0], open_end=counts[-1][0] == MAX_BIN)


def challenges(table: Table, confusion: Table | None) -> list[str]:
    panels = []
    for title, place in (("Challenges expected", 1), ("Challenges met", 3)):
        rows = [
            (clean(str(row[0])), _float(row[place]), f"{shown(row[place])} · {100 * _float(row[place + 1]):.0f} %")
            for row in table.rows
        ]
        if any(row[1] for row in rows):
            panels.append(plots.bars(title, title, rows, most=max(row[1] for row in rows) * 1.1))
    if confusion is not None and len(confusion.columns) <= 14:
        panels.append(
            plots.heat(
                "confusion", "Expected (lines) and met, % of each line", [str(row[0]) for row in confusion.rows],
                confusion.columns[2:], [[_float(value) for value in row[2:]] for row in confusion.rows],
            )
        )  # fmt: skip
    return panels


def kappa(table: Table) -> str:
    rows = [
        (f"{_float(row[0]):.1f}", max(_float(row[3]), 0.0), f"{shown(row[3])} ({shown(row[1])})") for row in table.rows
    ]
    return plots.bars(table.name, f"κ by {table.columns[0]} (pairs)", rows, most=1.1)


def _float(value: str | int | float | None) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
