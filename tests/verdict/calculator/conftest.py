from collections.abc import Callable

import pytest

from evidentia.page import Cell, Rich, Table


def build(rows: list[list[str]], *, headers: int = 1, key_column: bool = False) -> Table:
    return Table(
        0,
        [
            [
                Cell(
                    f"{'header_' if y < headers or (key_column and not x) else ''}cell_0_{y}_{x}",
                    Rich(text),
                    is_header=y < headers or (key_column and not x),
                )
                for x, text in enumerate(row)
            ]
            for y, row in enumerate(rows)
        ],
    )


@pytest.fixture
def league() -> Table:
    return build(
        [
            ["Rank", "Player", "Club", "Points", "Goals", "Joined", "Result"],
            ["1", "Anna Ek", "Norra", "98", "12", "4 May 1999", "W 3 - 1"],
            ["2", "Berit Dahl", "Sodra", "91", "30", "7 June 2001", "L 0 - 2"],
            ["3", "Carin Lund", "Norra", "80", "7", "1 March 1997", "W 2 - 0"],
            ["4", "Doris Berg", "Vastra", "66", "9", "30 July 2004", "W 1 - 0"],
            ["5", "Eva Strand", "Norra", "51", "2", "12 May 2001", "D 1 - 1"],
        ]
    )


@pytest.fixture
def infobox() -> Table:
    rows = [
        ["Born", "4 May 1950"],
        ["Died", "1 March 1999"],
        ["Height", "180 cm"],
        ["Medals", "3"],
        ["Genres", "Folk, jazz, blues"],
    ]
    return build(rows, headers=0, key_column=True)


@pytest.fixture
def make_table() -> Callable[..., Table]:
    return build
