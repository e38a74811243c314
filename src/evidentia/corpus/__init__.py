"""The corpus: pages, redirects and a manifest in one folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evidentia.corpus.store import Corpus, open_corpus

__all__ = ["Corpus", "open_corpus"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from evidentia.corpus import store

        return getattr(store, name)
    raise AttributeError(name)
