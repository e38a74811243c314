"""Building the index of a corpus and keeping it in step with it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evidentia.ids import fold
from evidentia.progress import Progress
from evidentia.search.files import (
    ARRAYS,
    FORMAT,
    IndexManifest,
    load_arrays,
    read_manifest,
    save_arrays,
    write_manifest,
)
from evidentia.search.flatten import FlatPage, flatten
from evidentia.search.links import by_row, resolve
from evidentia.search.records import Records, RecordWriter
from evidentia.search.schema import OWNER, PAGE, PLACE, create, reopen
from evidentia.search.source import Source, open_source
from evidentia.search.titles import TITLE, TitleTable, hash_key, key, variants
from evidentia.search.words import stems

HEAP = 200_000_000
# A redirect that nobody follows is worth little; more of them than this would drown the title of the page.
MAX_ALIASES = 40


def build_index(corpus_path: str | Path, *, workers: int | None = None, progress: bool = True) -> None:
    """Index the corpus in a folder from nothing; the old index stays in use until the new one is whole."""
    source = open_source(Path(corpus_path))
    root = source.index_path
    root.mkdir(parents=True, exist_ok=True)
    generation = _next_generation(root)
    folder, records = f"engine.{generation}", f"records.{generation}"
    _sweep(root, keep=_in_use(root, source))
    writer = _Writer(create(root / folder), root / records, workers=workers)
    with Progress("pages indexed", source.pages) as shown:
        for title, data in source.read():
            writer.add(flatten(title, data), source.aliases.get(fold(title), ()))
            if progress:
                shown.step()
    manifest = writer.finish(root, generation, folder, records, source.version)
    write_manifest(root, manifest)
    _sweep(root, keep=_files(manifest))


def update_index(corpus_path: str | Path, changed: Iterable[str], removed: Iterable[str]) -> None:
    """Bring the index in step after pages were added, changed or removed; without a usable index, build it."""
    source = open_source(Path(corpus_path))
    root = source.index_path
    if not (root / "index.json").is_file():
        build_index(corpus_path, progress=False)
        return
    old = read_manifest(root, source.path)
    generation = _next_generation(root)
    arrays = load_arrays(root, old.generation)
    changed = list(dict.fromkeys(fold(title) for title in changed))
    records = Records(root / old.records, arrays["offsets"])
    gone = _numbers(arrays, records, {*changed, *(fold(title) for title in removed)})
    # The engine's commit and the manifest cannot be swapped in one step: between the two the index is unfinished.
    (root / "index.json").unlink()
    writer = _Writer(reopen(root / old.folder), root / old.records, before=(old, arrays, gone))
    for title, data in source.some(changed):
        writer.add(flatten(title, data), source.aliases.get(fold(title), ()))
    manifest = writer.finish(root, generation, old.folder, old.records, source.version)
    write_manifest(root, manifest)
    _sweep(root, keep=_files(manifest))


class _Writer:
    """One pass over pages; numbers go on where an earlier pass ended."""

    def __init__(
        self,
        index: Any,
        records: Path,
        *,
        workers: int | None = None,
        before: tuple[IndexManifest, Mapping[str, np.ndarray[Any, Any]], Sequence[int]] | None = None,
    ) -> None:
        from tantivy import Document

        self._document = Document
        # One indexing thread: documents keep their order, so that the same corpus gives the same index.
        self._engine = index.writer(heap_size=HEAP, num_threads=1)
        self._before = before
        self._first = len(before[1]["offsets"]) if before else 0
        self._records = RecordWriter(records, before[0].records_size if before else 0)
        self._names: list[tuple[int, int, int]] = []
        self._sources: list[int] = []
        self._targets: list[int] = []
        self._tables = 0
        if before:
            for number in before[2]:
                self._engine.delete_documents_by_term(OWNER, str(number))

    def add(self, page: FlatPage, aliases: Sequence[str]) -> None:
        number = self._first + len(self._records.offsets)
        self._records.add(page.title, page.elements, page.tables)
        owner = str(number)
        document = self._document()
        document.add_text("title", page.title)
        for alias in aliases[:MAX_ALIASES]:
            document.add_text("alias", alias)
        document.add_text("introduction", page.introduction)
        if page.body:
            document.add_text("body", page.body)
        for table in page.flat_tables:
            document.add_text("tables", f"{table.context} {table.header} {table.cells}")
        document.add_unsigned(PAGE, number)
        document.add_text(OWNER, owner)
        self._engine.add_document(document)
        for place, table in enumerate(page.flat_tables):
            document = self._document()
            document.add_text("table_title", page.title)
            document.add_text("table_context", table.context)
            document.add_text("table_header", table.header)
            document.add_text("table_cells", table.cells)
            document.add_unsigned(PAGE, number)
            document.add_unsigned(PLACE, place)
            document.add_text(OWNER, owner)
            self._engine.add_document(document)
        self._tables += len(page.flat_tables)
        self._names += [(hashed, number, kind) for hashed, kind in variants(page.title)]
        for alias in aliases:
            self._names += [(hashed, number, kind) for hashed, kind in variants(alias, redirect=True)]
        for target in page.links:
            self._sources.append(number)
            self._targets.append(hash_key(key(stems(target))))

    def finish(self, root: Path, generation: int, folder: str, records: str, version: str) -> IndexManifest:
        self._engine.commit()
        self._engine.wait_merging_threads()
        records_size = self._records.close()
        offsets = np.array(self._records.offsets, dtype=np.uint64)
        sources = np.array(self._sources, dtype=np.uint32)
        targets = np.array(self._targets, dtype=np.uint64)
        names = TitleTable.build(self._names)
        live = len(offsets)
        tables = self._tables
        if self._before:
            manifest, arrays, gone = self._before
            lost = np.array(gone, dtype=np.uint32)
            kept = ~np.isin(arrays["title_pages"], lost)
            names = names.merged(
                TitleTable(arrays["title_hashes"][kept], arrays["title_pages"][kept], arrays["title_kinds"][kept])
            )
            kept = ~np.isin(arrays["link_sources"], lost)
            sources = np.concatenate([arrays["link_sources"][kept], sources])
            targets = np.concatenate([arrays["link_targets"][kept], targets])
            offsets = np.concatenate([arrays["offsets"], offsets])
            live += manifest.pages - len(gone)
            tables += manifest.tables
        rows, goals = resolve(sources, targets, names.hashes, names.pages, names.kinds)
        out_starts, out_pages = by_row(rows, goals, len(offsets))
        in_starts, in_pages = by_row(goals, rows, len(offsets))
        sizes = save_arrays(
            root,
            generation,
            {
                "offsets": offsets,
                "title_hashes": names.hashes,
                "title_pages": names.pages,
                "title_kinds": names.kinds,
                "link_sources": sources,
                "link_targets": targets,
                "out_starts": out_starts,
                "out_pages": out_pages,
                "in_starts": in_starts,
                "in_pages": in_pages,
            },
        )
        engine = {f"{folder}/{path.name}": path.stat().st_size for path in sorted((root / folder).iterdir())}
        sizes |= {name: size for name, size in engine.items() if not name.endswith(".lock")}
        return IndexManifest(
            format=FORMAT,
            corpus_version=version,
            pages=live,
            tables=tables,
            generation=generation,
            folder=folder,
            records=records,
            records_size=records_size,
            sizes=sizes,
        )


def _numbers(arrays: Mapping[str, np.ndarray[Any, Any]], records: Records, titles: set[str]) -> list[int]:
    """The numbers of pages by title; other pages may share a key, so the record has the last word."""
    table = TitleTable(arrays["title_hashes"], arrays["title_pages"], arrays["title_kinds"])
    found = table.find([hashed for title in sorted(titles) for hashed, kind in variants(title) if kind == TITLE], 1000)
    pages = sorted({page for hits in found for page, kind in hits if kind == TITLE})
    return [page for page in pages if fold(records[page].title) in titles]


def _next_generation(root: Path) -> int:
    numbers = [int(part) for path in root.iterdir() for part in path.name.split(".") if part.isdecimal()]
    return max(numbers, default=0) + 1


def _in_use(root: Path, source: Source) -> set[str]:
    try:
        return _files(read_manifest(root, source.path))
    except Exception:
        return set()


def _files(manifest: IndexManifest) -> set[str]:
    return {"index.json", manifest.folder, manifest.records} | {name for name in manifest.sizes if "/" not in name}


def _sweep(root: Path, keep: set[str]) -> None:
    ours = {"engine", "records", *ARRAYS}
    for path in sorted(root.iterdir()):
        # Other rooms keep files here too.
        if path.name in keep or path.name.partition(".")[0] not in ours:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def index_size(root: Path) -> int:
    return sum(path.stat().st_size for path in _walk(root))


def _walk(root: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(root):
        for name in names:
            yield Path(folder) / name
