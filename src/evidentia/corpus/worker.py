"""`python -m evidentia.corpus.worker`: parses the units that come on stdin; when that closes, it ends."""

from __future__ import annotations

import os
import pickle
import signal
import sys

from evidentia.corpus.prepare import prepare_unit
from evidentia.errors import MissingExtra
from evidentia.formats import registry


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # What a library prints must not get between the answers.
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    try:
        answers.write(b"+")
        answers.flush()
        while True:
            name, unit, source, options = pickle.load(questions)
            answer: object
            try:
                answer = prepare_unit(registry.reader(name), unit, source, options)
            except MissingExtra as error:
                answer = str(error)
            pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
    except (EOFError, BrokenPipeError, pickle.UnpicklingError):
        os._exit(0)


if __name__ == "__main__":
    main()
