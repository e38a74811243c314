"""Changing single pages of a corpus: all of one command's changes, or none."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.corpus import manifest as manifests
from evidentia.corpus.build import refusals, summary, tune
from evidentia.corpus.importer import Importer, OnDuplicate
from evidentia.corpus.manifest import Manifest
from evidentia.corpus.reading import batches, cut, describe, spooled
from evidentia.corpus.store import INDEX, PAGES, Corpus, open_corpus
from evidentia.errors import InputError
from evidentia.formats.base import ReadOptions


def add(
    corpus: str | Path,
    sources: Sequence[str | Path],
    *,
    format: str = "auto",
    redirects: Sequence[str | Path] = (),
    filter: str | None = None,
    on_duplicate: str = "replace",
    strict: bool = False,
    workers: int | None = None,
    index: bool = True,
    only_known: bool = False,
    options: ReadOptions | None = None,
) -> Manifest:
    """Pages of more sources; `only_known` changes pages that are there and takes no new ones."""
    folder = Path(corpus)
    options = msgspec.structs.replace(options or ReadOptions(), filter=filter)
    with spooled(sources, folder) as files:
        described = [describe(source, format) for source in files]
        described += [describe(file, "redirects") for file in redirects]
        if not described:
            raise InputError("no source given: name at least one file, folder or address")
        with _changing(folder, OnDuplicate(on_duplicate), strict=strict, only_known=only_known) as importer:
            importer.changed = []
            for source in described:
                for batch in batches(source, skip=0, options=options, workers=workers):
                    importer.add(batch.records if options.limit is None else cut(batch, source, options.limit), source)
                    if options.limit is not None and source.pages >= options.limit:
                        break
            importer.state.sources += described
    return _after(folder, importer, importer.changed, [], index)


def update(corpus: str | Path, sources: Sequence[str | Path], **options: Any) -> Manifest:
    """Newer versions of pages that the corpus holds; what it does not hold is refused."""
    return add(corpus, sources, only_known=True, **options)


def remove(corpus: str | Path, titles: Sequence[str], *, index: bool = True) -> Manifest:
    """Take pages out, by title; one that is not there stops it before anything is changed."""
    folder = Path(corpus)
    found = _found(open_corpus(folder), titles)
    with _changing(folder, OnDuplicate.REPLACE) as importer:
        for title in found:
            importer.remove(title)
    return _after(folder, importer, [], found, index)


def _found(corpus: Corpus, titles: Sequence[str]) -> list[str]:
    found: dict[str, None] = {}
    for title in titles:
        page = corpus.get(title, links=False)
        if page is None:
            raise InputError(f"{corpus.path}: no page {title!r}; nothing was removed")
        found[page.title] = None
    return list(found)


@contextlib.contextmanager
def _changing(
    folder: Path, on_duplicate: OnDuplicate, *, strict: bool = False, only_known: bool = False
) -> Iterator[Importer]:
    corpus = open_corpus(folder)
    if folder.is_file() or corpus.manifest.database is not None:
        raise InputError(f"{folder}: pages read in place cannot be changed; build with --copy to have your own")
    manifest = corpus.manifest
    with refusals(folder), contextlib.closing(sqlite3.connect(folder / PAGES)) as connection:
        tune(connection)
        connection.execute("BEGIN IMMEDIATE")
        importer = Importer(connection, on_duplicate=on_duplicate, strict=strict, only_known=only_known)
        yield importer
        importer.commit()
        changed = summary(importer, name=manifest.name, filter=manifest.filter, in_place=None)
        changed.on_duplicate = manifest.on_duplicate
        manifests.write(folder, changed)
        manifests.write_rejects(connection, folder)


def _after(folder: Path, importer: Importer, changed: list[str] | None, removed: list[str], index: bool) -> Manifest:
    manifest = manifests.read(folder)
    if not index:
        # An index that no longer fits its pages would answer wrongly: better none.
        shutil.rmtree(folder / INDEX, ignore_errors=True)
    else:
        from evidentia.search.index import update_index

        update_index(folder, list(dict.fromkeys(changed or [])), removed)
    return manifest
