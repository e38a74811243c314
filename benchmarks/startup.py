"""`evidentia --help` beside `python -c pass`, in turns; the median of each.

usage: python benchmarks/startup.py [--runs 30]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    program = Path(sys.executable).with_name("evidentia")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "evidentia --help": [str(program), "--help"],
        "evidentia corpus --help": [str(program), "corpus", "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(options.runs):
        for name, command in commands.items():
            times[name].append(seconds(command))
    least = statistics.median(times["python -c pass"])
    for name, found in times.items():
        middle = statistics.median(found)
        print(f"{name}: {middle * 1000:.1f} ms, {middle / least:.1f} x (best {min(found) * 1000:.1f} ms)")


if __name__ == "__main__":
    main()
