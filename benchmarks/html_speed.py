"""HTML pages to finished pages with sentences: pages per second, and as multiples of bare `lxml.html.fromstring`."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import lxml.html
from html_tables import unpack

from evidentia.formats.html import page_from_html


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pages", type=int, default=1109)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        unpack(options.data, Path(folder))
        pages = [path.read_bytes() for path in sorted(Path(folder).glob("*-page/*.html"))[: options.pages]]
    sentences = 0
    parse_times, read_times = [], []
    page_from_html(pages[0], "warm")
    for _ in range(options.rounds):
        start = time.process_time()
        for data in pages:
            lxml.html.fromstring(data)
        parse_times.append(time.process_time() - start)
        start = time.process_time()
        sentences = 0
        for data in pages:
            page = page_from_html(data, "t")
            sentences += len(page.sentences) if page else 0
        read_times.append(time.process_time() - start)
    parse, whole = min(parse_times), min(read_times)
    megabytes = sum(map(len, pages)) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB, {sentences} sentences")
    print(f"lxml.html.fromstring {len(pages) / parse:,.0f} pages/s  reader {len(pages) / whole:,.0f} pages/s")
    print(f"reader = {whole / parse:.2f} x the bare parse (floor 12, goal 8)")


if __name__ == "__main__":
    main()
