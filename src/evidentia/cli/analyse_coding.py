"""`evidentia analyse code-…` and `coded`: coding by hand, and what it adds up to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
_HELP = {"help_option_names": ["-h", "--help"]}
_FILE = click.Path(dir_okay=False, allow_dash=True)


def _output(function: F) -> F:
    return click.option(
        "--output", "-o", required=True, type=click.Path(dir_okay=False), help="JSON lines; a second start goes on."
    )(function)


def _drawing(function: F) -> F:
    function = click.option("--seed", default=1, show_default=True, help="Same seed, same bytes.")(function)
    return click.option("--size", default=50, show_default=True, type=click.IntRange(1), help="Claims to draw.")(
        function
    )


@click.command("code-errors")
@click.argument("gold", type=_FILE)
@click.argument("predictions", type=_FILE)
@click.option("--corpus", "corpus_path", type=click.Path(), help="Where texts of evidence come from.")
@_output
@_drawing
def code_errors(gold: str, predictions: str, corpus_path: str | None, output: str, size: int, seed: int) -> None:
    """FEVER's manual error analysis: a guided sequence of questions about wrong predictions."""
    from evidentia.analysis.coding.cases import wrong
    from evidentia.analysis.coding.schemes import FEVER

    _code(FEVER, wrong(gold, predictions, size=size, seed=seed, corpus=_corpus(corpus_path), strict=True), output)


@click.command("code-causes")
@click.argument("file", type=_FILE)
@click.option("--corpus", "corpus_path", type=click.Path(), help="Where texts of evidence come from.")
@_output
@_drawing
@click.option("--claim-field", default="claim", show_default=True, help="Field that holds the text of the claim.")
@click.option(
    "--map", "maps", multiple=True, metavar="OLD=NEW", help="What another label means, such as false=REFUTES."
)
def code_causes(
    file: str, corpus_path: str | None, output: str, size: int, seed: int, maps: tuple[str, ...], claim_field: str
) -> None:
    """FAVIQ's causes of refutation (Tables 4 and 8), asked for refuted claims."""
    from evidentia.analysis.claims import parse_mapping
    from evidentia.analysis.coding.cases import refuted
    from evidentia.analysis.coding.schemes import CAUSES

    cases = refuted(
        file, size=size, seed=seed, corpus=_corpus(corpus_path), mapping=parse_mapping(maps), claim_field=claim_field
    )
    _code(CAUSES, cases, output)


@click.command("code-classes")
@click.argument("gold", type=_FILE)
@click.argument("predictions", type=_FILE)
@click.option("--corpus", "corpus_path", type=click.Path(), help="Where texts of evidence come from.")
@_output
@_drawing
def code_classes(gold: str, predictions: str, corpus_path: str | None, output: str, size: int, seed: int) -> None:
    """FAVIQ's classes of errors (Table 6), asked for wrong labels; several may hold."""
    from evidentia.analysis.coding.cases import wrong
    from evidentia.analysis.coding.schemes import CLASSES

    _code(CLASSES, wrong(gold, predictions, size=size, seed=seed, corpus=_corpus(corpus_path), strict=False), output)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--tables", "folder", type=click.Path(file_okay=False), help="Folder for the table as CSV and JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def coded(file: str, folder: str | None, as_json: bool) -> None:
    """Summary of a file that `code-errors`, `code-causes` or `code-classes` wrote, with 95 % intervals."""
    from evidentia.analysis.coding.summary import summary
    from evidentia.analysis.tables import as_json as json_of
    from evidentia.analysis.tables import plain, write_tables
    from evidentia.files import dumps

    table = summary(file)
    if folder:
        click.echo(f"{len(write_tables(folder, [table]))} files in {folder}", err=True)
    click.echo(dumps({"tables": [json_of(table)]}) if as_json else plain(table))


def _corpus(path: str | None) -> Any:
    if path is None:
        return None
    from evidentia.corpus import open_corpus

    return open_corpus(path)


def _code(scheme: Any, cases: Sequence[Any], output: str) -> None:
    from evidentia.analysis.coding.session import run
    from evidentia.errors import InputError

    if not sys.stdin.isatty():
        click.echo("answers are read from stdin, one a line", err=True)
    if not cases:
        raise InputError("there is nothing to code: no claim of the kind that is asked about")
    done = run(scheme, cases, output, ask=_ask, show=lambda text: click.echo(text, err=True))
    click.echo(f"{done} of {len(cases)} coded, in {output}; see them with: evidentia analyse coded {output}", err=True)


def _ask(question: str) -> str:
    click.echo(question, err=True, nl=False)
    line = sys.stdin.readline()
    return line.strip() if line else "q"


COMMANDS: tuple[click.Command, ...] = (code_errors, code_causes, code_classes, coded)
