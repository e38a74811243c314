"""A file of claims, verified from its first line to its last."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import msgspec

from evidentia.batch import claims, outputs
from evidentia.batch.block import BLOCK, Block, Results, decode
from evidentia.batch.cache import Cache
from evidentia.batch.claims import ClaimLine
from evidentia.batch.journal import Entry, Header, Journal, beside, fingerprint, same_file
from evidentia.batch.setup import Setup
from evidentia.claim import Label
from evidentia.errors import InputError
from evidentia.progress import Progress

Engine = Callable[[Setup, Iterable[Block], int], Iterator[Results]]
MOST_FAULTS_TOLD = 10
PASSED = 500


class Outcome(msgspec.Struct):
    """How many came out how, and what was wrong with the file."""

    claims: int = 0
    labels: Counter[str] = msgspec.field(default_factory=Counter)
    faults: list[str] = []
    faulty: int = 0
    duplicates: int = 0
    cached: int = 0

    def add(self, entry: Entry) -> None:
        self.claims += 1
        if entry.prediction is not None:
            self.labels[entry.prediction.label.value] += 1
            return
        self.faulty += 1
        if len(self.faults) < MOST_FAULTS_TOLD:
            self.faults = [*self.faults, f"line {entry.at.line}: {entry.error}"]

    def came_out(self, label: Label) -> bool:
        return self.labels[label.value] > 0


def verify_file(
    setup: Setup,
    source: str | Path,
    output: str,
    *,
    form: str | None = None,
    engine: Engine | None = None,
    workers: int | None = None,
    resume: bool | None = None,
    cache: Path | None = None,
    overview: Callable[[Iterable[Entry]], None] | None = None,
) -> Outcome:
    """One answer for each record of the file, in its order. `overview` gets all entries once more at the end."""
    workers = workers or cores()
    form = outputs.format_of(output, form)
    run = engine or local
    if output == "-":
        if overview is not None:
            raise InputError("--html needs the answers in a file: give --output a name")
        return _stream(setup, source, form, run, workers, cache)
    target = Path(output)
    if same_file(Path(source), target):
        raise InputError(f"{output} is the claims file itself: give --output another name")
    if target.is_dir():
        raise InputError(f"{output} is a folder: give --output the name of a file")
    whole = "" if str(source) == "-" else fingerprint(Path(source))
    if resume and not whole:
        raise InputError("claims from stdin cannot be gone on with: put them into a file")
    with Journal(beside(target), Header(whole, setup.identity()), resume=resume if whole else False) as journal:
        outcome = Outcome()
        for entry in journal.entries() if journal.done else ():
            outcome.add(entry)
        total = sum(1 for _ in claims.read(source)) if whole else None
        records = islice(_watched(claims.read(source), outcome), journal.done, None)
        with Progress("claims", total, done=journal.done) as progress:
            for entries in _verified(setup, records, run, workers, cache, outcome):
                journal.write(entries)
                for entry in entries:
                    outcome.add(entry)
                progress.step(len(entries))
        outputs.write(journal.entries(), output, form)
        if overview is not None:
            overview(journal.entries())
    journal.remove()
    return outcome


def local(setup: Setup, work: Iterable[Block], workers: int) -> Iterator[Results]:
    from evidentia.batch.local import run

    return run(setup, work, workers=workers)


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _stream(setup: Setup, source: str | Path, form: str, engine: Engine, workers: int, cache: Path | None) -> Outcome:
    outcome = Outcome()

    def entries() -> Iterator[Entry]:
        for some in _verified(setup, _watched(claims.read(source), outcome), engine, workers, cache, outcome):
            for entry in some:
                outcome.add(entry)
                yield entry

    outputs.write(entries(), "-", form)
    return outcome


def _watched(records: Iterator[ClaimLine], outcome: Outcome) -> Iterator[ClaimLine]:
    """Counts ids that come twice: both are answered, and the user is told."""
    seen: set[bytes] = set()
    for record in records:
        if record.id is not None:
            key = blake2b(repr(record.id).encode("utf-8", "surrogatepass"), digest_size=8).digest()
            outcome.duplicates += key in seen
            seen.add(key)
        yield record


def _verified(
    setup: Setup,
    records: Iterator[ClaimLine],
    engine: Engine,
    workers: int,
    cache: Path | None,
    outcome: Outcome,
) -> Iterator[list[Entry]]:
    """Entries in the order of the records; what the cache or the record itself answers never travels."""
    waiting: deque[tuple[ClaimLine, bytes | None]] = deque()
    with Cache(cache, setup.identity()) if cache else _NoCache() as known:

        def work() -> Iterator[Block]:
            """A block now and then even if it is empty: what is answered already must not pile up behind it."""
            block: Block = []
            for passed, record in enumerate(records, 1):
                answer = None if record.error else known.get(record.claim)
                outcome.cached += answer is not None
                waiting.append((record, answer))
                if not record.error and answer is None:
                    block.append(record.claim)
                if len(block) == BLOCK or passed % PASSED == 0:
                    yield block
                    block = []
            yield block

        for results in engine(setup, work(), workers):
            found, asked = _settled(waiting, results)
            known.put(asked, results)
            yield found


def _settled(waiting: deque[tuple[ClaimLine, bytes | None]], results: Results) -> tuple[list[Entry], list[str]]:
    """The next records, up to the last one that these results answer, and the claims that were asked."""
    entries: list[Entry] = []
    asked: list[str] = []
    left = deque(results)
    while waiting:
        record, answer = waiting[0]
        if not record.error and answer is None:
            if not left:
                break
            answer = left.popleft()
            asked.append(record.claim)
        waiting.popleft()
        entries.append(_entry(record, answer))
    return entries, asked


def _entry(record: ClaimLine, result: bytes | None) -> Entry:
    if result is None:
        return Entry(record, error=record.error)
    answer = decode(result)
    return Entry(record, answer.prediction, answer.error)


class _NoCache:
    def __enter__(self) -> _NoCache:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def get(self, claim: str) -> bytes | None:
        return None

    def put(self, claims: Sequence[str], answers: Sequence[bytes]) -> None:
        return None
