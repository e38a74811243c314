"""The fields of the index. Pages and tables are documents of one index with fields of their own, so that a query on the
fields of one kind never has to filter the other out, and each kind has its own length statistics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evidentia.search.words import ANALYSER, analyser

PAGE_FIELDS = ("title", "alias", "introduction", "body", "tables")
TABLE_FIELDS = ("table_title", "table_context", "table_header", "table_cells")
# The number of the page; a table has also its place among the tables of the page.
PAGE, PLACE = "page", "place"
# Exact page number as a term, for deletion.
OWNER = "owner"


def schema() -> Any:
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    for field in PAGE_FIELDS + TABLE_FIELDS:
        # No positions: nothing here asks for phrases, and they would double the index.
        builder.add_text_field(field, stored=False, tokenizer_name=ANALYSER, index_option="freq")
    builder.add_unsigned_field(PAGE, fast=True)
    builder.add_unsigned_field(PLACE, fast=True)
    builder.add_text_field(OWNER, stored=False, tokenizer_name="raw", index_option="basic")
    return builder.build()


def create(path: Path) -> Any:
    from tantivy import Index

    path.mkdir(parents=True, exist_ok=True)
    index = Index(schema(), path=str(path))
    index.register_tokenizer(ANALYSER, analyser())
    return index


def reopen(path: Path) -> Any:
    from tantivy import Index

    index = Index.open(str(path))
    index.register_tokenizer(ANALYSER, analyser())
    return index
