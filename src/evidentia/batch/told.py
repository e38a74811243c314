"""What a person hears of a batch: a line of counts, what was wrong, an HTML overview."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from evidentia.batch import outputs
from evidentia.batch.journal import Entry
from evidentia.batch.run import Outcome
from evidentia.batch.setup import Setup, opened
from evidentia.claim import LABELS
from evidentia.files import atomic


def summary(outcome: Outcome, output: str) -> str:
    from evidentia.report.words import SHORT

    counts = ", ".join(f"{outcome.labels[label.value]:,} {SHORT[label]}" for label in LABELS)
    lines = [f"{output}: {outcome.claims:,} claims: {counts}"]
    if outcome.cached:
        lines.append(f"{outcome.cached:,} answers were known already (--no-cache asks again)")
    if outcome.duplicates:
        lines.append(f"{outcome.duplicates:,} records have an id that came before; each is answered in its place")
    if outcome.faulty:
        lines.append(f"{outcome.faulty:,} records could not be verified; each has its error in the output:")
        lines += [f"  {fault}" for fault in outcome.faults]
        if outcome.faulty > len(outcome.faults):
            lines.append(f"  … and {outcome.faulty - len(outcome.faults):,} more")
    return "\n".join(lines)


def overview(setup: Setup, path: str, *, title: str) -> Callable[[Iterable[Entry]], None]:
    """Writes the HTML overview of all answers."""

    def write(entries: Iterable[Entry]) -> None:
        from evidentia import report
        from evidentia.verdict.explain import brief

        predictions = (brief(outputs.prediction(entry)) for entry in entries)
        with atomic(path) as stream:
            stream.write(report.batch_html(predictions, corpus=opened(setup.corpus), title=title))

    return write
