"""The formats by name: each module is imported only when it is used."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

from evidentia.errors import InputError

# In the order in which `auto` asks them: what is certain before what is likely.
READERS = {
    "feverous-db": "feverous_db",
    "drqa": "drqa",
    "zim": "zim",
    "enterprise": "enterprise",
    "feverous-jsonl": "feverous_jsonl",
    "fever": "fever",
    "kilt": "kilt",
    "dpr": "dpr",
    "parquet": "parquet",
    "html": "html",
    "mediawiki": "mediawiki",
    "documents": "documents",
    "redirects": "redirects",
}
WRITERS = {
    "feverous-db": "feverous_db",
    "feverous-jsonl": "feverous_jsonl",
    "fever": "fever",
    "dpr": "dpr",
    "kilt": "kilt",
    "drqa": "drqa",
    "passages": "passages",
    "parquet": "parquet",
}


def reader(name: str) -> ModuleType:
    return _module(name, READERS, "read")


def writer(name: str) -> ModuleType:
    return _module(name, WRITERS, "write")


def detect(source: str | Path) -> str:
    """The name of the format of a source; InputError when none fits."""
    if str(source).startswith(("http://", "https://")):
        return "mediawiki"
    path = Path(source)
    if not path.exists():
        raise InputError(f"{path}: no such file or folder")
    for name in READERS:
        test = getattr(_module(name, READERS, "read"), "detect", None)
        if test is not None and test(path):
            return name
    known = ", ".join(READERS)
    raise InputError(f"{path}: cannot tell its format; say it with --format ({known})")


def _module(name: str, known: dict[str, str], what: str) -> ModuleType:
    if name not in known:
        raise InputError(f"no format {name!r} to {what}; known: {', '.join(known)}")
    return importlib.import_module(f"evidentia.formats.{known[name]}")
