"""Gold evidence and retrieved lists in one form: element ids with plain titles, whatever format they come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from evidentia import ids
from evidentia.page import whole_key

_ESCAPES = (
    ("-LRB-", "("),
    ("-RRB-", ")"),
    ("-LSB-", "["),
    ("-RSB-", "]"),
    ("-LCB-", "{"),
    ("-RCB-", "}"),
    ("-COLON-", ":"),
)
CELLS = ("cell", "header_cell", "table_caption")
KINDS = ("pages", "sentences", "tables", "cells", "items")
Record = Mapping[str, Any]


class GoldSet(msgspec.Struct, frozen=True):
    """One way to decide a claim, by what must be found for it."""

    pages: frozenset[str]
    sentences: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    cells: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()

    @property
    def elements(self) -> frozenset[str]:
        """What counts as evidence: tables only through their cells."""
        return self.sentences | self.cells | self.items


class Lists(msgspec.Struct):
    """What was retrieved for one claim, best first, each name once."""

    pages: list[str] = []
    sentences: list[str] = []
    tables: list[str] = []
    cells: list[str] = []
    items: list[str] = []


def plain(title: str) -> str:
    """The title as it is compared: FEVER's escapes undone, folded."""
    if "-" in title:
        for escaped, letter in _ESCAPES:
            title = title.replace(escaped, letter)
    return ids.fold(title)


def plain_id(text: str) -> str:
    parsed = ids.parse(text)
    return f"{plain(parsed.page)}_{parsed.key}"


def gold_sets(record: Record) -> list[GoldSet]:
    """The evidence sets of a FEVER or FEVEROUS claim; NOT ENOUGH INFO without evidence has none."""
    found = []
    for group in record.get("evidence") or []:
        names = group.get("content", []) if isinstance(group, Mapping) else group
        elements = [name for part in names if (name := _element(part)) is not None]
        if elements:
            found.append(gold_set(elements))
    return list(dict.fromkeys(found))


def gold_set(elements: Sequence[str]) -> GoldSet:
    by_kind: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for element in elements:
        parsed = ids.parse(element)
        by_kind["pages"].add(parsed.page)
        if parsed.kind in CELLS:
            by_kind["cells"].add(element)
            by_kind["tables"].add(f"{parsed.page}_{whole_key(parsed.key)}")
        elif parsed.kind == "table":
            by_kind["tables"].add(element)
        elif parsed.kind in ("item", "list"):
            by_kind["items"].add(element)
        elif parsed.kind == "sentence":
            by_kind["sentences"].add(element)
    return GoldSet(**{kind: frozenset(names) for kind, names in by_kind.items()})


def lists(record: Record) -> Lists:
    """From a line of `evidentia retrieve`, or from the `predicted_evidence` of a FEVER or FEVEROUS prediction."""
    found = Lists(
        pages=_names(record.get("predicted_pages"), plain),
        sentences=_names(record.get("predicted_sentences"), plain_id),
        tables=_names(record.get("predicted_tables"), plain_id),
        cells=_names(record.get("predicted_cells"), plain_id),
        items=_names(record.get("predicted_items"), plain_id),
    )
    for part in record.get("predicted_evidence") or []:
        if (element := _predicted(part)) is None:
            continue
        parsed = ids.parse(element)
        kind = "cells" if parsed.kind in CELLS else parsed.kind + "s"
        for name, value in ((kind, element), ("pages", parsed.page)):
            if name in KINDS and value not in getattr(found, name):
                getattr(found, name).append(value)
        if kind == "cells" and str(parsed.table) not in found.tables:
            found.tables.append(str(parsed.table))
    return found


def _element(part: Any) -> str | None:
    if isinstance(part, str):
        return plain_id(part)
    if isinstance(part, Sequence) and len(part) == 4:
        page, line = part[2], part[3]
        return None if page is None or line is None else f"{plain(str(page))}_sentence_{int(line)}"
    return _predicted(part)


def _predicted(part: Any) -> str | None:
    if isinstance(part, Sequence) and not isinstance(part, str):
        if len(part) == 2:
            return f"{plain(str(part[0]))}_sentence_{int(part[1])}"
        if len(part) == 3:
            return f"{plain(str(part[0]))}_{part[1]}_{part[2]}"
    return plain_id(part) if isinstance(part, str) else None


def _names(values: Any, fold: Any) -> list[str]:
    """Names from `[[name, score], …]` or `[name, …]`; ValueError if an entry is neither."""
    found = []
    for value in values or []:
        name = value[0] if isinstance(value, Sequence) and not isinstance(value, str) and value else value
        if not isinstance(name, str):
            raise ValueError(f"{value!r:.60} is neither a name nor [name, score]")
        found.append(fold(name))
    return list(dict.fromkeys(found))
