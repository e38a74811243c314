from hypothesis import given, settings
from hypothesis import strategies as st

from evidentia.page import Cell, Rich, Table
from evidentia.report import table_view

SPANS = st.tuples(st.integers(1, 3), st.integers(1, 3), st.booleans())
ROWS = st.lists(st.lists(SPANS, min_size=1, max_size=5), min_size=1, max_size=14)


def build(shape):
    return Table(
        0,
        [
            [
                Cell(f"{'header_' if header else ''}cell_0_{y}_{x}", Rich(f"{y}.{x}"), header, down, across)
                for x, (down, across, header) in enumerate(row)
            ]
            for y, row in enumerate(shape)
        ],
    )


def tiles(rows, columns):
    """Whether cells and folds cover every place of every row once."""
    run = []
    for row in [*rows, None]:
        if row is not None and not row.folded:
            run.append(row)
            continue
        covered = {}
        for y, line in enumerate(run):
            for cell in line.cells:
                for down in range(cell.rows):
                    for x in cell.places:
                        assert (y + down, x) not in covered
                        covered[y + down, x] = cell
                assert len(cell.places) == cell.columns
        assert set(covered) == {(y, x) for y in range(len(run)) for x in range(columns)}
        run = []


@settings(max_examples=60, deadline=None)
@given(ROWS, st.lists(st.integers(0, 40), max_size=4), st.integers(1, 12))
def test_any_table_is_cut_without_gaps(shape, picks, limit):
    table = build(shape)
    keys = list(table.positions)
    chosen = {keys[pick % len(keys)]: () for pick in picks}
    found = table_view.view(table, chosen, max_columns=limit)
    for rows in (found.rows, found.whole):
        tiles(rows, found.columns)
    assert sum(row.folded or 1 for row in found.rows) == len(table.grid)
    shown = {cell.text for row in found.rows for cell in row.cells if cell.chosen}
    assert shown == {table.grid[y][x].text for y, x in (table.positions[key] for key in chosen)} or limit < 5


def test_wide_table_keeps_the_columns_that_count():
    table = build([[(1, 1, True)] * 60] + [[(1, 1, False)] * 60] * 3)
    found = table_view.view(table, {"cell_0_2_50": ()}, max_columns=8)
    texts = [cell.text for cell in found.rows[0].cells]
    assert "0.50" in texts and "0.0" in texts and "⋯" in texts
    assert found.columns <= 12 and found.all_columns == 60


def test_long_table_is_bounded():
    table = build([[(1, 1, False)] * 2] * 5000)
    found = table_view.view(table, {"cell_0_4000_0": ()})
    assert len(found.rows) < 8
    assert len(found.whole) == table_view.MAX_WHOLE_ROWS + 1
    assert found.whole[-1].folded == 5000 - table_view.MAX_WHOLE_ROWS


def test_plain_rows_get_their_headers():
    table = table_view.from_detail(
        {"page": "P", "table": "table_3", "rows": [["a", "b"], ["c", "d"]], "header_rows": 1, "header_columns": 1}
    )
    assert table is not None and table.key == "table_3"
    assert [cell.key for cell in table.cells()] == [
        "header_cell_3_0_0",
        "header_cell_3_0_1",
        "header_cell_3_1_0",
        "cell_3_1_1",
    ]
