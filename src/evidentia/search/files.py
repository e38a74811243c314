"""The files of an index and how they are written and opened: a generation is complete before `index.json` names it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from evidentia.errors import InputError

FORMAT = 2
MANIFEST = "index.json"
ARRAYS = (
    "offsets",
    "title_hashes",
    "title_pages",
    "title_kinds",
    "link_sources",
    "link_targets",
    "out_starts",
    "out_pages",
    "in_starts",
    "in_pages",
)
Array = np.ndarray[Any, Any]


class IndexManifest(msgspec.Struct, kw_only=True):
    """What an index says of itself; `sizes` shows a file that was cut short."""

    format: int
    corpus_version: str
    pages: int
    tables: int
    generation: int
    folder: str
    records: str
    records_size: int
    sizes: dict[str, int]
    mean_words: float = 0.0


def array_path(root: Path, name: str, generation: int) -> Path:
    return root / f"{name}.{generation}.npy"


def write_manifest(root: Path, manifest: IndexManifest) -> None:
    part = root / (MANIFEST + ".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    os.replace(part, root / MANIFEST)


def read_manifest(root: Path, corpus: Path) -> IndexManifest:
    rebuild = f"build it again: evidentia corpus index {corpus}"
    if not root.is_dir() or not (root / MANIFEST).is_file():
        raise InputError(f"{corpus} has no search index; build it: evidentia corpus index {corpus}")
    try:
        raw = (root / MANIFEST).read_bytes()
        found_format = msgspec.json.decode(raw).get("format")
        if found_format != FORMAT:
            raise InputError(f"the search index of {corpus} is of another version ({found_format}); {rebuild}")
        manifest = msgspec.json.decode(raw, type=IndexManifest)
    except (msgspec.MsgspecError, AttributeError, OSError) as error:
        raise InputError(f"the search index of {corpus} is damaged ({MANIFEST}: {error}); {rebuild}") from error
    for name, size in {**manifest.sizes, manifest.records: manifest.records_size}.items():
        path = root / name
        if not path.is_file() or path.stat().st_size < size:
            raise InputError(f"the search index of {corpus} is damaged ({name} is missing or cut short); {rebuild}")
    return manifest


def save_arrays(root: Path, generation: int, arrays: dict[str, Array]) -> dict[str, int]:
    sizes = {}
    for name in ARRAYS:
        path = array_path(root, name, generation)
        np.save(path, arrays[name])
        sizes[path.name] = path.stat().st_size
    return sizes


def load_arrays(root: Path, generation: int) -> dict[str, Array]:
    """Memory-mapped; an empty array cannot be mapped and is read."""
    arrays: dict[str, Array] = {}
    for name in ARRAYS:
        path = array_path(root, name, generation)
        try:
            # A plain view of the map: items of a memmap object are slow to get.
            arrays[name] = np.load(path, mmap_mode="r").view(np.ndarray)
        except ValueError:
            arrays[name] = np.load(path)
    return arrays
