import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from two_nodes import TwoNodes


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[TwoNodes]:
    pytest.importorskip("ray")
    if not Path("/proc/self/stat").exists():
        pytest.skip("needs /proc")
    # Ray's sockets lie below this folder, and their paths must stay short.
    folder = Path("/tmp") / f"evidentia-ray-{os.getpid()}"
    cluster = TwoNodes(folder)
    try:
        cluster.wait()
        yield cluster
    except TimeoutError as error:
        pytest.skip(str(error))
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
