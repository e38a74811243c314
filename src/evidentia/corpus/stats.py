"""What a corpus holds, counted."""

from __future__ import annotations

import msgspec

from evidentia.corpus.store import Corpus
from evidentia.page import Page, PageList, Section, Sentence, Table


class Stats(msgspec.Struct, kw_only=True):
    pages: int = 0
    redirects: int = 0
    sentences: int = 0
    sections: int = 0
    tables: int = 0
    infoboxes: int = 0
    captions: int = 0
    cells: int = 0
    header_cells: int = 0
    lists: int = 0
    items: int = 0
    links: int = 0
    empty_pages: int = 0
    pages_with_tables: int = 0
    pages_with_lists: int = 0
    longest_page: str = ""
    longest_page_elements: int = 0


def stats(corpus: Corpus) -> Stats:
    """Counts over all pages, one after the other."""
    found = Stats()
    for page in corpus.pages(links=False):
        _count(found, page)
    found.redirects = sum(1 for _ in corpus.redirects())
    return found


def _count(found: Stats, page: Page) -> None:
    found.pages += 1
    found.empty_pages += not page.elements
    if len(page.elements) > found.longest_page_elements:
        found.longest_page, found.longest_page_elements = page.title, len(page.elements)
    tables = lists = 0
    for element in page.elements:
        if isinstance(element, Sentence):
            found.sentences += 1
            found.links += len(element.content.links)
        elif isinstance(element, Section):
            found.sections += 1
            found.links += len(element.content.links)
        elif isinstance(element, Table):
            tables += 1
            found.infoboxes += element.type == "infobox"
            found.captions += element.caption is not None
            for cell in element.cells():
                found.cells += 1
                found.header_cells += cell.is_header
                found.links += len(cell.content.links)
        elif isinstance(element, PageList):
            lists += 1
            found.items += len(element.items)
            found.links += sum(len(item.content.links) for item in element.items)
    found.tables += tables
    found.lists += lists
    found.pages_with_tables += bool(tables)
    found.pages_with_lists += bool(lists)
