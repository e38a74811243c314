"""`kill -9` at random moments of a build, then the same command: is the corpus the one of an undisturbed build?

Compared are the sorted export, the manifest without its date, and what retrieval finds for some titles. The
build is killed between 0 and the length of an undisturbed build after its start; its workers must end by themselves.

usage: python benchmarks/kill_build.py [--data ../shared/data] [--kills 20] [--pages 20000] [--no-index]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from import_corpus import lines  # type: ignore[import-not-found]

WIKIMIX = 283_885


def outcome(corpus: Path, queries: list[str], index: bool) -> tuple[str, str, str]:
    """Hashes of the sorted export, of the manifest without its date, and of what the index finds."""
    export = corpus.with_suffix(".jsonl")
    command = [sys.executable, "-m", "evidentia", "corpus", "export", str(corpus), "--format", "feverous-jsonl"]
    subprocess.run([*command, "--to", str(export)], check=True, stderr=subprocess.DEVNULL)
    manifest = json.loads((corpus / "manifest.json").read_text())
    del manifest["date"]
    found: list[object] = []
    if index:
        from evidentia.corpus import open_corpus
        from evidentia.search import Searcher

        searcher = Searcher(open_corpus(corpus))
        found = [[(page.title, page.score) for page in searcher.pages(query)] for query in queries]
    parts = ("".join(sorted(export.open())), json.dumps(manifest), json.dumps(found))
    export.unlink()
    first, second, third = (hashlib.sha256(part.encode()).hexdigest()[:12] for part in parts)
    return first, second, third


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[1] / "../shared/data")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pages", type=int, default=60_000)
    parser.add_argument("--no-index", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        source, corpus = room / "pages.jsonl", room / "corpus"
        queries = []
        # Titles that come again and lines that are no pages, so that these are counted over the kills too.
        with source.open("wb") as out:
            for number, line in enumerate(lines(options.data / "corpus/wikimix.jsonl.zst")):
                if number % max(WIKIMIX // options.pages, 1):
                    continue
                out.write(line)
                if number % 499 == 0:
                    out.write(line.replace(b"sentence_0", b"sentence_90") + b"no page\n")
                    queries.append(json.loads(line)["title"])
        redirects = options.data / "corpus/wikimix_redirects.jsonl"
        command = [sys.executable, "-m", "evidentia", "corpus", "build", str(source), "--to", str(corpus)]
        command += ["--redirects", str(redirects)] + (["--no-index"] if options.no_index else [])
        length = 1e9
        for _ in range(2):
            shutil.rmtree(corpus, ignore_errors=True)
            start = time.monotonic()
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
            length = min(length, time.monotonic() - start)
        expected = outcome(corpus, queries, not options.no_index)
        print(f"undisturbed: {length:.1f} s, {expected}")
        good = 0
        for number in range(options.kills):
            shutil.rmtree(corpus)
            moments = []
            # Now and then the second attempt is killed too.
            for _ in range(1 + (number % 3 == 2)):
                moment = chance.uniform(0, length)
                process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
                try:
                    process.wait(moment)
                except subprocess.TimeoutExpired:
                    os.kill(process.pid, signal.SIGKILL)
                    process.wait()
                moments.append(f"{moment:.2f}")
            there = corpus.exists()
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
            same = outcome(corpus, queries, not options.no_index) == expected
            good += same
            when = f"{' and '.join(moments)} s{' (was done)' if there else ''}"
            print(f"killed at {when}: {'same' if same else 'NOT THE SAME'}")
        print(f"{good} of {options.kills} the same (bar: all)")
        sys.exit(good != options.kills)


if __name__ == "__main__":
    main()
