"""`evidentia train`: what the shipped weights were made with, and the papers' own models (extra: train)."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import click

_PATH = click.Path(path_type=Path)
_DATA = click.option("--data", type=_PATH, default=Path("../shared/data"), show_default=True, help="The data folder.")
_MORE = {"papers": "evidentia.cli.train_papers"}
"""Commands with modules of their own, imported when used."""


class _Group(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_MORE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _MORE:
            made: click.Command = importlib.import_module(_MORE[cmd_name]).command
            return made
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Group)
def command() -> None:
    """Train the reader, its parts, and the papers' own models."""


def _torch() -> Any:
    from evidentia.errors import MissingExtra

    try:
        import torch
    except ImportError as error:
        raise MissingExtra("torch", "train") from error
    return torch


@command.command()
@_DATA
@click.option("--output", type=_PATH, required=True, help="JSONL of claim, evidence and label.")
@click.option("--seed", default=2, show_default=True)
def pairs(data: Path, output: Path, seed: int) -> None:
    """Write the judge's training pairs."""
    _torch()
    from evidentia.train.judge import write_pairs
    from evidentia.train.mixture import mixture

    click.echo(f"{write_pairs(mixture(data, seed=seed), output):,} pairs in {output}", err=True)


@command.command()
@click.option("--pairs", "files", type=_PATH, multiple=True, required=True, help="What `train pairs` wrote.")
@click.option("--start", type=_PATH, required=True, help="A Hugging Face folder (MPNet or BERT), or a checkpoint.")
@click.option("--tokenizer", type=_PATH, required=True, help="Its tokenizer.json.")
@click.option("--output", type=_PATH, required=True, help="The checkpoint to write.")
@click.option("--layers", default=10, show_default=True, help="How many of the lower layers are kept.")
@click.option("--freeze", default=3, show_default=True, help="How many of the lowest stay as they are.")
@click.option("--rate", default=7e-5, show_default=True)
@click.option("--epochs", default=2.0, show_default=True)
@click.option("--minutes", type=float, help="Stop by the clock; the rate decays with it.")
@click.option("--seed", default=7, show_default=True)
def judge(files: tuple[Path, ...], start: Path, tokenizer: Path, output: Path, **settings: Any) -> None:
    """Train the judge."""
    _torch()
    from evidentia.train.judge import read_pairs, train_judge

    train_judge(read_pairs(files), start=start, to=output, tokenizer=tokenizer, report=_say, **settings)


@command.command()
@_DATA
@click.option("--start", type=_PATH, required=True, help="A Hugging Face folder (BERT, say MiniLM), or a checkpoint.")
@click.option("--tokenizer", type=_PATH, required=True, help="Its tokenizer.json.")
@click.option("--output", type=_PATH, required=True, help="The checkpoint to write.")
@click.option("--rate", default=1.5e-4, show_default=True)
@click.option("--epochs", default=1.0, show_default=True)
@click.option("--minutes", type=float, help="Stop by the clock; the rate decays with it.")
@click.option("--seed", default=1, show_default=True)
def ranker(data: Path, start: Path, tokenizer: Path, output: Path, **settings: Any) -> None:
    """Train the ranker."""
    _torch()
    from evidentia.train.pairs import TextSources
    from evidentia.train.ranker import relevances, train_ranker

    items = relevances(TextSources(data))
    train_ranker(items, start=start, to=output, tokenizer=tokenizer, report=_say, **settings)


@command.command()
@click.argument("which", type=click.Choice(["judge", "ranker"]))
@click.argument("checkpoint", type=_PATH)
@click.option("--tokenizer", type=_PATH, required=True, help="The tokenizer.json that it was trained with.")
@click.option("--output", type=_PATH, required=True, help="A folder; what it holds is replaced.")
@click.option("--version", "named", default="1", show_default=True)
def export(which: str, checkpoint: Path, tokenizer: Path, output: Path, named: str) -> None:
    """Write a checkpoint as ONNX with rounded weights in shards."""
    _torch()
    from evidentia.train import encoder
    from evidentia.train.export import export as write
    from evidentia.train.judge import MAX_TOKENS as JUDGE_TOKENS
    from evidentia.train.ranker import MAX_TOKENS as RANKER_TOKENS

    tokens = JUDGE_TOKENS if which == "judge" else RANKER_TOKENS
    extra = {"name": f"evidentia-{which}", "version": named, "max_tokens": tokens}
    write(encoder.load(checkpoint), output, tokenizer=tokenizer, extra=extra)


@command.command()
@_DATA
@click.option("--output", type=_PATH, required=True, help="JSONL: what the combination sees of each claim.")
@click.option("--share", default=1.0, show_default=True, help="How much of each source is read.")
def observe(data: Path, output: Path, share: float) -> None:
    """Read the held-in claims with the shipped judge."""
    _torch()
    from evidentia.models import load_judge
    from evidentia.train.measuring import observe as write

    click.echo(f"{write(data, output, load_judge(), share=share):,} claims in {output}", err=True)


