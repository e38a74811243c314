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
    return _read(name, source, None if companion is None else Path(companion), labels or {})


def _read(name: str, source: Path, companion: Path | None, labels: Labels) -> Iterator[Record]:
    """Records of another shape end in one line that says so, wherever in a reader they are met."""
    try:
        yield from READERS[name](source, companion=companion, labels=labels)
    except (AttributeError, TypeError, KeyError, IndexError, ValueError) as error:
        raise InputError(f"{source}: a record is not as {name} has them ({error}); is this the right file?") from error
