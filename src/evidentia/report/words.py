"""The words of a report: what this corpus supports or refutes, never what is true or false."""

from __future__ import annotations

import re
from typing import Any

from evidentia.claim import Label, Policy

VERDICTS = {
    Label.SUPPORTS: "Supported by this corpus",
    Label.REFUTES: "Refuted by this corpus",
    Label.NOT_ENOUGH_INFO: "Not enough information in this corpus",
}
SHORT = {
    Label.SUPPORTS: "supported",
    Label.REFUTES: "refuted",
    Label.NOT_ENOUGH_INFO: "not enough information",
}
SIGNS = {Label.SUPPORTS: "✓", Label.REFUTES: "✗", Label.NOT_ENOUGH_INFO: "?"}
POLICIES = {
    Policy.STRICT: "strict: only an explicit contradiction refutes a claim",
    Policy.MISLED: "misled: a claim that would mislead its reader is refuted too",
}
KINDS = {
    "sentence": "sentence",
    "cell": "table cell",
    "header_cell": "table header",
    "table_caption": "table caption",
    "item": "list item",
    "section": "section title",
    "title": "page title",
    "table": "table",
    "list": "list",
}
AGREEMENT = {True: "agrees with the claim", False: "goes against the claim", None: "computed"}
CAVEAT = "This report says what this corpus holds about the claim. It does not say whether the claim is true."

# Controls could drive a terminal, and overrides of the writing direction could make a text read otherwise than it is.
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SPACES = re.compile(r"\s+")


def visible(text: str) -> str:
    """Without what cannot be seen; line breaks stay."""
    return _HIDDEN.sub("", text)


def clean(text: Any, limit: int = 5000) -> str:
    """One line of visible text, bounded."""
    line = _SPACES.sub(" ", _HIDDEN.sub("", str(text))).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def evidence_title(label: Label) -> str:
    """What decides nothing is no evidence."""
    return "Evidence" if label is not Label.NOT_ENOUGH_INFO else "The closest that was found"


def percent(probability: float) -> str:
    """`93 %`; never 0 or 100 for what is not certain."""
    if 0 < probability < 0.005:
        return "< 1 %"
    if 0.995 <= probability < 1:
        return "> 99 %"
    return f"{probability * 100:.0f} %"
