"""`python -m evidentia.batch.worker`: verifies the blocks that come on stdin; when that closes, it ends."""

from __future__ import annotations

import os
import pickle
import signal
import sys

from evidentia.batch.block import verify_block
from evidentia.batch.setup import Verifies
from evidentia.errors import EvidentiaError


def main() -> None:
    # Ctrl-C reaches the whole group of processes; the one that writes decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # What a library prints must not stand between the answers.
    os.dup2(2, 1)
    setup = pickle.load(sys.stdin.buffer)
    verifier: Verifies | None = None
    while True:
        try:
            block = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: object
        try:
            verifier = verifier or setup.make()
            answer = verify_block(verifier, block)
        except EvidentiaError as error:
            answer = str(error)
        except Exception as error:
            # Only the making of the verifier comes here: what cannot start here starts nowhere.
            answer = f"a worker cannot start ({type(error).__name__}: {error})"
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


if __name__ == "__main__":
    main()
