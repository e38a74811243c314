"""Fixtures: a handful of pages in FEVEROUS form: namesakes, tables with links, sections, lists, another script."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from evidentia.corpus.build import build
from evidentia.search import Searcher


def cell(key: str, value: str, header: bool = False, down: int = 1, across: int = 1) -> dict[str, Any]:
    return {"id": key, "value": value, "is_header": header, "row_span": str(down), "column_span": str(across)}


def page(title: str, *sentences: str, **more: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"title": title, "order": []}
    for number, text in enumerate(sentences):
        data[f"sentence_{number}"] = text
        data["order"].append(f"sentence_{number}")
    for key, value in more.items():
        data[key] = value
        data["order"].append(key)
    return data


RIVERS = {
    "type": "table",
    "caption": "Longest rivers of Norland",
    "table": [
        [cell("header_cell_0_0_0", "River", True), cell("header_cell_0_0_1", "Length (km)", True)],
        [cell("cell_0_1_0", "[[Amber_(river)|Amber]]"), cell("cell_0_1_1", "1,204")],
        [cell("cell_0_2_0", "[[Tarn_Beck|Tarn Beck]]"), cell("cell_0_2_1", "13.75")],
        [cell("cell_0_3_0", "together", across=2), cell("odd_key_7", "")],
    ],
}

PAGES = [
    page("Amber", "Amber is fossil tree resin.", "It is used in jewellery."),
    page("Amber (river)", "The Amber is a river in Norland.", "It flows through the town of Quill."),
    page("Amber (film)", "Amber is a 1962 film directed by Ada Lund.", "It won the Golden Pike."),
    page("Tarn Beck", "Tarn Beck is a stream that rises on Mount Ossa."),
    page(
        "Geography of Norland",
        "Norland is an island country in the north.",
        section_0={"value": "Rivers", "level": 2},
        table_0=RIVERS,
        section_1={"value": "Towns", "level": 2},
        list_0={
            "type": "unordered_list",
            "list": [
                {"id": "item_0_0", "value": "[[Quill]], the old capital", "level": 0},
                {"id": "item_0_1", "value": "Port Vesper, a harbour", "level": 0},
            ],
        },
    ),
    page("Quill", "Quill is a town in Norland.", "Its mayor in 1990 was Pedro Sánchez."),
    page("Émile Zoran", "Émile Zoran (born 1950) was a painter from Quill."),
    page("J. K. Marlow", "J. K. Marlow is a writer.", "Her first novel came out in 1987."),
    page("Empty page"),
    page("東京", "東京は日本の首都である。"),
    *(page(f"Filler {number}", f"Filler page {number} speaks of matter number {number}.") for number in range(20)),
]
REDIRECTS = [("Amber River of the North", "Amber (river)"), ("Joanna Marlow", "J. K. Marlow")]


def write(folder: Path) -> tuple[Path, Path]:
    source, redirects = folder / "pages.jsonl", folder / "redirects.jsonl"
    source.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in PAGES), encoding="utf-8")
    redirects.write_text("".join(json.dumps({"from": a, "to": b}) + "\n" for a, b in REDIRECTS), encoding="utf-8")
    return source, redirects


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small corpus with its index; tests must not change it."""
    folder = tmp_path_factory.mktemp("small")
    source, redirects = write(folder)
    build([source], folder / "corpus", format="feverous-jsonl", redirects=[redirects], workers=1)
    return folder / "corpus"


@pytest.fixture
def own(tmp_path: Path, small: Path) -> Path:
    """A copy of the small corpus that a test may change."""
    shutil.copytree(small, tmp_path / "corpus")
    return tmp_path / "corpus"


@pytest.fixture(scope="session")
def searcher(small: Path) -> Searcher:
    return Searcher(small)
