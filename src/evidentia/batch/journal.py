"""What is done so far, beside the output: whole lines that outlive Ctrl-C, a kill, a full disk."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from evidentia.batch.claims import ClaimLine
from evidentia.claim import Prediction
from evidentia.errors import InputError

PART = ".part"


class Header(msgspec.Struct):
    """What a run depends on; another run cannot go on with it."""

    claims: str
    answers: str


class Entry(msgspec.Struct, omit_defaults=True):
    """What became of one record of the claims file."""

    at: ClaimLine
    prediction: Prediction | None = None
    error: str = ""


_header = msgspec.json.Decoder(Header)
_entry = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


class Journal:
    """A file of JSON lines: the header, then one entry for each record, in their order."""

    def __init__(self, path: Path, header: Header, *, resume: bool | None) -> None:
        self.path = path
        self.done = 0
        try:
            self._stream = path.open("ab")
            try:
                _alone(self._stream, path)
                whole = self._go_on(header, resume) if resume is not False else 0
                self._stream.truncate(whole)
                if not whole:
                    self._stream.write(_encoder.encode(header) + b"\n")
                    self._stream.flush()
            except BaseException:
                self._stream.close()
                raise
        except OSError as error:
            raise InputError(f"cannot write {path}: {error.strerror}") from error

    def _go_on(self, header: Header, resume: bool | None) -> int:
        """How many bytes are whole lines of this very run; half a line that a kill left is not."""
        end = count = 0
        with self.path.open("rb") as stream:
            for line in stream:
                if not line.endswith(b"\n"):
                    break
                if count == 0:
                    self._same(line, header)
                count += 1
                end += len(line)
        if count > 1 and not resume:
            raise InputError(
                f"{self.path}: an unfinished run of {count - 1:,} claims; go on with --resume, "
                "or begin anew with --restart"
            )
        self.done = max(count - 1, 0)
        return end

    def _same(self, line: bytes, header: Header) -> None:
        try:
            found = _header.decode(line)
        except msgspec.DecodeError as error:
            raise InputError(f"{self.path} is no journal of an unfinished run: move it away") from error
        if found != header:
            what = "claims" if found.claims != header.claims else "corpus, model or settings"
            raise InputError(f"{self.path}: an unfinished run with other {what}; begin anew with --restart")

    def write(self, entries: list[Entry]) -> None:
        try:
            self._stream.write(b"".join(_encoder.encode(entry) + b"\n" for entry in entries))
            self._stream.flush()
        except OSError as error:
            raise InputError(
                f"cannot write {self.path}: {error.strerror}; make room, then go on with --resume"
            ) from error

    def entries(self) -> Iterator[Entry]:
        with self.path.open("rb") as stream:
            next(stream)
            for line in stream:
                yield _entry.decode(line)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._stream.close()
        except OSError:
            # The bytes that a full disk refused: the whole lines before them are what counts.
            pass

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def _alone(stream: BinaryIO, path: Path) -> None:
    """Two runs that write one output would mix their lines."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InputError(f"{path}: another run is writing here; wait for it, or give another --output") from error
    except OSError:
        # Some network file systems have no locks.
        pass


def fingerprint(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def beside(output: Path) -> Path:
    return output.with_name(output.name + PART)


def same_file(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and os.path.samefile(one, other)
