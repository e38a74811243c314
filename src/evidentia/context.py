"""The context rules: what a person must see beside an element to read it rightly."""

from __future__ import annotations

from evidentia.claim import ContextItem, Evidence
from evidentia.page import Cell, Page, Section, Table, piece_text, whole_key


def section_chain(page: Page, key: str) -> list[Section]:
    """The enclosing sections of an element, innermost first."""
    position = page.positions.get(whole_key(key))
    if position is None:
        return []
    chain: list[Section] = []
    element = page.elements[position]
    level = element.level if isinstance(element, Section) else 1_000_000
    for before in reversed(page.elements[:position]):
        if isinstance(before, Section) and before.level < level:
            chain.append(before)
            level = before.level
    return chain


def header_cells(table: Table, key: str) -> list[Cell]:
    """The nearest row and column headers of a cell: left, then up, past non-headers to the first unbroken run."""
    place = table.positions.get(key)
    if place is None:
        return []
    row, column = place
    grid = table.grid
    leftwards = [grid[row][x] for x in range(column - 1, -1, -1)]
    upwards = [grid[y][column] for y in range(row - 1, -1, -1)]
    found: list[Cell] = []
    for walk in (leftwards, upwards):
        run = False
        for cell in walk:
            if cell is not None and cell.is_header and cell.key != key:
                run = True
                if all(cell.key != other.key for other in found):
                    found.append(cell)
            elif run:
                break
    return found


def context(page: Page, key: str) -> list[ContextItem]:
    """Title, enclosing sections (innermost first) and, for a cell, its headers."""
    items = [ContextItem(page.id("title"), page.title)]
    items += [ContextItem(page.id(section.key), section.text) for section in section_chain(page, key)]
    if key.startswith(("cell_", "header_cell_")):
        table = page.whole(key)
        if isinstance(table, Table):
            items += [ContextItem(page.id(cell.key), cell.text) for cell in header_cells(table, key)]
    return items


def kind_of(key: str) -> str:
    """`header_cell_0_0_1` → `header_cell`."""
    return key.rstrip("0123456789_") if key != "title" else key


def evidence(page: Page, key: str, score: float = 0.0) -> Evidence:
    """The element of a page as evidence, with its context; KeyError if the page has no such element."""
    return Evidence(
        id=page.id(key),
        page=page.title,
        kind=kind_of(key),
        text=piece_text(page.by_key[key]),
        context=context(page, key),
        score=score,
    )
