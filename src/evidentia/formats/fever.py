"""FEVER's wiki-pages: titles escaped, sentences as numbered lines with links behind them."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from evidentia.errors import InputError
from evidentia.files import dumps
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Reject
from evidentia.formats.feverous import plain_title
from evidentia.formats.opening import Block, blocks, head, lines, stream_blocks
from evidentia.formats.prose import sentences, spans_for
from evidentia.page import Link, Page, Rich, Sentence

PAGES_A_FILE = 50_000
_ESCAPES = (
    ("(", "-LRB-"),
    (")", "-RRB-"),
    ("[", "-LSB-"),
    ("]", "-RSB-"),
    ("{", "-LCB-"),
    ("}", "-RCB-"),
    (":", "-COLON-"),
)
_NUMBERED = re.compile(r"([0-9]{1,9})(?:\t|\Z)")
# Lines between two numbers that are filled with empty ones; a wider gap is left, since each line has its number.
_MAX_GAP = 1000
_SUFFIXES = (".jsonl", ".json", ".jsonl.gz", ".jsonl.zst", ".jsonl.bz2", ".jsonl.xz")


def escape_title(title: str) -> str:
    for plain, escaped in _ESCAPES:
        title = title.replace(plain, escaped)
    return title.replace(" ", "_")


def unescape_title(title: str) -> str:
    return _plain(title).replace("_", " ")


def _plain(text: str) -> str:
    if "-" in text:
        for plain, escaped in _ESCAPES:
            text = text.replace(escaped, plain)
    return text


class _Line(msgspec.Struct):
    id: str = ""
    text: str = ""
    lines: str = ""


_decoder = msgspec.json.Decoder(_Line)


def detect(path: Path) -> bool:
    """Records with `id` and `lines`: in a file, in the files of a folder, or of a zip."""
    if path.is_dir():
        file = next(_files(path), None)
        return file is not None and _is_ours(head(file))
    if zipfile.is_zipfile(path):
        try:
            with zipfile.ZipFile(path) as archive:
                member = next(_members(archive), None)
                if member is None:
                    return False
                with archive.open(member) as stream:
                    return _is_ours(stream.read(4096))
        except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, ValueError):
            return False
    return path.is_file() and _is_ours(head(path))


def _is_ours(data: bytes) -> bool:
    line, end, _ = data.lstrip(b"\xef\xbb\xbf \r\n").partition(b"\n")
    if not line.startswith(b"{") or b'"id"' not in line:
        return False
    # Behind a very long text, `lines` is out of sight.
    return b'"lines"' in line or (not end and len(line) > 4000 and b'"text"' in line and b'title"' not in line)


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if not _decoy(path.relative_to(folder).parts) and path.name.endswith(_SUFFIXES) and path.is_file():
            yield path


def _members(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    for member in sorted(archive.infolist(), key=lambda one: one.filename):
        parts = PurePosixPath(member.filename.replace("\\", "/")).parts
        if not member.is_dir() and not _decoy(parts) and member.filename.endswith((".jsonl", ".json")):
            yield member


def _decoy(parts: tuple[str, ...]) -> bool:
    """What macOS leaves beside the files, and other hidden files."""
    return any(part == "__MACOSX" or (part.startswith(".") and part not in (".", "..")) for part in parts)


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Block | Reject]:
    """Blocks of lines; a file that is damaged costs what follows in it, not the files after it."""
    if source.is_dir():
        for path in _files(source):
            yield from _surviving(_blocks_of(path, options), path)
    elif zipfile.is_zipfile(source):
        try:
            with zipfile.ZipFile(source) as archive:
                left = options.max_total_bytes
                for member in _members(archive):
                    name = f"{source}/{member.filename[:200]}"
                    yield from _surviving(_blocks_in(archive, member, name, options, left), name)
                    left -= member.file_size
        except (zipfile.BadZipFile, OSError) as error:
            raise InputError(f"{source}: a damaged zip ({error})") from error
    else:
        yield from _blocks_of(source, options)


def _blocks_of(path: Path, options: ReadOptions) -> Iterator[Block]:
    return blocks(path, max_line=options.max_page_bytes, max_total=options.max_total_bytes)


def _blocks_in(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, options: ReadOptions, left: int
) -> Iterator[Block]:
    stream: IO[bytes]
    with archive.open(member) as stream:
        yield from stream_blocks(stream, name, max_line=options.max_page_bytes, max_total=left)


def _surviving(found: Iterator[Block], name: object) -> Iterator[Block | Reject]:
    try:
        yield from found
    except InputError as error:
        yield Reject.of(str(name), "file", error)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError) as error:
        # Encrypted, packed in a way unknown, or not what the directory of the zip says.
        yield Reject.of(str(name), "file", f"cannot be unpacked: {error}")


def parse(unit: Block | Reject, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Page | Reject]:
    if isinstance(unit, Reject):
        yield unit
        return
    if unit.data is None:
        yield Reject.of(unit.source, f"line {unit.first_line}", f"longer than {options.max_page_bytes:,} bytes")
        return
    for number, line in lines(unit):
        try:
            record = _decoder.decode(line)
            # Each official file begins with a record that holds nothing.
            if record.id or record.text or record.lines:
                yield page_from_lines(record.id, record.lines, text=record.text, options=options)
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            yield Reject.of(unit.source, f"line {number}", f"not a FEVER page: {error}")


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)


def page_from_lines(title: str, numbered: str, *, text: str = "", options: ReadOptions = DEFAULT_OPTIONS) -> Page:
    """The page of an escaped title and its `lines`; without lines, of its text. ValueError says what is wrong."""
    title = plain_title(unescape_title(title))
    if not numbered.strip():
        rich = Rich(" ".join(_plain(text).split()))
        return Page(title, [*sentences(rich, spans_for(options), 0)])
    rows: list[tuple[int, str]] = []
    for line in numbered.split("\n"):
        match = _NUMBERED.match(line)
        last = rows[-1][0] if rows else -1
        if match and last < int(match[1]) <= last + _MAX_GAP:
            rows.append((int(match[1]), line[match.end() :]))
        elif rows:
            # A line break within a sentence: what follows has no number of its own, or one out of turn.
            more = line.replace("\t", " ", 1) if match else line
            rows[-1] = (last, f"{rows[-1][1]} {more}" if more else rows[-1][1])
        elif line.strip():
            raise ValueError("`lines` does not begin with the number of a line")
    return Page(title, [Sentence(number, content) for number, row in rows if (content := _sentence(row)).text])


def _sentence(row: str) -> Rich:
    text, *behind = row.split("\t")
    text = " ".join(_plain(text).split())
    links: list[Link] = []
    position = 0
    for anchor, target in zip(behind[::2], behind[1::2]):
        anchor = " ".join(_plain(anchor).split())
        target = unescape_title(target).partition("#")[0].strip()
        if not anchor or not target:
            continue
        start = text.find(anchor, position)
        if start >= 0:
            position = start + len(anchor)
            links.append(Link(target, start, position))
    return Rich(text, tuple(links))


def write(pages: Iterable[Page], to: Path) -> int:
    """A folder of files as FEVER has them, one `.jsonl`, or a `.zip`; all sentences under their own numbers."""
    part = to.with_name(to.name + f".part{os.getpid()}")
    try:
        if to.suffix == ".jsonl":
            with part.open("w", encoding="utf-8", newline="\n") as stream:
                count = sum(stream.write(_record(page)) > 0 for page in pages)
        elif to.suffix == ".zip":
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                count = _write_zip(pages, archive)
        else:
            if to.exists() and (not to.is_dir() or any(to.iterdir())):
                raise InputError(f"{to}: exists already; choose another folder")
            part.mkdir(parents=True)
            count = _write_folder(pages, part)
        os.replace(part, to)
    except OSError as error:
        raise InputError(f"cannot write {to}: {error.strerror or error}") from error
    finally:
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)
    return count


def _write_folder(pages: Iterable[Page], folder: Path) -> int:
    count = 0
    for number, some in enumerate(_files_of_pages(pages), 1):
        with (folder / f"wiki-{number:03}.jsonl").open("w", encoding="utf-8", newline="\n") as stream:
            for page in some:
                stream.write(_record(page))
                count += 1
    return count


def _write_zip(pages: Iterable[Page], archive: zipfile.ZipFile) -> int:
    count = 0
    for number, some in enumerate(_files_of_pages(pages), 1):
        # A fixed time: the same pages give the same bytes.
        member = zipfile.ZipInfo(f"wiki-pages/wiki-{number:03}.jsonl")
        member.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(member, "w", force_zip64=True) as stream:
            for page in some:
                stream.write(_record(page).encode())
                count += 1
    return count


def _files_of_pages(pages: Iterable[Page]) -> Iterator[Iterator[Page]]:
    stream = iter(pages)
    for first in stream:

        def some(first: Page = first) -> Iterator[Page]:
            yield first
            for _ in range(PAGES_A_FILE - 1):
                following = next(stream, None)
                if following is None:
                    return
                yield following

        yield some()


def _record(page: Page) -> str:
    rows: list[str] = []
    texts: list[str] = []
    last = -1
    for sentence in sorted(page.sentences, key=lambda one: one.number):
        if sentence.number - last <= _MAX_GAP:
            rows += [f"{number}\t" for number in range(last + 1, sentence.number)]
        last = sentence.number
        text = " ".join(sentence.text.split())
        texts.append(text)
        row = [str(last), text]
        for link in sentence.content.links:
            row += (" ".join(sentence.text[link.start : link.end].split()), escape_title(link.target))
        rows.append("\t".join(row))
    return dumps({"id": escape_title(page.title), "text": " ".join(texts), "lines": "\n".join(rows)}) + "\n"
