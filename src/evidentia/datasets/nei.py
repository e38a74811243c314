"""Claims with NOT ENOUGH INFO: evidence taken away, or the nearest page's evidence put in its place."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from evidentia.claim import Label, ScoredPage
from evidentia.datasets.records import Record, label_of, pages_of
from evidentia.ids import fold

if TYPE_CHECKING:
    from evidentia.corpus import Corpus

Pages = Callable[[str, int], list[ScoredPage]]
NEAREST, RANDOM, REMOVED = "nearest", "random", "removed"
WAYS = (NEAREST, RANDOM, REMOVED)


def nei_claims(
    records: Iterable[Record],
    *,
    seed: int,
    way: str = NEAREST,
    pages: Pages | None = None,
    sentence: Callable[[str, random.Random], str | None] | None = None,
    share: float = 1.0,
    mapping: dict[str, Label] | None = None,
) -> Iterator[Record]:
    """Copies of decided claims whose evidence no longer decides.

    `nearest` takes a sentence of the page that a search finds for the claim beside its own pages, `random` one of
    another claim's pages, `removed` leaves pieces out of sets that need several.
    """
    decided = [record for record in records if label_of(record, mapping) is not Label.NOT_ENOUGH_INFO]
    chance = random.Random(seed)
    everything = [title for record in decided for title in pages_of(record)]
    for record in decided:
        if chance.random() >= share:
            continue
        if way == REMOVED:
            evidence = _shortened(record, chance)
        else:
            own = {fold(title) for title in pages_of(record)}
            title = _other_page(record, own, way, pages, everything, chance)
            key = sentence(title, chance) if title and sentence else None
            evidence = None if key is None else [{"content": [key], "context": {key: [f"{title}_title"]}}]
        if evidence is not None:
            yield {
                **record,
                "id": f"{record.get('id')}_nei",
                "label": Label.NOT_ENOUGH_INFO.value,
                "evidence": evidence,
                "extra": {**(record.get("extra") or {}), "made": way, "original_label": record.get("label")},
            }


def sentence_of(corpus: Corpus) -> Callable[[str, random.Random], str | None]:
    """Draws the id of a sentence of a page's introduction."""

    def draw(title: str, chance: random.Random) -> str | None:
        page = corpus.get(title, links=False)
        sentences = [] if page is None else page.introduction or page.sentences
        return page.id(chance.choice(sentences).key) if page is not None and sentences else None

    return draw


def _shortened(record: Record, chance: random.Random) -> list[Record] | None:
    sets = [item for item in record.get("evidence") or () if isinstance(item, dict)]
    # Any set left whole would still decide the claim.
    if not sets or any(len(item.get("content") or ()) < 2 for item in sets):
        return None
    shortened = []
    for item in sets:
        content = list(item["content"])
        content.pop(chance.randrange(len(content)))
        context = {key: value for key, value in (item.get("context") or {}).items() if key in content}
        shortened.append({"content": content, "context": context})
    return shortened


def _other_page(
    record: Record, own: set[str], way: str, pages: Pages | None, everything: list[str], chance: random.Random
) -> str | None:
    if way == NEAREST and pages is not None:
        return next((hit.title for hit in pages(str(record["claim"]), 10) if fold(hit.title) not in own), None)
    others = [title for title in everything if title not in own]
    return chance.choice(others) if others else None
