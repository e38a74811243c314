"""`evidentia judge`: claims with their evidence given; no corpus needed."""

from __future__ import annotations

import sys
from typing import Any

import click

from evidentia.claim import Policy
from evidentia.errors import InputError


@click.command()
@click.option("--input", "source", required=True, metavar="FILE", help="JSONL: claim, evidence, tables; - is stdin.")
@click.option("--output", required=True, metavar="FILE", help="JSONL, in the order of the input; - is stdout.")
@click.option(
    "--policy",
    type=click.Choice([policy.value for policy in Policy]),
    default=Policy.MISLED.value,
    show_default=True,
    help="What refutes: only a contradiction (strict), or also what would mislead a reader.",
)
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be judged.")
def command(source: str, output: str, policy: str, strict: bool) -> None:
    """Judge claims whose evidence is given: texts, elements with context, tables."""
    import msgspec

    from evidentia.files import atomic, dumps, raw_lines
    from evidentia.progress import Progress

    faults = 0
    with atomic(output) as out, Progress("claims") as progress:
        for number, line in raw_lines(source):
            where = f"{source}, line {number}"
            try:
                record = msgspec.json.decode(line)
                result = _judged(record, where, Policy(policy))
            except (InputError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                message = str(error) if isinstance(error, InputError) else f"{where}: not JSON ({error})"
                if strict:
                    raise InputError(message) from error
                faults += 1
                click.echo(f"evidentia: {message}", err=True)
                result = {"id": None, "error": message}
            out.write(dumps(result) + "\n")
            progress.step()
    if faults:
        click.echo(f"evidentia: {faults} lines could not be judged; each has an error in {output}", err=True)
        sys.exit(2)


def _judged(record: Any, where: str, policy: Policy) -> dict[str, Any]:
    from evidentia.verdict import judge
    from evidentia.verdict.inputs import parse

    if not isinstance(record, dict):
        raise InputError(f"{where}: a line is an object with claim and evidence")
    given = parse(record, where)
    verdict = judge(given.claim, given.pieces(), given.named_tables(), policy=policy)
    return {
        "id": given.id,
        "claim": given.claim,
        "label": verdict.label.value,
        "policy": verdict.policy.value,
        "probabilities": verdict.probabilities,
        "computed": [{"text": fact.text, "cells": fact.cells} for fact in verdict.facts],
    }
