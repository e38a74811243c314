"""The filters of the FEVEROUS paper: what was left out of its corpus."""

from __future__ import annotations

import re
from typing import Final

from lxml.etree import _Element as Element

from evidentia.formats.wikihtml.inline import all_text

# The paper leaves out the reference sections; these are the headings they and their like go by.
_SECTION_NAMES: Final = """
    references|reference|notes|notes and references|references and notes|footnotes|citations|reference list
    citations and references|sources|bibliography|further reading|external links|external link|external sources
    see also|gallery|works cited|endnotes|literature|related links|links|additional reading
    references and sources|sources and references|notes and citations|references and external links
    external links and references
"""
SECTIONS: Final = frozenset(name.strip() for line in _SECTION_NAMES.splitlines() for name in line.split("|"))

_FLAGS: Final = re.compile(
    r"(?:^|[\s-])(?:unreferenced|refimprove|more_citations_needed|more_references|more_footnotes|no_footnotes|blp_sources"
    r"|blp_unsourced|blp_unreferenced|citations_missing|citation_style|sources|one_source|primary_sources|unsourced"
    r"|no_references|no_sources|onesource)(?=$|[\s_-])",
    re.IGNORECASE,
)
_PHRASES: Final = re.compile(
    r"does not cite any|needs? (?:additional|more|further) (?:citations|references|sources|footnotes)"
    r"|lacks? (?:sufficient|any|in-?text)?\s*(?:corresponding )?(?:inline )?(?:citations|references)"
    r"|(?:no|not) (?:cite|contain) any (?:references|sources)"
    r"|insufficient inline citations|requires? (?:additional|more) (?:citations|references)"
    r"|relies largely or entirely (?:up)?on a single source|additional citations for verification",
    re.IGNORECASE,
)


def is_notice(classes: str) -> bool:
    """A box in which editors say what a page or section lacks."""
    return "mbox" in classes or "box-" in classes


def lacks_citations(notice: Element) -> bool:
    """Whether a notice says that references or citations are missing or too few."""
    if _FLAGS.search(notice.get("class") or ""):
        return True
    return _PHRASES.search(" ".join(all_text(notice).split())) is not None


def unwanted_section(heading: str) -> bool:
    return heading.strip().lower().rstrip(":") in SECTIONS
