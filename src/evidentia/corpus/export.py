"""A corpus in another format."""

from __future__ import annotations

from pathlib import Path

from evidentia.corpus.store import open_corpus
from evidentia.formats import registry
from evidentia.progress import track


def export(corpus: str | Path, to: str | Path, *, format: str) -> int:
    """All pages, links resolved; returns how many records were written."""
    opened = open_corpus(corpus)
    writer = registry.writer(format)
    count: int = writer.write(track(opened.pages(), "pages", len(opened)), Path(to))
    return count
