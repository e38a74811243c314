"""CSV of a batch: one row a claim, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from evidentia.claim import LABELS, Prediction
from evidentia.report.view import View, view

COLUMNS = (
    "id",
    "claim",
    "label",
    "p_supports",
    "p_refutes",
    "p_not_enough_info",
    "evidence_ids",
    "evidence_texts",
    "pages",
    "conflict",
    "correction",
    "missing",
    "corpus",
    "corpus_date",
    "corpus_version",
    "model",
    "label_policy",
    "program",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def rows(predictions: Iterable[Prediction], *, corpus: object | None = None) -> Iterator[str]:
    """Lines of CSV, the header first."""
    yield _line(COLUMNS)
    for prediction in predictions:
        yield _line(_row(prediction, view(prediction), corpus))


def _row(prediction: Prediction, shown: View, corpus: object | None) -> list[str]:
    from evidentia.report.view import about

    facts = dict(about(prediction, corpus=corpus))
    texts = [part.text for part in prediction.evidence]
    probabilities = [f"{dict(shown.probabilities)[label]:.4f}" for label in LABELS]
    values = [
        shown.id,
        shown.claim,
        str(shown.label),
        *probabilities,
        " | ".join(part.id for part in prediction.evidence),
        " | ".join(texts),
        " | ".join(dict.fromkeys(part.page for part in prediction.evidence)),
        shown.conflict.evidence if shown.conflict else "",
        shown.correction,
        " ".join(shown.missing),
        *(facts[name] for name in ("Corpus", "Corpus date", "Corpus version", "Model")),
        str(prediction.policy),
        facts["Program"],
    ]
    return [_harmless(value) for value in values]


def _harmless(value: str) -> str:
    """A spreadsheet would run a text that begins like a formula."""
    return f"'{value}" if value.startswith(_FORMULA) else value


def _line(values: Iterable[str]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(values)
    return stream.getvalue()
