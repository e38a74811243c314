"""DrQA's own index files: a sparse matrix (buckets × documents) and pickled metadata in one `.npz`."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from evidentia.errors import InputError
from evidentia.search.tfidf import TfidfIndex

# What a pickle of DrQA's metadata (dicts, lists, texts, numpy arrays) needs, and nothing that can run code.
_ALLOWED = {
    (module, name)
    for module in ("numpy.core.multiarray", "numpy._core.multiarray")
    for name in ("_reconstruct", "scalar")
} | {("numpy", "ndarray"), ("numpy", "dtype"), ("_codecs", "encode")}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _ALLOWED:
            raise InputError(f"the file wants to load {module}.{name}; DrQA's files hold no such thing")
        return super().find_class(module, name)


def read(path: str | Path) -> TfidfIndex:
    """An index from DrQA's file. Its metadata is unpickled with everything but plain data refused."""
    try:
        with np.load(Path(path), allow_pickle=False) as file:
            weights, documents, pointers = (file[name] for name in ("data", "indices", "indptr"))
            shape = tuple(int(number) for number in file["shape"])
        metadata = _metadata(Path(path))
        names = [str(name) for name in metadata["doc_dict"][1]]
        frequencies = np.asarray(metadata["doc_freqs"], np.float64).reshape(-1)
        size, ngram = int(metadata["hash_size"]), int(metadata["ngram"])
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"{path}: not one of DrQA's TF-IDF files, or cut short ({error})") from error
    lengths = np.diff(pointers)
    if shape != (size, len(names)) or len(pointers) != size + 1 or len(frequencies) != size:
        raise InputError(f"{path}: the matrix is {shape}, its metadata says {(size, len(names))}")
    if len(documents) and (int(documents.max()) >= len(names) or int(documents.min()) < 0):
        raise InputError(f"{path}: a document number beyond the {len(names)} documents")
    buckets = np.flatnonzero(lengths).astype(np.int64)
    if (lengths[buckets] != frequencies[buckets]).any():
        raise InputError(f"{path}: document frequencies that do not fit the matrix")
    index = TfidfIndex(
        names,
        buckets,
        np.append(pointers[buckets], pointers[-1]).astype(np.int64),
        documents.astype(np.uint32),
        np.zeros(0, np.uint32),
        size=size,
        ngram=ngram,
    )
    odds = (len(names) - frequencies[buckets] + 0.5) / (frequencies[buckets] + 0.5)
    each = np.repeat(np.maximum(np.log(odds), 1e-12), lengths[buckets])
    index.counts = np.rint(np.expm1(weights / each)).astype(np.uint32)
    return index


def write(index: TfidfIndex, path: str | Path) -> None:
    """DrQA's file. Buckets in half of the documents or more weigh nothing there and are left out, as DrQA does."""
    lengths = np.diff(index.starts)
    frequencies = np.zeros(index.size, np.int64)
    frequencies[index.buckets] = lengths
    n = lengths.astype(np.float64)
    idf = np.maximum(np.log((len(index) - n + 0.5) / (n + 0.5)), 0.0)
    kept = np.repeat(idf > 0, lengths)
    pointers = np.zeros(index.size + 1, np.int64)
    pointers[index.buckets[idf > 0] + 1] = lengths[idf > 0]
    metadata = {
        "doc_freqs": frequencies,
        "tokenizer": "simple",
        "hash_size": index.size,
        "ngram": index.ngram,
        "doc_dict": ({name: place for place, name in enumerate(index.names)}, index.names),
    }
    target = Path(path)
    part = target.with_name(target.name + ".part")
    with part.open("wb") as stream:
        np.savez(
            stream,
            data=(np.log1p(index.counts) * np.repeat(idf, lengths))[kept],
            indices=index.documents[kept].astype(np.int32),
            indptr=np.cumsum(pointers).astype(np.int32 if len(index.documents) < 2**31 else np.int64),
            shape=np.array([index.size, len(index)]),
            metadata=np.array(metadata, dtype=object),
        )
    part.replace(target)


def _metadata(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive, archive.open("metadata.npy") as stream:
        data = io.BytesIO(stream.read())
    version = np.lib.format.read_magic(data)
    reader = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    _, _, dtype = reader(data)
    if not dtype.hasobject:
        raise InputError(f"{path}: no metadata of DrQA in it")
    found = _Unpickler(data).load()
    metadata = found.item() if isinstance(found, np.ndarray) and found.shape == () else found
    if not isinstance(metadata, dict):
        raise InputError(f"{path}: no metadata of DrQA in it")
    return metadata
