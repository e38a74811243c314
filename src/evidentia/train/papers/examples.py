"""Labelled claims with their evidence given, in the form of `evidentia judge`, as the papers' models take them."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from evidentia import ids
from evidentia.claim import Evidence, Label
from evidentia.errors import InputError
from evidentia.files import read_jsonl
from evidentia.page import Table
from evidentia.verdict.inputs import parse


class Example(msgspec.Struct):
    """`relevant` are the keys of the gold cells, where a line has them as `cells`; `group` is the first page."""

    claim: str
    label: Label
    evidence: list[Evidence]
    tables: list[tuple[str, Table]]
    group: str
    relevant: list[str] = []

    @property
    def texts(self) -> list[str]:
        """Each piece with its context, cells as `header is cell`."""
        return [_said(piece) for piece in self.evidence] + [table.text for _, table in self.tables]


def _said(piece: Evidence) -> str:
    names = [item.text for item in piece.context if item.text and item.text != piece.page]
    if piece.kind in ("cell", "header_cell") and names:
        return f"{piece.page} {' '.join(names)} is {piece.text}"
    return " ".join([piece.page, *names, piece.text]).strip()


def read(path: str | Path) -> list[Example]:
    examples = []
    for number, record in read_jsonl(path):
        where = f"{path}, line {number}"
        if not isinstance(record, dict):
            raise InputError(f"{where}: a line is an object with claim, label and evidence")
        try:
            label = Label(record.get("label", ""))
        except ValueError as error:
            raise InputError(
                f"{where}: the label is {record.get('label')!r}, not one of SUPPORTS, REFUTES, …"
            ) from error
        given = parse(record, where)
        pieces = given.pieces()
        group = pieces[0].page if pieces else given.tables[0].title if given.tables else given.claim
        cells = [key for key in record.get("cells", []) if isinstance(key, str)]
        examples.append(Example(given.claim, label, pieces, given.named_tables(), group, cells))
    if not examples:
        raise InputError(f"{path} holds no claims")
    return examples


def evidence_type(example: Example) -> str:
    """What kind of evidence decides: `sentences`, `cells`, or `both`."""
    kinds = set()
    for piece in example.evidence:
        try:
            kind = ids.parse(piece.id).kind
        except ValueError:
            kind = piece.kind
        kinds.add("cells" if kind in ("cell", "header_cell", "table_caption") else "sentences")
    if example.tables:
        kinds.add("cells")
    return "both" if len(kinds) > 1 else next(iter(kinds), "sentences")


def folds(examples: Sequence[Example], count: int = 5) -> list[tuple[list[Example], list[Example]]]:
    """(train, test) by page, so that no evidence stands on both sides."""
    place = [zlib.crc32(example.group.encode()) % count for example in examples]
    return [
        (
            [example for example, own in zip(examples, place, strict=True) if own != fold],
            [example for example, own in zip(examples, place, strict=True) if own == fold],
        )
        for fold in range(count)
    ]
