"""Each format written and read: CPU time a page beside `json.loads` of the same pages, and peak memory.

python benchmarks/formats.py [--data ../shared/data] [--pages 30000]
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import zstandard

from evidentia.formats import drqa, registry
from evidentia.formats.base import Reject
from evidentia.formats.feverous import page_from_json
from evidentia.page import Page

FORMATS = ("feverous-jsonl", "feverous-db", "fever", "kilt", "dpr", "drqa", "parquet")


def raw_pages(data: Path, count: int) -> Iterator[str]:
    with (data / "corpus/wikimix.jsonl.zst").open("rb") as packed:
        stream = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(packed)
        yield from itertools.islice(io.TextIOWrapper(stream, encoding="utf-8"), count)


def pages(data: Path, count: int) -> Iterator[Page]:
    return map(page_from_json, raw_pages(data, count))


def json_alone(data: Path, count: int) -> tuple[float, int]:
    """In small portions: a child process counts the memory of its parent as its own."""
    spent, found = 0.0, 0
    lines = raw_pages(data, count)
    while some := list(itertools.islice(lines, 500)):
        start = time.process_time()
        for line in some:
            json.loads(line)
        spent += time.process_time() - start
        found += len(some)
    return spent, found


def measure_read(name: str, path: Path) -> None:
    """In a process of its own: prints pages, rejects, CPU seconds and peak memory as JSON."""
    start = time.process_time()
    found = rejects = 0
    for record in registry.reader(name).read(path):
        found += isinstance(record, Page)
        rejects += isinstance(record, Reject)
    spent = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([found, rejects, spent, peak]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--pages", type=int, default=30_000)
    parser.add_argument("--read", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read:
        measure_read(options.read[0], Path(options.read[1]))
        return
    bare, count = json_alone(options.data, options.pages)
    print(f"{count:,} pages; json.loads of them as FEVEROUS JSON: {bare:.2f} s CPU")
    print(
        f"{'format':<16}{'write s':>9}{'read s':>9}{'read/json':>11}{'pages':>9}{'rejects':>9}{'MB':>7}{'peak MB':>9}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in FORMATS:
            path = Path(folder, name)
            writer = drqa if name == "drqa" else registry.writer(name)
            start = time.process_time()
            made = pages(options.data, count)
            writer.write(made, path)
            write = time.process_time() - start
            command = [sys.executable, __file__, "--read", name, str(path)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            found, rejects, read, peak = json.loads(done.stdout)
            files = [path] if path.is_file() else [*path.iterdir()]
            size = sum(file.stat().st_size for file in files) / 1e6
            print(
                f"{name:<16}{write:>9.2f}{read:>9.2f}{read / bare:>11.1f}"
                f"{found:>9,}{rejects:>9}{size:>7.0f}{peak:>9.0f}"
            )


if __name__ == "__main__":
    main()
