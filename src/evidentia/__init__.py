"""Evidentia verifies claims against text and tables, with evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evidentia.corpus import open_corpus
    from evidentia.pipeline import Verifier
    from evidentia.verdict import judge

__version__ = "0.1.0"
__all__ = ["Verifier", "__version__", "judge", "open_corpus"]

_HOMES = {"judge": "evidentia.verdict", "open_corpus": "evidentia.corpus", "Verifier": "evidentia.pipeline"}


def __getattr__(name: str) -> Any:
    """The public functions, imported when they are first used: `import evidentia` stays instant."""
    if name not in _HOMES:
        raise AttributeError(f"module 'evidentia' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
