"""Documents of every kind, made by the tests themselves, with their headings, lists and tables."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from evidentia.context import header_cells, section_chain
from evidentia.errors import InputError
from evidentia.formats.base import ReadOptions, Reject
from evidentia.formats.documents import detect, page_of, parse, read, units
from evidentia.page import Page, PageList, Section, Sentence, Table


def page(path: Path) -> Page:
    (record,) = read(path)
    assert isinstance(record, Page), record
    return record


def reject(path: Path, **options: Any) -> Reject:
    (record,) = read(path, options=ReadOptions(**options))
    assert isinstance(record, Reject)
    return record


def outline(found: Page) -> list[tuple[str, str]]:
    """Each element by its kind and text."""
    names = {Sentence: "sentence", Section: "section", PageList: "list", Table: "table"}
    return [(names[type(element)], element.text) for element in found.elements]


def headers(table: Table) -> list[list[bool]]:
    return [[cell.is_header for cell in row] for row in table.rows]


# Text


def test_text(tmp_path: Path) -> None:
    path = tmp_path / "trip_notes.txt"
    path.write_text(
        "THE JOURNEY\n\nWe left early. It was a long jour-\nney by sea.\n\n"
        "Stores\n------\nWe took:\n- bread\n- cheese and\n  butter\n    * salted\n\n1. Overview\n\nAll went well.\n"
    )
    found = page(path)
    assert found.title == "trip notes"
    assert outline(found) == [
        ("section", "THE JOURNEY"),
        ("sentence", "We left early."),
        ("sentence", "It was a long journey by sea."),
        ("section", "Stores"),
        ("sentence", "We took:"),
        ("list", "bread\ncheese and butter\nsalted"),
        ("section", "1. Overview"),
        ("sentence", "All went well."),
    ]
    assert [item.level for item in found.lists[0].items] == [0, 0, 1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_text_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("Déjà vu at the café, said Zoë to the others there.".encode(encoding))
    assert page(path).sentences[0].text == "Déjà vu at the café, said Zoë to the others there."


# Markdown and HTML


def test_markdown(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_text(
        "---\ntitle: The Guide\n---\n\nIntro with a [link](Other_page.md) and [site](https://a.b).\n\n"
        "## Rivers\n\n| River | Length |\n|---|---:|\n| Rhine | 1,230 |\n| Elbe | 1,094 |\n\n"
        "1. one\n2. two\n   - deep\n"
    )
    found = page(path)
    assert [kind for kind, _ in outline(found)] == ["section", "sentence", "section", "table", "list"]
    assert found.sections[0].text == "The Guide"
    assert found.sentences[0].content.markup == "Intro with a [[Other_page|link]] and site."
    table = found.tables[0]
    assert headers(table)[:2] == [[True, True], [False, False]]
    assert [cell.text for cell in header_cells(table, "cell_0_1_1")] == ["Length"]
    assert [section.text for section in section_chain(found, "table_0")] == ["Rivers", "The Guide"]
    assert [(item.level, item.type) for item in found.lists[0].items] == [
        (0, "ordered_list"),
        (0, "ordered_list"),
        (1, "unordered_list"),
    ]


def test_html_with_its_title_as_first_heading(tmp_path: Path) -> None:
    path = tmp_path / "press.html"
    path.write_text(
        "<html><head><title>Big news</title></head><body><nav>Menu</nav><h2>Today</h2><p>It rains.</p></body>"
    )
    found = page(path)
    assert [(element.key, element.text) for element in found.elements] == [
        ("section_0", "Big news"),
        ("section_1", "Today"),
        ("sentence_0", "It rains."),
    ]


# Tables


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "rivers.csv"
    path.write_text('River;Length;Note\nRhine;1.230;"long; wide"\n\nElbe;1.094\n')
    table = page(path).tables[0]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["River", "Length", "Note"],
        ["Rhine", "1.230", "long; wide"],
        ["Elbe", "1.094", ""],
    ]
    assert table.rows[0][0].key == "header_cell_0_0_0"
    assert table.rows[1][1].key == "cell_0_1_1"


HEADERS = [
    ("name,1990,2000\nA,1,2\nB,3,4\n", [[True, True, True], [True, False, False], [True, False, False]]),
    ("1,2\n3,4\n", [[False, False], [False, False]]),
    ("city,land\nRome,Italy\nOslo,Norway\n", [[True, True], [False, False], [False, False]]),
    ("1990,2000\n1,2\n", [[False, False], [False, False]]),
    ("only one row,here\n", [[False, False]]),
]


@pytest.mark.parametrize(("text", "expected"), HEADERS)
def test_headers_are_told_from_the_cells(tmp_path: Path, text: str, expected: list[list[bool]]) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text)
    assert headers(page(path).tables[0]) == expected


def test_long_table_is_divided_under_the_same_headers(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("n,square\n" + "".join(f"{number},{number**2}\n" for number in range(12_000)))
    tables = page(path).tables
    assert [len(table.rows) for table in tables] == [5001, 5001, 2001]
    assert [cell.text for cell in header_cells(tables[2], "cell_2_2000_1")] == ["square"]
    assert tables[2].rows[-1][0].text == "11999"


def test_too_many_columns_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(",".join("x" * 3000) + "\n" + "a," * 2000)
    assert "columns" in reject(path).reason


def test_tsv_and_broken_csv(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text('a, b\tc\n1\t2\n"never closed\t3\n')
    assert [cell.text for cell in page(path).tables[0].rows[0]] == ["a, b", "c"]


def test_xlsx(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    import datetime

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Rivers"
    sheet["A1"] = "Rivers of Europe"
    for row in (["River", "Length", "Share", "Seen"], ["Rhine", 1230.0, 0.25, datetime.date(2020, 5, 1)]):
        sheet.append(row)
    sheet["C3"].number_format = "0.0%"
    sheet.append(["Elbe", 0.1 + 0.2, None, datetime.datetime(2020, 5, 2, 14, 30)])
    sheet.append([])
    sheet.append(["Source: own count. Made in May."])
    other = book.create_sheet("Merged")
    other.append(["Team", "Medals", None])
    other.append([None, "Gold", "Silver"])
    other.append(["Norway", 3, 1])
    other.merge_cells("A1:A2")
    other.merge_cells("B1:C1")
    path = tmp_path / "book.xlsx"
    book.save(path)
    found = page(path)
    assert [kind for kind, _ in outline(found)] == ["section", "table", "sentence", "sentence", "section", "table"]
    rivers, merged = found.tables
    assert rivers.caption is not None
    assert rivers.caption.text == "Rivers of Europe"
    assert [[cell.text for cell in row] for row in rivers.rows] == [
        ["River", "Length", "Share", "Seen"],
        ["Rhine", "1230", "25.0%", "2020-05-01"],
        ["Elbe", "0.3", "", "2020-05-02 14:30"],
    ]
    assert [[cell and cell.text for cell in row] for row in merged.grid] == [
        ["Team", "Medals", "Medals"],
        ["Team", "Gold", "Silver"],
        ["Norway", "3", "1"],
    ]


def test_docx(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_heading("The Report", 0)
    document.add_paragraph("It began. It went on.")
    document.add_heading("Findings", 1)
    document.add_paragraph("first", style="List Bullet")
    document.add_paragraph("deeper", style="List Bullet 2")
    document.add_paragraph("counted", style="List Number")
    document.add_paragraph("Table 1. Medals", style="Caption")
    table = document.add_table(3, 3)
    for row, texts in enumerate((("Team", "Medals", ""), ("", "Gold", "Silver"), ("Norway", "3", "1"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    document.add_paragraph("The end.")
    path = tmp_path / "report.docx"
    document.save(str(path))
    found = page(path)
    assert [kind for kind, _ in outline(found)] == [
        "section",
        *["sentence"] * 2,
        "section",
        "list",
        "table",
        "sentence",
    ]
    assert [section.level for section in found.sections] == [1, 1]
    assert [(item.text, item.level) for item in found.lists[0].items] == [("first", 0), ("deeper", 1), ("counted", 0)]
    assert found.lists[0].items[2].type == "ordered_list"
    medals = found.tables[0]
    assert medals.caption is not None
    assert medals.caption.text == "Table 1. Medals"
    assert [[cell and cell.text for cell in row] for row in medals.grid] == [
        ["Team", "Medals", "Medals"],
        ["Team", "Gold", "Silver"],
        ["Norway", "3", "1"],
    ]


# PDF


def pdf(path: Path, pages: list[list[tuple[str, float, float, float, str]]], rules: list[str] | None = None) -> None:
    """A PDF with lines of text (text, x, y, size, font: F1 plain, F2 bold) and drawn rules on its first page."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects += [f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>" for name in ("Helvetica", "Helvetica-Bold")]
    kids = []
    for number, lines in enumerate(pages):
        drawn = "\n".join(rules or []) if number == 0 else ""
        text = "".join(f"BT /{font} {size} Tf {x} {y} Td ({words}) Tj ET\n" for words, x, y, size, font in lines)
        stream = f"{drawn}\n{text}"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> "
            f"/Contents {len(objects)} 0 R >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    data, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    data += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{data.index('xref')}\n%%EOF"
    path.write_bytes(data.encode("latin-1"))


