"""HTML files of any origin."""

from __future__ import annotations

from pathlib import Path

from evidentia.errors import InputError
from evidentia.formats.base import ReadOptions
from evidentia.formats.documents.builder import Builder
from evidentia.formats.html import page_from_tree, parse_html, truncated
from evidentia.formats.wikihtml.inline import all_text
from evidentia.page import Section


def fill(path: Path, builder: Builder, options: ReadOptions) -> None:
    fill_html(path.read_bytes(), builder)


def fill_html(html: str | bytes, builder: Builder) -> None:
    root = parse_html(html)
    if root is None:
        return
    if truncated(root):
        raise InputError("elements nested too deep: what follows them cannot be read")
    page = page_from_tree(root, builder.title, splitter=builder.splitter)
    if page is None:
        return
    if not any(isinstance(element, Section) and element.level == 1 for element in page.elements):
        title = next((all_text(element) for element in root.iter("title")), "")
        if " ".join(title.split()) != builder.title:
            builder.heading(title, 1)
            for element in page.elements:
                if isinstance(element, Section):
                    element.number += len(builder.elements)
    builder.take(page)
