import re
from pathlib import Path

import click
import pytest

from evidentia.cli.corpus import command
from evidentia.formats.registry import READERS, WRITERS

DOCS = (Path(__file__).parents[2] / "docs/corpus.md").read_text(encoding="utf-8")
CONTEXT = click.Context(command)


@pytest.mark.parametrize("name", command.list_commands(CONTEXT))
def test_every_command_is_documented(name: str) -> None:
    assert f"corpus {name}" in DOCS


def test_every_option_in_the_docs_exists() -> None:
    options = {one for sub in command.list_commands(CONTEXT) for one in _options(sub)}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", DOCS)) - {"--long", "--help"} <= options


def _options(name: str) -> set[str]:
    sub = command.get_command(CONTEXT, name)
    assert sub is not None
    return {option for parameter in sub.params for option in parameter.opts}


@pytest.mark.parametrize("name", sorted({*READERS, *WRITERS} - {"redirects"}))
def test_every_format_is_documented(name: str) -> None:
    assert f"`{name}`" in DOCS or f"|{name}" in DOCS or f" {name}|" in DOCS


def test_the_example_in_python_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cell = '{"id":"header_cell_0_0_0","value":"Year","is_header":true}'
    page = f'{{"title":"Ada Lovelace","order":["table_0"],"table_0":{{"table":[[{cell}]],"caption":"Life"}}}}\n'
    (tmp_path / "pages.jsonl").write_text(page)
    (tmp_path / "redirects.jsonl").write_text('{"from":"Ada","to":"Ada Lovelace"}\n')
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    exec(code, {})
    assert "Life" in capsys.readouterr().out
