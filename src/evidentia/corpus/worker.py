"""`python -m evidentia.corpus.worker`: parses the units that come on stdin; when that closes, it ends."""

from __future__ import annotations

import os
import pickle
import signal

from evidentia.corpus.prepare import Row, prepare_unit
from evidentia.errors import MissingExtra
from evidentia.formats import registry

# With the small pipes and buffers of the system, most of the time would go into waking each other.
PIPE = 1 << 20


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb", PIPE)
    # What a library prints must not get between the answers.
    os.dup2(2, 1)
    questions = os.fdopen(0, "rb", PIPE)
    try:
        answers.write(b"+")
        answers.flush()
        while True:
            name, unit, source, options = pickle.load(questions)
            answer: object
            try:
                records = prepare_unit(registry.reader(name), unit, source, options)
                # Plain tuples travel at a fraction of the cost of named ones.
                answer = [tuple(record) if isinstance(record, Row) else record for record in records]
            except MissingExtra as error:
                answer = str(error)
            pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
    except (EOFError, BrokenPipeError, pickle.UnpicklingError):
        os._exit(0)


if __name__ == "__main__":
    main()
