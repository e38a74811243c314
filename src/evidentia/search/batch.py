"""Retrieval for many claims: one line of JSON for each, written so that a killed run goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from evidentia.claim import Evidence, ScoredPage
from evidentia.errors import InputError
from evidentia.files import dumps, read_jsonl
from evidentia.progress import Progress
from evidentia.search.methods import Method
from evidentia.search.searcher import Retrieved


class ClaimLine(NamedTuple):
    id: str | int | None
    claim: str


def read_claims(path: str | Path) -> Iterator[ClaimLine]:
    """Claims of a FEVER, FEVEROUS or FAVIQ file, or of any JSON lines with `claim`; FEVEROUS's header is skipped."""
    for number, row in read_jsonl(path):
        claim = row.get("claim") if isinstance(row, Mapping) else None
        if not isinstance(claim, str):
            raise InputError(f'{path}, line {number}: no "claim" (a line is {{"id": 1, "claim": "…"}})')
        if number == 1 and not claim and not row.get("label"):
            continue
        identity = row.get("id")
        yield ClaimLine(identity if isinstance(identity, str | int) else None, claim)


def as_line(claim: ClaimLine, found: Retrieved) -> dict[str, Any]:
    line: dict[str, Any] = {
        "id": claim.id,
        "claim": claim.claim,
        "predicted_pages": [_pair(page.title, page) for page in found.pages],
        "predicted_sentences": [_pair(piece.id, piece) for piece in found.sentences],
        "predicted_tables": [_pair(piece.id, piece) for piece in found.tables],
        "predicted_cells": [_pair(piece.id, piece) for piece in found.cells],
        "predicted_items": [_pair(piece.id, piece) for piece in found.items],
    }
    if found.passages:
        line["predicted_passages"] = [_pair(piece.id, piece) for piece in found.passages]
    return line


def _pair(name: str, scored: ScoredPage | Evidence) -> list[Any]:
    return [name, round(float(scored.score), 4)]


def retrieve_file(
    method: Method, claims: str | Path, output: str | Path, *, mark: str = "", progress: bool = True
) -> int:
    """Write one line for each claim; how many. `mark` says what the run depends on besides the claims."""
    if str(output) == "-":
        import sys

        return _write(method, claims, sys.stdout, 0, progress)
    target = Path(output)
    if str(claims) == "-":
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
    else:
        part = target.with_name(f"{target.name}.{_key(Path(claims), mark)}.part")
    try:
        done = _whole_lines(part)
        with part.open("a", encoding="utf-8", newline="\n") as stream:
            count = _write(method, claims, stream, done, progress)
        os.replace(part, target)
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
    return count


def _write(method: Method, claims: str | Path, stream: IO[str], done: int, progress: bool) -> int:
    count = 0
    with Progress("claims", done=done) as shown:
        for count, claim in enumerate(read_claims(claims), 1):
            if count <= done:
                continue
            stream.write(dumps(as_line(claim, method(claim.claim))) + "\n")
            if progress:
                shown.step()
    stream.flush()
    return count


def _key(path: Path, mark: str) -> str:
    try:
        state = path.stat()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    whole = msgspec.json.encode([str(path.resolve()), state.st_size, state.st_mtime_ns, mark])
    return blake2b(whole, digest_size=5).hexdigest()


def _whole_lines(part: Path) -> int:
    """How many whole lines an earlier run left; half a line at the end is cut off."""
    if not part.is_file():
        return 0
    with part.open("r+b") as stream:
        count = end = 0
        for line in stream:
            if not line.endswith(b"\n"):
                break
            count += 1
            end += len(line)
        stream.truncate(end)
    return count
