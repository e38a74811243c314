"""Small tables of our own."""

from __future__ import annotations

from collections.abc import Sequence

from evidentia.page import Cell, Rich, Table, parse_markup


def table(
    rows: Sequence[Sequence[str]], *, header_rows: int = 1, header_columns: int = 0, number: int = 0, caption: str = ""
) -> Table:
    made = []
    for y, row in enumerate(rows):
        cells = []
        for x, text in enumerate(row):
            header = y < header_rows or x < header_columns
            key = f"{'header_' if header else ''}cell_{number}_{y}_{x}"
            cells.append(Cell(key, parse_markup(text), header))
        made.append(cells)
    return Table(number, made, caption=Rich(caption) if caption else None)


LAKES = table(
    [
        ["Lake", "Country", "Area", "Depth"],
        ["[[Lake_Ohrid|Ohrid]]", "Albania", "358", "288"],
        ["[[Lake_Prespa|Prespa]]", "Greece", "259", "54"],
        ["[[Lake_Dojran|Dojran]]", "Greece", "43", "10"],
    ]
)
INFOBOX = table([["Born", "1 May 1971"], ["Genre", "Folk"], ["Label", ""]], header_rows=0, header_columns=1)
LONG = table([["Year", "Winner", "Score"], *([str(1900 + n), f"Team {n % 7}", f"{n}-{n % 3}"] for n in range(100))])
