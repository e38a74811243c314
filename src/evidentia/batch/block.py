"""A block of claims, verified: the one thing that every worker does, whichever engine holds it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from evidentia.batch.setup import Verifies
from evidentia.claim import Prediction

Block = list[str]
Results = list[bytes]
BLOCK = 8
ENDED = "its worker ended each time (out of memory, or a fault)"

_encoder = msgspec.json.Encoder()


class Answer(msgspec.Struct, omit_defaults=True):
    """What became of one claim: a prediction without timings, or why there is none."""

    prediction: Prediction | None = None
    error: str = ""


_decoder = msgspec.json.Decoder(Answer)


def verify_block(verifier: Verifies, claims: Sequence[str]) -> Results:
    return [_encoder.encode(_answer(verifier, claim)) for claim in claims]


def is_error(result: bytes) -> bool:
    return result.startswith(b'{"error"')


def failed(message: str) -> bytes:
    return _encoder.encode(Answer(error=message))


def decode(result: bytes) -> Answer:
    return _decoder.decode(result)


def _answer(verifier: Verifies, claim: str) -> Answer:
    try:
        prediction = verifier.verify(claim)
    except MemoryError:
        raise
    # Whatever one claim does to the program, the others are to be verified.
    except Exception as error:
        return Answer(error=f"the claim could not be verified ({type(error).__name__}: {error})")
    return Answer(msgspec.structs.replace(prediction, seconds={}, id=None))
