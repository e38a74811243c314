from __future__ import annotations

from pathlib import Path

import numpy as np
from conftest import PAGES

from evidentia.formats.feverous import page_from_dict
from evidentia.page import Page, PageList, Section, Sentence, Table
from evidentia.search.flatten import flatten
from evidentia.search.records import Records, RecordWriter


def stored(folder: Path) -> Records:
    writer = RecordWriter(folder / "records")
    for data in PAGES:
        flat = flatten(data["title"], data)
        writer.add(flat.title, flat.elements, flat.tables)
    writer.close()
    return Records(folder / "records", np.array(writer.offsets, dtype=np.uint64))


def shape(page: Page) -> list[object]:
    """Everything but links."""
    found: list[object] = [page.title]
    for element in page.elements:
        if isinstance(element, Table):
            cells = [
                [(cell.key, cell.text, cell.is_header, cell.row_span, cell.column_span) for cell in row]
                for row in element.rows
            ]
            found.append((element.number, element.type, element.caption and element.caption.text, cells))
        elif isinstance(element, PageList):
            found.append((element.number, element.type, [(i.key, i.text, i.level, i.type) for i in element.items]))
        elif isinstance(element, Section):
            found.append((element.number, element.text, element.level))
        else:
            assert isinstance(element, Sentence)
            found.append((element.number, element.text))
    return found


def test_a_stored_page_is_the_page(tmp_path: Path) -> None:
    records = stored(tmp_path)
    assert len(records) == len(PAGES)
    for number, data in enumerate(PAGES):
        assert shape(records[number].page()) == shape(page_from_dict(data))


def test_introduction_ends_at_the_first_section(tmp_path: Path) -> None:
    page = next(record for record in stored(tmp_path) if record.title == "Geography of Norland")
    assert page.introduction == ["Norland is an island country in the north."]
    assert page.table(0).rows[1] == ["Amber", "1,204"]
    assert not page.page(tables=False).tables[0].rows


def test_rows_keep_empty_cells_and_empty_rows(tmp_path: Path) -> None:
    table = {
        "type": "table",
        "table": [
            [{"id": "cell_0_0_0", "value": "", "is_header": False}],
            [],
            [{"id": "cell_0_2_0", "value": "a", "is_header": False}, {"id": "cell_0_2_1", "value": ""}],
        ],
    }
    flat = flatten("T", {"order": ["table_0"], "table_0": table})
    writer = RecordWriter(tmp_path / "r")
    writer.add(flat.title, flat.elements, flat.tables)
    writer.close()
    rows = Records(tmp_path / "r", np.array(writer.offsets, dtype=np.uint64))[0].table(0).table.rows
    assert [[cell.text for cell in row] for row in rows] == [[""], [], ["a", ""]]


def test_links_and_texts_of_a_page() -> None:
    flat = flatten("Geography of Norland", next(data for data in PAGES if data["title"] == "Geography of Norland"))
    assert flat.links == ["Amber (river)", "Tarn Beck", "Quill"]
    assert flat.body.startswith("Rivers Towns Quill, the old capital")
    assert flat.flat_tables[0].context == "Rivers Longest rivers of Norland"
    assert flat.flat_tables[0].header == "River Length (km)"
    assert flat.flat_tables[0].cells.endswith("1204 13x75")


def test_damaged_pages_do_not_stop_flattening() -> None:
    data = {
        "order": ["sentence_0", "table_0", "nonsense", "list_0", 3],
        "sentence_0": None,
        "table_0": "x",
        "list_0": {},
    }
    data["order"].remove(3)
    flat = flatten("T", data)
    assert flat.introduction == ""
    assert flat.flat_tables == []
