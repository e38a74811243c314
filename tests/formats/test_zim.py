from pathlib import Path
from typing import Any

import pytest

from evidentia.errors import InputError
from evidentia.formats import registry, zim
from evidentia.formats.base import ReadOptions, Redirect, Reject
from evidentia.page import Link, Page, Rich, Sentence

writer = pytest.importorskip("libzim.writer")


class _Entry(writer.Item):  # type: ignore[misc,name-defined]
    def __init__(self, path: str, title: str, content: str, mimetype: str = "text/html") -> None:
        super().__init__()
        self.path, self.title, self.content, self.mimetype = path, title, content, mimetype

    def get_path(self) -> str:
        return self.path

    def get_title(self) -> str:
        return self.title

    def get_mimetype(self) -> str:
        return self.mimetype

    def get_contentprovider(self) -> Any:
        return writer.StringProvider(self.content)

    def get_hints(self) -> dict[Any, Any]:
        return {writer.Hint.FRONT_ARTICLE: len(self.title) < 200}


def archive(path: Path, entries: list[_Entry], redirects: dict[str, str] | None = None) -> Path:
    with writer.Creator(path).config_indexing(False, "eng") as creator:
        creator.set_mainpath(entries[0].path)
        for entry in entries:
            creator.add_item(entry)
        for name, target in (redirects or {}).items():
            creator.add_redirection(name, name.replace("_", " "), target, {})
        creator.add_metadata("Title", "A test")
    return path


def read(path: Path, **options: int) -> list[object]:
    return list(zim.read(path, options=ReadOptions(**options)))  # type: ignore[arg-type]


def test_articles_and_redirects(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "wiki.zim",
        [
            _Entry("Elm_wood", "Elm wood", '<html><body><p>An <a href="Elm_tree">elm</a> grows.</p></body></html>'),
            _Entry("style.css", "style", "p {}", "text/css"),
            _Entry("Deep/Page", "Deep/Page", "<p>Slash.</p>"),
        ],
        {"Wood_of_elms": "Elm_wood"},
    )
    assert registry.detect(path) == "zim"
    found = read(path)
    assert sorted(found, key=repr) == sorted(
        [
            Page("Elm wood", [Sentence(0, Rich("An elm grows.", (Link("Elm tree", 3, 6),)))]),
            Page("Deep/Page", [Sentence(0, Rich("Slash."))]),
            Redirect("Wood of elms", "Elm wood"),
        ],
        key=repr,
    )
    assert [one for unit in zim.units(path) for one in zim.parse(unit)] == found


def test_bad_entries_are_rejects_with_their_place(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "wiki.zim",
        [
            _Entry("A", "A", "<p>Good.</p>"),
            _Entry("Empty", "Empty", " "),
            _Entry("Huge", "Huge", "<p>" + "x" * 2_000_000),
            _Entry("Long", "long title " * 200, "<p>Long title.</p>"),
        ],
    )
    found = read(path, max_page_bytes=1_000_000)
    assert [one.title for one in found if isinstance(one, Page)] == ["A"]
    rejects = {one.position.partition(", ")[2]: one.reason for one in found if isinstance(one, Reject)}
    assert set(rejects) == {"'Empty'", "'Huge'", "'Long'"}
    assert "2,000,003 bytes" in rejects["'Huge'"] and "2,200 characters" in rejects["'Long'"]


def test_damaged_files_are_named(tmp_path: Path) -> None:
    path = archive(tmp_path / "wiki.zim", [_Entry("A", "A", "<p>Good.</p>")])
    cut = tmp_path / "cut.zim"
    cut.write_bytes(path.read_bytes()[:100])
    assert zim.detect(cut)
    with pytest.raises(InputError, match="not a ZIM file"):
        read(cut)
    assert not zim.detect(tmp_path)
