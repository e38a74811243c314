"""Where tables for statements come from: the pages of a corpus, or lines with rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from evidentia.datasets.records import Record
from evidentia.datasets.table_statements import KINDS, MAX_PER_KIND, statements
from evidentia.errors import InputError
from evidentia.files import read_jsonl
from evidentia.page import Cell, Rich, Table

MAX_CELLS = 100_000


def tables_of(source: Path) -> Iterator[tuple[str, str, Table, str]]:
    """(page title, title to speak of, table, id) of every table of a source.

    Lines are `{"id", "title", "rows"}` with the header in the first row, or `{"id", "table": {key: [values]}}` for
    infoboxes; `"visible": false` keeps a table out.
    """
    if source.is_dir() or source.suffix == ".db":
        from evidentia.corpus import open_corpus

        for page in open_corpus(source).pages():
            for table in page.tables:
                yield page.title, _spoken(page.title, table), table, page.id(table.key)
        return
    for number, record in read_jsonl(source):
        if not isinstance(record, dict):
            raise InputError(f'{source}, line {number}: expected {{"id", "title", "rows"}}')
        if record.get("visible") is False:
            continue
        key = str(record.get("id", number))
        if isinstance(record.get("rows"), list):
            title = str(record.get("title") or "")
            if title:
                yield title, title, from_rows(record["rows"]), key
        elif isinstance(record.get("table"), dict):
            title, table = _infobox(record["table"])
            if title:
                yield title, title, table, key
        else:
            raise InputError(f"{source}, line {number}: neither `rows` nor `table`")


def _spoken(title: str, table: Table) -> str:
    """A caption that says more than the title stands beside it."""
    caption = table.caption.text.strip() if table.caption else ""
    return title if not caption or caption.lower() in title.lower() or len(caption) > 80 else f"{title} ({caption})"


def from_rows(
    rows: Sequence[Sequence[Any]], *, header_rows: int = 1, header_columns: int = 0, number: int = 0
) -> Table:
    """A table of plain rows, with ids as FEVEROUS gives them."""
    made: list[list[Cell]] = []
    count = 0
    for y, row in enumerate(rows):
        cells = []
        for x, value in enumerate(row):
            head = y < header_rows or x < header_columns
            cells.append(Cell(f"{'header_' if head else ''}cell_{number}_{y}_{x}", Rich(str(value)), is_header=head))
        made.append(cells)
        count += len(cells)
        if count > MAX_CELLS:
            break
    return Table(number, made)


def _infobox(values: dict[str, Any]) -> tuple[str, Table]:
    title = values.get("title", "")
    name = str(title[0] if isinstance(title, list) and title else title).strip()
    rows = [
        [str(key), ", ".join(map(str, value)) if isinstance(value, list) else str(value)]
        for key, value in values.items()
        if key != "title"
    ]
    table = from_rows(rows, header_rows=0, header_columns=1)
    table.type = "infobox"
    return name, table


def statements_of(
    tables: Iterable[tuple[str, str, Table, str]],
    *,
    seed: int,
    kinds: tuple[str, ...] = KINDS,
    per_kind: int = MAX_PER_KIND,
) -> Iterator[Record]:
    """Statements as FEVEROUS claims, with the table's id, the kind and the reason beside them."""
    for page, spoken, table, key in tables:
        for number, made in enumerate(statements(table, spoken, seed=seed, kinds=kinds, per_kind=per_kind)):
            content = [f"{page}_{cell}" for cell in made.cells]
            yield {
                "id": f"{key}_s{number}",
                "claim": made.claim,
                "label": made.label.value,
                "evidence": [{"content": content, "context": {cell: [f"{page}_title"] for cell in content}}],
                "challenge": "Numerical Reasoning" if made.kind in ("arithmetic", "count", "comparison") else "Other",
                "extra": {"table": key, "kind": made.kind, "reason": made.reason},
            }
