"""How much of the wanted tables of real Wikipedia pages the HTML reader finds, and whether any page fails.

Cells are compared as multisets, case-folded, white space collapsed, bracketed notes of up to five characters dropped.
A table is found when at least 90 % of its cells are.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import subprocess
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

from evidentia.formats.html import read
from evidentia.page import Page, Table

NOTE = re.compile(r"\[[^\[\]]{0,5}\]")


def unpack(data: Path, to: Path) -> None:
    for name in ("wikipedia_pages", "wanted_tables"):
        command = ["zstd", "-dcq", "--long=27", str(data / "html" / f"{name}.tar.zst")]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE) as process,
            tarfile.open(fileobj=process.stdout, mode="r|") as archive,
        ):
            archive.extractall(to, filter="data")


def normal(text: str) -> str:
    return " ".join(NOTE.sub("", text).casefold().split())


def wanted(path: Path) -> Counter[str]:
    text = path.read_text(encoding="utf-8")
    return Counter(
        normal(cell) for row in csv.reader(io.StringIO(text), escapechar="\\", doublequote=False) for cell in row
    )


def share(goal: Counter[str], table: Table) -> float:
    found = Counter(normal(cell.text) for row in table.grid for cell in row if cell is not None)
    return sum((goal & found).values()) / max(1, goal.total())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--worst", type=int, default=0, help="show the pages with the lowest shares")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        unpack(options.data, Path(folder))
        measure(Path(folder), options.worst)


def measure(folder: Path, worst: int) -> None:
    shares: list[tuple[float, str]] = []
    failed = []
    for page_path in sorted(folder.glob("*-page/*.html")):
        table_path = folder / page_path.parent.name.replace("-page", "-csv") / f"{page_path.stem}.csv"
        goal = wanted(table_path)
        records = list(read(page_path))
        page = records[0] if records and isinstance(records[0], Page) else None
        if page is None:
            failed.append(str(page_path))
        best = max((share(goal, table) for table in page.tables), default=0.0) if page else 0.0
        shares.append((best, str(page_path.relative_to(folder))))
    found = sum(value >= 0.9 for value, _ in shares) / len(shares)
    mean = sum(value for value, _ in shares) / len(shares)
    print(f"pages {len(shares)}  failed {len(failed)}  tables found {found:.2%}  mean share of cells {mean:.2%}")
    for value, name in sorted(shares)[:worst]:
        print(json.dumps({"page": name, "share": round(value, 3)}))


if __name__ == "__main__":
    main()
