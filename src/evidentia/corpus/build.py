"""Building a corpus: whole or not at all, and going on where it was when it is killed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import evidentia
from evidentia.corpus import manifest as manifests
from evidentia.corpus.importer import Importer, OnDuplicate, State
from evidentia.corpus.manifest import Manifest, Source
from evidentia.corpus.reading import batches, cut, describe, spooled
from evidentia.corpus.store import OLD, PAGES, PART
from evidentia.errors import InputError
from evidentia.formats.base import ReadOptions
from evidentia.formats.feverous_db import connect, holds_pages
from evidentia.progress import Progress

_SECONDS_BETWEEN_COMMITS = 3.0
_SECONDS_FOR_A_LOCK = 0.5


def build(
    sources: Sequence[str | Path],
    to: str | Path,
    *,
    format: str = "auto",
    redirects: Sequence[str | Path] = (),
    filter: str | None = None,
    on_duplicate: str = "replace",
    strict: bool = False,
    name: str | None = None,
    copy: bool = False,
    overwrite: bool = False,
    workers: int | None = None,
    index: bool = True,
    options: ReadOptions | None = None,
) -> Manifest:
    """Pages of all sources into a corpus folder; a single FEVEROUS database is read in place unless `copy`."""
    to = Path(to)
    if not sources:
        raise InputError("no source given: name at least one file, folder or address")
    with spooled(sources, to) as files:
        described = [describe(source, format) for source in files]
        described += [describe(file, "redirects") for file in redirects]
        plan = _Plan(
            sources=described,
            to=to,
            name=name or to.name,
            policy=OnDuplicate(on_duplicate),
            reading=msgspec.structs.replace(options or ReadOptions(), filter=filter),
            strict=strict,
            copy=copy,
            workers=workers,
            index=index,
        )
        return _finished(to, plan.request, overwrite) or _build(plan)


class _Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be built from what, and how."""

    sources: list[Source]
    to: Path
    name: str
    policy: OnDuplicate
    reading: ReadOptions
    strict: bool
    copy: bool
    workers: int | None
    index: bool

    @property
    def request(self) -> str:
        """What was asked for: a build goes on only if it is asked for the same again."""
        asked = [
            [[source.path, source.format, source.fingerprint] for source in self.sources],
            self.policy.value,
            msgspec.to_builtins(self.reading),
            self.copy,
        ]
        return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()

    @property
    def in_place(self) -> Source | None:
        """The database that is to be read where it lies, if that is all that was asked for."""
        pages = [source for source in self.sources if source.format != "redirects"]
        return pages[0] if len(pages) == 1 and pages[0].format == "feverous-db" and not self.copy else None


def _build(plan: _Plan) -> Manifest:
    to, in_place = plan.to, plan.in_place
    part = to.with_name(to.name + PART)
    with refusals(to), _alone(part, plan.request) as connection:
        importer = Importer(connection, on_duplicate=plan.policy, strict=plan.strict, pages_here=in_place is None)
        if not importer.state.sources:
            importer.state.sources, importer.state.request = plan.sources, plan.request
        _import(importer, plan.reading, plan.workers, in_place)
        if in_place is None and not importer.state.pages:
            raise InputError(_empty(connection, plan.sources))
        manifest = summary(importer, name=plan.name, filter=plan.reading.filter, in_place=in_place)
        manifests.write_rejects(connection, part)
        manifests.write(part, manifest)
    if plan.index:
        build_index(part, plan.workers)
    with refusals(to):
        _publish(part, to)
    return manifest


def build_index(folder: Path, workers: int | None) -> None:
    """The search index of a corpus, from nothing."""
    from evidentia.search import index

    index.build_index(folder, workers=workers)


def summary(importer: Importer, *, name: str, filter: str | None, in_place: Source | None) -> Manifest:
    """The manifest of what an importer has stored."""
    state = importer.state
    version, pages = importer.version, state.pages
    if in_place is not None:
        pages = in_place.pages
        version = hashlib.sha256(f"{version}{in_place.fingerprint}".encode()).hexdigest()[:16]
    return Manifest(
        name=name,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        version=version,
        pages=pages,
        redirects=state.redirects,
        duplicates=state.duplicates,
        rejects=state.rejects,
        sources=state.sources,
        on_duplicate=importer.on_duplicate.value,
        filter=filter,
        database=str(Path(in_place.path).resolve()) if in_place else None,
        software=f"evidentia {evidentia.__version__}",
    )


def tune(connection: sqlite3.Connection) -> None:
    """For writing much: a kill loses what was not committed, never what was."""
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA cache_size = -65536")
    connection.execute("PRAGMA temp_store = MEMORY")


