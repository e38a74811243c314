"""What a report shows of a prediction, made ready: texts cleaned, evidence grouped by page, tables folded.

`Prediction.details` may hold, all optional:
`parts` [{text, label, probabilities, evidence: [ids]}], `facts` [{text, cells: [ids], truth}], `missing` text or texts,
`conflict` text or {claim, evidence, id}, `correction` text, `sets` [[ids]] or [{content: [ids]}],
`searched` {pages, sentences, tables: numbers or lists} or text, `corpus` {name, date, version, pages}, `model` text or
{name, version}, `tables` as `table_view.detail` gives them, `start` and `end` of the claim in a whole text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

import msgspec

from evidentia import context as rules
from evidentia import ids
from evidentia.claim import LABELS, Evidence, Label, Prediction
from evidentia.page import Page, Table
from evidentia.report import table_view
from evidentia.report.table_view import TableView
from evidentia.report.words import KINDS, POLICIES, clean

MAX_EVIDENCE = 200
_TABLE_KINDS = ("cell", "header_cell", "table_caption")


class Pages(Protocol):
    """What a report asks of a corpus, if it is given one: whole tables."""

    def get(self, title: str) -> Page | None: ...


class EvidenceView(msgspec.Struct, frozen=True, kw_only=True):
    """One piece; `sets` numbers the evidence sets it belongs to where there are several."""

    id: str
    kind: str
    text: str
    sections: list[str]
    headers: list[str]
    sets: list[int] = []


class PageView(msgspec.Struct, frozen=True, kw_only=True):
    """What was found on one page, in the order of the evidence; a table stands where its first cell does."""

    title: str
    blocks: list[EvidenceView | TableView]


class PartView(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    label: Label | None
    probability: float | None
    evidence: list[str]


class FactView(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    truth: bool | None
    cells: list[str]


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """What the claim says and what the evidence says instead; one may be empty."""

    claim: str
    evidence: str
    id: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    claim: str
    label: Label
    probabilities: list[tuple[Label, float]]
    pages: list[PageView]
    computed: list[FactView]
    parts: list[PartView]
    missing: list[str]
    conflict: Conflict | None
    correction: str
    sets: int
    searched: list[str]
    searched_pages: list[tuple[str, float]]
    about: list[tuple[str, str]]
    left_out: int


def view(prediction: Prediction, *, corpus: Pages | None = None, max_columns: int = 30) -> View:
    """Of a prediction, with whole tables from its details or from the corpus."""
    details = prediction.details
    sets = _sets(details.get("sets"))
    kept = prediction.evidence[:MAX_EVIDENCE]
    return View(
        id="" if prediction.id is None else clean(prediction.id),
        claim=clean(prediction.claim),
        label=prediction.label,
        probabilities=[(label, float(prediction.probabilities.get(str(label), 0.0))) for label in LABELS],
        pages=_pages(kept, _Tables(details, corpus), sets, max_columns),
        computed=_facts(details, kept),
        parts=[_part(part) for part in _list(details.get("parts"))],
        missing=[text for part in _list(details.get("missing")) if (text := _text(part))],
        conflict=_conflict(details.get("conflict")),
        correction=_text(details.get("correction")),
        sets=len(sets),
        searched=_searched(details.get("searched")),
        searched_pages=[(clean(page.title), page.score) for page in prediction.pages],
        about=about(prediction, corpus=corpus),
        left_out=len(prediction.evidence) - len(kept),
    )


def about(prediction: Prediction, *, corpus: object | None = None) -> list[tuple[str, str]]:
    """Which corpus, model, policy and program: what must stand in every report."""
    found = _mapping(prediction.details.get("corpus"))
    manifest = getattr(corpus, "manifest", None)

    def of_corpus(field: str) -> str:
        value = found.get(field) or getattr(manifest, field, None)
        return clean(value) if value else ""

    pages = of_corpus("pages")
    model = prediction.details.get("model")
    if isinstance(model, Mapping):
        model = " ".join(str(model[part]) for part in ("name", "version") if model.get(part))
    rows = [
        ("Corpus", of_corpus("name") or clean(prediction.details.get("corpus") or "not named")),
        ("Corpus date", of_corpus("date") or "not known"),
        ("Corpus version", of_corpus("version") or "not known"),
        ("Pages", f"{int(pages):,}" if pages.isdigit() else pages),
        ("Model", clean(model) if model else "not named"),
        ("Label policy", POLICIES[prediction.policy]),
        ("Program", f"Evidentia {program_version()}"),
    ]
    if isinstance(prediction.details.get("corpus"), Mapping) and not of_corpus("name"):
        rows[0] = ("Corpus", "not named")
    return [(name, value) for name, value in rows if value]


def program_version() -> str:
    try:
        return version("evidentia")
    except PackageNotFoundError:
        return "from source"


def _pages(
    evidence: Sequence[Evidence], tables: _Tables, sets: Sequence[Sequence[str]], max_columns: int
) -> list[PageView]:
    by_page: dict[str, list[Evidence]] = {}
    for piece in evidence:
        if ids.is_id(piece.id):
            by_page.setdefault(piece.page, []).append(piece)
    return [_page(title, pieces, tables, sets, max_columns) for title, pieces in by_page.items()]


def _page(
    title: str, pieces: Sequence[Evidence], tables: _Tables, sets: Sequence[Sequence[str]], max_columns: int
) -> PageView:
    blocks: list[Evidence | str] = []
    cells: dict[str, list[Evidence]] = {}
    for piece in pieces:
        found = ids.parse(piece.id)
        key = found.table.key if found.kind in (*_TABLE_KINDS, "table") else ""
        if not key or tables.find(title, key) is None:
            blocks.append(piece)
            continue
        if key not in cells:
            blocks.append(key)
        cells.setdefault(key, []).append(piece)
    drawn: list[EvidenceView | TableView] = []
    for block in blocks:
        if not isinstance(block, str):
            drawn.append(_piece(block, sets))
            continue
        table = tables.find(title, block)
        assert table is not None
        inside = cells[block]
        marks = {ids.parse(cell.id).key: _inside(cell, sets) for cell in inside}
        sections = tables.sections(title, block) or _piece(inside[0], ()).sections
        shown = table_view.view(table, marks, page=clean(title), sections=sections, max_columns=max_columns)
        drawn.append(shown)
    return PageView(title=clean(title), blocks=drawn)


class _Tables:
    """Whole tables, from the details first, else from the corpus."""

    def __init__(self, details: Mapping[str, Any], corpus: Pages | None) -> None:
        self._corpus = corpus
        self._known: dict[tuple[str, str], tuple[Table, list[str]]] = {}
        self._pages: dict[str, Page | None] = {}
        for value in _list(details.get("tables")):
            value = _mapping(value)
            table = value.get("table")
            if not isinstance(table, Table):
                table = table_view.from_detail(value)
            if table is not None:
                sections = [clean(part) for part in _list(value.get("sections"))]
                self._known[ids.fold(str(value.get("page", ""))), table.key] = (table, sections)

    def find(self, title: str, key: str) -> Table | None:
        known = self._known.get((ids.fold(title), key))
        if known is not None:
            return known[0]
        page = self._page(title)
        piece = page.by_key.get(key) if page is not None else None
        return piece if isinstance(piece, Table) else None

    def sections(self, title: str, key: str) -> list[str]:
        known = self._known.get((ids.fold(title), key))
        if known is not None:
            return known[1]
        page = self._page(title)
        chain = rules.section_chain(page, key) if page is not None else []
        return [clean(section.text) for section in reversed(chain)]

    def _page(self, title: str) -> Page | None:
        if title not in self._pages:
            self._pages[title] = self._corpus.get(title) if self._corpus is not None else None
        return self._pages[title]


def _piece(piece: Evidence, sets: Sequence[Sequence[str]]) -> EvidenceView:
    """Context comes innermost section first; a reader wants the outermost first."""
    sections: list[str] = []
    headers: list[str] = []
    for item in piece.context:
        kind = ids.parse(item.id).kind if ids.is_id(item.id) else ""
        if kind == "section":
            sections.insert(0, clean(item.text))
        elif kind != "title" and clean(item.text) != clean(piece.page):
            headers.append(clean(item.text))
    kind = KINDS.get(piece.kind, clean(piece.kind))
    return EvidenceView(
        id=clean(piece.id),
        kind=kind,
        text=clean(piece.text),
        sections=sections,
        headers=headers,
        sets=_inside(piece, sets),
    )


def _inside(piece: Evidence, sets: Sequence[Sequence[str]]) -> list[int]:
    """The numbers of the sets that a piece belongs to, where there are several."""
    return [number for number, group in enumerate(sets, 1) if piece.id in group] if len(sets) > 1 else []


def _facts(details: Mapping[str, Any], evidence: Iterable[Evidence]) -> list[FactView]:
    """Computed facts from the details, and those that stand among the evidence without a place in a page."""
    found = [
        FactView(
            text=_text(value),
            truth=_mapping(value).get("truth"),
            cells=[clean(cell) for cell in _list(_mapping(value).get("cells"))],
        )
        for value in _list(details.get("facts") or details.get("computed"))
    ]
    known = {fact.text for fact in found}
    for piece in evidence:
        if not ids.is_id(piece.id) and clean(piece.text) not in known:
            found.append(FactView(text=clean(piece.text), truth=None, cells=[]))
    return [fact for fact in found if fact.text]


def _part(value: Any) -> PartView:
    fields = _mapping(value)
    label = fields.get("label")
    known = Label(label) if label in list(LABELS) else None
    probabilities = _mapping(fields.get("probabilities"))
    evidence = [
        clean(part if isinstance(part, str) else _mapping(part).get("id", "")) for part in _list(fields.get("evidence"))
    ]
    probability = float(probabilities[str(known)]) if known and str(known) in probabilities else None
    return PartView(text=_text(value), label=known, probability=probability, evidence=evidence)


def _conflict(value: Any) -> Conflict | None:
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = value[0] if value else None
    if not value:
        return None
    fields = _mapping(value)
    if not fields:
        return Conflict(claim="", evidence=clean(value))
    evidence = fields.get("evidence") or fields.get("value") or fields.get("text") or ""
    return Conflict(claim=clean(fields.get("claim") or ""), evidence=clean(evidence), id=clean(fields.get("id") or ""))


def _searched(value: Any) -> list[str]:
    if isinstance(value, str):
        return [clean(value)]
    if isinstance(value, Mapping):
        counts = [f"{part:,} {clean(name)}" for name, part in value.items() if isinstance(part, int | float)]
        lines = [", ".join(counts)] if counts else []
        for name, part in value.items():
            if not isinstance(part, int | float):
                lines.append(f"{clean(name)}: {', '.join(_text(one) for one in _list(part))}")
        return lines
    return [_text(part) for part in _list(value)]


def _sets(value: Any) -> list[list[str]]:
    found = []
    for group in _list(value):
        fields = _mapping(group)
        content = fields.get("content", []) if fields else group
        found.append([str(part) for part in _list(content)])
    return found


def _text(value: Any) -> str:
    fields = _mapping(value)
    if fields:
        value = next((fields[name] for name in ("text", "claim", "value", "title") if fields.get(name)), "")
    return clean(value) if value else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Any]:
    if value is None or value == "":
        return []
    return list(value) if isinstance(value, list | tuple) else [value]
