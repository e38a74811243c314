"""Import of a packed JSONL corpus beside the least that could be done with it.

The least: decompress, `json.loads` each line, one `executemany` of the raw lines. Ours: `evidentia corpus build`
without the index, in a process of its own; memory is that of the whole process tree, sampled. Both run in turns, and
the ratio is taken from the best of each, since other work on the machine only ever adds time.

usage: python benchmarks/import_corpus.py [--data ../shared/data] [--runs 3] [--part 4]
"""

from __future__ import annotations

import argparse
import io
import json
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import zstandard


def lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 27)
        yield from io.BufferedReader(unpacker.stream_reader(stream), 1 << 20)  # type: ignore[arg-type]


def least(path: Path, to: Path) -> None:
    connection = sqlite3.connect(to)
    connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
    connection.executemany(
        "INSERT INTO wiki VALUES (?, ?)", ((json.loads(line)["title"], line) for line in lines(path))
    )
    connection.commit()


def tree_rss(root: int) -> int:
    """Resident bytes of a process and its descendants."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            number = int(fields["Pid"])
            parents[number] = int(fields["PPid"])
            sizes[number] = int(fields.get("VmRSS", "0 kB").split()[0]) * 1024
        except (OSError, KeyError, ValueError):
            continue
    total = 0
    for number, size in sizes.items():
        above = number
        while above not in (0, 1, root):
            above = parents.get(above, 0)
        total += size if above == root else 0
    return total


def timed(command: list[str]) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak MB of a command with all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0

    def watch() -> None:
        nonlocal peak
        while process.poll() is None:
            peak = max(peak, tree_rss(process.pid))
            time.sleep(0.1)

    watcher = threading.Thread(target=watch)
    watcher.start()
    process.wait()
    wall = time.monotonic() - start
    watcher.join()
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, peak / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[1] / "../shared/data")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--part", type=int, default=4, help="also the first 1/PART of the pages, for its memory")
    parser.add_argument("--workers", type=int, help="processes that parse; all cores by default")
    parser.add_argument("--least", nargs=2, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.least:
        least(*options.least)
        return
    source = options.data / "corpus/wikimix.jsonl.zst"
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)

        def ours(path: Path) -> tuple[float, float, float]:
            shutil.rmtree(room / "corpus", ignore_errors=True)
            command = [sys.executable, "-m", "evidentia", "corpus", "build", str(path), "--to", str(room / "corpus")]
            command += ["--no-index"] + (["--workers", str(options.workers)] if options.workers else [])
            return timed(command)

        bare, built = [], []
        for _ in range(options.runs):
            (room / "least.db").unlink(missing_ok=True)
            bare.append(timed([sys.executable, __file__, "--least", str(source), str(room / "least.db")]))
            built.append(ours(source))
            print(f"least {bare[-1][0]:.1f} s wall {bare[-1][1]:.1f} s CPU | build {built[-1][0]:.1f} s wall "
                  f"{built[-1][1]:.1f} s CPU, {built[-1][2]:.0f} MB")  # fmt: skip
        wall, cpu = (min(one[i] for one in built) / min(one[i] for one in bare) for i in (0, 1))
        print(f"build / least: {wall:.2f} x wall, {cpu:.2f} x CPU (bar: 2)")
        some = room / "part.jsonl.zst"
        # Packed as the whole is: unpacking takes memory by the window of the packing, 128 MB here.
        packing = zstandard.ZstdCompressionParameters(compression_level=1, window_log=27, enable_ldm=True)
        with some.open("wb") as raw, zstandard.ZstdCompressor(compression_params=packing).stream_writer(raw) as out:
            count = sum(1 for _ in lines(source)) // options.part
            for number, line in enumerate(lines(source)):
                if number >= count:
                    break
                out.write(line)
        print(f"1/{options.part} of the pages: {ours(some)[2]:.0f} MB (bar: the same as all, under 500 MB)")


if __name__ == "__main__":
    main()
