"""Batches on a Ray cluster: actors hold corpus, index and model; blocks of claims travel to them."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from evidentia.batch.block import ENDED, Block, Results, failed, verify_block
from evidentia.batch.local import ONE_THREAD
from evidentia.batch.run import Engine
from evidentia.batch.setup import Setup, Verifies
from evidentia.cluster.ray_session import session
from evidentia.errors import EvidentiaError

AHEAD = 2
"""Blocks that wait at an actor: it never idles, and a node that dies takes little with it."""
WHOLE_TRIES = 3
CHECK_SECONDS = 5.0
PATIENCE_SECONDS = 300.0


def engine(*, address: str | None = None) -> Engine:
    def run_on_ray(setup: Setup, work: Iterable[Block], workers: int) -> Iterator[Results]:
        return run(setup, work, workers=workers, address=address)

    return run_on_ray


def run(setup: Setup, work: Iterable[Block], *, workers: int, address: str | None = None) -> Iterator[Results]:
    """The results of each block, in the order of the blocks; a block that was lost with its node is done again."""
    with session(address, workers) as ray:
        yield from Dispatcher(ray, setup, workers).run(work)


class Worker:
    """What runs as an actor."""

    def __init__(self, setup: Setup) -> None:
        os.environ.update(ONE_THREAD)
        self._setup = setup
        self._verifier: Verifies | None = None

    def ready(self) -> bool:
        return True

    def verify(self, block: Block) -> Results | str:
        try:
            self._verifier = self._verifier or self._setup.make()
        except EvidentiaError as error:
            return str(error)
        except Exception as error:
            return f"a worker cannot start ({type(error).__name__}: {error})"
        return verify_block(self._verifier, block)


class Job:
    """A block on its way. Its results are settled once, whichever actor brings them."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.lost = 0
        self.single: list[Job] = []
        self._results: Results | None = None if block else []

    @property
    def results(self) -> Results | None:
        if self._results is None and self.single:
            found = [job.results for job in self.single]
            if all(result is not None for result in found):
                self._results = [result for results in found for result in results or []]
        return self._results

    def settle(self, results: Results) -> None:
        if self._results is None:
            self._results = results

    def again(self) -> list[Job]:
        """What is to be done after a loss: the block, later its claims one by one, at last nothing."""
        self.lost += 1
        if len(self.block) == 1:
            if self.lost >= WHOLE_TRIES:
                self.settle([failed(ENDED)])
                return []
            return [self]
        if self.lost < WHOLE_TRIES:
            return [self]
        self.single = [Job([claim]) for claim in self.block]
        return list(self.single)


class Dispatcher:
    """Hands blocks to actors that are up; takes dead ones out and starts others."""

    def __init__(self, ray: Any, setup: Setup, workers: int) -> None:
        self._ray, self._setup, self._wanted = ray, setup, workers
        self._class = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Worker)
        self._starting: dict[Any, Any] = {}
        self._load: dict[Any, int] = {}
        self._flying: dict[Any, tuple[Job, Any]] = {}
        self._todo: deque[Job] = deque()
        for _ in range(workers):
            self._start()

    def run(self, work: Iterable[Block]) -> Iterator[Results]:
        blocks = iter(work)
        waiting: deque[Job] = deque()
        more = True
        heard = time.monotonic()
        while more or waiting:
            # Bounded, so that one slow block does not let the finished ones behind it pile up.
            while more and len(self._todo) < self._wanted and len(waiting) < 8 * AHEAD * self._wanted:
                block = next(blocks, None)
                if block is None:
                    more = False
                    break
                job = Job(block)
                waiting.append(job)
                if block:
                    self._todo.append(job)
                self._send()
            while waiting and (results := waiting[0].results) is not None:
                waiting.popleft()
                yield results
            if waiting and waiting[0].results is None:
                heard = time.monotonic() if self._collect() else heard
                if time.monotonic() - heard > PATIENCE_SECONDS and not self._load:
                    raise EvidentiaError(f"no worker came up in {PATIENCE_SECONDS:.0f} s: has the cluster free CPUs?")
                self._send()

    def _send(self) -> None:
        while self._todo and (actor := self._free()) is not None:
            job = self._todo.popleft()
            self._flying[actor.verify.remote(job.block)] = (job, actor)
            self._load[actor] += 1

    def _free(self) -> Any:
        """The least loaded actor that has room; the first of equals."""
        best = min(self._load, key=lambda actor: self._load[actor], default=None)
        return best if best is not None and self._load[best] < AHEAD else None

    def _collect(self) -> bool:
        """Waits for whatever comes first; whether anything came."""
        ready, _ = self._ray.wait([*self._flying, *self._starting], num_returns=1, timeout=CHECK_SECONDS)
        for reference in ready:
            if reference in self._starting:
                self._came_up(reference)
            else:
                self._came_back(reference)
        return bool(ready)

    def _came_up(self, reference: Any) -> None:
        actor = self._starting.pop(reference)
        try:
            self._ray.get(reference)
        except self._ray.exceptions.RayError:
            self._start()
            return
        self._load[actor] = 0

    def _came_back(self, reference: Any) -> None:
        job, actor = self._flying.pop(reference)
        if actor in self._load:
            self._load[actor] -= 1
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayError:
            if actor in self._load:
                del self._load[actor]
                self._ray.kill(actor)
                self._start()
            self._todo.extendleft(reversed(job.again()))
            return
        if isinstance(answer, str):
            raise EvidentiaError(answer)
        job.settle(answer)

    def _start(self) -> None:
        actor = self._class.remote(self._setup)
        self._starting[actor.ready.remote()] = actor
