"""Wikimedia Enterprise HTML dumps: `.json.tar.gz` whose members hold an article a line, or such lines unpacked."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

import msgspec

from evidentia.corpus.sentences import splitter_from
from evidentia.errors import InputError
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Redirect, Reject
from evidentia.formats.feverous import plain_title
from evidentia.formats.html import page_from_html
from evidentia.formats.opening import Block, blocks, head, lines, open_packed, stream_blocks

_SUFFIXES = (".json", ".ndjson", ".jsonl")
_MAX_HEADER = 1 << 20
_MARK = b'"article_body"'
_LONG_HEADERS = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)


class _Body(msgspec.Struct):
    html: str = ""


class _Name(msgspec.Struct):
    name: str = ""


class _Namespace(msgspec.Struct):
    identifier: int = 0


class _Article(msgspec.Struct):
    name: str
    article_body: _Body | None = None
    namespace: _Namespace | None = None
    redirects: list[_Name] | None = None


_decoder = msgspec.json.Decoder(_Article)


class _BoundedInfo(tarfile.TarInfo):
    """A header of a member; one that announces a name of gigabytes is refused before it is read."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _BoundedInfo:
        found = super().frombuf(buf, encoding, errors)
        if found.type in _LONG_HEADERS and found.size > _MAX_HEADER:
            raise InputError(f"a header of {found.size:,} bytes in the archive")
        return found


def detect(path: Path) -> bool:
    """Articles with `article_body`, in a tar, in a file, or in the files of a folder."""
    if path.is_dir():
        return any(_is_ours(head(file)) for file in _files(path)[:1])
    data = head(path, 1 << 18) if path.is_file() else b""
    if data[257:262] == b"ustar":
        return _tar_is_ours(data)
    return _is_ours(data)


def _is_ours(data: bytes) -> bool:
    return (
        data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{")
        and b'"name"' in data
        and (_MARK in data or (b'"namespace"' in data and b'"date_modified"' in data))
    )


def _tar_is_ours(data: bytes) -> bool:
    import io

    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r|", tarinfo=_BoundedInfo) as archive:
            for member in archive:
                if _wanted(member):
                    return _is_ours(data[member.offset_data : member.offset_data + (1 << 17)])
    except (tarfile.TarError, InputError, ValueError, OSError):
        pass
    return False


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name.endswith(_SUFFIXES) and path.is_file())


def _wanted(member: tarfile.TarInfo) -> bool:
    name = member.name.rpartition("/")[2]
    return member.isfile() and name.endswith(_SUFFIXES) and not name.startswith(".")


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Block | Reject]:
    if source.is_dir():
        for path in _files(source):
            yield from blocks(path, max_line=options.max_page_bytes, max_total=options.max_total_bytes)
    elif head(source, 512)[257:262] == b"ustar":
        yield from _archive(source, options)
    else:
        yield from blocks(source, max_line=options.max_page_bytes, max_total=options.max_total_bytes)


def _archive(source: Path, options: ReadOptions) -> Iterator[Block | Reject]:
    """The members in their order; nothing is unpacked to disk, so their names can do no harm."""
    left = options.max_total_bytes
    name = str(source)
    try:
        with (
            open_packed(source) as stream,
            tarfile.open(fileobj=cast(Any, stream), mode="r|", tarinfo=_BoundedInfo) as archive,
        ):
            for member in archive:
                # The list of members would grow with the archive.
                cast(Any, archive).members.clear()
                if not _wanted(member):
                    continue
                name = f"{source}/{member.name[:200]}"
                lines_of = cast(IO[bytes], archive.extractfile(member))
                yield from stream_blocks(lines_of, name, max_line=options.max_page_bytes, max_total=left)
                left -= member.size
    except InputError as error:
        yield Reject.of(name, "archive", error)
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        yield Reject.of(name, "archive", f"damaged or cut off: {error}")


def parse(unit: Block | Reject, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    if isinstance(unit, Reject):
        yield unit
        return
    if unit.data is None:
        yield Reject.of(unit.source, f"line {unit.first_line}", f"longer than {options.max_page_bytes:,} bytes")
        return
    for number, line in lines(unit):
        try:
            yield from _article(_decoder.decode(line), options)
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            yield Reject.of(unit.source, f"line {number}", f"not an article: {error}")


def _article(article: _Article, options: ReadOptions) -> Iterator[Record]:
    if article.namespace is not None and article.namespace.identifier != 0:
        return
    title = plain_title(article.name)
    html = article.article_body.html if article.article_body else ""
    splitter = splitter_from(options.extra.get("splitter"))
    page = page_from_html(html, title, filter=options.filter, splitter=splitter)
    if page is None:
        if options.filter is None:
            raise ValueError(f"nothing to read in {title!r}" if html else f"no HTML in {title!r}")
        return
    yield page
    for other in article.redirects or ():
        if other.name:
            yield Redirect(plain_title(other.name), title)


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)
