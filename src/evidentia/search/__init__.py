"""Search: titles, the index, hyperlinks, passages and the papers' own retrievers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evidentia.search.searcher import Ranker, Retrieved, Searcher

__all__ = ["Ranker", "Retrieved", "Searcher"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from evidentia.search import searcher

        return getattr(searcher, name)
    raise AttributeError(name)
