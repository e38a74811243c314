"""Corpus builds on a Ray cluster: sources are parsed there, pages are stored here in the order of the sources."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from evidentia.cluster.ray_session import session
from evidentia.corpus.prepare import Prepared, place, prepare_unit
from evidentia.corpus.reading import PARSE
from evidentia.formats import registry
from evidentia.formats.base import ReadOptions, Reject

RETRIES = 4
AHEAD = 2


@contextlib.contextmanager
def parsing(*, address: str | None = None, workers: int | None = None) -> Iterator[None]:
    """While this lasts, `evidentia.corpus.build` parses on the cluster. Files named by path must be there too."""
    with session(address, workers) as ray:

        def parse(
            name: str, units: Iterable[tuple[Any, float]], source: str, options: ReadOptions, count: int
        ) -> Iterator[tuple[float, list[Prepared]]]:
            wanted = workers or max(int(ray.cluster_resources().get("CPU", count)), 1)
            return parse_on_ray(ray, name, units, source, options, wanted)

        token = PARSE.set(parse)
        try:
            yield
        finally:
            PARSE.reset(token)


def parse_on_ray(
    ray: Any, name: str, units: Iterable[tuple[Any, float]], source: str, options: ReadOptions, workers: int
) -> Iterator[tuple[float, list[Prepared]]]:
    """As `evidentia.corpus.workers.parse_parallel`; a unit that was lost with its node is parsed again."""
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_parse)
    waiting: deque[tuple[float, Any, Any]] = deque()
    for unit, share in units:
        waiting.append((share, unit, task.remote(name, unit, source, options)))
        if len(waiting) >= AHEAD * workers:
            yield _result(ray, source, *waiting.popleft())
    while waiting:
        yield _result(ray, source, *waiting.popleft())


def _parse(name: str, unit: Any, source: str, options: ReadOptions) -> list[Prepared]:
    return prepare_unit(registry.reader(name), unit, source, options)


def _result(ray: Any, source: str, share: float, unit: Any, reference: Any) -> tuple[float, list[Prepared]]:
    try:
        records: list[Prepared] = ray.get(reference)
    except ray.exceptions.WorkerCrashedError:
        return share, [Reject.of(source, place(unit), "its worker ended each time (out of memory, or a fault)")]
    return share, records
