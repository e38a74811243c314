"""TabFact and InfoTabS: statements about one table each, in the official files and in lines."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evidentia.claim import Label
from evidentia.datasets.readers.base import Labels, label, line, load, records, sheet, text_of
from evidentia.datasets.records import Record
from evidentia.errors import InputError
from evidentia.files import read_jsonl

_TABFACT = {"1": Label.SUPPORTS, "0": Label.REFUTES}
_INFOTABS = {"E": Label.SUPPORTS, "C": Label.REFUTES, "N": Label.NOT_ENOUGH_INFO}


def tabfact(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    """Official examples ({table: [[statements], [labels], caption]}) or lines; `companion`: CSV folder or lines."""
    tables = _Tables(companion)
    if path.suffix == ".json":
        for name, entry in load(path).items():
            statements, values, caption = entry[0], entry[1], entry[2] if len(entry) > 2 else ""
            for place, (claim, value) in enumerate(zip(statements, values)):
                meaning = label(value, _TABFACT, labels, f"{path}, {name}")
                yield line(f"{name}:{place}", claim, meaning, [], tables.get(name, str(caption)), table=name)
        return
    for number, record in read_jsonl(path):
        where = f"{path}, line {number}"
        name = str(record.get("table", record.get("table_id", "")))
        meaning = label(record.get("label"), _TABFACT, labels, where)
        claim = text_of(record, "statement", where)
        yield line(
            record.get("id", f"{name}:{number}"),
            claim,
            meaning,
            [],
            tables.get(name),
            table=name,
            channel=record.get("channel"),
        )


def infotabs(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    """Official TSV or lines; `companion`: lines of {"id", "table": {key: [values]}} or the folder of JSON tables."""
    tables = _Tables(companion, infobox=True)
    rows: Iterator[tuple[int, Any]] = sheet(path) if path.suffix.lower() == ".tsv" else records(path)
    for number, record in rows:
        where = f"{path}, line {number}"
        name = str(record.get("table_id", ""))
        meaning = label(record.get("label"), _INFOTABS, labels, where)
        claim = text_of(record, "hypothesis", where)
        yield line(record.get("index") or f"{name}:{number}", claim, meaning, [], tables.get(name), table=name)


class _Tables:
    """Tables by name, from lines or from a folder with a file each."""

    def __init__(self, source: Path | None, *, infobox: bool = False) -> None:
        self._infobox = infobox
        self._folder = source if source is not None and source.is_dir() else None
        self._known: dict[str, Any] = {}
        if source is not None and self._folder is None:
            self._known = {str(record.get("id")): record for _, record in read_jsonl(source)}

    def get(self, name: str, title: str = "") -> list[Record]:
        record = self._known.get(name)
        if record is None and self._folder is not None:
            record = self._file(name)
        if record is None:
            return []
        if self._infobox:
            return [_infobox(record.get("table", record))]
        title = str(record.get("title") or title)
        return [{"title": title, "caption": title, "rows": record["rows"], "header_rows": 1, "header_columns": 0}]

    def _file(self, name: str) -> Any:
        folder = self._folder
        if folder is None or "/" in name or "\\" in name or name.startswith("."):
            return None
        for candidate in (folder / name, folder / f"{name}.json", folder / f"{name}.csv"):
            if candidate.is_file() and candidate.suffix == ".json":
                return {"table": load(candidate)}
            if candidate.is_file():
                with candidate.open(encoding="utf-8", newline="") as stream:
                    # The official tables divide their cells by `#` and quote nothing.
                    return {"rows": list(csv.reader(stream, delimiter="#", quoting=csv.QUOTE_NONE))}
        return None


def _infobox(table: Any) -> Record:
    if not isinstance(table, dict):
        raise InputError("an infobox must be an object of keys and values")
    title = table.get("title", "")
    name = str(title[0] if isinstance(title, list) and title else title)
    rows = [
        [str(key), ", ".join(map(str, value)) if isinstance(value, list) else str(value)]
        for key, value in table.items()
        if key != "title"
    ]
    return {"title": name, "caption": "", "rows": rows, "header_rows": 0, "header_columns": 1}
