"""`evidentia claims`: split, balance, dedupe, convert, sheets, and the training of the neural parts."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from evidentia.cli.claims_options import counted, labels_option, output_option, say, seed_option, summary, write

if TYPE_CHECKING:
    from evidentia.datasets.records import Record


@click.command()
@click.argument("file", type=click.Path())
@click.option("--to", "targets", multiple=True, required=True, type=click.Path(), help="A file for each part.")
@click.option("--share", "shares", multiple=True, type=float, help="Size of each part; equal by default.")
@click.option(
    "--by", "keys", multiple=True, help="What must not be parted: page (default), question, highlight, or a field."
)
@seed_option
def split(file: str, targets: tuple[str, ...], shares: tuple[float, ...], keys: tuple[str, ...], seed: int) -> None:
    """Split without leakage: claims that share a page, a question or another field stay together."""
    from evidentia.datasets.records import read_records, write_records
    from evidentia.datasets.splitting import keys_of
    from evidentia.datasets.splitting import split as parted

    if shares and len(shares) != len(targets):
        raise click.UsageError(f"{len(targets)} files but {len(shares)} shares")
    groupings = [keys_of(key) for key in keys or ("page",)]
    parts = parted(read_records(file), shares or (1.0,) * len(targets), keys=groupings, seed=seed)
    for target, part in zip(targets, parts):
        write_records(target, part)
        say(f"{target}: {len(part):,} claims")


@click.command()
@click.argument("file", type=click.Path())
@output_option
@seed_option
@labels_option
def balance(file: str, output: str, seed: int, labels: tuple[str, ...]) -> None:
    """As many claims of each label as the rarest has."""
    from evidentia.datasets.records import parse_mapping, read_records
    from evidentia.datasets.selection import balance as balanced

    made = Counter[str]()
    write(output, counted(balanced(read_records(file), seed=seed, mapping=parse_mapping(labels)), made))
    say(summary(made))


@click.command()
@click.argument("file", type=click.Path())
@output_option
@click.option(
    "--near", type=click.FloatRange(0, 1), help="Also drop claims that share so much of their three-word parts."
)
@click.option("--show", is_flag=True, help="Write the dropped claims, each with the earlier one, instead of the kept.")
def dedupe(file: str, output: str, near: float | None, show: bool) -> None:
    """Drop claims that repeat an earlier one, but for case, punctuation and articles."""
    from evidentia.datasets.records import read_records
    from evidentia.datasets.selection import deduplicate

    counts = Counter[str]()

    def lines() -> Iterator[Record]:
        for record, earlier in deduplicate(read_records(file), near=near):
            counts["kept" if earlier is None else "dropped"] += 1
            if earlier is not None and earlier.get("label") != record.get("label"):
                counts["dropped with another label"] += 1
            if show and earlier is not None:
                yield {**record, "repeats": {key: earlier.get(key) for key in ("id", "claim", "label")}}
            elif not show and earlier is None:
                yield record

    write(output, lines())
    say(summary(counts))


@click.command()
@click.argument("file", type=click.Path())
@click.option("--to", required=True, help="fever, feverous, faviq or kilt; `lines` for the form of `evidentia judge`.")
@click.option("--from", "source", help="The format of FILE, found out where it can be, or the name of a data set.")
@click.option("--corpus", "corpus_path", type=click.Path(), help="Where the texts of evidence are read.")
@click.option("--companion", type=click.Path(), help="The data set's second file: SciFact's corpus, TabFact's tables.")
@click.option("--two-way", is_flag=True, help="NOT ENOUGH INFO becomes REFUTES.")
@labels_option
@output_option
def convert(
    file: str,
    to: str,
    source: str | None,
    corpus_path: str | None,
    companion: str | None,
    two_way: bool,
    labels: tuple[str, ...],
    output: str,
) -> None:
    """One data set's lines as another's; reads SciFact, SNOPES, FM2, HoVer, VitaminC, AVeriTeC, TabFact, InfoTabS."""
    from evidentia.datasets import transform
    from evidentia.datasets.readers import READERS, read
    from evidentia.datasets.records import parse_mapping, read_records
    from evidentia.datasets.selection import merge_nei
    from evidentia.errors import InputError

    mapping = parse_mapping(labels)
    if source in READERS:
        if to != "lines":
            raise InputError(f"{source} has no element ids to write as {to}; use --to lines")
        found: Iterator[Record] = read(source, file, companion=companion, labels=mapping)
        if two_way:
            found = merge_nei(found)
    else:
        from evidentia.corpus import open_corpus

        corpus = open_corpus(corpus_path) if corpus_path else None
        records = read_records(file)
        if two_way:
            records, mapping = merge_nei(records, mapping), {}
        if to == "lines":
            found = transform.lines(records, source=source, corpus=corpus, mapping=mapping)
        else:
            found = transform.convert(records, to, source=source, corpus=corpus, mapping=mapping)
    if output == "-" and sys.stdout.isatty():
        say("writing to the terminal; use --output FILE")
    say(f"{write(output, found):,} claims")


@click.command()
@click.argument("file", type=click.Path())
@click.option("--output", "-o", required=True, type=click.Path(), help="A .csv to fill in, or an .html for print.")
@click.option("--size", default=50, show_default=True, type=click.IntRange(1))
@click.option("--by", default="label", show_default=True, help="Field over whose values the sample is even.")
@click.option("--blind", is_flag=True, help="Leave the label out.")
@seed_option
def sheet(file: str, output: str, size: int, by: str, blind: bool, seed: int) -> None:
    """A sample for people to check."""
    from evidentia.datasets.records import read_records
    from evidentia.datasets.sheets import sample, write_sheet

    chosen = sample(read_records(file), size, seed=seed, by=by)
    write_sheet(output, chosen, blind=blind)
    say(f"{len(chosen):,} claims in {output}")


@click.command("sheet-score")
@click.argument("sheets", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="The rates on stdout as JSON.")
def sheet_score(sheets: tuple[str, ...], as_json: bool) -> None:
    """What filled sheets say: rates with their 95 % interval, agreement between people, remarks."""
    import msgspec

    from evidentia.datasets.sheets import read_marks, remarks, scores
    from evidentia.files import dumps

    marks = [read_marks(path) for path in sheets]
    rated = scores(marks)
    if as_json:
        click.echo(dumps({"scores": msgspec.to_builtins(rated), "remarks": remarks(marks)}))
        return
    for score in rated:
        agreed = "" if score.agreement is None else f", people agree on {score.agreement:.0%}"
        click.echo(
            f"{score.question}: {score.yes} of {score.marked} = {score.rate:.1%} "
            f"({score.low:.1%} to {score.high:.1%}){agreed}"
        )
    for text, count in remarks(marks):
        click.echo(f"{count:4} {text}")


def _torch() -> None:
    from evidentia.errors import MissingExtra

    try:
        import torch  # noqa: F401
        import transformers  # noqa: F401
    except ImportError as error:
        raise MissingExtra("torch and transformers", "train") from error


@click.command("train-converter")
@click.argument("pairs", type=click.Path())
@click.option("--validation", required=True, type=click.Path(), help="Pairs kept apart; training stops by them.")
@click.option("--model", required=True, type=click.Path(), help="A Hugging Face folder of a seq2seq model, such as T5.")
@click.option("--output", "-o", required=True, type=click.Path(), help="Folder for the trained model.")
@click.option("--epochs", default=40, show_default=True, type=click.IntRange(1))
@click.option("--batch", default=8, show_default=True, type=click.IntRange(1))
@click.option("--rate", default=3e-4, show_default=True, type=float)
@seed_option
def train_converter(
    pairs: str, validation: str, model: str, output: str, epochs: int, batch: int, rate: float, seed: int
) -> None:
    """Train a seq2seq model on lines of {"question", "answer", "claims": ["…"]} (extra: train)."""
    _torch()
    from evidentia.train.question_claims import Settings, read_pairs, train

    settings = Settings(epochs=epochs, batch=batch, rate=rate, seed=seed)
    result = train(read_pairs(pairs), read_pairs(validation), model=model, output=output, settings=settings)
    say(f"exact match {result.exact_match:.1%} after epoch {result.best_epoch} of {result.epochs}; model in {output}")


@click.command("train-reader")
@click.argument("file", type=click.Path())
@click.option("--model", required=True, type=click.Path(), help="A Hugging Face folder of an encoder.")
@click.option("--output", "-o", required=True, type=click.Path(), help="Folder for the trained reader.")
@click.option("--epochs", default=2, show_default=True, type=click.IntRange(1))
@seed_option
def train_reader(file: str, model: str, output: str, epochs: int, seed: int) -> None:
    """Train the span reader of the R set on questions with a context (SQuAD's form) (extra: train)."""
    _torch()
    from evidentia.datasets.qa import read_questions
    from evidentia.train.spans import Settings, examples, train

    losses = train(
        examples(read_questions(file)), model=model, output=output, settings=Settings(epochs=epochs, seed=seed)
    )
    say(f"loss {losses[-1]:.3f}; reader in {output}")


COMMANDS: tuple[click.Command, ...] = (
    split,
    balance,
    dedupe,
    convert,
    sheet,
    sheet_score,
    train_converter,
    train_reader,
)