def test_pdf(tmp_path: Path) -> None:
    pytest.importorskip("pdfplumber")
    path = tmp_path / "paper.pdf"
    running = [("My Journal", 50, 780, 8, "F1")]
    grid = [f"{x} 500 m {x} 560 l S" for x in (50, 200, 350)] + [f"50 {y} m 350 {y} l S" for y in (500, 520, 540, 560)]
    cells = [
        (text, x, y, 10.0, "F1")
        for y, row in ((545, ("River", "Length")), (525, ("Rhine", "1230")), (505, ("Elbe", "1094")))
        for x, text in zip((60, 210), row, strict=True)
    ]
    pages: list[list[tuple[str, float, float, float, str]]] = [
        [
            *running,
            ("On Rivers", 50, 740, 20, "F1"),
            ("Rivers are long. They carry water from the moun-", 50, 700, 10, "F1"),
            ("tains to the sea and so on for many a mile more.", 50, 688, 10, "F1"),
            ("Another paragraph stands here.", 50, 660, 10, "F1"),
            ("Lengths", 50, 620, 10, "F2"),
            *cells,
            ("A sentence begins on this page and it", 50, 100, 10, "F1"),
            ("1", 300, 20, 8, "F1"),
        ],
        [
            *running,
            ("goes on over there.", 50, 700, 10, "F1"),
            ("- bullet one", 60, 650, 10, "F1"),
            ("2", 300, 20, 8, "F1"),
        ],
        [*running, ("The last words.", 50, 700, 10, "F1"), ("3", 300, 20, 8, "F1")],
    ]
    pdf(path, pages, grid)
    assert outline(page(path)) == [
        ("section", "On Rivers"),
        ("sentence", "Rivers are long."),
        ("sentence", "They carry water from the mountains to the sea and so on for many a mile more."),
        ("sentence", "Another paragraph stands here."),
        ("section", "Lengths"),
        ("table", "River | Length\nRhine | 1230\nElbe | 1094"),
        ("sentence", "A sentence begins on this page and it goes on over there."),
        ("list", "bullet one"),
        ("sentence", "The last words."),
    ]


