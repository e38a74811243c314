"""From what a reader gives to what the store takes: rows with their key and hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from evidentia.errors import MissingExtra
from evidentia.formats.base import AnyRecord, Encoded, ReadOptions, Redirect, Reject
from evidentia.formats.feverous import page_to_json, plain_title
from evidentia.formats.feverous_db import title_id
from evidentia.page import Page


class Row(NamedTuple):
    """One page ready to be stored."""

    key: str
    data: bytes
    digest: int


Prepared = Row | Redirect | Reject
MODULUS = 1 << 128


def digest(data: bytes) -> int:
    """One page's share in the version of the corpus; the shares are added up, so that their order does not matter."""
    return int.from_bytes(hashlib.sha256(data).digest()[:16], "big")


def row(title: str, data: bytes) -> Row:
    return Row(title_id(title), data, digest(data))


def prepare(records: Iterable[AnyRecord], source: str) -> Iterator[Prepared]:
    for number, record in enumerate(records, 1):
        if isinstance(record, Encoded):
            yield row(record.title, record.data)
        elif isinstance(record, Page):
            try:
                record.title = plain_title(record.title)
                yield row(record.title, page_to_json(record))
            except ValueError as error:
                yield Reject.of(source, f"{record.title[:100]!r} (record {number})", error)
        else:
            yield record


def prepare_unit(module: Any, unit: Any, source: str, options: ReadOptions) -> list[Prepared]:
    """All records of one unit; what a reader did not foresee costs this unit, never the build."""
    found: list[Prepared] = []
    try:
        found.extend(prepare(module.parse(unit, options=options), source))
    except MissingExtra:
        raise
    except Exception as error:
        found.append(Reject.of(source, place(unit), f"{type(error).__name__}: {error}"))
    return found


def place(unit: Any) -> str:
    """Where a unit stands, for a message."""
    first = getattr(unit, "first_line", None)
    if first is not None:
        return f"from line {first}"
    return str(unit)[:200]
