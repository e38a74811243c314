"""Links are kept only to pages in the corpus, and lead past redirects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from evidentia.page import Page, PageList, Rich, Table

Resolve = Callable[[Iterable[str]], dict[str, str]]


def riches(page: Page) -> Iterator[Rich]:
    """Every text of a page that may hold links."""
    for element in page.elements:
        if isinstance(element, Table):
            if element.caption is not None:
                yield element.caption
            for cell in element.cells():
                yield cell.content
        elif isinstance(element, PageList):
            for item in element.items:
                yield item.content
        else:
            yield element.content


def resolve_links(page: Page, resolve: Resolve) -> None:
    """Change the links of a page in place; `resolve` gives the titles that are pages, with the page each leads to."""
    linked = [rich for rich in riches(page) if rich.links]
    if not linked:
        return
    known = resolve(dict.fromkeys(link.target for rich in linked for link in rich.links))
    for rich in linked:
        kept = []
        for link in rich.links:
            target = known.get(link.target)
            if target == link.target:
                kept.append(link)
            elif target is not None:
                kept.append(type(link)(target, link.start, link.end))
        rich.links = tuple(kept)
