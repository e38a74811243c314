"""`evidentia corpus`: build a corpus, change it, look into it, write it in other formats."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from evidentia.corpus.manifest import Manifest
    from evidentia.formats.base import ReadOptions

F = TypeVar("F", bound=Callable[..., Any])
_HELP = {"help_option_names": ["-h", "--help"]}
# Subcommands that live in modules of their own: imported when used.
_ELSEWHERE = {"train-splitter": "evidentia.cli.corpus_splitter"}


class _Group(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        found = [name for name, module in _ELSEWHERE.items() if importlib.util.find_spec(module)]
        return [*super().list_commands(ctx), *found]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = _ELSEWHERE.get(cmd_name)
        if module is not None and importlib.util.find_spec(module):
            found: click.Command = importlib.import_module(module).command
            return found
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Group, context_settings=_HELP)
def command() -> None:
    """Build a corpus and look into it.

    A corpus is a folder; every command also takes a FEVEROUS database file as it is.
    """


def _reading(function: F) -> F:
    for option in (
        click.option("--format", "format_", default="auto", show_default=True, help="Format of the sources."),
        click.option("--redirects", multiple=True, type=click.Path(), help='Other titles: lines of {"from", "to"}.'),
        click.option("--filter", "filter_", type=click.Choice(["feverous"]), help="Leave out what FEVEROUS left out."),
        click.option("--limit", type=click.IntRange(1), help="At most so many pages of each source."),
        click.option("--splitter", type=click.Path(exists=True), help="Made by `evidentia corpus train-splitter`."),
        click.option("--namespace", type=int, default=0, help="Of a MediaWiki site; 0 holds the articles."),
        click.option("--crawl-file", type=click.Path(), help="Where a crawl is kept; in the user's cache by default."),
        click.option("--contact", default="", help="How the owner of a crawled site reaches you."),
        click.option("--delay", type=click.FloatRange(0), default=0.5, help="Seconds between requests of a crawl."),
        click.option(
            "--on-duplicate",
            type=click.Choice(["replace", "keep", "merge", "error"]),
            default="replace",
            show_default=True,
            help="What a second page of the same title does.",
        ),
        click.option("--strict", is_flag=True, help="A record that cannot be read is an error."),
        click.option("--workers", type=click.IntRange(1), help="Processes that parse; all cores by default."),
        click.option("--no-index", is_flag=True, help="Do not build the search index."),
        click.option("--json", "as_json", is_flag=True, help="The manifest on stdout."),
    ):
        function = option(function)
    return function


@command.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("--to", required=True, type=click.Path(), help="The folder of the corpus.")
@click.option("--name", help="What the corpus calls itself; the name of the folder by default.")
@click.option("--copy", is_flag=True, help="Copy the pages of a FEVEROUS database instead of reading it in place.")
@click.option("--overwrite", is_flag=True, help="Replace a corpus that is there.")
@click.option("--engine", type=click.Choice(("local", "ray")), default="local", show_default=True, help="Who parses.")
@click.option("--address", help="Of a running Ray cluster; this machine without it.")
@_reading
def build(sources: tuple[str, ...], to: str, name: str | None, copy: bool, overwrite: bool, **options: Any) -> None:
    """Turn SOURCES (files, folders, addresses, - for stdin) into a corpus.

    Killed or broken off, the same command goes on where it was.
    """
    from evidentia.corpus.build import build

    with _engine(options):
        manifest = build(sources, to, name=name, copy=copy, overwrite=overwrite, **_renamed(options))
    _report(manifest, to, options["as_json"])


@command.command()
@click.argument("corpus", type=click.Path())
@click.argument("sources", nargs=-1)
@_reading
def add(corpus: str, sources: tuple[str, ...], **options: Any) -> None:
    """Add the pages of SOURCES to CORPUS."""
    from evidentia.corpus.edit import add

    _report(add(corpus, sources, **_renamed(options)), corpus, options["as_json"])


@command.command()
@click.argument("corpus", type=click.Path())
@click.argument("sources", nargs=-1, required=True)
@_reading
def update(corpus: str, sources: tuple[str, ...], **options: Any) -> None:
    """Replace pages of CORPUS by their newer versions in SOURCES; take no new pages."""
    from evidentia.corpus.edit import update

    _report(update(corpus, sources, **_renamed(options)), corpus, options["as_json"])


@command.command()
@click.argument("corpus", type=click.Path())
@click.argument("titles", nargs=-1, required=True)
@click.option("--no-index", is_flag=True, help="Do not bring the search index in step (it is dropped).")
@click.option("--json", "as_json", is_flag=True, help="The manifest on stdout.")
def remove(corpus: str, titles: tuple[str, ...], no_index: bool, as_json: bool) -> None:
    """Take pages out of CORPUS by title."""
    from evidentia.corpus.edit import remove

    _report(remove(corpus, titles, index=not no_index), corpus, as_json)


@command.command()
@click.argument("corpus", type=click.Path())
@click.option("--workers", type=click.IntRange(1), help="Processes that read; all cores by default.")
def index(corpus: str, workers: int | None) -> None:
    """Build the search index of CORPUS anew.

    For a database file, or after a build with --no-index.
    """
    from evidentia.corpus.build import build_index

    build_index(Path(corpus), workers)


@command.command()
@click.argument("corpus", type=click.Path())
@click.argument("title")
@click.option("--json", "as_json", is_flag=True, help="The page as FEVEROUS JSON.")
@click.option("--ids", is_flag=True, help="With the id of each element.")
def show(corpus: str, title: str, as_json: bool, ids: bool) -> None:
    """Show a page; a redirect shows the page it leads to."""
    import shutil

    from evidentia.corpus import open_corpus
    from evidentia.corpus.show import render
    from evidentia.errors import InputError
    from evidentia.formats.feverous import page_to_json

    page = open_corpus(corpus).get(title)
    if page is None:
        raise InputError(f"{corpus}: no page {title!r} and no redirect of that title")
    if as_json:
        click.echo(page_to_json(page).decode())
    else:
        columns = shutil.get_terminal_size((100, 24)).columns
        for line in render(page, width=min(max(columns, 40), 160), ids=ids):
            click.echo(line)


@command.command()
@click.argument("corpus", type=click.Path())
@click.argument("element_id")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def context(corpus: str, element_id: str, as_json: bool) -> None:
    """Show one element by its id (`Title_cell_0_2_1`) with its context."""
    from evidentia.corpus.lookup import element
    from evidentia.corpus.show import visible
    from evidentia.files import dumps

    found = element(corpus, element_id)
    if as_json:
        keep = {"id": found.id, "page": found.page, "kind": found.kind, "text": found.text}
        click.echo(dumps({**keep, "context": found.context}))
        return
    for item in found.context:
        click.echo(visible(f"{item.id}\t{item.text}"))
    click.echo(visible(f"{found.id}\t{found.text}"))


@command.command()
@click.argument("corpus", type=click.Path())
@click.option(
    "--format", "format_", required=True, help="feverous-db, feverous-jsonl, fever, dpr, kilt, passages, parquet."
)
@click.option("--to", required=True, type=click.Path(), help="The file (or folder) to write; - is stdout for JSONL.")
def export(corpus: str, format_: str, to: str) -> None:
    """Write all pages in another format."""
    from evidentia.corpus.export import export

    count = export(corpus, to, format=format_)
    click.echo(f"{count:,} written to {to}", err=True)


@command.command()
@click.argument("corpus", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def stats(corpus: str, as_json: bool) -> None:
    """Count what a corpus holds."""
    import msgspec

    from evidentia.corpus import open_corpus
    from evidentia.corpus.stats import stats
    from evidentia.files import dumps

    found = msgspec.to_builtins(stats(open_corpus(corpus)))
    if as_json:
        click.echo(dumps(found))
        return
    for name, value in found.items():
        click.echo(f"{name.replace('_', ' '):<24}{value:>14,}" if isinstance(value, int) else f"{name:<24}  {value}")


def _engine(options: dict[str, Any]) -> AbstractContextManager[None]:
    if options["engine"] == "local":
        return nullcontext()
    from evidentia.cluster.build import parsing

    return parsing(address=options["address"], workers=options["workers"])


def _renamed(options: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": options["format_"],
        "redirects": options["redirects"],
        "filter": options["filter_"],
        "on_duplicate": options["on_duplicate"],
        "strict": options["strict"],
        "workers": options["workers"],
        "index": not options["no_index"],
        "options": _read_options(options),
    }


def _read_options(options: dict[str, Any]) -> ReadOptions:
    from evidentia.corpus.crawl_http import Manners
    from evidentia.formats.base import ReadOptions

    if options["splitter"]:
        from evidentia.corpus.sentences import splitter_from

        # Found out here, one that is none is one error, not one for each page.
        splitter_from(options["splitter"])
    extra: dict[str, Any] = {"manners": Manners(contact=options["contact"], delay=options["delay"])}
    extra |= {name: options[name] for name in ("splitter", "namespace", "crawl_file") if options[name]}
    return ReadOptions(limit=options["limit"], extra=extra)


def _report(manifest: Manifest, folder: str, as_json: bool) -> None:
    from evidentia.corpus import manifest as manifests
    from evidentia.files import dumps

    if as_json:
        click.echo(dumps(manifest))
    said = [f"{manifest.pages:,} pages", f"{manifest.redirects:,} redirects"]
    if manifest.duplicates:
        said.append(f"{manifest.duplicates:,} titles met twice ({manifest.on_duplicate})")
    if manifest.rejects:
        said.append(f"{manifest.rejects:,} records refused (see {Path(folder) / manifests.REJECTS})")
    sys.stderr.write(f"{folder}: {', '.join(said)}\n")
