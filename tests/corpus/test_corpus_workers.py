import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evidentia.corpus import workers
from evidentia.corpus.prepare import Row
from evidentia.corpus.workers import parse_parallel
from evidentia.formats.base import ReadOptions, Reject
from evidentia.formats.opening import Block


class Deadly:
    """Ends the process that unpickles it, as running out of memory would."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (3,)


class Endless:
    def __reduce__(self) -> tuple[Any, ...]:
        import time

        return time.sleep, (600,)


class Loud:
    """Prints where the answers go."""

    first_line = 5

    def __reduce__(self) -> tuple[Any, ...]:
        return print, ("noise",)


def block(number: int) -> Block:
    return Block("f", number, b'{"title":"P%d","order":[]}\n' % number)


def parsed(*units: object) -> list[object]:
    found = parse_parallel("feverous-jsonl", ((unit, 0.0) for unit in units), "f", ReadOptions(), 2)
    return [record.key if isinstance(record, Row) else record for _, records in found for record in records]


def test_results_come_in_the_order_of_the_units() -> None:
    assert parsed(*map(block, range(50))) == [f"P{number}" for number in range(50)]


def test_a_worker_that_dies_costs_its_unit_only() -> None:
    found = parsed(block(0), Deadly(), block(1), block(2), Deadly(), block(3))
    assert [one for one in found if isinstance(one, str)] == ["P0", "P1", "P2", "P3"]
    rejects = [one for one in found if isinstance(one, Reject)]
    assert len(rejects) == 2 and all("ended with 3" in one.reason for one in rejects)


def test_a_unit_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS_FOR_A_UNIT", 4.0)
    found = parsed(block(0), Endless(), block(1))
    assert [one for one in found if isinstance(one, str)] == ["P0", "P1"]
    assert any(isinstance(one, Reject) for one in found)


def test_what_is_printed_does_not_get_between_the_answers() -> None:
    found = parsed(Loud(), block(1))
    assert "P1" in found
    assert isinstance(found[0], Reject)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_build_that_stops_early_leaves_no_worker() -> None:
    running = parse_parallel("feverous-jsonl", ((block(n), 0.0) for n in range(100)), "f", ReadOptions(), 2)
    next(running)
    children = {int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _parent(path) == os.getpid()}
    assert children
    running.close()  # type: ignore[attr-defined]
    assert not any(Path(f"/proc/{child}/stat").exists() and _parent(Path(f"/proc/{child}/stat")) == os.getpid()
                   for child in children)  # fmt: skip


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def test_a_worker_ends_with_its_build() -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "evidentia.corpus.worker"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(60) == 0
