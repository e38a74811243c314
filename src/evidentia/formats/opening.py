"""Opening a file whatever packs it (gzip, zstandard, bzip2, xz), in bounded memory."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from evidentia.errors import InputError

BLOCK = 1 << 20
_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
# What `zstd --long=27` asks for; more would let a file of some bytes take all memory.
_WINDOW = 1 << 27


class Block(NamedTuple):
    """Whole lines, the first with its number; `data` is None where one line is longer than allowed."""

    source: str
    first_line: int
    data: bytes | None
    fraction: float = 0.0
    """The share of the file that is behind these lines."""


def packing(path: Path) -> str | None:
    """How the file is packed, by its first bytes."""
    with path.open("rb") as stream:
        head = stream.read(6)
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)


def open_packed(path: Path) -> IO[bytes]:
    """The unpacked bytes of a file."""
    try:
        return unpack(path.open("rb"), packing(path))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def unpack(stream: IO[bytes], how: str | None) -> IO[bytes]:
    """The unpacked bytes of an open file; the file closes when nobody holds it any more."""
    if how == "gzip":
        import gzip

        return cast(IO[bytes], gzip.GzipFile(fileobj=stream))
    if how == "bzip2":
        import bz2

        return cast(IO[bytes], bz2.BZ2File(stream))
    if how == "xz":
        import lzma

        return cast(IO[bytes], lzma.LZMAFile(stream))
    if how == "zstd":
        import zstandard

        unpacker = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
        reader: Any = unpacker.stream_reader(cast(IO[bytes], _Guarded(stream)), read_across_frames=True)
        return cast(IO[bytes], io.BufferedReader(reader, BLOCK))
    return stream


class _Guarded:
    """A Zstandard file with a frame to be skipped behind it.

    The unpacker ends in silence where a file is cut off. With this behind the cut, it meets a block of a kind that
    does not exist, and says so; behind a whole file it passes over it.
    """

    _GUARD = b"\x50\x2a\x4d\x18" + (1 << 18).to_bytes(4, "little") + b"\xff" * (1 << 18)

    def __init__(self, stream: IO[bytes]) -> None:
        self._parts = [stream, io.BytesIO(self._GUARD)]

    def read(self, size: int = -1) -> bytes:
        while self._parts:
            data = self._parts[0].read(size)
            if data:
                return data
            self._parts.pop(0)
        return b""


def blocks(path: Path, *, max_line: int, max_total: int, size: int = BLOCK) -> Iterator[Block]:
    """The lines of a file in blocks of about `size` bytes; a line over `max_line` bytes is passed over, unread."""
    try:
        opened, size_packed, how = path.open("rb"), max(path.stat().st_size, 1), packing(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    with opened as raw, unpack(raw, how) as stream:
        yield from stream_blocks(
            stream,
            str(path),
            max_line=max_line,
            max_total=max_total,
            size=size,
            share=lambda: raw.tell() / size_packed,
        )


def stream_blocks(
    stream: IO[bytes],
    name: str,
    *,
    max_line: int,
    max_total: int,
    size: int = BLOCK,
    share: Callable[[], float] = lambda: 0.0,
) -> Iterator[Block]:
    """The same for a stream that is open already (a member of an archive); `share` tells how much is behind."""
    line, total = 1, 0
    kept: list[bytes] = []
    length = 0
    too_long = False
    damage: tuple[type[Exception], ...] = (OSError, EOFError, ValueError, *_unpack_errors())
    while True:
        behind = share()
        try:
            chunk = stream.read(size)
        except damage as error:
            raise InputError(f"{name}: damaged or cut off after {total:,} unpacked bytes ({error})") from error
        if not chunk:
            break
        if not total and chunk.startswith(b"\xef\xbb\xbf"):
            chunk = chunk[3:]
        total += len(chunk)
        if total > max_total:
            raise InputError(f"{name}: unpacks to more than {max_total:,} bytes; cut it, or allow more")
        if too_long:
            end = chunk.find(b"\n")
            if end < 0:
                continue
            yield Block(name, line, None)
            line, chunk, too_long = line + 1, chunk[end + 1 :], False
        end = chunk.rfind(b"\n") + 1
        if end:
            data = b"".join((*kept, chunk[:end]))
            yield Block(name, line, data, behind)
            line += data.count(b"\n")
            kept, length, chunk = [], 0, chunk[end:]
        if chunk:
            kept.append(chunk)
            length += len(chunk)
        if length > max_line:
            kept, length, too_long = [], 0, True
    if too_long:
        yield Block(name, line, None)
    elif kept:
        yield Block(name, line, b"".join(kept))


def lines(block: Block) -> Iterator[tuple[int, bytes]]:
    """The lines of a block that are not blank, numbered."""
    for number, line in enumerate((block.data or b"").split(b"\n"), block.first_line):
        if line and not line.isspace():
            yield number, line


def _unpack_errors() -> tuple[type[Exception], ...]:
    import lzma
    import tarfile
    import zipfile
    import zlib

    import zstandard

    return (zstandard.ZstdError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile)


def head(path: Path, size: int = 1 << 16) -> bytes:
    """The first unpacked bytes of a file, for telling its format; nothing where it cannot be read."""
    damage: tuple[type[Exception], ...] = (OSError, EOFError, ValueError, *_unpack_errors())
    try:
        with path.open("rb") as raw, unpack(raw, packing(path)) as stream:
            return stream.read(size)
    except damage:
        return b""
