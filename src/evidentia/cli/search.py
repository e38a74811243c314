"""`evidentia search`: the best pages of a corpus for some words."""

from __future__ import annotations

import click


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("words", nargs=-1, required=True)
@click.option("--corpus", type=click.Path(), help="Corpus folder, or a FEVEROUS database; the demo corpus without it.")
@click.option("--pages", default=5, show_default=True, type=click.IntRange(1, 100), help="How many pages.")
@click.option("--sentences", default=5, show_default=True, type=click.IntRange(0, 100), help="How many sentences.")
@click.option("--tables", default=3, show_default=True, type=click.IntRange(0, 100), help="How many tables.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(words: tuple[str, ...], corpus: str | None, pages: int, sentences: int, tables: int, as_json: bool) -> None:
    """Search a corpus: its best pages, sentences and tables for WORDS."""
    from evidentia.files import dumps
    from evidentia.search import Searcher
    from evidentia.search.show import as_text

    if corpus is None:
        from evidentia.corpus.demo import demo_corpus

        opened = demo_corpus()
    else:
        from evidentia.corpus import open_corpus

        opened = open_corpus(corpus)
    text = " ".join(words)
    found = Searcher(opened).retrieve(text, pages=pages, sentences=sentences, tables=tables, cells=0, items=0)
    if as_json:
        click.echo(dumps({"query": text, "pages": found.pages, "sentences": found.sentences, "tables": found.tables}))
    else:
        click.echo(as_text(text, found))
