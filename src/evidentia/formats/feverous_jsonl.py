"""FEVEROUS pages, one JSON object a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from evidentia.formats.base import DEFAULT_OPTIONS, Encoded, ReadOptions, Record, Reject
from evidentia.formats.feverous import canonical, page_from_json, page_to_json
from evidentia.formats.opening import Block, blocks, head, lines
from evidentia.page import Page


def detect(path: Path) -> bool:
    """One line of JSON with `title` and `order`, or elements of FEVEROUS."""
    if not path.is_file():
        return False
    data = head(path, 4096).lstrip(b"\xef\xbb\xbf \r\n")
    return data.startswith(b"{") and b'"title"' in data and (b'"order"' in data or b'"sentence_0"' in data)


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Block]:
    return blocks(source, max_line=options.max_page_bytes, max_total=options.max_total_bytes)


def parse(unit: Block, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterable[Encoded | Reject]:
    if unit.data is None:
        return [too_long(unit, options)]
    found: list[Encoded | Reject] = []
    for number, line in lines(unit):
        try:
            found.append(Encoded(*canonical(line)))
        except ValueError as error:
            found.append(Reject.of(unit.source, f"line {number}", error))
    return found


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        if unit.data is None:
            yield too_long(unit, options)
        for number, line in lines(unit):
            try:
                yield page_from_json(line)
            except ValueError as error:
                yield Reject.of(unit.source, f"line {number}", error)


def too_long(unit: Block, options: ReadOptions) -> Reject:
    return Reject.of(unit.source, f"line {unit.first_line}", f"longer than {options.max_page_bytes:,} bytes")


def write(pages: Iterable[Page], to: Path) -> int:
    """One page a line; returns how many."""
    from evidentia.files import atomic

    count = 0
    with atomic(to) as stream:
        for page in pages:
            stream.write(page_to_json(page).decode())
            stream.write("\n")
            count += 1
    return count
