"""Readers of other data sets, by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evidentia.datasets.readers import tables, text
from evidentia.datasets.readers.base import Labels, Reader
from evidentia.datasets.records import Record
from evidentia.errors import InputError

READERS: dict[str, Reader] = {
    "averitec": text.averitec,
    "fm2": text.fm2,
    "hover": text.hover,
    "infotabs": tables.infotabs,
    "scifact": text.scifact,
    "snopes": text.snopes,
    "tabfact": tables.tabfact,
    "vitaminc": text.vitaminc,
}


def read(
    name: str, path: str | Path, *, companion: str | Path | None = None, labels: Labels | None = None
) -> Iterator[Record]:
    """Claims of a data set in the form of `evidentia judge`, with `label`."""
    if name not in READERS:
        raise InputError(f"no reader for {name!r}; there are {', '.join(READERS)}")
    source = Path(path)
    if not source.is_file():
        raise InputError(f"cannot read {path}: no such file")
    return READERS[name](source, companion=None if companion is None else Path(companion), labels=labels or {})
