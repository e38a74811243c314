"""Markdown (CommonMark with tables), by way of HTML."""

from __future__ import annotations

import re
from pathlib import Path

from evidentia.errors import MissingExtra
from evidentia.formats.base import ReadOptions
from evidentia.formats.documents.builder import Builder
from evidentia.formats.documents.text import decode
from evidentia.formats.documents.web import fill_html

_FRONT_MATTER = re.compile(r"\A---[ \t\r]*\n(.*?)\n(?:---|\.\.\.)[ \t\r]*\n", re.DOTALL)
_TITLE = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)


def fill(path: Path, builder: Builder, options: ReadOptions) -> None:
    try:
        from markdown_it import MarkdownIt
    except ImportError as error:
        raise MissingExtra("markdown-it-py", "documents") from error
    text = decode(path.read_bytes())
    front = _FRONT_MATTER.match(text)
    if front:
        text = text[front.end() :]
        title = _TITLE.search(front.group(1))
        if title and not re.search(r"^# ", text, re.MULTILINE):
            text = f"# {title.group(1)}\n\n{text}"
    html: str = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    fill_html(html, builder)
