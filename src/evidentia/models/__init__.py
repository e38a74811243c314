"""The shipped reader: a small ranker and a larger judge, and adapters for others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from evidentia.models.session import Encoder

_FOLDER = Path(__file__).parents[1] / "data" / "reader"


class Ranker(Protocol):
    def score(self, claim: str, texts: Sequence[str]) -> list[float]:
        """How much each text has to do with deciding the claim, as a logit."""
        ...


class JudgeModel(Protocol):
    name: str

    def logits(self, claim: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """For each text as evidence: SUPPORTS, REFUTES, NOT ENOUGH INFO."""
        ...


class EncoderRanker:
    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.name = f"{encoder.manifest.name} {encoder.manifest.version}"

    def score(self, claim: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        rows = self.encoder.logits([(claim, text) for text in texts])
        # Rounded, so that the last bits of another machine or batch never turn an order round.
        return [round(float(value), 3) for value in rows[:, 0]]


class EncoderJudge:
    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.name = f"{encoder.manifest.name} {encoder.manifest.version}"

    def logits(self, claim: str, texts: Sequence[str]) -> NDArray[np.float32]:
        # One text at a time: long texts fill the cores by themselves, and no batch-mate can change a result.
        return self.encoder.logits([(claim, text) for text in texts], batch=1)


@cache
def load_ranker(folder: Path | None = None) -> EncoderRanker:
    from evidentia.models.session import Encoder

    return EncoderRanker(Encoder(folder or _FOLDER / "ranker"))


@cache
def load_judge(folder: Path | None = None) -> EncoderJudge:
    from evidentia.models.session import Encoder

    return EncoderJudge(Encoder(folder or _FOLDER / "judge"))