def _import(importer: Importer, options: ReadOptions, workers: int | None, in_place: Source | None) -> None:
    state = importer.state
    total = sum(source.bytes for source in state.sources)
    with Progress("pages", done=state.pages) as progress:
        last = time.monotonic()
        while state.source < len(state.sources):
            source = state.sources[state.source]
            before = sum(earlier.bytes for earlier in state.sources[: state.source])
            if source is in_place or (in_place is not None and source.format == "feverous-db"):
                source.pages = _count(Path(source.path))
            else:
                for batch in batches(source, skip=state.units, options=options, workers=workers):
                    importer.add(batch.records if options.limit is None else cut(batch, source, options.limit), source)
                    state.units += batch.units
                    if batch.fraction and total:
                        share = (before + batch.fraction * source.bytes) / total
                        progress.total = max(round(state.pages / share), state.pages) if share else None
                    progress.step(state.pages - progress.done)
                    if time.monotonic() - last > _SECONDS_BETWEEN_COMMITS:
                        importer.commit()
                        last = time.monotonic()
                    if options.limit is not None and source.pages >= options.limit:
                        break
            state.source, state.units = state.source + 1, 0
            importer.commit()
        progress.total = None
    state.done = True
    importer.commit()


def _count(path: Path) -> int:
    with contextlib.closing(connect(path)) as connection:
        if not holds_pages(connection):
            raise InputError(f"{path}: not a FEVEROUS database (no table `wiki` with `id` and `data` in it)")
        count: int = connection.execute("SELECT count(*) FROM wiki").fetchone()[0]
    return count


def _finished(to: Path, request: str, overwrite: bool) -> Manifest | None:
    """The manifest of a corpus that this very request built before; InputError where something else is in the way."""
    if not to.exists() or (to.is_dir() and not any(to.iterdir())):
        return None
    if not (to / manifests.FILE).exists():
        raise InputError(f"{to}: exists and is no corpus; choose another folder for --to")
    manifest = manifests.read(to)
    if overwrite:
        return None
    if _asked_before(to / PAGES, request):
        sys.stderr.write(f"{to}: already built from these sources\n")
        return manifest
    raise InputError(
        f"{to}: already holds a corpus; choose another folder, add to it with `evidentia corpus add`, "
        "or replace it with --overwrite"
    )


def _asked_before(pages: Path, request: str) -> bool:
    """Whether this very request built a database; a damaged one was built by none."""
    try:
        with contextlib.closing(connect(pages)) as connection:
            row = connection.execute("SELECT state FROM corpus_state").fetchone()
        return row is not None and msgspec.json.decode(row[0], type=State).request == request
    except (sqlite3.DatabaseError, InputError, msgspec.DecodeError):
        return False


@contextlib.contextmanager
def _alone(part: Path, request: str) -> Iterator[sqlite3.Connection]:
    """The store of the unfinished build, for this process alone; one that was asked for otherwise is begun anew."""
    part.parent.mkdir(parents=True, exist_ok=True)
    part.mkdir(exist_ok=True)
    connection = _locked(part, request)
    if connection is None:
        shutil.rmtree(part)
        part.mkdir()
        connection = _locked(part, request)
        assert connection is not None
    with contextlib.closing(connection):
        yield connection


def _locked(part: Path, request: str) -> sqlite3.Connection | None:
    """The store for writing; None if it is damaged, or was begun for another request."""
    connection = sqlite3.connect(part / PAGES, timeout=_SECONDS_FOR_A_LOCK)
    try:
        tune(connection)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        if _resumable(connection, request):
            return connection
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" in str(error):
            raise InputError(f"{part}: another build is writing here; wait for it, or choose another folder") from error
        raise
    except (sqlite3.DatabaseError, msgspec.DecodeError):
        pass
    connection.close()
    return None


def _resumable(connection: sqlite3.Connection, request: str) -> bool:
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return True
    try:
        row = connection.execute("SELECT state FROM corpus_state").fetchone()
    except sqlite3.OperationalError:
        return False
    return row is not None and msgspec.json.decode(row[0], type=State).request == request


@contextlib.contextmanager
def refusals(to: Path) -> Iterator[None]:
    """A full disk, a folder that cannot be written, a damaged store: in words."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise InputError(f"{to}: another command is writing here; wait for it") from error
        if isinstance(error, sqlite3.OperationalError):
            raise InputError(f"cannot write {to}: {error}; make room, then run the same command to go on") from error
        raise InputError(f"{to}: damaged ({error}); build it again with --overwrite") from error
    except OSError as error:
        raise InputError(f"cannot write {to}: {error.strerror or error}; run the same command to go on") from error


def _empty(connection: sqlite3.Connection, sources: list[Source]) -> str:
    first = connection.execute("SELECT source, position, reason FROM rejects ORDER BY rowid LIMIT 1").fetchone()
    said = f"; the first record refused: {first[0]}, {first[1]}: {first[2]}" if first else ""
    names = ", ".join(f"{source.path} (read as {source.format})" for source in sources)
    return f"no page found in {names}{said}"


def _publish(part: Path, to: Path) -> None:
    """The corpus appears under its name in one step."""
    for file in (part / PAGES, part / manifests.FILE):
        with file.open("rb") as stream:
            os.fsync(stream.fileno())
    old = to.with_name(to.name + OLD)
    if to.exists():
        # A kill may have left it behind, and no folder takes the place of one that holds something.
        shutil.rmtree(old, ignore_errors=True)
        os.replace(to, old)
    os.replace(part, to)
    shutil.rmtree(old, ignore_errors=True)
