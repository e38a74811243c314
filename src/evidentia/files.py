"""Reading lines and writing files: positions for messages, whole files or none."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from evidentia.errors import InputError

_encoder = msgspec.json.Encoder()


def dumps(value: Any) -> str:
    """One line of JSON, keys in the order given."""
    return _encoder.encode(value).decode("utf-8")


def raw_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers from 1; `-` is stdin; BOM and CRLF are taken off; blank lines skipped."""
    stream: IO[bytes]
    with contextlib.ExitStack() as stack:
        if str(path) == "-":
            stream = sys.stdin.buffer
        else:
            try:
                stream = stack.enter_context(Path(path).open("rb"))
            except OSError as error:
                raise InputError(f"cannot read {path}: {error.strerror}") from error
        for number, line in enumerate(stream, 1):
            if number == 1 and line.startswith(b"\xef\xbb\xbf"):
                line = line[3:]
            line = line.rstrip(b"\r\n")
            if line.strip():
                yield number, line


def read_jsonl(path: str | Path) -> Iterator[tuple[int, Any]]:
    """Decoded lines with their numbers; InputError names the line that is not JSON."""
    for number, line in raw_lines(path):
        try:
            yield number, msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{path}, line {number}: not JSON ({error})") from error


@contextlib.contextmanager
def atomic(path: str | Path) -> Iterator[IO[str]]:
    """A text file that appears whole or not at all; `-` is stdout; pipes and devices are written to as they are."""
    if str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    # A link keeps leading to its file, as with every other program that writes through it.
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    part = target.with_name(target.name + f".part{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        os.replace(part, target)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
