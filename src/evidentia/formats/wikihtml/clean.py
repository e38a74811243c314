"""From gathered pieces of text to clean text with links: white space, repair, addresses."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import Any, Final
from urllib.parse import unquote

from evidentia.page import Link, Rich

# Characters that no page can hold (they are taken off the source) stand for structure while text is gathered.
OPEN: Final = "\x02"
CLOSE: Final = "\x03"
NEWLINE: Final = "\x05"
BLANK: Final = "".join(chr(code) for code in range(0x3001) if chr(code).isspace()) + NEWLINE
CONTROLS: Final = bytes(n for n in range(32) if n not in (9, 10, 13)) + b"\x7f"

# The same characters written as references; `&#160;` and its like stay.
CONTROL_REFERENCES: Final = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01]|127)(?![0-9])|[xX]0*(?:[0-8bcefBCEF]|1[0-9a-fA-F]|7[fF])(?![0-9a-fA-F]));?"
)

_MARKS = re.compile(f"([{OPEN}{CLOSE}])")
_NEWLINES = re.compile(f" ?{NEWLINE}[ {NEWLINE}]*")
_EMPTY_LINK = re.compile(f"[ \n]*{OPEN}{CLOSE}(?=[ \n]|$)|^{OPEN}{CLOSE}[ \n]*")
_URL = re.compile(
    rf"(?:https?|ftps?)://[^\s<>{OPEN}{CLOSE}{NEWLINE}]+|\bwww\.[^\s<>{OPEN}{CLOSE}{NEWLINE}]+\.[^\s<>{OPEN}{CLOSE}{NEWLINE}]+"
)
_URL_END = ".,;:!?'\")]}"
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufffe\ufff9-\ufffb]")
# Broken text always shows as characters beyond ASCII side by side, a lone mark, or a C1 control.
_SUSPECT = re.compile(
    "[\u0080-\u009f\u00ad\u0300-\u036f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufb00-\ufb06\ufeff\ufff9-\ufffd]|[^\x00-\x7f]{2}"
)


@functools.cache
def _ftfy() -> tuple[Any, Any]:
    import ftfy
    from ftfy.badness import is_bad

    config = ftfy.TextFixerConfig(
        unescape_html=False,
        uncurl_quotes=False,
        fix_character_width=False,
        fix_line_breaks=False,
        remove_control_chars=False,
        normalization="NFC",
        explain=False,
    )
    return functools.partial(ftfy.fix_text, config=config), is_bad


def repair(text: str) -> str:
    """Mojibake mended, invisible characters dropped, NFC; sound text is left alone (and costs almost nothing)."""
    if text.isascii() or not _SUSPECT.search(text):
        return text
    text = _INVISIBLE.sub("", text)
    fix, is_bad = _ftfy()
    if is_bad(text) or _C1.search(text):
        text = _INVISIBLE.sub("", fix(text))
    elif _LIGATURES.search(text):
        text = text.translate(_LIGATURE_TABLE)
    return unicodedata.normalize("NFC", text)


_C1 = re.compile("[\u0080-\u009f\ufffd]")
_LIGATURES = re.compile("[\ufb00-\ufb06]")
_LIGATURE_TABLE = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}


def visible(text: str) -> str:
    """Without the characters that nobody sees."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def _shorten(match: re.Match[str]) -> str:
    address = match.group()
    rest = address.rstrip(_URL_END)
    # A bracket that belongs to the address stays with it.
    if "(" in rest and address[len(rest) : len(rest) + 1] == ")":
        rest = address[: len(rest) + 1]
    return "<URL>" + address[len(rest) :]


def clean(raw: str) -> str:
    """White space collapsed, text repaired, addresses as `<URL>`; marks of links and line breaks stay."""
    text = " ".join(raw.split())
    if not text.isascii():
        repaired = repair(text)
        if repaired != text:
            text = " ".join(repaired.split())
    if NEWLINE in text:
        text = _NEWLINES.sub("\n", text).strip()
    if "://" in text or "www." in text:
        text = _URL.sub(_shorten, text)
    return text


def finish(parts: list[str], targets: list[str]) -> Rich:
    """The clean text of gathered parts, with the links that its marks stand for."""
    raw = parts[0] if len(parts) == 1 else "".join(parts)
    text = clean(raw)
    if not targets:
        return Rich(text)
    if OPEN + CLOSE in text:
        text = _EMPTY_LINK.sub(OPEN + CLOSE, text)
    pieces: list[str] = []
    links: list[Link] = []
    length = start = 0
    following = iter(targets)
    for piece in _MARKS.split(text):
        if piece == OPEN:
            start = length
        elif piece == CLOSE:
            target = next(following, "")
            if target and length > start:
                links.append(Link(target, start, length))
        elif piece:
            pieces.append(piece)
            length += len(piece)
    return Rich("".join(pieces), tuple(links))


_NAMESPACE_NAMES = """
    file image media category template help portal wikipedia wp special talk user module draft mediawiki book
    timedtext wikt wiktionary commons q b s d m n v species voy wikiquote wikisource wikibooks wikinews
    wikispecies wikiversity wikivoyage wikidata user_talk wikipedia_talk template_talk category_talk file_talk
"""
_NAMESPACES = frozenset(_NAMESPACE_NAMES.split())
_LANGUAGE_HOST = re.compile(r"(?:https?:)?//[a-z-]+(?:\.m)?\.(?:wikipedia\.org|wiki[a-z]*\.[a-z]+)\Z")


def target_of(href: str) -> str:
    """The title that an internal link leads to; empty for every other link."""
    if href.startswith("/wiki/"):
        name = href[6:]
    elif href.startswith("./"):
        name = href[2:]
    elif (place := href.find("/wiki/")) > 0:
        if not _LANGUAGE_HOST.match(href[:place]):
            return ""
        name = href[place + 6 :]
    elif not href or href[0] in "#/?" or "://" in href or href.startswith(("mailto:", "data:", "javascript:", "tel:")):
        return ""
    else:
        # Files of a folder or of an archive: `Some_page.html`, `../A/Some_page`.
        name = href
        if name.startswith("../"):
            name = name.replace("../", "")
            if name[1:2] == "/" and name[0] in "AC":
                name = name[2:]
        if name.endswith((".html", ".htm", ".md")):
            name = name.rpartition(".")[0]
    if "#" in name:
        name = name.partition("#")[0]
    if "?" in name:
        name = name.partition("?")[0]
    if "%" in name:
        name = unquote(name)
    name = name.replace("_", " ").strip()
    if ":" in name:
        prefix = name.lstrip(":").partition(":")[0].strip().lower().replace(" ", "_")
        if prefix in _NAMESPACES or name.startswith(":"):
            return ""
    return name
