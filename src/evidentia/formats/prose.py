"""Plain text in paragraphs to sentences with their links, and back to passages of whole words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from evidentia.corpus.sentences import splitter_from
from evidentia.formats.base import ReadOptions
from evidentia.page import Link, Page, PageList, Rich, Sentence

Spans = Callable[[str], list[tuple[int, int]]]


def spans_for(options: ReadOptions) -> Spans:
    """How these options want sentences split."""
    return splitter_from(options.extra.get("splitter")).spans


def sentences(paragraph: Rich, spans: Spans, first: int) -> list[Sentence]:
    """The sentences of a paragraph, numbered from `first`; a link stays where it lies within one sentence."""
    return [
        Sentence(number, cut(paragraph, start, end)) for number, (start, end) in enumerate(spans(paragraph.text), first)
    ]


def cut(rich: Rich, start: int, end: int) -> Rich:
    """A part of a text with the links that lie within it, white space collapsed."""
    text = rich.text[start:end]
    links = [
        Link(link.target, link.start - start, link.end - start)
        for link in rich.links
        if start <= link.start < link.end <= end
    ]
    if text.split(" ") == text.split() and text == text.strip():
        return Rich(text, tuple(links))
    return _collapsed(text, links)


def _collapsed(text: str, links: list[Link]) -> Rich:
    places: list[int] = []
    kept: list[str] = []
    for letter in text:
        places.append(len(kept))
        if not letter.isspace():
            kept.append(letter)
        elif kept and kept[-1] != " ":
            kept.append(" ")
    places.append(len(kept))
    clean = "".join(kept).rstrip()
    moved = []
    for link in links:
        start, end = places[link.start], min(places[link.end], len(clean))
        if clean[start:end].strip():
            moved.append(Link(link.target, start, end))
    return Rich(clean, tuple(moved))


def passages(page: Page, *, words: int = 100, wrap: bool = False) -> Iterator[str]:
    """The text of a page (sentences and list items; no tables) in passages of so many whole words.

    The last passage is shorter; with `wrap` it is filled up from the beginning of the page, as in DPR's own file.
    """
    found = [word for text in _texts(page) for word in text.split()]
    for start in range(0, len(found), words):
        some = found[start : start + words]
        if wrap and start and len(some) < words:
            some += found[: words - len(some)]
        yield " ".join(some)


def joined(parts: Iterable[str]) -> str:
    """The text that consecutive passages were cut from; what a last one repeats of the beginning is taken off."""
    found = [part.split() for part in parts]
    if len(found) > 1 and len(found[-1]) == len(found[0]):
        last, first = found[-1], found[0]
        for place in range(1, len(last) - _LEAST_WRAP + 1):
            if last[place:] == first[: len(last) - place]:
                found[-1] = last[:place]
                break
    return " ".join(word for part in found for word in part)


# Fewer words at the end may be the same as at the beginning by chance.
_LEAST_WRAP = 3


def _texts(page: Page) -> Iterator[str]:
    for element in page.elements:
        if isinstance(element, Sentence):
            yield element.text
        elif isinstance(element, PageList):
            for item in element.items:
                yield item.text
