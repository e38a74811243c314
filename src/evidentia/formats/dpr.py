"""DPR's `psgs_w100.tsv`: passages of 100 words; consecutive passages of one title are a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from evidentia.files import atomic
from evidentia.formats import prose
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Reject
from evidentia.formats.feverous import plain_title
from evidentia.formats.opening import Block, blocks, head, lines
from evidentia.page import Page, Rich

HEADER = "id\ttext\ttitle"
_BEGINNING = re.compile(rb"[^\t\"]{1,100}\t")
_MAX_JOINED = 1000


def detect(path: Path) -> bool:
    """The header, or lines of a number, a text and a title."""
    if not path.is_file():
        return False
    data = head(path, 1 << 14).removeprefix(b"\xef\xbb\xbf")
    line = data.partition(b"\n")[0].rstrip(b"\r")
    return line == HEADER.encode() or re.fullmatch(rb"[0-9]{1,12}\t[^\t]{20,}\t[^\t]{1,400}", line) is not None


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Block]:
    """Blocks that end where a page ends."""
    kept, first = b"", 1
    for block in blocks(source, max_line=options.max_page_bytes, max_total=options.max_total_bytes):
        if block.data is None:
            if kept:
                yield Block(block.source, first, kept, block.fraction)
            yield block
            kept, first = b"", block.first_line + 1
            continue
        data = kept + block.data
        end = _last_page(data)
        if len(data) - end > options.max_page_bytes:
            yield Block(block.source, first, data[:end], block.fraction)
            yield Block(block.source, first + data[:end].count(b"\n"), None)
            kept, first = b"", first + data.count(b"\n")
            continue
        if end:
            yield Block(block.source, first, data[:end], block.fraction)
        kept, first = data[end:], first + data[:end].count(b"\n")
    if kept:
        yield Block(str(source), first, kept, 1.0)


def _last_page(data: bytes) -> int:
    """Where the passages of the last title begin."""
    title = None
    end = len(data)
    while end > 0:
        start = data.rfind(b"\n", 0, end - 1) + 1
        line = data[start:end]
        if b"\t" in line:
            mine = line.rstrip(b"\r\n").rpartition(b"\t")[2]
            if title is None:
                title = mine
            elif mine != title and _BEGINNING.match(line):
                return end
        end = start
    return 0


def parse(unit: Block, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Page | Reject]:
    if unit.data is None:
        reason = f"a page or a line longer than {options.max_page_bytes:,} bytes"
        yield Reject.of(unit.source, f"line {unit.first_line}", reason)
        return
    spans = prose.spans_for(options)
    title, parts, first = "", list[str](), 0
    for number, found in _records(unit):
        if isinstance(found, Reject):
            yield found
            continue
        text, name = found
        if number == 1 and (text, name) == ("text", "title"):
            continue
        if name != title and parts:
            yield _page(title, parts, spans, unit.source, first)
            parts = []
        if not parts:
            title, first = name, number
        parts.append(text)
    if parts:
        yield _page(title, parts, spans, unit.source, first)


def _page(title: str, parts: list[str], spans: prose.Spans, source: str, line: int) -> Page | Reject:
    try:
        return Page(plain_title(title), [*prose.sentences(Rich(prose.joined(parts)), spans, 0)])
    except ValueError as error:
        return Reject.of(source, f"line {line}", error)


def _records(unit: Block) -> Iterator[tuple[int, tuple[str, str] | Reject]]:
    """Text and title of each line; a line break within quotes does not end a record."""
    open_: list[bytes] = []
    first = 0
    for number, line in lines(unit):
        line = line.rstrip(b"\r")
        if open_ and (_BEGINNING.match(line) or len(open_) > _MAX_JOINED):
            yield first, Reject.of(unit.source, f"line {first}", "a quoted text that does not end")
            open_ = []
        if not open_:
            first = number
        open_.append(line)
        # Only a line with a title behind it can end a record.
        if b"\t" in line or len(open_) == 1:
            record = b" ".join(open_)
            if _is_whole(record):
                open_ = []
                yield first, _record(record, unit.source, first)
    if open_:
        yield first, Reject.of(unit.source, f"line {first}", "a quoted text that does not end")


def _is_whole(record: bytes) -> bool:
    rest = record.partition(b"\t")[2]
    return not rest.startswith(b'"') or rest.count(b'"') % 2 == 0


def _record(record: bytes, source: str, line: int) -> tuple[str, str] | Reject:
    try:
        fields = record.decode().split("\t")
    except UnicodeDecodeError as error:
        return Reject.of(source, f"line {line}", f"not UTF-8: {error.reason}")
    if len(fields) < 3:
        return Reject.of(source, f"line {line}", f"{len(fields)} columns, not id, text and title (cut off?)")
    return _unquoted(" ".join(fields[1:-1])), _unquoted(fields[-1])


def _unquoted(field: str) -> str:
    if len(field) > 1 and field[0] == field[-1] == '"':
        return field[1:-1].replace('""', '"')
    return field


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)


def write(pages: Iterable[Page], to: Path, *, words: int = 100, wrap: bool = False) -> int:
    """Returns how many passages were written; the last of a page is shorter unless `wrap`."""
    count = 0
    with atomic(to) as stream:
        stream.write(HEADER + "\n")
        for page in pages:
            for text in prose.passages(page, words=words, wrap=wrap):
                count += 1
                stream.write(f"{count}\t{_quoted(text)}\t{_quoted(' '.join(page.title.split()))}\n")
    return count


def _quoted(field: str) -> str:
    return '"' + field.replace('"', '""') + '"' if '"' in field else field
