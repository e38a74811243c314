"""`evidentia score`: predictions against gold claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from evidentia.errors import InputError
from evidentia.files import dumps

F = TypeVar("F", bound=Callable[..., Any])
_FILE = click.Path(dir_okay=False, allow_dash=True)
_COUNT = click.IntRange(0)
_TASKS = click.Choice(["fever", "feverous", "faviq"])
_NAMES = {
    "claims": "claims",
    "score": "score",
    "label_accuracy": "label accuracy",
    "evidence_precision": "evidence precision",
    "evidence_recall": "evidence recall",
    "evidence_f1": "evidence F1",
    "accuracy_supports": "accuracy, supported",
    "accuracy_refutes": "accuracy, refuted",
}


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Score predictions as the official scorers do.

    GOLD is the official claims file, PREDICTIONS the official predictions file or what `evidentia verify` wrote. The
    two are joined by id where all lines have one, by the order of the lines otherwise.
    """


def _files(function: F) -> F:
    function = click.argument("predictions", type=_FILE)(function)
    return click.argument("gold", type=_FILE)(function)


def _common(function: F) -> F:
    function = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")(function)
    return click.option(
        "--join", type=click.Choice(["auto", "id", "order"]), default="auto", show_default=True, help="How lines meet."
    )(function)


def _sampling(function: F) -> F:
    function = click.option("--seed", default=13, show_default=True, help="Of the bootstrap.")(function)
    function = click.option("--level", default=0.95, show_default=True, help="Of confidence.")(function)
    return click.option("--samples", default=2000, show_default=True, help="Of the bootstrap.")(function)


def _detail(function: F) -> F:
    function = _sampling(function)
    function = click.option("--intervals", is_flag=True, help="Bootstrap confidence intervals.")(function)
    return click.option(
        "--by",
        multiple=True,
        type=click.Choice(["label", "challenge", "evidence", "pieces"]),
        help="Also the results of each group; may be repeated.",
    )(function)


@command.command()
@_files
@_common
@_detail
@click.option("--max-evidence", default=5, type=_COUNT, show_default=True, help="Pieces of evidence that count.")
def fever(gold: str, predictions: str, as_json: bool, join: str, max_evidence: int, **detail: Any) -> None:
    """Strict score, label accuracy, evidence precision, recall and F1."""
    from evidentia.score import fever as scorer

    instances = _instances("fever", gold, predictions, join)
    _report(instances, scorer.score(instances, max_evidence=max_evidence), as_json, **detail)


@command.command()
@_files
@_common
@_detail
@click.option("--max-evidence", default=5, type=_COUNT, show_default=True, help="Sentences that count.")
@click.option(
    "--max-evidence-cell", default=25, type=_COUNT, show_default=True, help="Cells, captions and items that count."
)
def feverous(
    gold: str, predictions: str, as_json: bool, join: str, max_evidence: int, max_evidence_cell: int, **detail: Any
) -> None:
    """FEVEROUS score, label accuracy, evidence precision, recall and F1."""
    from evidentia.score import feverous as scorer

    instances = _instances("feverous", gold, predictions, join)
    scores = scorer.score(instances, max_evidence=max_evidence, max_evidence_cell=max_evidence_cell)
    _report(instances, scores, as_json, **detail)


@command.command()
@_files
@_common
@_sampling
@click.option("--intervals", is_flag=True, help="Bootstrap confidence intervals.")
@click.option(
    "--regular", type=(_FILE, _FILE), metavar="GOLD PREDICTIONS", help="The R set, where the first two are the A set."
)
def faviq(
    gold: str,
    predictions: str,
    as_json: bool,
    join: str,
    intervals: bool,
    regular: tuple[str, str] | None,
    samples: int,
    level: float,
    seed: int,
) -> None:
    """Two-way accuracy; NOT ENOUGH INFO counts as REFUTES."""
    from evidentia.score import bootstrap, load
    from evidentia.score import faviq as scorer

    _stdin_once(gold, predictions, *(regular or ()))
    sets = {"A": (gold, predictions), "R": regular} if regular else {"": (gold, predictions)}
    scores = {}
    for name, (claims, lines) in sets.items():
        records = load.predictions(lines, "faviq")[0]
        scores[name] = scorer.score(records, load.gold(claims, "faviq"), join=join)
    found: dict[str, Any] = {}
    for name, one in scores.items():
        figures = one.figures()
        if intervals:
            edges = bootstrap.interval(one.correct, samples=samples, level=level, seed=seed)
            figures["intervals"] = {"label_accuracy": list(edges)}
        found[name] = figures
    if regular:
        found = {"score": scorer.macro(scores), "label_accuracy": scorer.macro(scores), "sets": found}
    else:
        found = found[""]
    if as_json:
        click.echo(dumps(found))
        return
    for name, figures in (found.get("sets") or {"": found}).items():
        if name:
            click.echo(f"{name} set")
        click.echo(_table(figures, figures.get("intervals")))
    if regular:
        click.echo(f"{'both sets, averaged':<20} {found['score']:.6f}")