@command.command("dual-encoder")
@click.argument("claims", type=_PATH)
@click.option("--corpus", type=_PATH, required=True, help="Where positives and negatives are taken from.")
@click.option("--format", "form", type=click.Choice(["fever", "faviq"]), default="fever", show_default=True)
@click.option("--encoder", required=True, help="A Hugging Face name or folder to start from.")
@click.option("--output", type=_PATH, required=True, help="A folder for the two encoders.")
@click.option("--epochs", default=3.0, show_default=True)
@click.option("--limit", type=click.IntRange(min=2), help="At most so many triples.")
def dual_encoder(
    claims: Path, corpus: Path, form: str, encoder: str, output: Path, epochs: float, limit: int | None
) -> None:
    """Train a dual encoder as DPR does: gold or silver passages against TF-IDF's near misses."""
    _torch()
    from itertools import islice

    from evidentia.corpus import open_corpus
    from evidentia.search.papers import open_index
    from evidentia.train import dpr, dpr_pairs

    opened = open_corpus(corpus)
    index = open_index(opened)

    def search(claim: str, k: int) -> list[str]:
        return [page.title for page in index.search(claim, k)]

    def text(title: str) -> str | None:
        page = opened.get(title)
        words = " ".join(sentence.text for sentence in page.introduction) if page else ""
        return f"{title}. {words}" if words else None

    chosen = dpr_pairs.from_fever if form == "fever" else dpr_pairs.from_faviq
    triples = list(islice(chosen(claims, search, text), limit))
    settings = dpr.DprSettings(epochs=epochs)
    losses = dpr.train_dual_encoder(triples, encoder, output, settings=settings)
    _say(f"{len(triples):,} triples; loss {losses[0]:.3f} at first, {losses[-1]:.3f} at last")


@command.command("observe-found")
@click.argument("corpus", type=_PATH)
@click.argument("claims", type=_PATH)
@click.option("--output", type=_PATH, required=True, help="JSONL: what the combination sees of each claim.")
@click.option("--source", required=True, help="What the claims are called in the figures.")
@click.option("--count", default=400, show_default=True)
def observe_found(corpus: Path, claims: Path, output: Path, source: str, count: int) -> None:
    """Read claims whose evidence is searched for in CORPUS; CLAIMS is an official FEVER or FEVEROUS file."""
    _torch()
    from evidentia.train.measuring import observe_found as write

    click.echo(f"{write(corpus, claims, output, source=source, count=count):,} claims in {output}", err=True)


@command.command()
@click.argument("predictions", type=click.Path())
def calibrate(predictions: str) -> None:
    """Fit a temperature and FAVIQ's gamma on lines of {"logits": [S, R, NEI], "label"}; report calibration errors."""
    from evidentia.claim import LABELS
    from evidentia.errors import InputError
    from evidentia.files import dumps, read_jsonl
    from evidentia.train.calibrate import calibrate as fit

    names = [label.value for label in LABELS]
    logits, gold = [], []
    for number, row in read_jsonl(predictions):
        try:
            values = [float(value) for value in row["logits"]]
            gold.append(names.index(row["label"]))
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"{predictions}, line {number}: wants logits (three numbers) and label") from error
        if len(values) != len(names):
            raise InputError(f"{predictions}, line {number}: wants three logits, has {len(values)}")
        logits.append(values)
    if not logits:
        raise InputError(f"{predictions} is empty")
    click.echo(dumps(fit(logits, gold)))


@command.command()
@_DATA
@click.option("--to", type=_PATH, help="Where the weights go; in the package by default.")
def calculator(data: Path, to: Path | None) -> None:
    """Fit the calculator's weights on TabFact."""
    _torch()
    from evidentia.files import dumps
    from evidentia.train import calculator as trained

    click.echo(dumps(trained.train(data, to=to or trained.TARGET)))


@command.command()
@click.argument("observed", type=_PATH, nargs=-1, required=True)
@click.option("--output", type=_PATH, help="Where the fitted combination goes; without it, only the figures.")
@click.option("--penalty", default=0.01, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
def combination(observed: tuple[Path, ...], output: Path | None, penalty: float, as_json: bool) -> None:
    """Fit the combination of reader, overlap and calculator; print the model card's figures."""
    _torch()
    import msgspec

    from evidentia.files import dumps
    from evidentia.train import measuring

    fitted, figures = measuring.fit(
        [one for path in observed for one in measuring.read_observations(path)], penalty=penalty
    )
    if output:
        measuring.write(fitted, output)
    if as_json:
        click.echo(dumps(figures))
        return
    names = msgspec.structs.fields(next(iter(figures.values())))
    click.echo("| source | " + " | ".join(field.name.replace("_", " ") for field in names) + " |")
    click.echo("|---|" + "---|" * len(names))
    for source, row in figures.items():
        click.echo(f"| {source} | " + " | ".join(str(value) for value in msgspec.structs.astuple(row)) + " |")


def _say(line: str) -> None:
    click.echo(line, err=True)
