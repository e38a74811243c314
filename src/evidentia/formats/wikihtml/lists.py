"""Ordered, unordered and definition lists with their nesting."""

from __future__ import annotations

from typing import Final

from lxml.etree import _Element as Element

from evidentia.formats.wikihtml.clean import finish
from evidentia.formats.wikihtml.inline import MAX_DEPTH, gather, skipped
from evidentia.page import ListItem, PageList

TYPES: Final = {"ol": "ordered_list", "dl": "definition_list"}
_LISTS: Final = frozenset(("ul", "ol", "dl", "menu", "dir"))
_WRAPPERS: Final = frozenset(("div", "span", "small", "center", "section"))


def read_list(element: Element, number: int, nested: list[Element], depth: int) -> PageList | None:
    """A list with all lists inside it; None if no item holds text."""
    items: list[ListItem] = []
    _collect(element, number, 0, items, nested, depth)
    if not items:
        return None
    return PageList(number=number, items=items, type=TYPES.get(str(element.tag), "unordered_list"))


def _collect(
    element: Element, number: int, level: int, items: list[ListItem], nested: list[Element], depth: int
) -> None:
    kind = TYPES.get(str(element.tag), "unordered_list")
    # A list of only `dd` indents; with `dt` the definitions stand below their terms.
    has_terms = kind == "definition_list" and next(element.iterchildren("dt"), None) is not None
    for child in element:
        tag = child.tag
        if tag == "li" or tag == "dt" or tag == "dd":
            if skipped(child):
                continue
            parts: list[str] = []
            targets: list[str] = []
            inner: list[Element] = []
            gather(child, parts, targets, nested, inner, depth + 1)
            content = finish(parts, targets)
            own = level + 1 if tag == "dd" and has_terms else level
            if content.text:
                if "\n" in content.text:
                    content.text = content.text.replace("\n", " ")
                items.append(ListItem(f"item_{number}_{len(items)}", content, own, kind))
            if inner and depth < MAX_DEPTH:
                # An item without words of its own does not push its lists further in.
                below = own + 1 if content.text else own
                for deeper in inner:
                    _collect(deeper, number, below, items, nested, depth + 2)
        elif depth < MAX_DEPTH and not skipped(child):
            if tag in _LISTS:
                _collect(child, number, level + 1, items, nested, depth + 1)
            elif tag in _WRAPPERS:
                _collect(child, number, level, items, nested, depth + 1)
