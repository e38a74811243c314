"""Parsing on all cores, results in the order of the units."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import evidentia
from evidentia.corpus.prepare import Prepared, Row, place
from evidentia.corpus.worker import PIPE
from evidentia.errors import EvidentiaError
from evidentia.formats.base import ReadOptions, Reject

SECONDS_FOR_A_UNIT = 600.0


def parse_parallel(
    name: str, units: Iterable[tuple[Any, float]], source: str, options: ReadOptions, workers: int
) -> Iterator[tuple[float, list[Prepared]]]:
    """Units with the share of the source behind them → that share and their records.

    Twice as many units as workers are under way at once, so memory stays bounded.
    """
    with _Pool(workers) as pool:
        waiting: deque[tuple[float, Future[list[Prepared]]]] = deque()
        for unit, share in units:
            waiting.append((share, pool.submit(name, unit, source, options)))
            if len(waiting) >= 2 * workers:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()


class _Pool:
    """Processes that live by their pipes: they end with this one, however it ends."""

    def __init__(self, workers: int) -> None:
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._all: list[subprocess.Popen[bytes]] = []
        self._threads = ThreadPoolExecutor(workers)
        self._greeted: set[int] = set()
        self._closed = False
        for _ in range(workers):
            self._idle.put(self._start())

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._all:
            process.kill()
        self._threads.shutdown(wait=True)
        for process in self._all:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    _close(pipe)
            process.wait()

    def submit(self, name: str, unit: Any, source: str, options: ReadOptions) -> Future[list[Prepared]]:
        return self._threads.submit(self._ask, name, unit, source, options)

    def _ask(self, name: str, unit: Any, source: str, options: ReadOptions) -> list[Prepared]:
        process = self._idle.get()
        self._greet(process)
        timer = threading.Timer(SECONDS_FOR_A_UNIT, process.kill)
        timer.daemon = True
        timer.start()
        try:
            assert process.stdin is not None and process.stdout is not None
            pickle.dump((name, unit, source, options), process.stdin, pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            answer = pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError, ValueError):
            if self._closed:
                return []
            process.kill()
            code = process.wait()
            process = self._start()
            reason = f"its worker ended with {code} (out of memory, over {SECONDS_FOR_A_UNIT:.0f} s, or a fault)"
            return [Reject.of(source, place(unit), reason)]
        finally:
            timer.cancel()
            self._idle.put(process)
        if isinstance(answer, str):
            raise EvidentiaError(answer)
        return [Row._make(record) if type(record) is tuple else record for record in answer]

    def _greet(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until a new worker is ready: its start must not count as time for its first unit."""
        if process.pid not in self._greeted and process.stdout is not None:
            process.stdout.read(1)
            self._greeted.add(process.pid)

    def _start(self) -> subprocess.Popen[bytes]:
        home = str(Path(evidentia.__file__).parents[1])
        path = os.pathsep.join(part for part in (home, os.environ.get("PYTHONPATH", "")) if part)
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "evidentia.corpus.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=PIPE,
            pipesize=PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._all.append(process)
        return process


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except OSError:
        pass
