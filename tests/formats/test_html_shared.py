"""The bars on real pages, on a sample of them; the whole measure is `benchmarks/html_tables.py`."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from evidentia.formats.html import read
from evidentia.page import Page

DATA = Path(__file__).parents[2] / "../shared/data/html"
SAMPLE = 40
NOTE = re.compile(r"\[[^\[\]]{0,5}\]")
pytestmark = [pytest.mark.shared, pytest.mark.skipif(not DATA.exists(), reason="no shared data beside the checkout")]


def members(name: str, wanted: set[str] | None) -> dict[str, bytes]:
    """Some files of an archive, by name."""
    found: dict[str, bytes] = {}
    command = ["zstd", "-dcq", "--long=27", str(DATA / f"{name}.tar.zst")]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE) as process,
        tarfile.open(fileobj=process.stdout, mode="r|") as archive,
    ):
        for member in archive:
            stream = archive.extractfile(member)
            if stream is not None and (wanted is None or member.name.removeprefix("./") in wanted):
                found[member.name.removeprefix("./")] = stream.read()
                if len(found) == 3 * SAMPLE and wanted is None:
                    break
        process.kill()
    return found


def normal(text: str) -> str:
    return " ".join(NOTE.sub("", text).casefold().split())


def test_wanted_tables_are_found(tmp_path: Path) -> None:
    pages = {name: data for name, data in members("wikipedia_pages", None).items() if name.endswith(".html")}
    goals = members("wanted_tables", {name.replace("-page/", "-csv/").replace(".html", ".csv") for name in pages})
    shares = []
    for name, data in pages.items():
        path = tmp_path / "page.html"
        path.write_bytes(data)
        (record,) = read(path)
        assert isinstance(record, Page), name
        text = goals[name.replace("-page/", "-csv/").replace(".html", ".csv")].decode("utf-8")
        rows = csv.reader(io.StringIO(text), escapechar="\\", doublequote=False)
        goal = Counter(normal(cell) for row in rows for cell in row)
        found = [Counter(normal(cell.text) for row in table.grid for cell in row if cell) for table in record.tables]
        shares.append(max((goal & each).total() for each in found) / goal.total())
    assert len(shares) >= SAMPLE
    assert sum(share >= 0.9 for share in shares) / len(shares) >= 0.95
    assert sum(shares) / len(shares) >= 0.985
