import csv
import json
from pathlib import Path

import pytest

from evidentia.formats import dpr, passages, registry
from evidentia.formats.base import ReadOptions, Reject
from evidentia.page import ListItem, Page, PageList, Rich, Sentence, table_from_rows

LONG = Page(
    "Long (page)", [Sentence(n, Rich(f'Sentence {n} of the "long" page has exactly ten words.')) for n in range(25)]
)
SHORT = Page("Short", [Sentence(0, Rich("Only this."))])


def read(path: Path, **options: int) -> list[object]:
    return list(dpr.read(path, options=ReadOptions(**options)))  # type: ignore[arg-type]


@pytest.mark.parametrize("wrap", [False, True])
def test_written_and_read_back(wrap: bool, tmp_path: Path) -> None:
    path = tmp_path / "psgs_w100.tsv"
    assert dpr.write([LONG, SHORT], path, wrap=wrap) == 4
    assert registry.detect(path) == "dpr"
    assert read(path) == [LONG, SHORT]
    with path.open(newline="") as stream:
        rows = list(csv.reader(stream, delimiter="\t"))
    assert rows[0] == ["id", "text", "title"]
    assert [row[0] for row in rows[1:]] == ["1", "2", "3", "4"]
    assert [len(row[1].split()) for row in rows[1:]] == [100, 100, 100 if wrap else 50, 2]
    assert rows[1][1].startswith('Sentence 0 of the "long" page')


def test_passages_hold_sentences_and_items_but_no_tables(tmp_path: Path) -> None:
    listed = PageList(0, [ListItem("item_0_0", Rich("An item."))])
    page = Page("P", [Sentence(0, Rich("A  text.\nOver lines.")), listed, table_from_rows([["cell"]])])
    assert passages.write([page, LONG], tmp_path / "p.jsonl") == 4
    first, second, *_ = map(json.loads, (tmp_path / "p.jsonl").read_text().splitlines())
    assert first == {"id": "1", "title": "P", "text": "A text. Over lines. An item."}
    assert second["id"] == "2" and len(second["text"].split()) == 100


def test_pages_are_whole_across_blocks(tmp_path: Path) -> None:
    pages = [
        Page(f"Page {n}", [Sentence(m, Rich(f"Fact {m} of page {n} is quite a short one.")) for m in range(n % 90 + 1)])
        for n in range(700)
    ]
    path = tmp_path / "p.tsv"
    dpr.write(pages, path)
    assert path.stat().st_size > 1_100_000
    assert len(list(dpr.units(path))) > 1
    assert read(path) == pages


def test_quotes_and_line_breaks(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_text(
        'id\ttext\ttitle\n1\t"He said ""yes""."\t"The ""Yes"" man"\n2\tA 5" gun.\tGun\n'
        '3\t"Two\nlines here."\tLines\n4\t"Never closed\tBad\n5\tGood.\tGood\n',
    )
    found = read(path)
    assert [(one.title, one.sentences[0].text) for one in found if isinstance(one, Page)] == [
        ('The "Yes" man', 'He said "yes".'),
        ("Gun", 'A 5" gun.'),
        ("Lines", "Two lines here."),
        ("Good", "Good."),
    ]
    assert [(one.position, one.reason) for one in found if isinstance(one, Reject)] == [
        ("line 6", "a quoted text that does not end")
    ]


def test_bad_lines_are_rejects_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    rows = [
        b"1\tGood.\tA",
        b"2\tcut off",
        b"3",
        b"4\t\xff\xfe\tB",
        b"5\tx\ta\0b",
        b"6\tx\t" + b"t" * 1_000_000,
        b"7\ty\t",
    ]
    path.write_bytes(b"\n".join(rows) + b"\n" + b"8\tGood.\tC\r\n")
    found = read(path)
    assert [one.title for one in found if isinstance(one, Page)] == ["A", "C"]
    assert [one.position for one in found if isinstance(one, Reject)] == [f"line {n}" for n in range(2, 8)]


def test_an_endless_page_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    endless = "".join(f"{n}\t{'word ' * 100}\tEndless\n" for n in range(10_000))
    path.write_text("0\tFirst.\tFirst\n" + endless + "9\tLast.\tLast\n")
    found = read(path, max_page_bytes=2_000_000)
    assert any(isinstance(one, Reject) for one in found)
    titles = [one.title for one in found if isinstance(one, Page)]
    assert titles[0] == "First" and titles[-1] == "Last"
