"""A table as typed columns over its full grid: which rows are headers, what each column holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from evidentia.page import Cell, Table
from evidentia.verdict.calculator.numbers import EMPTY, Value, parse
from evidentia.verdict.calculator.words import STOP, in_order, listed, stem, tokenise

MAX_CELLS = 40_000
_LIST = re.compile(r",\s|\n|;|•|·")
NUMERIC = frozenset(("named", "number", "percent", "rank", "duration", "score", "pair", "year", "date"))
_RANK_NAMES = listed("rank po position pos plac place finish no standing seed pick")


class Held(msgspec.Struct, frozen=True):
    """One distinct text of a column and the rows that hold it."""

    column: int
    text: str
    stems: tuple[str, ...]
    value: Value
    rows: tuple[int, ...]


class Typed(msgspec.Struct):
    """Rows and typed columns; `complete` is false where a huge table was cut, so that nothing is counted in it."""

    names: list[str]
    name_stems: list[tuple[str, ...]]
    kinds: list[str]
    cells: list[list[Cell | None]]
    values: list[list[Value]]
    held: list[Held]
    by_stem: dict[str, list[int]]
    held_at: list[list[int]]
    header_keys: list[list[str]]
    results: list[tuple[str, int, frozenset[int]]] = []
    summary: frozenset[int] = frozenset()
    complete: bool = True
    record: bool = False

    @property
    def height(self) -> int:
        return len(self.cells)

    def key(self, row: int, column: int) -> str:
        cell = self.cells[row][column]
        return cell.key if cell is not None else ""

    def text(self, row: int, column: int) -> str:
        cell = self.cells[row][column]
        return cell.text if cell is not None else ""

    def is_rank(self, column: int) -> bool:
        return self.kinds[column] == "rank" or bool(_RANK_NAMES & set(self.name_stems[column]))


def parts_of(text: str, value: Value) -> list[str]:
    """The members of a list in one cell (`Anna Ek, Berit Dahl`); a text that is no list is its own only part."""
    if value.kind != "text":
        return [text]
    return [part.strip() for part in _LIST.split(text[:2000]) if part.strip()][:60]


def stems_of(text: str) -> tuple[str, ...]:
    return tuple(token.stem for token in tokenise(text[:400]))


def typed(table: Table) -> Typed:
    """The typed form of a table, made once for each table object."""
    found = table.__dict__.get("_calculator")
    if found is None:
        found = _typed(table)
        table.__dict__["_calculator"] = found
    return found


def _typed(table: Table) -> Typed:
    grid = table.grid
    complete = True
    width = max((len(row) for row in grid), default=0)
    if width and len(grid) * width > MAX_CELLS:
        grid = grid[: max(2, MAX_CELLS // width)]
        complete = False
    if _is_record(grid):
        return _record(grid)
    depth = 0
    while depth < len(grid) - 1 and depth < 4 and _all_headers(grid[depth]):
        depth += 1
    depth = max(depth, 1) if len(grid) > 1 else 0
    names, keys = [], []
    for column in range(width):
        parts: list[str] = []
        cell_keys: list[str] = []
        for row in grid[:depth]:
            cell = row[column]
            if cell is not None and cell.text and cell.text not in parts:
                parts.append(cell.text)
                cell_keys.append(cell.key)
        names.append(" ".join(parts))
        keys.append(cell_keys)
    body = [row for row in grid[depth:] if not _spans_all(row)]
    return _build(names, keys, body, complete)


def _all_headers(row: Sequence[Cell | None]) -> bool:
    return any(cell is not None for cell in row) and all(cell is None or cell.is_header for cell in row)


def _spans_all(row: Sequence[Cell | None]) -> bool:
    return len(row) > 2 and row[0] is not None and all(cell is row[0] for cell in row)


def _is_record(grid: Sequence[Sequence[Cell | None]]) -> bool:
    """An infobox: keys in the first column, values beside them."""
    keyed = 0
    for row in grid[:60]:
        if not row:
            return False
        first = row[0]
        rest = [cell for cell in row[1:] if cell is not None and cell is not first]
        if rest and any(cell.is_header for cell in rest):
            return False
        keyed += bool(rest and first is not None and first.is_header)
    return keyed > 0 and keyed * 2 >= min(len(grid), 60)


def _record(grid: Sequence[Sequence[Cell | None]]) -> Typed:
    """An infobox as a table of one row; a key with several values becomes several columns of one name."""
    names: list[str] = []
    keys: list[list[str]] = []
    row: list[Cell | None] = []
    for line in grid:
        first = line[0]
        seen: set[str] = set()
        for cell in line[1:]:
            if cell is None or cell is first or not cell.text or cell.key in seen or len(row) >= 400:
                continue
            seen.add(cell.key)
            names.append(first.text if first is not None else "")
            keys.append([first.key] if first is not None else [])
            row.append(cell)
    table = _build(names, keys, [row] if row else [], True)
    table.record = True
    return table


def _build(names: list[str], keys: list[list[str]], body: Sequence[Sequence[Cell | None]], complete: bool) -> Typed:
    width = len(names)
    cells = [list(row) for row in body]
    memory: dict[str, Value] = {}
    values: list[list[Value]] = []
    for row in cells:
        line = []
        for cell in row:
            text = cell.text if cell is not None else ""
            value = memory.get(text)
            if value is None:
                value = memory[text] = parse(text)
            line.append(value)
        values.append(line)
    kinds = [_kind([line[column] for line in values]) for column in range(width)]
    for column, kind in enumerate(kinds):
        if kind == "year" and not _dated(names[column]) and not _years([line[column] for line in values]):
            kind = kinds[column] = "number"
        if kind not in ("year", "date", "text"):
            for line in values:
                if line[column].kind == "year" and len(line[column].numbers) == 1:
                    line[column] = Value("number", line[column].numbers[0], line[column].numbers)
    held: list[Held] = []
    by_stem: dict[str, list[int]] = {}
    held_at = [[-1] * width for _ in cells]
    for column in range(width):
        groups: dict[tuple[str, ...], list[int]] = {}
        shapes: dict[str, tuple[str, ...]] = {}
        for number, row in enumerate(cells):
            cell = row[column]
            if cell is None or not cell.text:
                continue
            stems = shapes.get(cell.text)
            if stems is None:
                stems = shapes[cell.text] = stems_of(cell.text)
            if stems:
                groups.setdefault(stems, []).append(number)
            if len(cells) == 1:
                for part in parts_of(cell.text, values[number][column]):
                    groups.setdefault(stems_of(part), [number])
        groups.pop((), None)
        for stems, rows in groups.items():
            first = cells[rows[0]][column]
            assert first is not None
            place = len(held)
            held.append(Held(column, first.text, stems, values[rows[0]][column], tuple(rows)))
            for number in rows:
                held_at[number][column] = place
            for word in dict.fromkeys(stems):
                if word not in STOP or len(stems) == 1:
                    by_stem.setdefault(word, []).append(place)
    results = _results(held, width)
    shapes_of = [stems_of(name) for name in names]
    summary = frozenset(number for number, row in enumerate(cells) if _sums_up(row)) if len(cells) > 2 else frozenset()
    return Typed(names, shapes_of, kinds, cells, values, held, by_stem, held_at, keys, results, summary, complete)


_SUMS = frozenset(("total", "totals", "sum", "overall", "average", "averages", "grand total"))


def _sums_up(row: Sequence[Cell | None]) -> bool:
    """A row of totals is no row to count or compare."""
    first = next((cell.text for cell in row if cell is not None and cell.text), "")
    return first.strip().lower().rstrip(":") in (
        "total",
        "totals",
        "sum",
        "overall",
        "average",
        "averages",
        "grand total",
    )


_OUTCOMES = {"w": "win", "win": "win", "l": "lose", "lose": "lose", "d": "draw", "draw": "draw", "t": "draw"}


def _results(held: Sequence[Held], width: int) -> list[tuple[str, int, frozenset[int]]]:
    """Columns of results (`w 23 - 17`, `l`): the rows won, lost and drawn."""
    found = []
    for column in range(width):
        here = [entry for entry in held if entry.column == column]
        outcomes: dict[str, set[int]] = {}
        known = 0
        for entry in here:
            outcome = _OUTCOMES.get(entry.stems[0])
            if outcome:
                known += 1
                outcomes.setdefault(outcome, set()).update(entry.rows)
        if known and known * 10 >= len(here) * 8:
            found += [(stem(outcome), column, frozenset(rows)) for outcome, rows in sorted(outcomes.items())]
    return found


_DATED = frozenset(map(stem, in_order("""
    year years season date founded established built opened born elected debut since from to first last
""")))  # fmt: skip


def _dated(name: str) -> bool:
    return bool(_DATED & set(stems_of(name)))


def _years(values: Sequence[Value]) -> bool:
    """Whether numbers that look like years are years: none outside the last centuries."""
    numbers = [value.numbers[0] for value in values if value.numbers]
    return all(1600 <= number <= 2060 for number in numbers)


def _kind(values: Sequence[Value]) -> str:
    counts = Counter(value.kind for value in values if value is not EMPTY)
    if not counts:
        return "empty"
    named = counts.pop("named", 0)
    if named and counts["text"] * 4 <= named and named * 2 > sum(counts.values()):
        return "named"
    counts["text"] += named
    total = sum(counts.values())
    best, number = min(counts.items(), key=lambda item: (-item[1], item[0]))
    if best != "text" and number * 10 >= total * 6:
        return best
    numeric = sum(count for kind, count in counts.items() if kind in NUMERIC)
    if numeric * 10 >= total * 8:
        dated = counts["date"] + counts["year"]
        return "date" if dated * 2 >= numeric else "number"
    return "text"
