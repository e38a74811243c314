"""A page of the FEVEROUS database → what the index stores and searches; works on the raw JSON because building
objects for millions of cells would cost more than indexing them."""

from __future__ import annotations

from typing import Any, NamedTuple

from evidentia.page import parse_markup
from evidentia.search.records import LIST, SECTION, SENTENCE, TABLE, odd_cell, store_cells
from evidentia.search.words import compounds

MAX_TABLE_TEXT = 200_000


class FlatTable(NamedTuple):
    context: str
    header: str
    cells: str


class FlatPage(NamedTuple):
    """`elements` and `tables` are stored; the texts are indexed; `links` are target titles in order, once each."""

    title: str
    introduction: str
    body: str
    flat_tables: list[FlatTable]
    elements: list[Any]
    tables: list[Any]
    links: list[str]


def flatten(title: str, data: dict[str, Any]) -> FlatPage:
    elements: list[Any] = []
    tables: list[Any] = []
    flat: list[FlatTable] = []
    introduction: list[str] = []
    body: list[str] = []
    links: dict[str, None] = {}
    sections: list[tuple[int, str]] = []
    parts = introduction

    def clean(value: Any) -> str:
        text = value if isinstance(value, str) else "" if value is None else str(value)
        if "[[" not in text:
            return text
        rich = parse_markup(text)
        for link in rich.links:
            links[link.target] = None
        return rich.text

    for key in data.get("order") or ():
        value = data.get(key)
        kind, _, number_text = key.rpartition("_")
        if value is None or not number_text.isdecimal():
            continue
        number = int(number_text)
        if kind == "sentence":
            text = clean(value)
            elements.append((SENTENCE, number, text))
            parts.append(text)
        elif kind == "section" and isinstance(value, dict):
            text, level = clean(value.get("value")), _whole(value.get("level"), 2)
            elements.append((SECTION, number, text, level))
            sections = [pair for pair in sections if pair[0] < level] + [(level, text)]
            parts = body
            parts.append(text)
        elif kind == "list" and isinstance(value, dict):
            items = [
                (item.get("id", ""), clean(item.get("value")), _whole(item.get("level"), 0), item.get("type"))
                for item in value.get("list") or ()
                if isinstance(item, dict)
            ]
            elements.append((LIST, number, value.get("type") or "unordered_list", items))
            parts += [item[1] for item in items]
        elif kind == "table" and isinstance(value, dict):
            rows, header, cells = _table(value, number, clean)
            caption = clean(value["caption"]) if value.get("caption") else None
            elements.append((TABLE, number))
            tables.append((number, value.get("type") or "table", caption, *store_cells(rows)))
            context = " ".join([name for _, name in sections] + ([caption] if caption else []))
            flat.append(FlatTable(context, header, cells))
    return FlatPage(title, _indexed(introduction), _indexed(body), flat, elements, tables, list(links))


def _table(value: dict[str, Any], number: int, clean: Any) -> tuple[list[list[tuple[str, list[Any] | None]]], str, str]:
    rows: list[list[tuple[str, list[Any] | None]]] = []
    heads: list[str] = []
    texts: list[str] = []
    for y, source in enumerate(value.get("table") or ()):
        row: list[tuple[str, list[Any] | None]] = []
        for x, cell in enumerate(source):
            text = clean(cell.get("value"))
            header = bool(cell.get("is_header"))
            down, across = cell.get("row_span", 1), cell.get("column_span", 1)
            down = 1 if down == "1" else _whole(down, 1)
            across = 1 if across == "1" else _whole(across, 1)
            regular = f"header_cell_{number}_{y}_{x}" if header else f"cell_{number}_{y}_{x}"
            row.append((text, odd_cell(cell.get("id") or regular, header, down, across, regular)))
            (heads if header else texts).append(text)
        rows.append(row)
    return rows, " ".join(heads)[:MAX_TABLE_TEXT], _indexed(texts)[:MAX_TABLE_TEXT]


def _indexed(texts: list[str]) -> str:
    """The text that is indexed: numbers with a point or comma are words of their own besides their parts."""
    text = " ".join(texts)
    found = compounds(text)
    return f"{text} {' '.join(found)}" if found else text


def _whole(value: Any, default: int) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        return default
