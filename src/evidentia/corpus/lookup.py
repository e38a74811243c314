"""One element of a corpus by its id."""

from __future__ import annotations

from pathlib import Path

from evidentia import context, ids
from evidentia.claim import Evidence
from evidentia.corpus.store import open_corpus
from evidentia.errors import InputError


def element(corpus: str | Path, element_id: str) -> Evidence:
    """The element with its context; whole tables and lists too."""
    try:
        parsed = ids.parse(element_id)
    except ValueError as error:
        raise InputError(f"{error}; an id looks like Title_sentence_3 or Title_cell_0_2_1") from error
    page = open_corpus(corpus).get(parsed.page)
    if page is None:
        raise InputError(f"{corpus}: no page {parsed.page!r}")
    if parsed.key not in page.by_key:
        raise InputError(f"{corpus}: the page {page.title!r} has no {parsed.key}")
    return context.evidence(page, parsed.key)
