"""Two pages of one title made into one."""

from __future__ import annotations

from evidentia.page import Element, Page, PageList, Section, Sentence, Table


def merge(first: Page, second: Page) -> Page:
    """The first page as it is (its ids stay), then what the second has and the first has not, numbered on."""
    known = {(type(element), element.text) for element in first.elements}
    elements: list[Element] = list(first.elements)
    counts = dict.fromkeys((Sentence, Section, Table, PageList), 0)
    for element in elements:
        counts[type(element)] = max(counts[type(element)], element.number + 1)
    for element in second.elements:
        if (type(element), element.text) in known:
            continue
        number = counts[type(element)]
        counts[type(element)] += 1
        elements.append(_renumbered(element, number))
    return Page(first.title, elements)


def _renumbered(element: Element, number: int) -> Element:
    if isinstance(element, Sentence):
        return Sentence(number, element.content)
    if isinstance(element, Section):
        return Section(number, element.content, element.level)
    if isinstance(element, PageList):
        items = [type(item)(_moved(item.key, 1, number), item.content, item.level, item.type) for item in element.items]
        return PageList(number, items, element.type)
    rows = [
        [
            type(cell)(_moved(cell.key, 2, number), cell.content, cell.is_header, cell.row_span, cell.column_span)
            for cell in row
        ]
        for row in element.rows
    ]
    return Table(number, rows, element.type, element.caption)


def _moved(key: str, behind: int, number: int) -> str:
    """`cell_0_2_1` with the number of another table."""
    parts = key.split("_")
    parts[-1 - behind] = str(number)
    return "_".join(parts)