def test_pdf_of_two_columns(tmp_path: Path) -> None:
    pytest.importorskip("pdfplumber")
    path = tmp_path / "columns.pdf"
    left = [
        (f"left words of line number {number} stand", 50.0, 700.0 - 12 * number, 10.0, "F1") for number in range(12)
    ]
    right = [
        (f"right words of line number {number} stand", 320.0, 700.0 - 12 * number, 10.0, "F1") for number in range(12)
    ]
    pdf(path, [[line for pair in zip(left, right, strict=True) for line in pair]])
    text = " ".join(sentence.text for sentence in page(path).sentences)
    assert text.index("left words of line number 11") < text.index("right words of line number 0")


def test_scanned_and_damaged_pdf(tmp_path: Path) -> None:
    pytest.importorskip("pdfplumber")
    path = tmp_path / "scan.pdf"
    pdf(path, [[]])
    assert "scan" in reject(path).reason
    path.write_bytes(b"%PDF-1.4 nothing more")
    assert reject(path).reason
    path.write_bytes(b"")
    assert reject(path).reason


# Folders and bad input


def test_folder(tmp_path: Path) -> None:
    for name in ("b.txt", "a/Report.txt", "c/Report.txt", "a/~$x.docx", "pic.png", "old.doc"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("Some words.")
    records = list(read(tmp_path))
    titles = [record.title for record in records if isinstance(record, Page)]
    assert titles == ["Report (a/Report.txt)", "b", "Report (c/Report.txt)"]
    (refused,) = [record for record in records if isinstance(record, Reject)]
    assert refused.source.endswith("old.doc")
    assert "docx" in refused.reason
    assert detect(tmp_path)
    assert not detect(tmp_path / "pic.png")
    assert len(list(read(tmp_path, options=ReadOptions(limit=2)))) == 2
    assert [record for unit in units(tmp_path) for record in parse(unit)] == records


@pytest.mark.parametrize("name", ["x.docx", "x.xlsx"])
def test_what_is_no_office_file_is_rejected(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("plain text")
    assert "damaged" in reject(path).reason
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    assert "password" in reject(path).reason
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.txt", "hello")
    assert reject(path).reason


@pytest.mark.parametrize("name", ["x.docx", "x.xlsx"])
def test_archive_bomb_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("word/document.xml", b"\0" * (120 << 20))
    assert "refused" in reject(path).reason


@pytest.mark.parametrize("suffix", ["txt", "md", "html", "csv", "tsv"])
def test_odd_bytes_do_no_harm(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.{suffix}"
    path.write_bytes(bytes(range(256)) * 4)
    for record in read(path):
        if isinstance(record, Page):
            assert all("\x00" not in element.text and "\x02" not in element.text for element in record.elements)
    path.write_bytes(b"")
    assert "no text" in reject(path).reason


def test_too_large_a_file_is_rejected_unread(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("word " * 1000)
    assert "more than 100" in reject(path, max_page_bytes=100).reason


def test_unknown_kind_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no kind of document"):
        page_of(tmp_path / "x.png", "x")
    with pytest.raises(InputError, match="neither"):
        list(units(tmp_path / "nowhere"))


def test_front_matter_and_numbers_without_end_take_bounded_work(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\n" + "\n" * 200_000 + "Text.")
    assert outline(page(tmp_path / "a.md"))
    (tmp_path / "b.csv").write_text("Name,Value\n-" + " " * 100_000 + "!,1\n")
    assert page(tmp_path / "b.csv").tables


def test_front_matter_of_windows_gives_the_title(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"---\r\ntitle: Boats\r\n---\r\nThey float.\r\n")
    assert outline(page(tmp_path / "a.md")) == [("section", "Boats"), ("sentence", "They float.")]


def test_too_many_cells_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from evidentia.formats.documents import csv_table

    monkeypatch.setattr(csv_table, "_MOST_CELLS", 10)
    (tmp_path / "a.csv").write_text("a,b\n" * 6)
    assert "cells" in reject(tmp_path / "a.csv").reason


def test_a_merged_area_of_billions_is_refused_unopened(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["a", "b"])
    book.active.merge_cells("A2:B2")
    book.save(tmp_path / "small.xlsx")
    assert page(tmp_path / "small.xlsx").elements
    with zipfile.ZipFile(tmp_path / "small.xlsx") as small, zipfile.ZipFile(tmp_path / "a.xlsx", "w") as large:
        for name in small.namelist():
            large.writestr(name, small.read(name).replace(b"A2:B2", b"A2:XFD1048576"))
    assert "merged" in reject(tmp_path / "a.xlsx").reason
