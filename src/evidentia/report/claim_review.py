"""ClaimReview JSON-LD (schema.org): how fact-checks are told to search engines."""

from __future__ import annotations

from typing import Any

from evidentia.claim import Label, Prediction
from evidentia.files import dumps
from evidentia.report.view import about
from evidentia.report.words import CAVEAT, VERDICTS, clean

_RATINGS = {Label.SUPPORTS: 5, Label.REFUTES: 1}


def record(
    prediction: Prediction,
    *,
    corpus: object | None = None,
    author: str | None = None,
    url: str | None = None,
    date: str | None = None,
    appearance: str | None = None,
) -> dict[str, Any]:
    """Of one prediction; what is open gets words and no number, since every number would say too much."""
    facts = dict(about(prediction, corpus=corpus))
    rating: dict[str, Any] = {"@type": "Rating", "alternateName": VERDICTS[prediction.label]}
    if prediction.label in _RATINGS:
        rating |= {"ratingValue": _RATINGS[prediction.label], "bestRating": 5, "worstRating": 1}
    source = ", ".join(
        f"{name.lower()}: {facts[name]}" for name in ("Corpus", "Corpus date", "Corpus version", "Model")
    )
    rating["ratingExplanation"] = f"{CAVEAT} {source}; label policy {facts['Label policy']}."
    item: dict[str, Any] = {"@type": "Claim", "text": clean(prediction.claim)}
    if appearance:
        item["appearance"] = {"@type": "CreativeWork", "url": appearance}
    found: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "claimReviewed": clean(prediction.claim),
        "itemReviewed": item,
        "reviewRating": rating,
        "author": {"@type": "Organization", "name": author or facts["Program"]},
    }
    if url:
        found["url"] = url
    if date:
        found["datePublished"] = date
    if prediction.evidence:
        found["citation"] = list(dict.fromkeys(clean(part.page) for part in prediction.evidence if part.page))
    return found


def embedded(found: dict[str, Any]) -> str:
    """As the content of a script element: nothing in it can end the element."""
    return dumps(found).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
