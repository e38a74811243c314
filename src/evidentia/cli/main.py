"""The command `evidentia`: each command's module is imported only when it is used."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from evidentia.errors import EvidentiaError

COMMANDS = {
    "analyse": "Bias, association, agreement and statistics of a data set.",
    "claims": "Make claims: from questions, by mutation, from tables; highlights.",
    "corpus": "Build a corpus and look into it.",
    "judge": "Judge claims whose evidence is given; no corpus needed.",
    "retrieve": "Find pages, sentences, tables and cells for many claims.",
    "score": "Score predictions as the official scorers do.",
    "search": "Search a corpus.",
    "train": "Train the reader, the papers' models, a splitter (extra: train).",
    "verify": "Verify a claim, a text or a file of claims.",
}


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"evidentia.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Who read the output has seen enough, as `head` does; what is still held back has nowhere to go.
            _forget_output()
            raise click.exceptions.Exit(0) from None
        return code


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="evidentia", prog_name="evidentia")
def main() -> None:
    """Verify claims against text and tables, with evidence."""


def run(arguments: list[str] | None = None) -> None:
    """The entry point: errors of ours become one line and their exit code."""
    try:
        code = main.main(args=arguments, standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except EvidentiaError as error:
        click.echo(f"evidentia: {error}", err=True)
        sys.exit(error.exit_code)
    except OSError as error:
        name = f"{error.filename!s:.200}: " if error.filename else ""
        click.echo(f"evidentia: {name}{error.strerror or error}", err=True)
        _forget_output()
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _forget_output() -> None:
    """What cannot be written must not be tried again when the program ends: that would be a second, uglier error."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
