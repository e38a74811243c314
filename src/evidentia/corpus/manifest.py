"""What a corpus says of itself: sources, hashes, counts, versions."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from pathlib import Path

import msgspec

from evidentia.errors import InputError
from evidentia.files import atomic, dumps

FORMAT = 1
FILE = "manifest.json"
REJECTS = "rejects.jsonl"
_WHOLE_FILE = 1 << 30
_SAMPLE = 1 << 20


class Source(msgspec.Struct, kw_only=True):
    """One source of a corpus as it was read."""

    path: str
    format: str
    fingerprint: str = ""
    bytes: int = 0
    pages: int = 0
    redirects: int = 0
    rejects: int = 0


class Manifest(msgspec.Struct, kw_only=True):
    """`version` names the content: equal pages and redirects, equal version. `date` is the only time in here."""

    format: int = FORMAT
    name: str = ""
    date: str = ""
    version: str = ""
    pages: int = 0
    redirects: int = 0
    duplicates: int = 0
    rejects: int = 0
    sources: list[Source] = []
    on_duplicate: str = "replace"
    filter: str | None = None
    database: str | None = None
    """The FEVEROUS database that is read in place, where the corpus holds no pages of its own."""
    software: str = ""


class _Version(msgspec.Struct):
    format: int = 0


def read(folder: Path) -> Manifest:
    path = folder / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{folder}: no corpus here (no {FILE}); build one with `evidentia corpus build`") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    try:
        version = msgspec.json.decode(data, type=_Version).format
        if version > FORMAT:
            raise InputError(
                f"{folder}: a corpus of format {version}, newer than this program knows ({FORMAT}); "
                "update it: pip install --upgrade evidentia"
            )
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged ({error}); build the corpus again") from error


def write(folder: Path, manifest: Manifest) -> None:
    with atomic(folder / FILE) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode() + "\n")


def write_rejects(connection: sqlite3.Connection, folder: Path) -> None:
    """What was refused, with source, position and reason."""
    with atomic(folder / REJECTS) as stream:
        for source, position, reason in connection.execute("SELECT * FROM rejects ORDER BY rowid"):
            stream.write(dumps({"source": source, "position": position, "reason": reason}) + "\n")


def fingerprint(path: Path) -> tuple[str, int]:
    """Hash and size of a source: the bytes of a file (samples of them over 1 GiB), names and sizes in a folder."""
    digest = hashlib.sha256()
    if path.is_dir():
        total = 0
        for folder, names, files in os.walk(path):
            names.sort()
            for name in sorted(files):
                file = Path(folder, name)
                size = file.lstat().st_size
                total += size
                digest.update(f"{file.relative_to(path).as_posix()}\0{size}\n".encode(errors="surrogateescape"))
        return f"sha256-names:{digest.hexdigest()}", total
    size = path.stat().st_size
    with path.open("rb") as stream:
        if size <= _WHOLE_FILE:
            while block := stream.read(_SAMPLE):
                digest.update(block)
            return f"sha256:{digest.hexdigest()}", size
        digest.update(str(size).encode())
        for part in range(64):
            stream.seek(part * (size - _SAMPLE) // 63)
            digest.update(stream.read(_SAMPLE))
    return f"sha256-samples:{digest.hexdigest()}", size
