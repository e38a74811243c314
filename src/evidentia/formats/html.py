"""A folder of Wikipedia's HTML (action=render, Parsoid or whole pages): one page a file."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
from lxml import etree

from evidentia.corpus.sentences import Splitter, default_splitter, splitter_from
from evidentia.errors import InputError
from evidentia.formats.base import DEFAULT_OPTIONS, ReadOptions, Record, Redirect, Reject
from evidentia.formats.wikihtml.blocks import Walker
from evidentia.formats.wikihtml.clean import CONTROL_REFERENCES, CONTROLS, clean, target_of
from evidentia.formats.wikihtml.inline import all_text
from evidentia.page import Page

SUFFIXES = (".html", ".htm", ".xhtml")
# Beside these, HTML is one kind of a person's documents among others.
OTHER_DOCUMENTS = (".md", ".markdown", ".pdf", ".docx", ".txt", ".csv", ".tsv", ".xlsx")
MAX_TITLE = 2000
PARSER_DEPTH = 2000
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_:.-]{1,40})")
_SITE = re.compile(r"\s+[-–—]\s+(?:Wikipedia|[\w ]{0,40}the free encyclopedia)\s*$")

_CONTENT = etree.XPath("(.//*[@id='mw-content-text'])[1]")


@functools.cache
def _parser() -> etree.HTMLParser:
    return etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True)


def parse_html(html: str | bytes) -> etree._Element | None:
    """The tree of a document whatever it holds; None if it holds nothing."""
    data = CONTROL_REFERENCES.sub(b"", _as_utf8(html).translate(None, CONTROLS))
    if not data.strip():
        return None
    try:
        return etree.fromstring(data, _parser())
    except (etree.XMLSyntaxError, ValueError):
        return None


def truncated(root: etree._Element) -> bool:
    """Whether the parser gave up, for elements too deep in one another: its last element lies at its limit."""
    depth = 0
    while len(root):
        root = root[-1]
        depth += 1
    return depth >= PARSER_DEPTH


def _as_utf8(html: str | bytes) -> bytes:
    if isinstance(html, str):
        return html.encode("utf-8", "replace")
    if html[:3] == b"\xef\xbb\xbf":
        html = html[3:]
    elif html[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return html.decode("utf-16", "replace").encode("utf-8", "replace")
    try:
        html.decode("utf-8")
        return html
    except UnicodeDecodeError:
        found = _XML_CHARSET.search(html[:1000]) or _CHARSET.search(html[:4000])
        name = found.group(1).decode("ascii") if found else "cp1252"
        try:
            return html.decode("cp1252" if name.lower() in ("utf-8", "utf8") else name, "replace").encode("utf-8")
        except (LookupError, UnicodeError):
            return html.decode("cp1252", "replace").encode("utf-8")


def page_from_html(
    html: str | bytes, title: str, *, filter: str | None = None, splitter: Splitter | None = None
) -> Page | None:
    """The page in a document; None if nothing is left of it (empty, cut off, filtered out)."""
    root = parse_html(html)
    if root is None or truncated(root):
        return None
    return page_from_tree(root, title, filter=filter, splitter=splitter)


def page_from_tree(
    root: etree._Element, title: str, *, filter: str | None = None, splitter: Splitter | None = None
) -> Page | None:
    if filter not in (None, "feverous"):
        raise InputError(f"unknown filter {filter!r}: there is `feverous`, or none")
    walker = Walker(title, (splitter or default_splitter()).spans, filtered=filter == "feverous")
    elements = walker.read(content_root(root))
    if walker.flagged or not elements:
        return None
    return Page(title=title, elements=elements)


def content_root(root: etree._Element) -> etree._Element:
    """Where the article stands: inside the skin of a whole page, or the whole body."""
    body = root.find("body")
    if body is None:
        return root
    found = _CONTENT(body)
    return found[0] if isinstance(found, list) and found and isinstance(found[0], etree._Element) else body


def redirect_of(root: etree._Element) -> str:
    """The title that a redirect page leads to; empty for other pages."""
    for element in root.iter("link", "div"):
        if element.tag == "link":
            if "mw:PageProp/redirect" in (element.get("rel") or ""):
                return target_of(element.get("href") or "")
        elif "redirectMsg" in (element.get("class") or ""):
            for anchor in element.iter("a"):
                target = target_of(anchor.get("href") or "")
                if target:
                    return target
    return ""


def title_of(root: etree._Element, path: Path) -> str:
    """`<title>` without the site's name, else the first heading, else the file's name."""
    for element in root.iter("title", "h1"):
        text = clean(all_text(element)).replace("\n", " ")
        if element.tag == "title":
            text = _SITE.sub("", text)
        if text:
            return text
    return unquote(path.stem).replace("_", " ").strip()


class _Beside(msgspec.Struct):
    """What the `.json` beside a page may say of it."""

    title: Any = None


def _title_beside(path: Path) -> str:
    beside = path.with_suffix(".json")
    if not beside.is_file():
        return ""
    try:
        title = msgspec.json.decode(beside.read_bytes(), type=_Beside).title
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return ""
    return " ".join(title.split()) if isinstance(title, str) else ""


def detect(source: Path) -> bool:
    """A file of HTML, or a folder whose documents are all HTML."""
    if source.is_file():
        return source.suffix.lower() in SUFFIXES
    found = False
    for path in source.rglob("*"):
        suffix = path.suffix.lower()
        if suffix in SUFFIXES:
            found = True
        elif suffix in OTHER_DOCUMENTS:
            return False
    return found


def units(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Path]:
    """The files of a folder, at any depth, in the order of their names; or one file."""
    if source.is_file():
        yield source
        return
    if not source.is_dir():
        raise InputError(f"{source} is neither a folder nor a file of HTML")
    yield from _files(source, options.limit)


def _files(folder: Path, limit: int | None) -> Iterator[Path]:
    found = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES and path.is_file())
    for number, path in enumerate(found):
        if limit is not None and number >= limit:
            return
        yield path


def parse(unit: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    """One file: its page, the redirect that it is, or why it cannot be read."""
    try:
        size = unit.stat().st_size
        if size > options.max_page_bytes:
            yield Reject.of(unit, "file", f"{size:,} bytes, more than {options.max_page_bytes:,}")
            return
        data = unit.read_bytes()
    except OSError as error:
        yield Reject.of(unit, "file", error.strerror or error)
        return
    root = parse_html(data)
    if root is None:
        yield Reject.of(unit, "file", "no HTML in it")
        return
    if truncated(root):
        yield Reject.of(unit, "page", f"elements nested {PARSER_DEPTH:,} deep: what follows them cannot be read")
        return
    title = _title_beside(unit) or title_of(root, unit)
    if not title or len(title) > MAX_TITLE:
        yield Reject.of(unit, "title", f"a title of {len(title):,} characters" if title else "no title")
        return
    if b"redirect" in data and (target := redirect_of(root)):
        yield Redirect(title, target)
        return
    page = page_from_tree(root, title, filter=options.filter, splitter=splitter_from(options.extra.get("splitter")))
    if page is not None:
        yield page
    elif options.filter is None:
        yield Reject.of(unit, "page", "nothing to read on it")


def read(source: Path, *, options: ReadOptions = DEFAULT_OPTIONS) -> Iterator[Record]:
    for unit in units(source, options=options):
        yield from parse(unit, options=options)