@command.command()
@_files
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def retrieval(gold: str, predictions: str, as_json: bool) -> None:
    """How many pages, sentences, tables and cells of the gold evidence were retrieved."""
    from evidentia.score import retrieval as scorer

    _stdin_once(gold, predictions)
    found = scorer.score(gold, predictions)
    figures: Mapping[str, Any] = found if isinstance(found, Mapping) else found.figures()
    click.echo(dumps(figures) if as_json else _nested(figures))


@command.command()
@click.argument("gold", type=_FILE)
@click.argument("first", type=_FILE)
@click.argument("second", type=_FILE)
@click.option("--task", type=_TASKS, required=True, help="Whose score.")
@_common
@_sampling
def compare(
    gold: str, first: str, second: str, task: str, as_json: bool, join: str, samples: int, level: float, seed: int
) -> None:
    """Is SECOND better than FIRST by more than chance? Paired bootstrap and McNemar's exact test."""
    from evidentia.score.compare import compare as test

    if gold == "-":
        raise InputError("the gold claims are read once for each of the two: stdin cannot give them, name a file")
    _stdin_once(first, second)
    sides = [_outcomes(task, gold, path, join) for path in (first, second)]
    found = {
        figure: test(
            sides[0][figure], sides[1][figure], figure=figure, samples=samples, level=level, seed=seed
        ).figures()
        for figure in sides[0]
    }
    if as_json:
        click.echo(dumps(found))
        return
    for figure, one in found.items():
        low, high = one["interval"]
        click.echo(f"{_NAMES[figure]}: {one['first']:.4f} → {one['second']:.4f}")
        click.echo(f"  difference {one['difference']:+.4f} ({level:.0%} interval {low:+.4f} to {high:+.4f})")
        click.echo(f"  paired bootstrap p = {one['p_bootstrap']:.4f}")
        click.echo(
            f"  McNemar p = {one['p_mcnemar']:.4g} "
            f"(only first right: {one['only_first_right']}, only second right: {one['only_second_right']})"
        )


@command.command()
@click.argument("predictions", type=_FILE)
@click.option("--task", type=_TASKS, required=True, help="Whose format.")
@click.option("--gold", type=_FILE, help="The claims: also looks for strange ids and claims left out.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each fault.")
def validate(predictions: str, task: str, gold: str | None, as_json: bool) -> None:
    """Name every fault of a predictions file and its line; exit code 2 if there is one (warnings do not count)."""
    from evidentia.score import load
    from evidentia.score import validate as room

    _stdin_once(predictions, gold)
    serious = total = 0
    for fault in room.faults(predictions, task, gold=load.claims(gold) if gold else None):
        total += 1
        serious += not fault.warning
        click.echo(dumps(fault) if as_json else str(fault))
    click.echo(f"{serious} faults, {total - serious} warnings", err=True)
    if serious:
        raise click.exceptions.Exit(2)


@command.command()
@click.argument("predictions", type=_FILE)
@click.option("--task", type=_TASKS, required=True, help="Whose format.")
@click.option("--claims", type=_FILE, help="The claims file whose order the lines must have.")
@click.option("--output", type=_FILE, default="-", help="Where to; stdout by default.")
@click.option("--ids/--no-ids", default=True, show_default=True, help="Whether the lines keep their ids.")
def submission(predictions: str, task: str, claims: str | None, output: str, ids: bool) -> None:
    """Write a leaderboard file: official fields only, within the budgets, in the order of the claims."""
    from evidentia.score import load
    from evidentia.score import submission as room

    _stdin_once(predictions, claims)
    records, warnings = load.predictions(predictions, task)
    for warning in warnings:
        click.echo(warning, err=True)
    ordered = load.claims(claims) if claims else None
    count = room.write(room.submission(records, task, claims=ordered, with_id=ids), Path(output))
    click.echo(f"{count:,} predictions written to {output}", err=True)


