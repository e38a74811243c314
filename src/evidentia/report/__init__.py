"""Reports of what was found: for the terminal, as HTML, JSON, CSV and ClaimReview, all in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evidentia.claim import Prediction
    from evidentia.report.view import Pages

__all__ = ["batch_html", "claimreview", "csv", "html", "json", "text"]


def text(prediction: Prediction, *, corpus: Pages | None = None, width: int = 100, colour: bool = False) -> str:
    """For the terminal; a corpus lets whole tables be drawn where the prediction does not bring them."""
    from evidentia.report import terminal, view

    return terminal.render(
        view.view(prediction, corpus=corpus, max_columns=max(3, width // 14)), width=width, colour=colour
    )


def html(prediction: Prediction, *, corpus: Pages | None = None) -> str:
    """One self-contained page, with its ClaimReview inside."""
    from evidentia.report import claim_review, single, view

    data = claim_review.embedded(claim_review.record(prediction, corpus=corpus))
    return single.render(view.view(prediction, corpus=corpus), data=data)


def batch_html(
    predictions: Iterable[Prediction],
    *,
    corpus: Pages | None = None,
    title: str = "Claims",
    text: str | None = None,
) -> str:
    """One self-contained page of many claims with filters; `text` is the text that they were found in."""
    from evidentia.report import overview

    return overview.render(predictions, corpus=corpus, title=title, text=text)


def json(prediction: Prediction, *, corpus: object | None = None) -> dict[str, Any]:
    """The fields of `verify --json` first, then what the details hold, then what the answer rests on."""
    from evidentia.report import plain

    return plain.record(prediction, corpus=corpus)


def csv(predictions: Iterable[Prediction], *, corpus: object | None = None) -> Iterator[str]:
    """Lines of CSV, the header first."""
    from evidentia.report import sheet

    return sheet.rows(predictions, corpus=corpus)


def claimreview(
    prediction: Prediction,
    *,
    corpus: object | None = None,
    author: str | None = None,
    url: str | None = None,
    date: str | None = None,
    appearance: str | None = None,
) -> dict[str, Any]:
    """ClaimReview JSON-LD; NOT ENOUGH INFO gets no number."""
    from evidentia.report import claim_review

    return claim_review.record(prediction, corpus=corpus, author=author, url=url, date=date, appearance=appearance)
