import json
import threading
import time
from pathlib import Path

import pytest

from evidentia.batch import Setup, verify_file
from evidentia.batch.journal import beside
from evidentia.cluster.verify import Job, engine

pytestmark = pytest.mark.slow
STUBS = Path(__file__).parents[1] / "batch"


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Setup:
    monkeypatch.syspath_prepend(str(STUBS))
    return Setup(corpus=str(tmp_path), maker="stub_verifier:make")


def test_a_node_killed_in_the_middle_loses_and_doubles_nothing(two_nodes, setup: Setup, tmp_path: Path) -> None:
    claims = [f"slow {n}" for n in range(1200)]
    claims[700] = "this claim will raise"
    source = tmp_path / "claims.jsonl"
    source.write_text("".join(json.dumps({"id": n, "claim": claim}) + "\n" for n, claim in enumerate(claims)))
    local, far = tmp_path / "local.jsonl", tmp_path / "ray.jsonl"
    verify_file(Setup(corpus=str(tmp_path), maker="stub_verifier:quick"), source, str(local), workers=1)

    def kill() -> None:
        part = beside(far)
        while not part.exists() or part.read_bytes().count(b"\n") < 150:
            time.sleep(0.02)
        two_nodes.kill_second()
        killed.append(part.read_bytes().count(b"\n") - 1)

    killed: list[int] = []
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    outcome = verify_file(setup, source, str(far), workers=4, engine=engine(address=two_nodes.address))
    killer.join(10)
    assert killed and 100 < killed[0] < 1100
    assert outcome.claims == 1200 and outcome.faulty == 1
    assert far.read_bytes() == local.read_bytes()


def test_a_block_that_kills_its_workers_is_taken_apart() -> None:
    job = Job(["one", "two"])
    assert job.again() == [job] and job.again() == [job]
    first, second = job.again()
    assert (first.block, second.block, job.results) == (["one"], ["two"], None)
    first.settle([b"1"])
    first.settle([b"doubled"])
    assert second.again() == [second] and second.again() == [second] and second.again() == []
    assert job.results is not None and job.results[0] == b"1" and b"ended" in job.results[1]
