"""Which rows and columns of a table a claim needs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidentia.evidence.headers import column_headers, header_text, is_header_row
from evidentia.evidence.words import STOPWORDS, is_number, pieces, stem, words
from evidentia.page import Table

_WHOLE_COLUMN = re.compile(
    r"\b(?:most|least|fewest|more|fewer|less|highest|lowest|largest|biggest|smallest|longest|shortest|oldest|youngest|"
    r"latest|earliest|greatest|best|worst|top|last|first|second|third|total|sum|average|mean|median|all|every|each|"
    r"none|only|never|always|number of|how many|times?|combined|difference|rank(?:ed|s)?|\w{3,}est|majority|half|"
    r"between|over|under|than|at least|exactly|consecutive|different)\b",
    re.IGNORECASE,
)
_PLAIN = "west forest test guest request contest interest honest harvest protest priest rest invest"
_PLAIN_EST = frozenset(_PLAIN.split())
MANY = 12


def asks_whole_column(claim: str) -> bool:
    """Whether a claim compares, counts or ranks, so that single rows do not decide it."""
    return any(match.group(0).lower() not in _PLAIN_EST for match in _WHOLE_COLUMN.finditer(claim))


def claim_stems(claim: str) -> dict[str, float]:
    """Stems of a claim with their weight: numbers and long words tell rows apart best."""
    weights: dict[str, float] = {}
    for word in words(claim):
        if word not in STOPWORDS:
            weights.setdefault(stem(word), 2.0 if is_number(word) else 1.0 + min(len(word), 8) / 8)
    return weights


def row_scores(claim: str, table: Table) -> list[float]:
    """For every row of the grid, what share of the claim's words that tell rows apart it holds."""
    weights = claim_stems(claim)
    rows: list[set[str]] = []
    for row in table.grid:
        found: set[str] = set()
        last = None
        for cell in row:
            if cell is not None and cell is not last:
                found.update(stem(word) for word in words(cell.text[:400]))
                last = cell
        rows.append(found & weights.keys())
    counts: dict[str, int] = {}
    for found in rows:
        for key in sorted(found):
            counts[key] = counts.get(key, 0) + 1
    return [sum(weights[key] / counts[key] ** 0.5 for key in sorted(found)) for found in rows]


def data_rows(table: Table) -> list[int]:
    """Rows of the grid that are not headers through and through."""
    grid = table.grid
    found = [y for y, row in enumerate(grid) if any(row) and not is_header_row(row)]
    return found or list(range(len(grid)))


def select_rows(claim: str, table: Table, budget_words: int) -> list[int]:
    """The rows a claim needs within about so many word pieces, in table order: those that share its words first,
    then the rest from the top; claims that count or compare take as many rows as fit when columns are cut."""
    rows = data_rows(table)
    scores = row_scores(claim, table)
    cost = _costs(table, rows)
    whole = asks_whole_column(claim)
    if whole:
        # Two or three columns of every row tell more about a count than a few rows in full.
        width = max((len(table.grid[row]) for row in rows), default=1)
        share = min(1.0, 3 / max(width, 1))
        cost = {row: max(3, int(words_in * share)) for row, words_in in cost.items()}
    chosen: list[int] = []
    used = 0
    for row in sorted(rows, key=lambda row: (-scores[row], row)):
        if chosen and used + cost[row] > budget_words:
            break
        chosen.append(row)
        used += cost[row]
    return sorted(chosen)


def columns_for(claim: str, table: Table, rows: Sequence[int], budget: int) -> list[int] | None:
    """The columns to say of these rows when not all fit: those that name rows or share the claim's words first."""
    grid = table.grid
    width = max((len(grid[row]) for row in rows), default=0)
    if not rows or sum(_costs(table, rows).values()) <= budget:
        return None
    weights = claim_stems(claim)
    whole = asks_whole_column(claim)
    worth: list[float] = []
    cost: list[int] = []
    chosen_rows = set(rows)
    for column in range(width):
        value = 0.6 if column == 0 else 0.0
        size = 0
        hits: set[str] = set()
        for y, row in enumerate(grid):
            cell = row[column] if column < len(row) else None
            if cell is None:
                continue
            found = words(cell.text[:200])
            if cell.is_header and y < MANY:
                value += 1.5 * len({stem(word) for word in found} & weights.keys())
            elif y in chosen_rows:
                size += min(pieces(cell.text[:200]), 24)
                hits |= {stem(word) for word in found} & weights.keys()
        value += sum(weights[key] for key in sorted(hits))
        worth.append(value)
        cost.append(size + len(chosen_rows) * (_header_pieces(table, rows, column) + 2))
    order = sorted(range(width), key=lambda column: (-worth[column], column))
    chosen: list[int] = []
    used = 0
    for column in order:
        if len(chosen) >= (2 if whole else 3) and used + cost[column] > budget:
            break
        chosen.append(column)
        used += cost[column]
    return sorted(chosen)


def _header_pieces(table: Table, rows: Sequence[int], column: int) -> int:
    headers = column_headers(table)[rows[0]] if rows else []
    return pieces(header_text(headers[column])) if column < len(headers) else 0


def _costs(table: Table, rows: Sequence[int]) -> dict[int, int]:
    """About how many word pieces each row takes with its headers said."""
    grid = table.grid
    width = max((len(row) for row in grid), default=0)
    headers = [_header_pieces(table, rows, column) + 2 for column in range(width)]
    costs = {}
    for row in rows:
        total = 1
        last = None
        for column, cell in enumerate(grid[row]):
            if cell is not None and cell is not last and cell.text:
                total += min(pieces(cell.text[:200]), 24) + headers[column]
                last = cell
        costs[row] = total
    return costs
