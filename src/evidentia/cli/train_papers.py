"""`evidentia train papers`: the papers' own classifiers on labelled claims in the form of `evidentia judge`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from evidentia.train.papers.examples import Example

_PATH = click.Path(path_type=Path)
_MODELS = ("mlp", "attention", "verdict", "verdict-nli", "claim-only", "evidence-type", "cells", "bart", "bart-scifact")


@click.command()
@click.argument("model", type=click.Choice(_MODELS))
@click.option("--claims", type=_PATH, required=True, help="JSONL: claim, label, evidence, tables (and cells, as keys).")
@click.option("--test", type=_PATH, help="Claims to measure on; without it, five folds by page.")
@click.option("--encoder", help="A Hugging Face name or folder instead of the paper's.")
@click.option("--vectors", type=_PATH, help="Word vectors as text (word, then numbers), for `attention`.")
@click.option("--epochs", type=click.IntRange(min=1), help="Instead of the paper's.")
@click.option("--rate", type=float, help="Instead of the paper's.")
@click.option("--output", type=_PATH, help="A folder for the trained Hugging Face model (needs --test).")
@click.option("--seed", default=1, show_default=True)
def command(
    model: str,
    claims: Path,
    test: Path | None,
    encoder: str | None,
    vectors: Path | None,
    epochs: int | None,
    rate: float | None,
    output: Path | None,
    seed: int,
) -> None:
    """Train MODEL as its paper did and measure it beside the majority; figures as JSON on stdout."""
    import msgspec

    from evidentia.errors import InputError, MissingExtra

    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise MissingExtra("torch", "train") from error
    from evidentia.files import dumps
    from evidentia.train.papers import cells, classifier, examples, presets

    if output and not test:
        raise InputError("--output keeps one trained model: it needs --test, since five folds train five")
    preset = presets.PRESETS[model]
    preset = msgspec.structs.replace(preset, epochs=epochs or preset.epochs, rate=rate or preset.rate)
    learnt = examples.read(claims)
    trainer, answer = _trainer(model, preset, encoder, vectors, seed)
    if model == "cells":
        asked = examples.read(test) if test else learnt
        halves = [(learnt, asked)] if test else examples.folds(learnt)
        values = [cells.recall(trainer(one), other) for one, other in halves if one and other]
        click.echo(dumps({"model": model, "cell_recall": round(sum(values) / len(values), 4)}))
        return
    if test:
        asked = examples.read(test)
        made = trainer(learnt)
        scores = classifier.score(made.predict(asked), asked, learnt, answer=answer)
        if output and hasattr(made, "save"):
            made.save(output)
    else:
        scores = classifier.cross_validate(learnt, trainer, answer=answer)
    click.echo(dumps({"model": model, **msgspec.structs.asdict(scores)}))


def _trainer(
    model: str, preset: Any, encoder: str | None, vectors: Path | None, seed: int
) -> tuple[Callable[[Sequence[Example]], Any], Callable[[Example], str]]:
    from evidentia.train.papers import attention, bart, cells, classifier, examples, mlp, sequence

    common: dict[str, Any] = {"preset": preset, "seed": seed, "report": lambda line: click.echo(line, err=True)}
    if model == "mlp":
        return (lambda rows: mlp.train_mlp(rows, **common)), classifier.label_of
    if model == "attention":
        given = _read_vectors(vectors) if vectors else None
        return (lambda rows: attention.train_attention(rows, vectors=given, **common)), classifier.label_of
    common["encoder"] = encoder
    if model == "cells":
        return (lambda rows: cells.train_cells(rows, **common)), classifier.label_of
    if model.startswith("bart"):
        return (lambda rows: bart.train_bart(rows, **common)), bart.two_way
    answer = examples.evidence_type if model == "evidence-type" else classifier.label_of
    alone = model in ("claim-only", "evidence-type")
    return (lambda rows: sequence.train_sequence(rows, answer=answer, claim_only=alone, **common)), answer


def _read_vectors(path: Path) -> dict[str, list[float]]:
    from evidentia.files import raw_lines

    found = {}
    for _, line in raw_lines(path):
        word, *numbers = line.decode("utf-8", "replace").split(" ")
        found[word] = [float(number) for number in numbers]
    return found
