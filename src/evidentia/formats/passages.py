"""Passages of 100 words, one JSON object a line: `{"id", "title", "text"}`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from evidentia.files import atomic, dumps
from evidentia.formats import prose
from evidentia.page import Page


def write(pages: Iterable[Page], to: Path, *, words: int = 100, wrap: bool = False) -> int:
    """Returns how many passages were written; the last of a page is shorter unless `wrap`."""
    count = 0
    with atomic(to) as stream:
        for page in pages:
            for text in prose.passages(page, words=words, wrap=wrap):
                count += 1
                stream.write(dumps({"id": str(count), "title": page.title, "text": text}) + "\n")
    return count
