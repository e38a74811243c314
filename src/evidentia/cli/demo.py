"""`python -m evidentia.cli.demo`: three claims on the packaged demo corpus, with their HTML reports."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import click

FOLDER = "demo-out"
CLAIMS = (1, 2, 54)
"""One that the demo corpus supports, one that a table refutes, one that it leaves open."""


@click.command()
@click.option("--to", default=FOLDER, show_default=True, type=click.Path(file_okay=False), help="Where reports go.")
def command(to: str) -> None:
    """Verify three demo claims and show what was found."""
    from evidentia import report
    from evidentia.batch.claims import read
    from evidentia.corpus.demo import demo_claims, demo_corpus
    from evidentia.files import atomic
    from evidentia.pipeline import Verifier
    from evidentia.verdict.explain import brief

    folder = Path(to)
    folder.mkdir(parents=True, exist_ok=True)
    corpus = demo_corpus()
    verifier = Verifier(corpus)
    width = min(max(shutil.get_terminal_size((100, 24)).columns, 40), 140)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    written, predictions = [], []
    for claim in (claim for claim in read(demo_claims()) if claim.id in CLAIMS):
        prediction = brief(verifier.verify(claim.claim, id=claim.id))
        predictions.append(prediction)
        click.echo(report.text(prediction, corpus=corpus, width=width, colour=colour))
        click.echo("─" * width + "\n")
        page = folder / f"claim-{claim.id}.html"
        with atomic(page) as stream:
            stream.write(report.html(prediction, corpus=corpus))
        written.append(page)
    overview = folder / "index.html"
    with atomic(overview) as stream:
        stream.write(report.batch_html(predictions, corpus=corpus, title="Demo claims"))
    click.echo("The same as HTML:")
    for page in (overview, *written):
        click.echo(f"  {page.resolve()}")


if __name__ == "__main__":
    from evidentia.errors import EvidentiaError

    try:
        command()
    except EvidentiaError as error:
        sys.exit(f"evidentia: {error}")
