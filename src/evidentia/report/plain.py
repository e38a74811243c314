"""A prediction as JSON: the contract of `verify --json`, then what the answer rests on."""

from __future__ import annotations

from typing import Any

import msgspec

from evidentia.claim import Prediction
from evidentia.report.view import about
from evidentia.report.words import VERDICTS

_FIRST = ("claim", "label", "policy", "probabilities", "evidence", "pages", "seconds")


def record(prediction: Prediction, *, corpus: object | None = None) -> dict[str, Any]:
    """Plain values only."""
    fields: dict[str, Any] = msgspec.to_builtins(prediction)
    found: dict[str, Any] = {"id": fields["id"]} if fields["id"] is not None else {}
    found |= {name: fields[name] for name in _FIRST}
    found["verdict"] = VERDICTS[prediction.label]
    found["about"] = {name.lower().replace(" ", "_"): value for name, value in about(prediction, corpus=corpus)}
    if fields["details"]:
        found["details"] = fields["details"]
    return found