def _stdin_once(*files: str | None) -> None:
    if files.count("-") > 1:
        raise InputError("only one of the files can be read from stdin")


def _instances(task: str, gold: str, predictions: str, join: str) -> list[dict[str, Any]]:
    from evidentia.score import load, records

    _stdin_once(gold, predictions)
    lines, warnings = load.predictions(predictions, task)
    for warning in warnings[:3]:
        click.echo(warning, err=True)
    if len(warnings) > 3:
        click.echo(f"{len(warnings) - 3} more warnings: evidentia score validate lists them", err=True)
    return records.joined(load.gold(gold, task), lines, join=join)


def _outcomes(task: str, gold: str, predictions: str, join: str) -> dict[str, list[bool]]:
    """Right or wrong in the order of the gold claims, so that two files are compared claim by claim."""
    from evidentia.score import faviq, fever, feverous, load, records

    claims = load.gold(gold, task)
    lines = load.predictions(predictions, task)[0]
    places = records.align(claims, lines, join=join)
    ordered = [line for _, line in sorted(zip(places, lines), key=lambda pair: pair[0])]
    if task == "faviq":
        return {"label_accuracy": faviq.score(ordered, claims, join="order").correct}
    scorer = fever if task == "fever" else feverous
    found = scorer.score(records.joined(claims, ordered, join="order")).by_claim
    return {"score": [one.strict for one in found], "label_accuracy": [one.correct for one in found]}


def _report(
    instances: Sequence[Mapping[str, Any]],
    scores: Any,
    as_json: bool,
    *,
    by: Sequence[str],
    intervals: bool,
    samples: int,
    level: float,
    seed: int,
) -> None:
    from evidentia.score import bootstrap, breakdown

    found = scores.figures()
    edges: dict[str, Any] = {}
    if intervals:
        edges = bootstrap.intervals(scores.by_claim, samples=samples, level=level, seed=seed)
        found["intervals"] = {name: list(edge) for name, edge in edges.items()}
    groups = {way: breakdown.breakdown(instances, scores.by_claim, way) for way in by}
    if by:
        found["by"] = {
            way: {name: breakdown.figures(one) for name, one in parts.items()} for way, parts in groups.items()
        }
    if "label" in by:
        found["label_f1"] = breakdown.label_f1(scores.by_claim)
        found["confusion"] = breakdown.confusion(scores.by_claim)
    if as_json:
        click.echo(dumps(found))
        return
    click.echo(_table(found, edges))
    for way, parts in groups.items():
        click.echo(f"\n{'by ' + way:<36} {'claims':>7} {'score':>7} {'label':>7} {'prec.':>7} {'recall':>7}")
        for name, part in parts.items():
            one = breakdown.figures(part)
            shown = ("score", "label_accuracy", "evidence_precision", "evidence_recall")
            values = ["–" if one[field] is None else f"{one[field]:.4f}" for field in shown]
            click.echo(f"{name:<36} {part.claims:>7} " + " ".join(f"{value:>7}" for value in values))


def _table(figures: Mapping[str, Any], edges: Mapping[str, Sequence[float]] | None = None) -> str:
    lines = []
    for name, words in _NAMES.items():
        value = figures.get(name)
        if value is None:
            continue
        shown = f"{value:,}" if isinstance(value, int) else f"{value:.6f}"
        edge = (edges or {}).get(name)
        lines.append(f"{words:<20} {shown}" + (f"   {edge[0]:.4f} to {edge[1]:.4f}" if edge else ""))
    return "\n".join(lines)


def _nested(figures: Mapping[str, Any], depth: int = 0) -> str:
    lines = []
    for name, value in figures.items():
        if isinstance(value, Mapping):
            lines += [f"{'  ' * depth}{name}", _nested(value, depth + 1)]
        else:
            lines.append(f"{'  ' * depth}{name:<28} {f'{value:.6f}' if isinstance(value, float) else value}")
    return "\n".join(lines)
