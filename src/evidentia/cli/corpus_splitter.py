"""`evidentia corpus train-splitter`: sentence splitting learnt from one's own text."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(name="train-splitter", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("sources", nargs=-1, required=True, type=click.Path())
@click.option("--output", required=True, type=click.Path(dir_okay=False), help="The file to write (.json.gz).")
@click.option("--format", "format_", default="auto", show_default=True, help="Format of sources that are no corpus.")
@click.option("--limit", type=click.IntRange(1), help="Read so many pages of each source.")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="Read each N-th page.")
@click.option("--min-count", type=click.IntRange(1), default=3, show_default=True, help="Forget rarer words.")
@click.option("--plain", is_flag=True, help="Do not add the common English abbreviations to those learnt.")
@click.option("--json", "as_json", is_flag=True, help="What was learnt, in numbers, on stdout.")
def command(
    sources: tuple[str, ...],
    output: str,
    format_: str,
    limit: int | None,
    every: int,
    min_count: int,
    plain: bool,
    as_json: bool,
) -> None:
    """Train Punkt on SOURCES: corpora, or files and folders in any format.

    No labels are needed. Two million words and more give good abbreviations.
    """
    from evidentia.corpus.punkt import ENGLISH_ABBREVIATIONS, train, train_texts
    from evidentia.corpus.sentences import save
    from evidentia.errors import InputError
    from evidentia.files import dumps

    texts = train_texts(sources, format=format_, limit=limit, every=every)
    learnt = train(texts, min_count=min_count, abbreviations=() if plain else ENGLISH_ABBREVIATIONS)
    if not learnt.orthography:
        raise InputError(f"no text in {', '.join(sources)} to learn from; name sources with more pages")
    save(learnt, Path(output))
    numbers = {
        "abbreviations": len(learnt.abbreviations),
        "collocations": len(learnt.collocations),
        "starters": len(learnt.starters),
        "words": len(learnt.orthography),
    }
    sys.stderr.write(f"{output}: " + ", ".join(f"{count:,} {name}" for name, count in numbers.items()) + "\n")
    if as_json:
        click.echo(dumps({"output": output, **numbers}))
