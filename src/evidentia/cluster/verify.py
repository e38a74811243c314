"""Batches on a Ray cluster: actors hold corpus, index and model; blocks of claims travel to them."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from evidentia.batch.block import Block, Results, failed, verify_block
from evidentia.batch.local import ONE_THREAD
from evidentia.batch.run import Engine
from evidentia.batch.setup import Setup
from evidentia.cluster.ray_session import session
from evidentia.errors import EvidentiaError

AHEAD = 2
"""Blocks that wait at an actor: it never idles, and a node that dies takes little with it."""
TRIES = 4
CHECK_SECONDS = 5.0


def engine(*, address: str | None = None) -> Engine:
    def run_on_ray(setup: Setup, work: Iterable[Block], workers: int) -> Iterator[Results]:
        return run(setup, work, workers=workers, address=address)

    return run_on_ray


def run(setup: Setup, work: Iterable[Block], *, workers: int, address: str | None = None) -> Iterator[Results]:
    """The results of each block, in the order of the blocks; a block that was lost with its node is done again."""
    with session(address, workers) as ray:
        yield from _Dispatcher(ray, setup, workers).run(work)


class Worker:
    """What runs as an actor."""

    def __init__(self, setup: Setup) -> None:
        os.environ.update(ONE_THREAD)
        self._setup = setup
        self._verifier: Any = None

    def verify(self, block: Block) -> Results | str:
        try:
            self._verifier = self._verifier or self._setup.make()
        except EvidentiaError as error:
            return str(error)
        return verify_block(self._verifier, block)


class _Job:
    """A block on its way: results are settled once, whatever actor brings them."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.tries = 0
        self.results: Results | None = None if block else []


class _Dispatcher:
    def __init__(self, ray: Any, setup: Setup, workers: int) -> None:
        self._ray, self._setup = ray, setup
        self._class = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Worker)
        self._actors: list[Any] = [self._actor() for _ in range(workers)]
        self._load: dict[Any, int] = dict.fromkeys(self._actors, 0)
        self._flying: dict[Any, tuple[_Job, Any]] = {}
        self._again: deque[_Job] = deque()

    def run(self, work: Iterable[Block]) -> Iterator[Results]:
        blocks = iter(work)
        waiting: deque[_Job] = deque()
        more = True
        limit = 4 * AHEAD * len(self._actors)
        while more or waiting:
            while more and len(waiting) < limit and (self._free() is not None):
                block = next(blocks, None)
                if block is None:
                    more = False
                    break
                job = _Job(block)
                waiting.append(job)
                if job.results is None:
                    self._again.append(job)
                self._send()
            self._send()
            while waiting and waiting[0].results is not None:
                yield waiting.popleft().results or []
            if self._flying and waiting:
                self._collect()

    def _send(self) -> None:
        while self._again and (actor := self._free()) is not None:
            job = self._again.popleft()
            self._flying[actor.verify.remote(job.block)] = (job, actor)
            self._load[actor] += 1

    def _free(self) -> Any:
        """The least loaded actor that has room; the first of equals."""
        best = min(self._actors, key=lambda actor: self._load[actor])
        return best if self._load[best] < AHEAD else None

    def _collect(self) -> None:
        ready, _ = self._ray.wait(list(self._flying), num_returns=1, timeout=CHECK_SECONDS)
        for reference in ready:
            job, actor = self._flying.pop(reference)
            if actor in self._load:
                self._load[actor] -= 1
            try:
                answer = self._ray.get(reference)
            except self._ray.exceptions.RayError:
                self._lost(job, actor)
                continue
            if isinstance(answer, str):
                raise EvidentiaError(answer)
            if job.results is None:
                job.results = answer

    def _lost(self, job: _Job, actor: Any) -> None:
        """Its node or process died: another actor takes its place, and the block goes first."""
        if actor in self._load:
            del self._load[actor]
            self._actors.remove(actor)
            self._ray.kill(actor)
            fresh = self._actor()
            self._actors.append(fresh)
            self._load[fresh] = 0
        job.tries += 1
        if job.tries < TRIES:
            self._again.appendleft(job)
        else:
            job.results = [failed("its worker ended again and again (out of memory, or a fault)") for _ in job.block]

    def _actor(self) -> Any:
        return self._class.remote(self._setup)
