"""Redirects, one JSON object a line: `{"from": other title, "to": title of the page}`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Redirect, Reject
from evidentia.formats.feverous import plain_title
from evidentia.formats.opening import Block, blocks, lines

_decoder = msgspec.json.Decoder(dict[str, Any])


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Block]:
    return blocks(source, max_line=1 << 20, max_total=options.max_total_bytes)


def parse(unit: Block, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Redirect | Reject]:
    if unit.data is None:
        yield Reject.of(unit.source, f"line {unit.first_line}", "longer than 1 MB")
    for number, line in lines(unit):
        try:
            record = _decoder.decode(line)
            yield Redirect(plain_title(record.get("from")), plain_title(record.get("to")))
        except (ValueError, msgspec.MsgspecError) as error:
            yield Reject.of(unit.source, f"line {number}", f"not a redirect: {error}")


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Redirect | Reject]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)
