"""`evidentia judge`: claims with their evidence given; no corpus needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from evidentia.claim import Policy
from evidentia.errors import EndpointError, InputError

if TYPE_CHECKING:
    from evidentia.models.endpoint import EndpointJudge


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
@click.option("--endpoint", metavar="URL", help="Ask a model behind an OpenAI-compatible API instead (…/v1).")
@click.option("--model", metavar="NAME", help="The endpoint's model.")
@click.option("--prices", nargs=2, type=float, default=(0.0, 0.0), help="Of a million tokens asked and answered.")
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be judged.")
def command(
    source: str,
    output: str,
    policy: str,
    endpoint: str | None,
    model: str | None,
    prices: tuple[float, float],
    strict: bool,
) -> None:
    """Judge claims whose evidence is given: texts, elements with context, tables.

    With --endpoint claims and evidence leave this machine; the key is read from EVIDENTIA_API_KEY.
    """
    import msgspec

    from evidentia.files import atomic, dumps, raw_lines
    from evidentia.progress import Progress

    judge_model = _endpoint(endpoint, model, prices)
    faults = 0
    with atomic(output) as out, Progress("claims") as progress:
        for number, line in raw_lines(source):
            where = f"{source}, line {number}"
            try:
                record = msgspec.json.decode(line)
                result = _judged(record, where, Policy(policy), judge_model)
            except EndpointError as error:
                message = f"{where}: {error}"
                if strict:
                    raise
                faults += 1
                click.echo(f"evidentia: {message}", err=True)
                result = {"id": record.get("id"), "error": message}
            except (InputError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                message = str(error) if isinstance(error, InputError) else f"{where}: not JSON ({error})"
                if strict:
                    raise InputError(message) from error
                faults += 1
                click.echo(f"evidentia: {message}", err=True)
                result = {"id": None, "error": message}
            out.write(dumps(result) + "\n")
            progress.step()
    if judge_model is not None:
        used = judge_model.usage
        click.echo(
            f"{used.requests:,} requests, {used.prompt_tokens:,} tokens asked, {used.completion_tokens:,} answered, "
            f"cost {used.cost:.4f}",
            err=True,
        )
    if faults:
        click.echo(f"evidentia: {faults} lines could not be judged; each has an error in {output}", err=True)
        sys.exit(2)


def _endpoint(url: str | None, model: str | None, prices: tuple[float, float]) -> EndpointJudge | None:
    if not url and not model:
        return None
    if not url or not model:
        raise InputError("--endpoint and --model go together: the API's base and the name of its model")
    import os

    from evidentia.models.endpoint import EndpointJudge

    key = os.environ.get("EVIDENTIA_API_KEY")
    return EndpointJudge(url, model, key=key, prompt_price=prices[0], completion_price=prices[1])


def _judged(record: Any, where: str, policy: Policy, model: EndpointJudge | None) -> dict[str, Any]:
    from evidentia.verdict import judge
    from evidentia.verdict.inputs import parse

    if not isinstance(record, dict):
        raise InputError(f"{where}: a line is an object with claim and evidence")
    given = parse(record, where)
    verdict = judge(given.claim, given.pieces(), given.named_tables(), policy=policy, model=model)
    return {
        "id": given.id,
        "claim": given.claim,
        "label": verdict.label.value,
        "policy": verdict.policy.value,
        "probabilities": verdict.probabilities,
        "computed": [{"text": fact.text, "cells": fact.cells} for fact in verdict.facts],
    }
