"""A page as FEVEROUS writes it: `title`, `order`, and one key for each element."""

from __future__ import annotations

import unicodedata
from typing import Any

import msgspec

from evidentia.ids import fold
from evidentia.page import Cell, Element, ListItem, Page, PageList, Rich, Section, Sentence, Table, parse_markup

MAX_TITLE = 1000
MAX_SPAN = 1_000_000


class _Cell(msgspec.Struct):
    id: str = ""
    value: str | None = ""
    is_header: bool = False
    column_span: str | int | None = "1"
    row_span: str | int | None = "1"


class _Item(msgspec.Struct, omit_defaults=True):
    id: str = ""
    value: str | None = None
    level: int | str | None = None
    type: str | None = None


class _Whole(msgspec.Struct, omit_defaults=True):
    """A section, table or list: which, its key says."""

    value: str | None = None
    level: int | str | None = None
    type: str | None = None
    table: list[list[_Cell]] | None = None
    caption: str | None = None
    entries: list[_Item] | None = msgspec.field(default=None, name="list")


_Raw = dict[str, _Whole | str | list[Any] | int | float | bool | None]
_decoder = msgspec.json.Decoder(_Raw)
_encoder = msgspec.json.Encoder()


def plain_title(title: object) -> str:
    """NFC, underscores and control characters as spaces; ValueError says why a title cannot be one."""
    if not isinstance(title, str):
        raise ValueError("no title")
    if len(title) > MAX_TITLE:
        raise ValueError(f"title of {len(title):,} characters (at most {MAX_TITLE:,})")
    if not title.isprintable():
        if "\0" in title:
            raise ValueError("title with a NUL")
        title = "".join(" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter for letter in title)
        try:
            title.encode()
        except UnicodeEncodeError as error:
            raise ValueError("title with half a character (a lone surrogate)") from error
    title = fold(title)
    if not title:
        raise ValueError("empty title")
    return title


def canonical(data: bytes | str) -> tuple[str, bytes]:
    """Title and canonical JSON of one page: equal pages become equal bytes; ValueError says what is wrong."""
    raw = _decode(data)
    title = plain_title(raw.get("title"))
    order = _order(raw)
    out: dict[str, object] = {"title": title, "order": order, **{key: raw[key] for key in order}}
    for key in order:
        if _kinds[key] is _Whole:
            _tidy(key, out[key])  # type: ignore[arg-type]
    return title, _encode(out)


def page_from_json(data: bytes | str, *, title: str | None = None) -> Page:
    """A page from its JSON; ValueError says what is wrong."""
    return _page(_decode(data), title)


def page_from_dict(raw: dict[str, Any], *, title: str | None = None) -> Page:
    """A page from decoded JSON; ValueError says what is wrong."""
    return _page(msgspec.convert(raw, _Raw), title)


def page_to_dict(page: Page) -> dict[str, Any]:
    """The page as FEVEROUS writes it, links as `[[Target_Page|anchor]]`."""
    out: dict[str, Any] = {"title": page.title, "order": [element.key for element in page.elements]}
    for element in page.elements:
        out[element.key] = _element_to_raw(element)
    return out


def page_to_json(page: Page) -> bytes:
    """Canonical JSON: what the store holds and the JSONL export writes."""
    return _encode(page_to_dict(page))


def _decode(data: bytes | str) -> _Raw:
    try:
        return _decoder.decode(data)
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: {error.reason}") from error
    except msgspec.ValidationError as error:
        raise ValueError(f"not a FEVEROUS page: {error}") from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error


def _encode(value: object) -> bytes:
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError as error:
        raise ValueError("half a character (a lone surrogate) in the text") from error


class _Kinds(dict[str, type | None]):
    """What the value of a key must be: `sentence_3` a text, `table_0` a whole; None where the key is no element."""

    def __missing__(self, key: str) -> type | None:
        kind, _, number = key.rpartition("_")
        found: type | None = None
        if number.isdecimal() and number.isascii() and len(number) < 10:
            found = str if kind == "sentence" else _Whole if kind in ("section", "table", "list") else None
        if len(self) < _MAX_KINDS:
            self[key] = found
        return found


_MAX_KINDS = 100_000
_kinds = _Kinds()


def _order(raw: _Raw) -> list[str]:
    """The keys of the elements; what `order` forgets stands at the end, so that no text is lost."""
    given = raw.get("order")
    if given is None:
        given = []
    elif not isinstance(given, list):
        raise ValueError("`order` is not a list")
    try:
        order: list[str] = [key for key in given if type(raw[key]) is _kinds[key]]
    except (KeyError, TypeError, AttributeError):
        missing = next(key for key in given if not isinstance(key, str) or key not in raw)
        raise ValueError(f"`order` names {str(missing)[:80]!r}, which the page does not have") from None
    known = set(order)
    if len(known) != len(order):
        raise ValueError("`order` names an element twice")
    if len(raw) != len(order) + 2:
        for key, value in raw.items():
            if key not in known and _kinds[key] is not None:
                if type(value) is not _kinds[key]:
                    raise ValueError(f"`{key}` is not a {'text' if _kinds[key] is str else 'record'}")
                order.append(key)
    return order


def _tidy(key: str, whole: _Whole) -> None:
    """Numbers as the official files write them: spans as text, levels as numbers; missing ids filled in."""
    number = key.rpartition("_")[2]
    if key.startswith("section_"):
        whole.value = whole.value or ""
        whole.level = _number(whole.level, 2)
    elif key.startswith("table_"):
        whole.type = whole.type or "table"
        whole.table = whole.table or []
        for y, row in enumerate(whole.table):
            for x, cell in enumerate(row):
                if not cell.id:
                    cell.id = f"{'header_cell' if cell.is_header else 'cell'}_{number}_{y}_{x}"
                if cell.value is None:
                    cell.value = ""
                if type(cell.column_span) is not str:
                    cell.column_span = str(_number(cell.column_span, 1))
                if type(cell.row_span) is not str:
                    cell.row_span = str(_number(cell.row_span, 1))
    else:
        whole.type = whole.type or "unordered_list"
        whole.entries = whole.entries or []
        for place, item in enumerate(whole.entries):
            item.id = item.id or f"item_{number}_{place}"
            item.value = item.value or ""
            item.level = _number(item.level, 0)


def _number(value: str | int | None, default: int) -> int:
    try:
        return min(max(int(value if value is not None else default), 0), MAX_SPAN)
    except ValueError:
        return default


def _page(raw: _Raw, title: str | None) -> Page:
    elements: list[Element] = []
    for key in _order(raw):
        value = raw[key]
        number = int(key.rpartition("_")[2])
        if isinstance(value, str):
            elements.append(Sentence(number, parse_markup(value)))
        elif isinstance(value, _Whole):
            _tidy(key, value)
            elements.append(_element(key, number, value))
    return Page(plain_title(title if title is not None else raw.get("title")), elements)


def _element(key: str, number: int, whole: _Whole) -> Element:
    if key.startswith("section_"):
        return Section(number, parse_markup(whole.value or ""), _number(whole.level, 2))
    if key.startswith("list_"):
        items = [
            ListItem(item.id, parse_markup(item.value or ""), _number(item.level, 0), item.type)
            for item in whole.entries or []
        ]
        return PageList(number, items, whole.type or "unordered_list")
    rows = [
        [
            Cell(
                cell.id,
                parse_markup(cell.value or ""),
                cell.is_header,
                _number(cell.row_span, 1),
                _number(cell.column_span, 1),
            )
            for cell in row
        ]
        for row in whole.table or []
    ]
    caption = parse_markup(whole.caption) if whole.caption is not None else None
    return Table(number, rows, whole.type or "table", caption)


def _element_to_raw(element: Element) -> str | _Whole:
    if isinstance(element, Sentence):
        return element.content.markup
    if isinstance(element, Section):
        return _Whole(value=element.content.markup, level=element.level)
    if isinstance(element, PageList):
        items = [_Item(item.key, item.content.markup, item.level, item.type) for item in element.items]
        return _Whole(type=element.type, entries=items)
    return _Whole(
        type=element.type,
        caption=_caption(element.caption),
        table=[
            [_Cell(c.key, c.content.markup, c.is_header, str(c.column_span), str(c.row_span)) for c in row]
            for row in element.rows
        ],
    )


def _caption(caption: Rich | None) -> str | None:
    return None if caption is None else caption.markup
