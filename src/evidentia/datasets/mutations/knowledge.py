"""What a corpus knows of a name: others of its kind, what it is, what lies within it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from evidentia.datasets.kinds import class_of_page
from evidentia.datasets.spans import find
from evidentia.page import Page

if TYPE_CHECKING:
    from evidentia.corpus import Corpus
    from evidentia.search import Searcher

_WHAT = re.compile(
    r"\b(?:is|was|are|were) ((?:an?|the) [^.,;()]{4,60}?)"
    r"(?= (?:who|which|that|located|situated|written|directed|released|based|known|of)\b|[.,;(])"
)
MAX_NEIGHBOURS = 60


class CorpusKnowledge:
    """Others of a kind come from the same table column, then from the links of the page, then from the search."""

    def __init__(self, corpus: Corpus, searcher: Searcher | None = None) -> None:
        self.corpus, self.searcher = corpus, searcher
        self._pages: dict[str, Page | None] = {}
        self._kinds: dict[str, str | None] = {}

    def entities(self, claim: str) -> Sequence[str]:
        """Names in a claim that are titles of the corpus, the longest where they overlap."""
        # A part of a name is another name: the York of Elizabeth of York is no city.
        spans = list(dict.fromkeys(find(claim, None)))
        known = [span for span in spans if self._page(span) is not None]
        return [span for span in known if not any(span != other and span in other for other in known)]

    def similar(self, entity: str, chance: random.Random) -> str | None:
        kind = self._kind(entity)
        if kind is None:
            return None
        return self._pick([name for name in self._neighbours(entity) if self._kind(name) == kind], chance)

    def dissimilar(self, entity: str, chance: random.Random) -> str | None:
        kind = self._kind(entity)
        if kind is None:
            return None
        others = [name for name in self._neighbours(entity) if self._kind(name) not in (None, kind)]
        return self._pick(others, chance)

    def general(self, entity: str) -> str | None:
        """`a city in Ohio`: what the first sentence calls it."""
        page = self._page(entity)
        if page is None or not page.introduction:
            return None
        found = _WHAT.search(page.introduction[0].text)
        return found.group(1) if found else None

    def specific(self, entity: str, chance: random.Random) -> str | None:
        """A place within a place: a page that says it lies there."""
        if self._kind(entity) != "place" or self.searcher is None:
            return None
        inside = re.compile(
            rf"\b(?:is|was) (?:an?|the) [^.;]{{2,80}}\b(?:in|of) (?:[^.;]{{0,40}}, )?{re.escape(entity)}\b"
        )
        names = [
            hit.title
            for hit in self.searcher.pages(f"city town district in {entity}", 20)
            if hit.title != entity and self._kind(hit.title) == "place" and self._says(hit.title, inside)
        ]
        return self._pick(names, chance)

    def _says(self, title: str, pattern: re.Pattern[str]) -> bool:
        page = self._page(title)
        return page is not None and any(pattern.search(sentence.text) for sentence in page.introduction[:2])

    def _neighbours(self, entity: str) -> list[str]:
        page = self._page(entity)
        if page is None:
            return []
        names: list[str] = []
        for table in page.tables:
            names += [link.target for cell in table.cells() for link in cell.content.links[:1]]
            if len(names) > MAX_NEIGHBOURS:
                break
        names += [link.target for sentence in page.introduction for link in sentence.content.links]
        if len(names) < MAX_NEIGHBOURS and self.searcher is not None and page.introduction:
            query = page.introduction[0].text[:200]
            names += [hit.title for hit in self.searcher.pages(query, 15)]
        elif not names and page.introduction:
            names += [span for sentence in page.introduction for span in find(sentence.text, None)]
        folded = entity.lower()
        kept = [name for name in dict.fromkeys(names) if folded not in name.lower() and name.lower() not in folded]
        return [name for name in kept[:MAX_NEIGHBOURS] if "(" not in name and not name.startswith("List of")]

    @staticmethod
    def _pick(names: Sequence[str], chance: random.Random) -> str | None:
        return chance.choice(list(names)) if names else None

    def _page(self, title: str) -> Page | None:
        if title not in self._pages:
            if len(self._pages) > 50_000:
                self._pages.clear()
            self._pages[title] = self.corpus.get(title)
        return self._pages[title]

    def _kind(self, title: str) -> str | None:
        if title not in self._kinds:
            page = self._page(title)
            self._kinds[title] = None if page is None else class_of_page(page)
        return self._kinds[title]
