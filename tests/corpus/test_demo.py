"""The demo corpus: built once, found again, whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidentia.corpus import demo
from evidentia.page import Table


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVIDENTIA_CACHE", str(tmp_path))
    return tmp_path


def test_built_once_and_found_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = demo.demo_corpus()
    assert len(corpus) >= 60
    assert [path.name for path in cache.iterdir()] == [corpus.path.name]
    monkeypatch.setattr(demo, "build_demo", lambda to: pytest.fail("built again"))
    assert demo.demo_corpus().version == corpus.version


def test_pages_have_all_kinds_of_elements(cache: Path) -> None:
    corpus = demo.demo_corpus()
    pages = list(corpus)
    assert sum(bool(page.lists) for page in pages) >= 10
    assert sum(any(table.type == "infobox" for table in page.tables) for page in pages) >= 30
    captions = [table.caption for page in pages for table in page.tables if table.caption]
    assert len(captions) >= 10
    assert any(_levels(table) >= 2 for page in pages for table in page.tables)
    assert any(link for page in pages for sentence in page.sentences for link in sentence.content.links)
    source, target = next(iter(corpus.redirects()))
    assert corpus.resolve(source) == corpus.resolve(target)


def _levels(table: Table) -> int:
    """How many rows at the top of a wide table are all headers."""
    count = 0
    for row in table.rows:
        if len(row) < 2 or not all(cell.is_header for cell in row):
            break
        count += 1
    return count


def test_a_home_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("EVIDENTIA_CACHE", str(blocked / "cache"))
    monkeypatch.setattr(demo.tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    assert len(demo.demo_corpus()) >= 60


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_cache_folder_of_each_system(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVIDENTIA_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(demo.sys, "platform", platform)
    assert demo.cache_folder().name == "evidentia"
