"""What the tags and classes of Wikipedia's HTML mean to the reader."""

from __future__ import annotations

from typing import Any, Final

PLAIN: Final = 0
STYLED: Final = 1
LINK: Final = 2
BREAK: Final = 3
SKIP: Final = 4
BLOCK: Final = 5
HEADING: Final = 6
LIST: Final = 7
TABLE: Final = 8
IMAGE: Final = 9
MATH: Final = 10
RULE: Final = 11

_SKIPPED_TAGS: Final = """
    script style noscript link meta base head title template iframe object embed audio video canvas svg map input
    button select textarea nav footer aside figure-inline col colgroup
"""
_BLOCK_TAGS: Final = """
    html body p div section article main header blockquote center address pre form fieldset details summary
    figure figcaption li dd dt caption thead tbody tfoot tr td th
"""
KIND: Final[dict[Any, int]] = {
    **dict.fromkeys(("span", "sup", "sub", "small", "cite", "font", "abbr", "bdi", "time", "label"), STYLED),
    **dict.fromkeys(_SKIPPED_TAGS.split(), SKIP),
    **dict.fromkeys(_BLOCK_TAGS.split(), BLOCK),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), HEADING),
    **dict.fromkeys(("ul", "ol", "dl", "menu", "dir"), LIST),
    "a": LINK,
    "br": BREAK,
    "table": TABLE,
    "img": IMAGE,
    "math": MATH,
    "hr": RULE,
}

# Navigation, notices and marks for editors, pictures with their captions, machine-readable shadows of visible text.
_DROPPED_CLASSES: Final = """
    navbox vertical-navbox navbox-styles sidebar navbar toc toctitle tocnumber metadata ambox tmbox ombox cmbox fmbox
    mw-editsection editsection mw-editsection-like reference mw-ref mw-cite-backlink Inline-Template Template-Fact
    asof-tag update-tag persondata catlinks printfooter mw-jump-link mw-indicators portal portalbox sistersitebox
    stub thumb gallery gallerybox gallerytext image mw-file-description Z3988
    citation-comment sortkey geo-nondefault geo-multi-punct mw-empty-elt mw-authority-control authority-control
    shortdescription mw-hidden-catlinks magnify mwe-math-mathml-inline mwe-math-mathml-display noviewer
"""
_DROPPED: Final = frozenset(_DROPPED_CLASSES.split())
# A table of facts or a hatnote keeps its place even where a template gives it a class of navigation as well.
_KEPT: Final = frozenset(("infobox", "wikitable", "hatnote"))

_dropped: dict[str, bool] = {}
_CACHE_LIMIT: Final = 20_000


def dropped(classes: str) -> bool:
    """Whether an element with this class attribute is no content."""
    known = _dropped.get(classes)
    if known is None:
        tokens = frozenset(classes.split())
        known = not tokens.isdisjoint(_DROPPED) and tokens.isdisjoint(_KEPT)
        if len(_dropped) < _CACHE_LIMIT:
            _dropped[classes] = known
    return known


def hidden(style: str) -> bool:
    """Whether a style attribute keeps the element from being seen."""
    if "none" not in style and "hidden" not in style:
        return False
    flat = style.replace(" ", "").lower()
    return "display:none" in flat or "visibility:hidden" in flat


def folded(classes: str) -> bool:
    """Content that a reader unfolds with a click; its style hides it until then."""
    return "NavContent" in classes or "collaps" in classes
