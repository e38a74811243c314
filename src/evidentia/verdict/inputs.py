"""Lines of `evidentia judge`: claims with their evidence given, as texts, as elements with context, as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from evidentia import ids
from evidentia.claim import ContextItem, Evidence
from evidentia.errors import InputError
from evidentia.page import Table, table_from_rows


class GivenEvidence(msgspec.Struct, kw_only=True):
    text: str
    id: str = ""
    page: str = ""
    kind: str = ""
    context: list[str | dict[str, str]] = []


class GivenTable(msgspec.Struct, kw_only=True):
    rows: list[list[str | int | float | bool | None]]
    title: str = ""
    caption: str = ""
    header_rows: int = 1
    header_columns: int = 0


class Given(msgspec.Struct, kw_only=True):
    """One claim and what is to judge it."""

    claim: str
    id: str | int | None = None
    evidence: list[str | GivenEvidence] = []
    tables: list[GivenTable] = []

    def pieces(self) -> list[Evidence]:
        return [_evidence(one, place) for place, one in enumerate(self.evidence)]

    def named_tables(self) -> list[tuple[str, Table]]:
        return [
            (
                table.title,
                table_from_rows(
                    table.rows,
                    header_rows=table.header_rows,
                    header_columns=table.header_columns,
                    caption=table.caption,
                    number=number,
                ),
            )
            for number, table in enumerate(self.tables)
        ]


def parse(record: Mapping[str, Any], where: str) -> Given:
    try:
        return msgspec.convert(record, type=Given)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {error}") from error


def _evidence(given: str | GivenEvidence, place: int) -> Evidence:
    if isinstance(given, str):
        return Evidence(id="", page="", kind="text", text=given)
    kind, page = given.kind, given.page
    try:
        parsed = ids.parse(given.id)
        kind, page = kind or parsed.kind, page or parsed.page
    except ValueError:
        kind = kind or "text"
    context = []
    for item in given.context:
        if isinstance(item, str):
            context.append(ContextItem("", item))
        else:
            context.append(ContextItem(item.get("id", ""), item.get("text", "")))
    return Evidence(id=given.id, page=page, kind=kind, text=given.text, context=context)
