"""Running text: words, links, formulas and line breaks gathered from an element and everything in it."""

from __future__ import annotations

from lxml.etree import _Element as Element

from evidentia.formats.wikihtml import marks
from evidentia.formats.wikihtml.clean import BLANK, CLOSE, NEWLINE, OPEN, target_of, visible
from evidentia.formats.wikihtml.marks import KIND, dropped, folded, hidden

MAX_DEPTH = 120
# A table inside a cell with fewer cells than this only arranges the cell's text.
MIN_NESTED_CELLS = 4


def all_text(element: Element) -> str:
    """Every character in an element, whatever the tags."""
    return "".join(str(text) for text in element.itertext())


def skipped(element: Element) -> bool:
    """No content: by its class or because it is not shown."""
    classes = element.get("class")
    if classes and dropped(classes):
        return True
    style = element.get("style")
    return style is not None and hidden(style) and not (classes and folded(classes))


def is_picture(element: Element) -> bool:
    """A figure without a table in it: a picture with its caption."""
    return element.tag == "figure" and next(element.iter("table"), None) is None


def formula(element: Element) -> str:
    """The source of a formula shown as a picture; empty for other pictures."""
    classes = element.get("class")
    if classes and ("tex" in classes or "math" in classes):
        return element.get("alt") or ""
    return ""


def gather(
    element: Element,
    parts: list[str],
    targets: list[str],
    tables: list[Element],
    lists: list[Element] | None = None,
    depth: int = 0,
) -> None:
    """Append the text within `element`; tables of their own go to `tables`, nested lists to `lists` if there is one."""
    if depth > MAX_DEPTH:
        parts.append(all_text(element))
        return
    text = element.text
    if text:
        parts.append(text)
    for child in element:
        kind = KIND.get(child.tag, 0)
        if kind == marks.LINK:
            link(child, parts, targets, tables, lists, depth)
        elif kind <= marks.STYLED:
            if kind == marks.PLAIN or not skipped(child):
                if len(child):
                    if not (child.get("id") == "coordinates" and _repeats(child, parts)):
                        gather(child, parts, targets, tables, lists, depth + 1)
                else:
                    text = child.text
                    if text:
                        parts.append(text)
        elif kind == marks.BREAK:
            parts.append(NEWLINE)
        elif kind == marks.IMAGE:
            parts.append(formula(child))
        elif kind == marks.BLOCK or kind == marks.HEADING:
            if not (skipped(child) or is_picture(child)):
                parts.append(NEWLINE)
                gather(child, parts, targets, tables, lists, depth + 1)
                parts.append(NEWLINE)
        elif kind == marks.LIST:
            if skipped(child):
                pass
            elif lists is not None:
                lists.append(child)
            else:
                parts.append(NEWLINE)
                gather(child, parts, targets, tables, lists, depth + 1)
                parts.append(NEWLINE)
        elif kind == marks.TABLE:
            if not skipped(child):
                if sum(1 for _ in child.iter("td", "th")) >= MIN_NESTED_CELLS:
                    tables.append(child)
                    parts.append(" ")
                else:
                    parts.append(NEWLINE)
                    gather(child, parts, targets, tables, lists, depth + 1)
                    parts.append(NEWLINE)
        elif kind == marks.MATH:
            parts.append(mathematics(child))
        elif kind == marks.RULE:
            parts.append(NEWLINE)
        tail = child.tail
        if tail:
            parts.append(tail)


def _repeats(coordinates: Element, parts: list[str]) -> bool:
    """Whether the coordinates for the top of a page (a style moves them) repeat what stands before them."""
    own: list[str] = []
    gather(coordinates, own, [], [])
    place = _bare("".join(own)).rpartition("Coordinates:")[2]
    return place != "" and place in _bare("".join(parts))


def _bare(text: str) -> str:
    return "".join(visible(text).replace(OPEN, "").replace(CLOSE, "").split())


def link(
    anchor: Element,
    parts: list[str],
    targets: list[str],
    tables: list[Element],
    lists: list[Element] | None,
    depth: int,
) -> None:
    """The text of a link; between marks if it leads to a page. A numbered outside link is a reference mark."""
    classes = anchor.get("class")
    if classes and "autonumber" in classes:
        return
    if len(anchor) == 0:
        text = anchor.text
        if not text:
            return
    else:
        inner: list[str] = []
        inner_tables: list[Element] = []
        gather(anchor, inner, [], inner_tables, lists, depth + 1)
        tables += inner_tables
        text = "".join(inner).replace(OPEN, "").replace(CLOSE, "")
        if not text:
            return
    href = anchor.get("href")
    target = target_of(href) if href else ""
    if target and classes and ("extiw" in classes or "external" in classes or "selflink" in classes):
        target = ""
    if not target:
        parts.append(text)
        return
    text = visible(text)
    inside = text.strip(BLANK)
    if not inside:
        parts.append(text)
        return
    if len(inside) == len(text):
        parts += (OPEN, text, CLOSE)
    else:
        start = text.find(inside)
        parts += (text[:start], OPEN, inside, CLOSE, text[start + len(inside) :])
    targets.append(target)


def mathematics(element: Element) -> str:
    """The TeX source of MathML where it has one, its characters otherwise."""
    for annotation in element.iter("annotation"):
        if annotation.text:
            return annotation.text
    return element.get("alttext") or all_text(element)
