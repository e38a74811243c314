"""Each format from end to end: recognised, built into a corpus, and the corpus written in each format again."""

import io
import json
import sqlite3
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from evidentia.cli.corpus import command
from evidentia.corpus import open_corpus
from evidentia.corpus.build import build
from evidentia.formats import dpr, fever, kilt, registry
from evidentia.formats.prose import joined, passages
from evidentia.page import Page, Rich, Sentence

pytest.importorskip("pyarrow")
SENTENCES = {"Elm (tree)": ["An elm grows.", "It is tall."], "Ångström": ["A unit."]}
HTML = "<html><head><title>{}</title></head><body><p>{}</p></body></html>"


def _written(name: str, file: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        pages = [
            Page(title, [Sentence(number, Rich(text)) for number, text in enumerate(texts)])
            for title, texts in SENTENCES.items()
        ]
        registry.writer(name).write(iter(pages), folder / file)
        return folder / file

    return make


def _drqa(folder: Path) -> Path:
    with sqlite3.connect(folder / "docs.db") as connection:
        connection.execute("CREATE TABLE documents (id PRIMARY KEY, text)")
        rows = [(title, " ".join(texts)) for title, texts in SENTENCES.items()]
        connection.executemany("INSERT INTO documents VALUES (?, ?)", rows)
    return folder / "docs.db"


def _enterprise(folder: Path) -> Path:
    lines = "".join(
        json.dumps(
            {"name": title, "namespace": {"identifier": 0}, "article_body": {"html": f"<p>{' '.join(texts)}</p>"}}
        )
        + "\n"
        for title, texts in SENTENCES.items()
    ).encode()
    with tarfile.open(folder / "wiki.json.tar.gz", "w:gz") as archive:
        member = tarfile.TarInfo("wiki_0.ndjson")
        member.size = len(lines)
        archive.addfile(member, io.BytesIO(lines))
    return folder / "wiki.json.tar.gz"


def _html(folder: Path) -> Path:
    (folder / "pages").mkdir()
    for number, (title, texts) in enumerate(SENTENCES.items()):
        (folder / "pages" / f"{number}.html").write_text(HTML.format(title, " ".join(texts)), encoding="utf-8")
    return folder / "pages"


def _zim(folder: Path) -> Path:
    writer = pytest.importorskip("libzim.writer")

    class Entry(writer.Item):  # type: ignore[misc,name-defined]
        def __init__(self, title: str) -> None:
            super().__init__()
            self.title = title

        def get_path(self) -> str:
            return self.title

        def get_title(self) -> str:
            return self.title

        def get_mimetype(self) -> str:
            return "text/html"

        def get_contentprovider(self) -> object:
            return writer.StringProvider(HTML.format(self.title, " ".join(SENTENCES[self.title])))

        def get_hints(self) -> dict[object, object]:
            return {}

    with writer.Creator(folder / "wiki.zim").config_indexing(False, "eng") as creator:
        creator.set_mainpath("Ångström")
        for title in SENTENCES:
            creator.add_item(Entry(title))
    return folder / "wiki.zim"


EXAMPLES: dict[str, Callable[[Path], Path]] = {
    "feverous-db": _written("feverous-db", "pages.sqlite"),
    "feverous-jsonl": _written("feverous-jsonl", "pages.jsonl"),
    "fever": _written("fever", "wiki-pages"),
    "kilt": _written("kilt", "knowledge.json"),
    "dpr": _written("dpr", "psgs_w100.tsv"),
    "parquet": _written("parquet", "pages.parquet"),
    "drqa": _drqa,
    "enterprise": _enterprise,
    "html": _html,
    "zim": _zim,
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_recognised_and_built(name: str, tmp_path: Path) -> None:
    source = EXAMPLES[name](tmp_path)
    done = CliRunner().invoke(
        command, ["build", str(source), "--to", str(tmp_path / "corpus"), "--no-index", "--strict", "--json"]
    )
    assert done.exit_code == 0, done.output
    corpus = open_corpus(tmp_path / "corpus")
    assert corpus.manifest.sources[0].format == name
    assert {page.title: [one.text for one in page.sentences] for page in corpus.pages()} == SENTENCES


@pytest.mark.parametrize("name", registry.WRITERS)
def test_a_corpus_is_exported(name: str, tmp_path: Path) -> None:
    build([_html(tmp_path)], tmp_path / "corpus", index=False)
    target = tmp_path / "export"
    done = CliRunner().invoke(
        command, ["export", str(tmp_path / "corpus"), "--format", name, "--to", str(target)], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    if name in registry.READERS:
        assert registry.detect(target) == name
        found = registry.reader(name).read(target)
        assert {page.title: [one.text for one in page.sentences] for page in found} == SENTENCES
    else:
        assert len(target.read_text(encoding="utf-8").splitlines()) == len(SENTENCES)


TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=60)


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_any_title_survives_its_escapes(title: str) -> None:
    title = " ".join(title.replace("_", " ").split())
    if not any(escape in title for escape in ("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "-COLON-")):
        assert fever.unescape_title(fever.escape_title(title)) == title


@settings(max_examples=40, deadline=None)
@given(texts=st.lists(TEXT, max_size=5))
def test_any_text_survives_fever(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    clean = [" ".join(text.split()) for text in texts]
    fever.write([Page("A", [Sentence(number, Rich(text)) for number, text in enumerate(texts)])], path)
    (page,) = fever.read(path)
    assert isinstance(page, Page)
    assert {one.number: one.text for one in page.sentences} == {n: text for n, text in enumerate(clean) if text}


@settings(max_examples=40, deadline=None)
@given(count=st.integers(0, 450), wrap=st.booleans())
def test_passages_are_joined_to_the_text_they_were_cut_from(count: int, wrap: bool) -> None:
    text = " ".join(f"w{number}" for number in range(count))
    parts = list(passages(Page("A", [Sentence(0, Rich(text))]), wrap=wrap))
    assert all(len(part.split()) == 100 for part in parts[:-1])
    if not wrap or count < 100 or count % 100 not in (98, 99):
        assert joined(parts) == text


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_noise_never_crashes_a_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(b"{" + data)
    for module in (fever, kilt, dpr):
        module.detect(path)
        list(module.read(path))
