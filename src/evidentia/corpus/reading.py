"""Sources as a stream of prepared records, each batch with the place reached."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

from evidentia.corpus import manifest as manifests
from evidentia.corpus.manifest import Source
from evidentia.corpus.prepare import Prepared, Row, prepare, prepare_unit
from evidentia.corpus.workers import parse_parallel
from evidentia.errors import EvidentiaError, InputError
from evidentia.formats import registry
from evidentia.formats.base import ReadOptions, Reject

Parse = Callable[[str, Iterable[tuple[Any, float]], str, ReadOptions, int], Iterator[tuple[float, list[Prepared]]]]
PARSE: ContextVar[Parse] = ContextVar("PARSE", default=parse_parallel)
"""Who parses: processes on this machine, or, set by `evidentia.cluster.build`, a cluster."""

_BATCH = 200
# Below this, starting workers costs more than they save.
_WORTH_WORKERS = 4 << 20


class Batch(NamedTuple):
    """Records, how many units of the source they came from, and the share of the source behind them (0: not known)."""

    records: list[Prepared]
    units: int
    fraction: float


def describe(path: str | Path, format: str) -> Source:
    """A source before it is read: what it is called, its format, its hash and size."""
    text = str(path)
    if text.startswith(("http://", "https://")):
        return Source(path=text, format=registry.detect(text) if format == "auto" else format)
    if not Path(path).exists():
        raise InputError(f"{path}: no such file or folder")
    if not (Path(path).is_file() or Path(path).is_dir()):
        raise InputError(f"{path}: neither a file nor a folder")
    name = registry.detect(path) if format == "auto" else format
    mark, size = manifests.fingerprint(Path(path))
    return Source(path=text, format=name, fingerprint=mark, bytes=size)


@contextlib.contextmanager
def spooled(sources: Sequence[str | Path], beside: Path) -> Iterator[list[str | Path]]:
    """Sources that can be read twice: stdin (`-`) and pipes are written to a file beside the corpus first."""
    if [str(source) for source in sources].count("-") > 1:
        raise InputError("stdin (-) can be read once only")
    files: list[str | Path] = []
    made: list[Path] = []
    try:
        for source in sources:
            if str(source) == "-" or Path(source).is_fifo():
                file = beside.with_name(f"{beside.name}.stdin{len(made) or ''}")
                file.parent.mkdir(parents=True, exist_ok=True)
                made.append(file)
                with (
                    sys.stdin.buffer if str(source) == "-" else Path(source).open("rb") as pipe,
                    file.open("wb") as out,
                ):
                    shutil.copyfileobj(pipe, out, 1 << 20)
                files.append(file)
            else:
                files.append(source)
        yield files
    finally:
        for file in made:
            file.unlink(missing_ok=True)


def cut(batch: Batch, source: Source, limit: int) -> list[Prepared]:
    """The records of a batch up to the page with which a source has given as many as it may."""
    left = limit - source.pages
    kept: list[Prepared] = []
    for record in batch.records:
        left -= isinstance(record, Row)
        if left < 0:
            break
        kept.append(record)
    return kept


def batches(source: Source, *, skip: int, options: ReadOptions, workers: int | None) -> Iterator[Batch]:
    """The records of one source after the first `skip` units."""
    module = registry.reader(source.format)
    place: Any = source.path if not source.fingerprint else Path(source.path)
    reached = skip
    try:
        if hasattr(module, "units") and hasattr(module, "parse"):
            count = workers if workers is not None else cores()
            units = itertools.islice(_shares(module.units(place, options=options), source.bytes), skip, None)
            if count > 1 and source.bytes > _WORTH_WORKERS:
                found = PARSE.get()(source.format, units, source.path, options, count)
            else:
                found = ((share, prepare_unit(module, unit, source.path, options)) for unit, share in units)
            for share, records in found:
                reached += 1
                yield Batch(records, 1, share)
        else:
            stream = itertools.islice(module.read(place, options=options), skip, None)
            while some := list(itertools.islice(stream, _BATCH)):
                reached += len(some)
                yield Batch(list(prepare(some, source.path)), len(some), 0.0)
    except EvidentiaError as error:
        if not isinstance(error, InputError) or not reached:
            raise
        yield _stopped(source, reached, error)
    except Exception as error:
        yield _stopped(source, reached, f"{type(error).__name__}: {error}")


def _shares(units: Iterable[Any], total: int) -> Iterator[tuple[Any, float]]:
    """Each unit with the share of the source behind it, where the unit says it or is a file."""
    behind = 0
    for unit in units:
        if isinstance(unit, Path) and total:
            # A file that has gone in the meantime is for the reader to refuse.
            with contextlib.suppress(OSError):
                behind += unit.stat().st_size
            yield unit, min(behind / total, 1.0)
        else:
            yield unit, float(getattr(unit, "fraction", 0.0))


def _stopped(source: Source, reached: int, error: object) -> Batch:
    """A source that cannot be read on keeps what came before, and says so."""
    where = f"after part {reached}"
    return Batch([Reject.of(source.path, where, f"reading stopped here: {error}")], 1, 1.0)


def cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
