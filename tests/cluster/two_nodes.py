"""A real Ray cluster of two nodes on loopback, each with ports of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

STUBS = Path(__file__).parents[1] / "batch"
RAY = Path(sys.executable).with_name("ray")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class TwoNodes:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._temp = folder
        # A token left in the user's home by another cluster would lock this one; it listens on loopback alone.
        os.environ["RAY_AUTH_MODE"] = "disabled"
        self._env = {
            **os.environ,
            "PYTHONPATH": str(STUBS),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1",
            "RAY_health_check_period_ms": "500",
            "RAY_health_check_timeout_ms": "1000",
            "RAY_health_check_initial_delay_ms": "0",
            "RAY_health_check_failure_threshold": "3",
        }
        self._nodes: list[subprocess.Popen[bytes]] = []
        self._node("--head", f"--port={self.port}", "--include-dashboard=false", f"--temp-dir={folder}")
        self.second = self._node(f"--address={self.address}")

    def _node(self, *arguments: str) -> subprocess.Popen[bytes]:
        node = subprocess.Popen(
            [
                str(RAY), "start", "--block", "--node-ip-address=127.0.0.1", "--num-cpus=2",
                "--object-store-memory=80000000", "--disable-usage-stats",
                f"--object-manager-port={free_port()}", f"--node-manager-port={free_port()}",
                f"--dashboard-agent-listen-port={free_port()}", f"--dashboard-agent-grpc-port={free_port()}",
                f"--runtime-env-agent-port={free_port()}", f"--metrics-export-port={free_port()}",
                *arguments,
            ],
            env=self._env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        self._nodes.append(node)
        return node

    def wait(self, seconds: float = 90) -> None:
        code = (
            "import ray, sys, logging\n"
            f"ray.init(address={self.address!r}, log_to_driver=False, logging_level=logging.ERROR)\n"
            "sys.exit(0 if sum(node['Alive'] for node in ray.nodes()) == 2 else 1)\n"
        )
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            done = subprocess.run([sys.executable, "-c", code], env=self._env, capture_output=True, check=False)
            if done.returncode == 0:
                return
            time.sleep(0.5)
        raise TimeoutError("no Ray cluster of two nodes came up on this machine")

    def kill_second(self) -> None:
        """As a machine dies: everything of the node at once, without a word."""
        _kill_tree(self.second.pid)

    def stop(self) -> None:
        for node in self._nodes:
            _kill_tree(node.pid)
            node.wait()


def _kill_tree(root: int) -> None:
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    doomed, waiting = [], [root]
    while waiting:
        process = waiting.pop()
        doomed.append(process)
        waiting += children.get(process, [])
    for process in doomed:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
