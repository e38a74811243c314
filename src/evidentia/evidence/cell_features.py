"""What is known of every cell of a table beside a claim: row, column, its own words, the pages it links to."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from evidentia.evidence.asked import (
    ASKED,
    KINDS,
    asked,
    direction,
    is_question,
    kind_of_column,
    number,
    target_words,
)
from evidentia.evidence.headers import column_headers, is_header_row
from evidentia.evidence.words import STOPWORDS, is_number, stem, words
from evidentia.page import Cell, Table

Idf = Callable[[str], float]
Linked = Callable[[str], str | None]
Scorer = Callable[[str, list[str]], Sequence[float]]
Floats = npt.NDArray[np.float32]

MAX_ROWS = 1500
MAX_TERMS = 60
MAX_LINKED_WORDS = 160
MAX_LINKS = 600

_PLAIN = (
    "row_text row_text_rank row_text_best row_link row_link_rank row_link_best row_all row_all_rank row_all_best "
    "row_sentence row_sentence_best row_ranker row_ranker_best "
    "own_question own_claim own_exact_question own_exact_claim header header_target title_cell "
    "first_column column_place linked_cell linked_column distinct number_in_row "
    "extreme_high extreme_low extreme_matched first_row last_row header_cell long_cell empty whole_column own_link"
)
PLAIN = tuple(_PLAIN.split())
NAMES = (*PLAIN, *(f"asks_{kind}_column_{column}" for kind in ASKED for column in KINDS))


class View(msgspec.Struct):
    """The cells to choose from, in reading order, with their features."""

    keys: list[str]
    rows: list[int]
    columns: list[int]
    features: Floats

    def column(self, name: str) -> Floats:
        return self.features[:, NAMES.index(name)]


def view(
    claim: str,
    table: Table,
    page_title: str = "",
    *,
    idf: Idf | None = None,
    linked: Linked | None = None,
    scorer: Scorer | None = None,
) -> View:
    """Features of every cell; `linked` gives the introduction of a page that a link leads to."""
    return _Builder(claim, table, page_title, idf, linked, scorer).build()


class _Builder:
    def __init__(
        self, claim: str, table: Table, title: str, idf: Idf | None, linked: Linked | None, scorer: Scorer | None
    ) -> None:
        self.claim = claim
        self.table = table
        self.grid = table.grid[:MAX_ROWS]
        self.linked = linked
        self.scorer = scorer
        self.terms: dict[str, int] = {}
        weights: list[float] = []
        known = {stem(word) for word in words(title)}
        for word in words(claim):
            key = stem(word)
            if word not in STOPWORDS and key not in self.terms and len(self.terms) < MAX_TERMS:
                self.terms[key] = len(self.terms)
                weight = idf(word) if idf else 3.0 + min(len(word), 8) / 2
                weights.append(max(weight, 0.5) * (1.2 if is_number(word) else 1.0) * (0.4 if key in known else 1.0))
        self.weights = np.array(weights, np.float32)
        self.memo: dict[str, int] = {}

    def places(self, tokens: Sequence[str]) -> set[int]:
        """Which of the claim's terms stand in a text."""
        found = set()
        memo = self.memo
        for token in tokens:
            place = memo.get(token)
            if place is None:
                place = memo[token] = self.terms.get(stem(token), -1)
            if place >= 0:
                found.add(place)
        return found

    def build(self) -> View:
        cells: list[tuple[Cell, int, int]] = []
        seen: set[str] = set()
        for y, row in enumerate(self.grid):
            for x, cell in enumerate(row):
                if cell is not None and cell.key not in seen:
                    seen.add(cell.key)
                    cells.append((cell, y, x))
        features = np.zeros((len(cells), len(NAMES)), np.float32)
        result = View([c.key for c, _, _ in cells], [y for _, y, _ in cells], [x for _, _, x in cells], features)
        if cells:
            self._rows(result)
            self._columns(result, cells)
            self._own(result, cells)
        return result

    def _rows(self, view: View) -> None:
        height, count = len(self.grid), len(self.terms)
        text = np.zeros((height, count), np.float32)
        link = np.zeros((height, count), np.float32)
        header = np.array([is_header_row(row) for row in self.grid])
        sentence = np.zeros(height, np.float32)
        ranker = np.zeros(height, np.float32)
        with_number = np.zeros(height, np.float32)
        self.cell_places: dict[str, set[int]] = {}
        self.link_value: dict[str, float] = {}
        numbers = {place for key, place in self.terms.items() if is_number(key)}
        best_page = self._linked_pages()
        for y, row in enumerate(self.grid):
            last = None
            for cell in row:
                if cell is None or cell is last:
                    continue
                last = cell
                if cell.key not in self.cell_places:
                    self.cell_places[cell.key] = self.places(words(cell.text[:400]))
                own = self.cell_places[cell.key]
                if own:
                    text[y, list(own)] = 1.0
                    if own & numbers:
                        with_number[y] = 1.0
                for target in cell.content.links:
                    page = best_page.get(target.target)
                    if page is not None:
                        found, value, score = page
                        link[y, found] = 1.0
                        sentence[y] = max(sentence[y], value)
                        ranker[y] = max(ranker[y], score)
                        self.link_value[cell.key] = max(self.link_value.get(cell.key, 0.0), value)
        text[header] = link[header] = 0.0
        rows = max(int((~header).sum()), 1)
        total = max(float(self.weights.sum()), 1e-6)
        text_weight = self.weights * np.log1p(rows / (0.5 + text.sum(0))) / math.log1p(2 * rows)
        link_weight = self.weights * np.log1p(rows / (0.5 + link.sum(0))) / math.log1p(2 * rows)
        parts = {
            "row_text": text @ text_weight / total,
            "row_link": link @ link_weight / total,
            "row_all": np.maximum(text * text_weight, link * link_weight).sum(1) / total,
            "row_sentence": sentence,
            "row_ranker": ranker,
        }
        place = np.array(view.rows)
        for name, values in parts.items():
            self._set(view, name, values[place])
            top = float(values.max(initial=0.0))
            if top > 0:
                self._set(view, name + "_best", ((values >= top - 1e-6) / max((values >= top - 1e-6).sum(), 1))[place])
            if name + "_rank" in NAMES:
                above = (values[None, :] > values[:, None] + 1e-6).sum(1)
                ties = (np.abs(values[None, :] - values[:, None]) <= 1e-6).sum(1)
                self._set(view, name + "_rank", np.where(values > 0, 1.0 / (above + (1 + ties) / 2), 0.0)[place])
        self._set(view, "number_in_row", with_number[place])
        data = np.flatnonzero(~header)
        if len(data):
            self._set(view, "first_row", place == data[0])
            self._set(view, "last_row", place == data[-1])

    def _linked_pages(self) -> dict[str, tuple[list[int], float, float]]:
        """By target: the claim's terms on the linked page, its best sentence's share of them, the ranker's score."""
        if self.linked is None:
            return {}
        total = max(float(self.weights.sum()), 1e-6)
        found: dict[str, tuple[list[int], float, float]] = {}
        texts: dict[str, str] = {}
        targets = dict.fromkeys(
            link.target for row in self.grid for cell in row if cell is not None for link in cell.content.links
        )
        for target in list(targets)[:MAX_LINKS]:
            text = self.linked(target)
            if not text:
                continue
            places: set[int] = set()
            best = 0.0
            budget = MAX_LINKED_WORDS
            for part in text.split(". "):
                tokens = words(part)
                here = self.places(tokens[:budget])
                budget -= len(tokens)
                places |= here
                best = max(best, float(self.weights[list(here)].sum()) / total)
                if budget <= 0:
                    break
            found[target] = (sorted(places), best, 0.0)
            texts[target] = text
        if self.scorer is not None and texts:
            order = sorted(texts, key=lambda target: -found[target][1])[:64]
            scores = self.scorer(self.claim, [f"{target} . {texts[target][:600]}" for target in order])
            for target, score in zip(order, scores):
                found[target] = (*found[target][:2], float(score))
        return found

    def _columns(self, view: View, cells: list[tuple[Cell, int, int]]) -> None:
        width = max(len(row) for row in self.grid)
        headers = column_headers(self.table)
        question = is_question(self.claim)
        want = asked(self.claim) if question else "other"
        target = {stem(word) for word in words(target_words(self.claim))} if question else set()
        high, low = direction(self.claim)
        values: list[list[tuple[int, Cell]]] = [[] for _ in range(width)]
        for cell, y, x in cells:
            if not cell.is_header or not is_header_row(self.grid[y]):
                values[x].append((y, cell))
        kinds = [kind_of_column([cell.text for _, cell in column]) for column in values]
        place = np.array(view.columns)
        self._set(view, "first_column", place == 0)
        self._set(view, "column_place", place / max(width - 1, 1))
        linked = [sum(bool(cell.content.links) for _, cell in column) / max(len(column), 1) for column in values]
        self._set(view, "linked_column", np.array(linked)[place])
        distinct = [len({cell.text for _, cell in column}) / max(len(column), 1) for column in values]
        self._set(view, "distinct", np.array(distinct)[place])
        for x, kind in enumerate(kinds):
            self._set(view, f"asks_{want}_column_{kind}", place == x, add=True)
        matched: dict[tuple[str, ...], tuple[float, float]] = {}
        header_match = np.zeros(len(cells), np.float32)
        header_target = np.zeros(len(cells), np.float32)
        for number_of_cell, (_, y, x) in enumerate(cells):
            run = headers[y][x] if x < len(headers[y]) else ()
            ids = tuple(cell.key for cell in run)
            if ids not in matched:
                stems_here = {stem(word) for cell in run for word in words(cell.text[:120]) if word not in STOPWORDS}
                shared = sum(any(_alike(one, other) for other in self.terms) for one in sorted(stems_here))
                aimed = sum(any(_alike(one, other) for other in target) for one in sorted(stems_here))
                size = max(len(stems_here), 1)
                matched[ids] = (shared / size**0.5, aimed / size**0.5)
            header_match[number_of_cell], header_target[number_of_cell] = matched[ids]
        self._set(view, "header", header_match)
        self._set(view, "header_target", header_target)
        if high or low:
            self._extremes(view, values, kinds, header_match, place, high, low)
        if high or low or want == "number":
            self._set(view, "whole_column", header_match > 0)

    def _extremes(
        self,
        view: View,
        values: list[list[tuple[int, Cell]]],
        kinds: list[str],
        header_match: Floats,
        place: Floats,
        high: bool,
        low: bool,
    ) -> None:
        top = np.zeros(len(self.grid), np.float32)
        bottom = np.zeros(len(self.grid), np.float32)
        matched = np.zeros(len(self.grid), np.float32)
        for x, column in enumerate(values):
            if kinds[x] not in ("number", "year"):
                continue
            known = [(value, y) for y, cell in column if (value := number(cell.text)) is not None]
            if len(known) < 3:
                continue
            largest, smallest = max(known)[0], min(known)[0]
            here = bool(header_match[place == x].max(initial=0.0) > 0)
            for value, y in known:
                if high and value == largest:
                    top[y] = 1.0
                    matched[y] = max(matched[y], here)
                if low and value == smallest:
                    bottom[y] = 1.0
                    matched[y] = max(matched[y], here)
        rows = np.array(view.rows)
        self._set(view, "extreme_high", top[rows])
        self._set(view, "extreme_low", bottom[rows])
        self._set(view, "extreme_matched", matched[rows])

    def _own(self, view: View, cells: list[tuple[Cell, int, int]]) -> None:
        kind = "question" if is_question(self.claim) else "claim"
        folded = " " + " ".join(words(self.claim)) + " "
        for place, (cell, y, _) in enumerate(cells):
            own = self.cell_places[cell.key]
            tokens = words(cell.text[:400])
            share = len(own) / max(len({stem(token) for token in tokens if token not in STOPWORDS}), 1)
            row = view.features[place]
            row[NAMES.index("own_" + kind)] = share
            if tokens and f" {' '.join(tokens)} " in folded:
                row[NAMES.index("own_exact_" + kind)] = 1.0
            row[_LINKED_CELL] = bool(cell.content.links)
            row[_OWN_LINK] = self.link_value.get(cell.key, 0.0)
            row[_HEADER_CELL] = cell.is_header and is_header_row(self.grid[y])
            row[_LONG_CELL] = len(tokens) > 12
            row[_EMPTY] = not tokens

    def _set(self, view: View, name: str, values: npt.ArrayLike, *, add: bool = False) -> None:
        place = NAMES.index(name)
        if add:
            view.features[:, place] += np.asarray(values, np.float32)
        else:
            view.features[:, place] = np.asarray(values, np.float32)


_LINKED_CELL = NAMES.index("linked_cell")
_OWN_LINK = NAMES.index("own_link")
_HEADER_CELL = NAMES.index("header_cell")
_LONG_CELL = NAMES.index("long_cell")
_EMPTY = NAMES.index("empty")


def _alike(left: str, right: str) -> bool:
    return left == right or (len(left) >= 5 and len(right) >= 5 and left[:5] == right[:5])
