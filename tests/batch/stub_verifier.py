"""A verifier without search or model, for tests of what happens around it; its answer depends on the claim alone."""

from __future__ import annotations

import os
import time
from hashlib import sha256
from pathlib import Path

from evidentia.claim import LABELS, Evidence, Policy, Prediction, ScoredPage


class Stub:
    delay = 0.02

    def __init__(self, corpus: str | None) -> None:
        self.folder = Path(corpus) if corpus else None

    def verify(self, claim: str) -> Prediction:
        if "raise" in claim:
            raise ValueError("no good")
        if "die once" in claim and self.folder and not (self.folder / "died").exists():
            (self.folder / "died").touch()
            os._exit(9)
        if "die always" in claim:
            os._exit(9)
        if "slow" in claim:
            time.sleep(self.delay)
        if "count" in claim and self.folder:
            with (self.folder / "counted").open("a") as stream:
                stream.write("x")
        number = int(sha256(claim.encode()).hexdigest()[:4], 16)
        label = LABELS[number % 3]
        rest = round(number / 0xFFFF / 4, 4)
        probabilities = {other.value: rest for other in LABELS} | {label.value: round(1 - 2 * rest, 4)}
        return Prediction(
            claim=claim,
            label=label,
            policy=Policy.MISLED,
            probabilities=probabilities,
            evidence=[
                Evidence(
                    id=f"Page {number}_sentence_0", page=f"Page {number}", kind="sentence", text=f"It says {claim}"
                ),
                Evidence(id=f"Page {number}_cell_0_1_1", page=f"Page {number}", kind="cell", text="7"),
            ],
            pages=[ScoredPage(f"Page {number}", 1.0)],
            seconds={"total": time.perf_counter()},
            details={"model": "stub", "sets": [[f"Page {number}_sentence_0"]]},
        )


def make(corpus: str | None, *, preset: str, policy: str | None) -> Stub:
    return Stub(corpus)


class Quick(Stub):
    """Says the same without delay."""

    delay = 0.0


def quick(corpus: str | None, *, preset: str, policy: str | None) -> Quick:
    return Quick(corpus)
