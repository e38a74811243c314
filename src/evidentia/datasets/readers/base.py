"""What every reader of an outside data set gives: lines that `evidentia judge` takes, with their label."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from evidentia.claim import Label
from evidentia.datasets.records import Record
from evidentia.errors import InputError
from evidentia.files import raw_lines, read_jsonl

MAX_FILE = 2_000_000_000
Labels = Mapping[str, Label]


class Reader(Protocol):
    """`companion` is the data set's second file: abstracts, tables."""

    def __call__(self, path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]: ...


def records(path: Path) -> Iterator[tuple[int, Any]]:
    """A JSON array, an object of records, or JSON lines."""
    first = next(raw_lines(path), (1, b""))[1].lstrip()
    if first.startswith(b"[") or first.rstrip() == b"{":
        whole = load(path)
        yield from enumerate(whole if isinstance(whole, list) else [whole], 1)
    else:
        yield from read_jsonl(path)


def load(path: Path) -> Any:
    try:
        if path.stat().st_size > MAX_FILE:
            raise InputError(f"{path}: more than {MAX_FILE:,} bytes in one JSON value")
        return msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: not JSON ({error})") from error


def sheet(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows of a CSV or TSV file by the names in its first line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter="\t" if "\t" in first else ",")
    for number, row in enumerate(rows, 2):
        yield (
            number,
            {str(key): value or "" for key, value in row.items() if key is not None and isinstance(value, str | None)},
        )


def label(value: Any, known: Labels, given: Labels, where: str) -> Label:
    """The label a data set's name stands for: what the caller says first, then what its authors define."""
    name = str(value).strip()
    for mapping in (given, known):
        for key, meaning in mapping.items():
            if key.lower() == name.lower():
                return meaning
    raise InputError(
        f"{where}: the label {name[:60]!r} has no meaning here; say what it means with --label '{name[:40]}=REFUTES'"
    )


def text_of(record: Any, key: str, where: str) -> str:
    value = record.get(key) if isinstance(record, dict) else None
    if not isinstance(value, str):
        raise InputError(f"{where}: it has no text under `{key}`; is this the right file for the format?")
    return value


def piece(id_: str, page: str, text: str, context: list[str] | None = None) -> Record:
    return {"id": id_, "page": page, "text": text, "context": context if context is not None else [page]}


def line(
    id_: Any, claim: str, meaning: Label, evidence: list[Record], tables: list[Record] | None = None, **extra: Any
) -> Record:
    found: Record = {"id": id_, "claim": claim, "label": meaning.value, "evidence": evidence}
    if tables:
        found["tables"] = tables
    if extra:
        found["extra"] = extra
    return found
