"""Workers on this machine: processes that each hold corpus, index and model open, with one inference thread."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import evidentia
from evidentia.batch.block import ENDED, Block, Results, failed, verify_block
from evidentia.batch.setup import Setup
from evidentia.errors import EvidentiaError

ONE_THREAD = {"EVIDENTIA_THREADS": "1", "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
AHEAD = 2
"""Blocks under way for each worker: memory stays bounded however long the file is."""


MOST_DEATHS = 30
"""Without one block done in between: then it is not the claims."""


def run(setup: Setup, blocks: Iterable[Block], *, workers: int) -> Iterator[Results]:
    """The results of each block, in the order of the blocks."""
    if workers == 1:
        yield from _here(setup, blocks)
        return
    with _Pool(setup, workers) as pool:
        waiting: deque[Future[Results]] = deque()
        for block in blocks:
            waiting.append(pool.submit(block) if block else _done([]))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _here(setup: Setup, blocks: Iterable[Block]) -> Iterator[Results]:
    # Sums of several threads may differ in their last bits: one worker must say what two say.
    os.environ.update(ONE_THREAD)
    verifier = None
    for block in blocks:
        if block and verifier is None:
            verifier = setup.make()
        yield verify_block(verifier, block) if verifier is not None else []


def _done(results: Results) -> Future[Results]:
    future: Future[Results] = Future()
    future.set_result(results)
    return future


class _Pool:
    """Processes that live by their pipes: they end with this one, however it ends."""

    def __init__(self, setup: Setup, workers: int) -> None:
        self._setup, self._workers = setup, workers
        self._deaths = 0
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._all: list[subprocess.Popen[bytes]] = []
        self._threads = ThreadPoolExecutor(workers)
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
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        pass

    def submit(self, block: Block) -> Future[Results]:
        return self._threads.submit(self._block, block)

    def _block(self, block: Block) -> Results:
        """A block whose worker died is done again claim by claim, so that only the claim that killed it is lost."""
        found = self._ask(block)
        if found is not None:
            return found
        results: Results = []
        for claim in block:
            one = self._ask([claim])
            results += one if one is not None else [failed(ENDED)]
        return results

    def _ask(self, block: Block) -> Results | None:
        process = self._idle.get()
        try:
            assert process.stdin is not None and process.stdout is not None
            pickle.dump(block, process.stdin, pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            answer: Any = pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError, ValueError):
            if self._closed:
                return []
            process.kill()
            code = process.wait()
            self._deaths += 1
            if self._deaths > MOST_DEATHS:
                message = f"workers end again and again (the last with {code}): is there memory for {self._workers}?"
                raise EvidentiaError(message) from None
            process = self._start()
            return None
        finally:
            self._idle.put(process)
        if isinstance(answer, str):
            raise EvidentiaError(answer)
        self._deaths = 0
        results: Results = answer
        return results

    def _start(self) -> subprocess.Popen[bytes]:
        home = str(Path(evidentia.__file__).parents[1])
        path = os.pathsep.join(part for part in (home, os.environ.get("PYTHONPATH", "")) if part)
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "evidentia.batch.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
        )
        assert process.stdin is not None
        pickle.dump(self._setup, process.stdin, pickle.HIGHEST_PROTOCOL)
        process.stdin.flush()
        self._all.append(process)
        return process
