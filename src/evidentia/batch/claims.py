"""Claims from JSON lines, CSV and Parquet; a record that is none is told with its line, and stops nothing."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from evidentia.errors import InputError, MissingExtra
from evidentia.files import raw_lines

LONGEST_LINE = 50_000_000
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff")
_EXAMPLE = 'a line is {"id": 1, "claim": "…"}'


class ClaimLine(msgspec.Struct, omit_defaults=True):
    """One record of the file: a claim, or what is wrong with it."""

    line: int
    id: str | int | None = None
    claim: str = ""
    error: str = ""


def read(path: str | Path) -> Iterator[ClaimLine]:
    """By the ending of the name: `.csv`, `.tsv`, `.parquet`, else JSON lines; `-` is JSON lines on stdin."""
    kind = Path(path).suffix.lower()
    if kind == ".parquet":
        yield from _parquet(Path(path))
    elif kind in (".csv", ".tsv"):
        yield from _csv(Path(path), "\t" if kind == ".tsv" else ",")
    else:
        yield from _jsonl(path)


def _jsonl(path: str | Path) -> Iterator[ClaimLine]:
    for number, line in raw_lines(path):
        if number == 1 and line.startswith(_OTHER_ENCODINGS):
            raise InputError(f"{path} is UTF-16, not UTF-8: convert it first (iconv -f UTF-16 -t UTF-8)")
        if len(line) > LONGEST_LINE:
            yield ClaimLine(number, error=f"the line has {len(line):,} bytes; at most {LONGEST_LINE:,} are read")
            continue
        try:
            record = msgspec.json.decode(line)
        except UnicodeDecodeError:
            yield ClaimLine(number, error="not UTF-8")
            continue
        except (msgspec.DecodeError, RecursionError) as error:
            fault = "not UTF-8" if _foreign(line) else f"not JSON ({error})"
            yield ClaimLine(number, error=fault)
            continue
        if not isinstance(record, Mapping):
            yield ClaimLine(number, error=f"not an object: {_EXAMPLE}")
        elif not (number == 1 and _is_header(record)):
            yield _line(number, record)


def _line(number: int, record: Mapping[str, Any]) -> ClaimLine:
    identity, claim = record.get("id"), record.get("claim")
    identity = identity if isinstance(identity, str | int) and not isinstance(identity, bool) else None
    if not isinstance(claim, str):
        return ClaimLine(number, identity, error=f'no "claim": {_EXAMPLE}')
    claim = " ".join(claim.split())
    return ClaimLine(number, identity, claim) if claim else ClaimLine(number, identity, error="the claim is empty")


def _is_header(record: Mapping[str, Any]) -> bool:
    """The empty record that FEVEROUS files begin with."""
    return record.get("claim") == "" and not record.get("label") and record.get("id") in ("", None)


def _foreign(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _csv(path: Path, delimiter: str) -> Iterator[ClaimLine]:
    csv.field_size_limit(min(sys.maxsize, LONGEST_LINE))
    try:
        # What is no UTF-8 stays visible in its row alone.
        with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            rows = csv.DictReader(stream, delimiter=delimiter)
            names = [name.strip() for name in rows.fieldnames or ()]
            rows.fieldnames = names
            if "claim" not in names:
                raise InputError(f'{path}: no column "claim"; its columns are {", ".join(names) or "none"}')
            for row in rows:
                claim = row.get("claim") or ""
                if any("\udc80" <= character <= "\udcff" for value in row.values() for character in _plain(value)):
                    yield ClaimLine(rows.line_num, error="not UTF-8")
                    continue
                yield _line(rows.line_num, {"id": _number(row.get("id")), "claim": claim})
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except csv.Error as error:
        raise InputError(f"{path} is not CSV: {error}") from error


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(identity: str | None) -> str | int | None:
    """Ids that are whole numbers in a benchmark are whole numbers in its CSV."""
    if identity and identity.isascii() and identity.isdigit() and str(int(identity)) == identity:
        return int(identity)
    return identity or None


def _parquet(path: Path) -> Iterator[ClaimLine]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("pyarrow", "parquet") from error
    try:
        file = parquet.ParquetFile(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error}") from error
    except pyarrow.ArrowInvalid as error:
        raise InputError(f"{path} is not Parquet: {error}") from error
    names = [name for name in ("id", "claim") if name in file.schema_arrow.names]
    if "claim" not in names:
        raise InputError(f'{path}: no column "claim"; its columns are {", ".join(file.schema_arrow.names)}')
    number = 0
    for batch in file.iter_batches(batch_size=1000, columns=names):
        for row in batch.to_pylist():
            number += 1
            yield _line(number, row)
