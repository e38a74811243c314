"""`evidentia retrieve`: pages, sentences, tables, cells and items for a file of claims."""

from __future__ import annotations

import click

# The names are written out so that `--help` imports nothing heavy; a test holds them equal to the methods' own.
METHODS = ("default", "bm25", "drqa", "drqa+entities")
PRESETS = ("default", "feverous", "fever", "faviq")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--corpus", required=True, type=click.Path(), help="Corpus folder, or a FEVEROUS database.")
@click.option("--claims", required=True, type=click.Path(dir_okay=False, allow_dash=True), help="Claims as JSON lines.")
@click.option(
    "--output", required=True, type=click.Path(dir_okay=False, allow_dash=True), help="File, or - for stdout."
)
@click.option("--method", "name", type=click.Choice(METHODS), default="default", show_default=True)
@click.option("--preset", type=click.Choice(PRESETS), default="default", show_default=True, help="Sizes of a paper.")
@click.option("--pages", type=click.IntRange(0, 100), help="How many pages.")
@click.option("--sentences", type=click.IntRange(0, 100), help="How many sentences.")
@click.option("--tables", type=click.IntRange(0, 100), help="How many tables.")
@click.option("--cells", type=click.IntRange(0, 1000), help="How many cells.")
@click.option("--items", type=click.IntRange(0, 100), help="How many list items.")
@click.option("--passages", type=click.IntRange(0, 100), help="How many passages of 100 words.")
@click.option(
    "--ranker", "with_ranker", is_flag=True, help="Let the packaged ranker read the best sentences and items."
)
def command(
    corpus: str, claims: str, output: str, name: str, preset: str, with_ranker: bool, **sizes: int | None
) -> None:
    """Find pages, sentences, tables and cells for many claims.

    One line of JSON for each claim, in their order: predicted_pages, predicted_sentences, predicted_tables,
    predicted_cells and predicted_items, each best first as [name, score]. A run that was killed goes on where it was
    when the same command is given again.
    """
    import msgspec

    from evidentia.corpus import open_corpus
    from evidentia.errors import InputError
    from evidentia.search import methods
    from evidentia.search.batch import retrieve_file

    budget = msgspec.structs.replace(
        methods.PRESETS[preset], **{key: value for key, value in sizes.items() if value is not None}
    )
    opened = open_corpus(corpus)
    if with_ranker and name not in ("default", "bm25"):
        raise InputError(f"--ranker: {name} ranks sentences as its paper does; use --method default or bm25")
    ranker = None
    if with_ranker:
        from evidentia.models import load_ranker

        ranker = load_ranker()
    mark = f"{opened.version} {name} {budget}{' ranker' if ranker else ''}"
    count = retrieve_file(methods.method(name, opened, budget, ranker=ranker), claims, output, mark=mark)
    click.echo(f"{count:,} claims", err=True)
