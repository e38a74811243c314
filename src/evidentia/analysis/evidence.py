"""Counts of evidence: types, set sizes, positions, sections, pages (FEVEROUS, Tables 1 and 2; supplement A.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from evidentia.analysis.claims import Analysed, Piece
from evidentia.analysis.tables import Table, Value, share
from evidentia.analysis.words import words

CELLS = ("cell", "header_cell", "table_caption", "table")
TYPES = ("sentences", "cells", "sentences and cells", "other")
MAX_BIN = 30
_MATCH_LONGEST = 500


def evidence_type(pieces: Sequence[Piece]) -> str:
    """What a set is made of; list items count as text, captions with the cells."""
    text = any(piece.kind in ("sentence", "item") for piece in pieces)
    cells = any(piece.kind in CELLS for piece in pieces)
    return TYPES[2] if text and cells else TYPES[1] if cells else TYPES[0] if text else TYPES[3]


class EvidenceCounts:
    """One pass over the claims; what has no evidence is counted, and left out of the averages."""

    def __init__(self) -> None:
        self.claims = self.with_evidence = self.several = self.sets = 0
        self.sentences = self.cells = self.items = self.captions = self.tables = 0
        self.matched = self.several_sentences = self.composed = self.several_pages = 0
        self.first_types: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.pieces: Counter[str] = Counter()
        self.sizes: Counter[int] = Counter()
        self.sentence_positions: Counter[int] = Counter()
        self.row_positions: Counter[int] = Counter()
        self.sections: Counter[int] = Counter()
        self.pages_in_set: Counter[int] = Counter()

    def add(self, claim: Analysed) -> None:
        self.claims += 1
        if not claim.sets:
            return
        self.with_evidence += 1
        self.several += len(claim.sets) > 1
        self.sets += len(claim.sets)
        first = claim.sets[0]
        kinds = Counter(piece.kind for piece in first)
        self.sentences += kinds["sentence"]
        self.items += kinds["item"]
        self.cells += kinds["cell"] + kinds["header_cell"]
        self.captions += kinds["table_caption"]
        self.tables += len({(piece.page, piece.numbers[:1]) for piece in first if piece.kind in CELLS})
        self.first_types[evidence_type(first)] += 1
        self.matched += _page_named(claim)
        unique = dict.fromkeys(frozenset(group) for group in claim.sets)
        for group in unique:
            self.types[evidence_type(tuple(group))] += 1
            self.sizes[min(len(group), MAX_BIN)] += 1
        # Appropriate sentences may be alternatives (FEVER: 31.75 % of claims), or needed together (16.82 %).
        self.several_sentences += len({piece for group in unique for piece in group if piece.kind == "sentence"}) > 1
        smallest = min(claim.sets, key=len)
        self.composed += len(smallest) > 1
        self.several_pages += len({piece.page for piece in min(claim.sets, key=_pages)}) > 1
        self.pages_in_set[min(_pages(first), MAX_BIN)] += 1
        for piece in dict.fromkeys(piece for group in claim.sets for piece in group):
            self.pieces[piece.kind] += 1
            if piece.kind == "sentence":
                self.sentence_positions[min(piece.numbers[0], MAX_BIN)] += 1
            elif piece.kind in ("cell", "header_cell"):
                self.row_positions[min(piece.numbers[1], MAX_BIN)] += 1
            if piece.section is not None:
                self.sections[min(piece.section, MAX_BIN)] += 1

    def summary_table(self) -> Table:
        known = self.with_evidence
        rows: list[list[Value]] = [
            ["claims", self.claims, None],
            ["claims with evidence", known, share(known, self.claims)],
            ["claims with more than one evidence set", self.several, share(self.several, known)],
            ["evidence sets a claim", _mean(self.sets, known), None],
            ["sentences a claim (first set)", _mean(self.sentences, known), None],
            ["cells a claim (first set)", _mean(self.cells, known), None],
            ["tables a claim (first set)", _mean(self.tables, known), None],
            ["list items a claim (first set)", _mean(self.items, known), None],
            ["captions a claim (first set)", _mean(self.captions, known), None],
            ["claims for which more than one sentence is evidence", self.several_sentences,
             share(self.several_sentences, known)],
            ["claims that need several pieces together (every set)", self.composed, share(self.composed, known)],
            ["claims that need several pages (every set)", self.several_pages, share(self.several_pages, known)],
            ["claims that name a page of their evidence", self.matched, share(self.matched, known)],
        ]  # fmt: skip
        return Table(
            name="evidence",
            title="Evidence",
            columns=["count", "value", "share"],
            rows=rows,
            shares=["share"],
            note="Shares are of the claims with evidence. A page is named if its title, without what stands in"
            " brackets, occurs word for word in the claim.",
        )

    def type_table(self) -> Table:
        claims, sets = sum(self.first_types.values()), sum(self.types.values())
        rows: list[list[Value]] = [
            [
                kind,
                self.types[kind],
                share(self.types[kind], sets),
                self.first_types[kind],
                share(self.first_types[kind], claims),
            ]
            for kind in TYPES
            if self.types[kind]
        ]
        return Table(
            name="evidence_types",
            title="Evidence sets by type",
            columns=["type", "sets", "share of sets", "claims", "share of claims"],
            rows=rows,
            shares=["share of sets", "share of claims"],
            note="Sets: each distinct set of a claim. Claims: by the first set.",
        )

    def piece_table(self) -> Table:
        total = sum(self.pieces.values())
        rows: list[list[Value]] = [
            [kind.replace("_", " "), count, share(count, total)]
            for kind, count in sorted(self.pieces.items(), key=lambda item: (-item[1], item[0]))
        ]
        return Table(
            name="evidence_pieces",
            title="Pieces of evidence by kind",
            columns=["kind", "pieces", "share"],
            rows=rows,
            shares=["share"],
        )

    def histograms(self) -> Iterator[Table]:
        for name, title, column, counts in (
            ("set_sizes", "Pieces in an evidence set", "pieces", self.sizes),
            ("pages_in_set", "Pages in an evidence set", "pages", self.pages_in_set),
            ("sentence_positions", "Position of sentences on their page", "sentence", self.sentence_positions),
            ("row_positions", "Row of cells in their table", "row", self.row_positions),
            ("sections", "Section of the evidence (−1: introduction)", "section", self.sections),
        ):
            if counts:
                yield histogram(name, title, column, counts)


def histogram(name: str, title: str, column: str, counts: Counter[int]) -> Table:
    total = sum(counts.values())
    low, high = min(counts), max(counts)
    return Table(
        name=name,
        title=title,
        columns=[column, "count", "share"],
        rows=[[number, counts[number], counts[number] / total] for number in range(low, high + 1)],
        shares=["share"],
        note=f"{MAX_BIN} stands for {MAX_BIN} and more." if high == MAX_BIN else "",
    )


def _pages(pieces: Sequence[Piece]) -> int:
    return len({piece.page for piece in pieces})


def _page_named(claim: Analysed) -> bool:
    text = f" {' '.join(words(claim.claim))} "
    for group in claim.sets:
        for page in dict.fromkeys(piece.page for piece in group):
            title = " ".join(words(page.replace("_", " ").split(" (")[0][:_MATCH_LONGEST]))
            if title and f" {title} " in text:
                return True
    return False


def _mean(total: int, count: int) -> float | None:
    return total / count if count else None
