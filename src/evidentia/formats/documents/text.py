"""Plain text: paragraphs, headings that stand alone or are underlined, lists by their marks; any encoding."""

from __future__ import annotations

import re
from pathlib import Path

from evidentia.formats.base import ReadOptions
from evidentia.formats.documents.builder import Builder, Item

_BULLET = re.compile(r"^(\s*)(?:[-*+•‣◦▪●–]|(\(?\d{1,3}[.)])|(\(?[a-z][.)]))\s+(?=\S)")
_UNDERLINE = re.compile(r"^([=\-~^*#])\1{2,}\s*$")
_LEVELS = {"=": 2, "-": 3, "~": 4, "^": 4, "*": 2, "#": 2}
_NUMBERED = re.compile(r"^(\d+(?:\.\d+)*)\.?\s+[A-Z]")
_LONGEST_HEADING = 100


def decode(data: bytes) -> str:
    """Text in whatever encoding it most likely is."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(name, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # UTF-16 without its mark shows in its zeros.
    sample = data[:2000]
    if sample[1::2].count(0) > len(sample) // 4:
        return data.decode("utf-16-le", "replace")
    if sample[::2].count(0) > len(sample) // 4:
        return data.decode("utf-16-be", "replace")
    return data.decode("cp1252", "replace")


def fill(path: Path, builder: Builder, options: ReadOptions) -> None:
    fill_text(decode(path.read_bytes()), builder)


def fill_text(text: str, builder: Builder) -> None:
    for block in re.split(
        r"\n[ \t]*(?:\n[ \t]*)+", text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    ):
        lines = [line for line in block.split("\n") if line.strip()]
        if lines:
            _block(lines, builder)


def _block(lines: list[str], builder: Builder) -> None:
    if len(lines) >= 2 and (mark := _UNDERLINE.match(lines[1].strip())) and len(lines[0]) <= _LONGEST_HEADING:
        builder.heading(lines[0], _LEVELS[mark.group(1)])
        lines = lines[2:]
    elif len(lines) == 1 and (level := heading_level(lines[0].strip())):
        builder.heading(lines[0], level)
        return
    paragraph: list[str] = []
    items: list[Item] = []
    for line in lines:
        bullet = _BULLET.match(line)
        if bullet:
            if paragraph:
                builder.paragraph(join(paragraph))
                paragraph = []
            indent = len(bullet.group(1).expandtabs(4))
            items.append(Item(line[bullet.end() :], indent, bool(bullet.group(2) or bullet.group(3))))
        elif items and line[:1].isspace():
            items[-1].text = join([items[-1].text, line])
        else:
            if items:
                _flush(items, builder)
                items = []
            paragraph.append(line)
    _flush(items, builder)
    if paragraph:
        builder.paragraph(join(paragraph))


def _flush(items: list[Item], builder: Builder) -> None:
    """Indents become levels."""
    indents = sorted({item.level for item in items})
    for item in items:
        item.level = indents.index(item.level)
    builder.list(items)


def heading_level(line: str) -> int:
    """The level of a line that stands alone and looks like a heading; 0 for others."""
    if len(line) > _LONGEST_HEADING or line[-1] in ".,;:!?" or not any(character.isalpha() for character in line):
        return 0
    numbered = _NUMBERED.match(line)
    if numbered:
        return min(2 + numbered.group(1).count("."), 6)
    return 2 if line.isupper() and len(line) >= 3 else 0


def join(lines: list[str]) -> str:
    """Lines of one paragraph; a word divided at the end of a line is made whole."""
    text = ""
    for line in lines:
        line = line.strip()
        if len(text) > 1 and text[-1] in "-\u00ad\u2010" and text[-2].isalpha() and line[:1].islower():
            text = text[:-1] + line
        else:
            text = f"{text} {line}" if text else line
    return text
