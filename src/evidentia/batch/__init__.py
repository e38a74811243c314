"""Many claims at once: read, verified by workers, written in their order, gone on with after a break."""

from __future__ import annotations

from typing import Any

__all__ = ["Setup", "verify_file"]

_HOMES = {"Setup": "evidentia.batch.setup", "verify_file": "evidentia.batch.run"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'evidentia.batch' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
