"""A MediaWiki site through its API (an address), or a crawl of one that was made before (its file)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evidentia.corpus.sentences import splitter_from
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Redirect, Reject
from evidentia.formats.feverous import plain_title
from evidentia.formats.html import page_from_html


def detect(path: Path) -> bool:
    """The file of a crawl; addresses are known by their beginning."""
    from evidentia.corpus.crawl_state import is_crawl

    return path.is_file() and is_crawl(path)


def read(source: str | Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    """Redirects, then pages. `options.extra` may hold `crawl_file`, `namespace` and `manners`."""
    from evidentia.corpus.crawl import crawl, stored

    address = str(source)
    if address.startswith(("http://", "https://")):
        found = crawl(
            address,
            options.extra.get("crawl_file"),
            manners=options.extra.get("manners"),
            namespace=options.extra.get("namespace", 0),
            limit=options.limit,
        )
    else:
        found = stored(Path(source))
    splitter = splitter_from(options.extra.get("splitter"))
    for one in found:
        if isinstance(one, tuple):
            yield _redirect(address, *one)
            continue
        where = f"page {one.pageid}, {one.title[:200]!r}"
        if one.html is None:
            yield Reject.of(address, where, one.error)
            continue
        if len(one.html) > options.max_page_bytes:
            yield Reject.of(address, where, f"longer than {options.max_page_bytes:,} bytes")
            continue
        try:
            page = page_from_html(one.html, plain_title(one.title), filter=options.filter, splitter=splitter)
        except ValueError as error:
            yield Reject.of(address, where, error)
            continue
        if page is not None:
            yield page
        elif options.filter is None:
            yield Reject.of(address, where, "nothing to read on it")


def _redirect(address: str, title: str, target: str) -> Redirect | Reject:
    try:
        return Redirect(plain_title(title), plain_title(target))
    except ValueError as error:
        return Reject.of(address, f"redirect {title[:200]!r}", error)
