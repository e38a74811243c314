"""`evidentia verify`: a claim, a text or a file of claims against a corpus."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evidentia.claim import Label, Policy
from evidentia.errors import InputError

if TYPE_CHECKING:
    from evidentia.claim import Prediction
    from evidentia.corpus import Corpus
    from evidentia.pipeline import Verifier

# The names are written out so that `--help` imports nothing heavy; a test holds them equal to the pipeline's own.
PRESETS = ("default", "fever", "feverous", "faviq", "sentences", "tables")
FAILING = {"supported": Label.SUPPORTS, "refuted": Label.REFUTES, "nei": Label.NOT_ENOUGH_INFO}
_FILE = click.Path(dir_okay=False, allow_dash=True)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("claim", required=False)
@click.option("--corpus", type=click.Path(), help="Corpus folder, or a FEVEROUS database; the demo corpus without it.")
@click.option("--text", type=_FILE, help="Find the claims of this text and verify each; - is stdin.")
@click.option("--preset", type=click.Choice(PRESETS), default="default", show_default=True, help="What is searched.")
@click.option("--policy", type=click.Choice([policy.value for policy in Policy]), help="What refutes; by the preset.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
@click.option("--claimreview", is_flag=True, help="ClaimReview JSON-LD on stdout.")
@click.option("--html", type=_FILE, help="Write the report (of a file of claims: an overview) as HTML.")
@click.option("--fail-on", type=click.Choice(tuple(FAILING)), multiple=True, help="Exit with 1 where this comes out.")
def command(
    claim: str | None,
    corpus: str | None,
    text: str | None,
    preset: str,
    policy: str | None,
    as_json: bool,
    claimreview: bool,
    html: str | None,
    fail_on: tuple[str, ...],
) -> None:
    """Verify CLAIM (- reads it from stdin), a text or a file of claims.

    The answer is what the corpus supports, refutes or leaves open, with the evidence.
    """
    if sum(one is not None for one in (claim, text)) != 1:
        raise InputError('give one claim in quotes, or --text FILE: evidentia verify "The claim."')
    forms = [name for name, wanted in (("--json", as_json), ("--claimreview", claimreview)) if wanted]
    if len(forms) > 1:
        raise InputError("--json and --claimreview both write to stdout: choose one")
    opened = _opened(corpus)
    from evidentia.pipeline import Verifier

    verifier = Verifier(opened, preset=preset, policy=Policy(policy) if policy else None)
    assert claim is not None
    labels = [_one(_said(claim), verifier, forms[0] if forms else "", html)]
    if any(FAILING[name] in labels for name in fail_on):
        sys.exit(1)


def _opened(corpus: str | None) -> Corpus:
    if corpus is None:
        from evidentia.corpus.demo import demo_corpus

        return demo_corpus()
    from evidentia.corpus import open_corpus

    return open_corpus(corpus)


def _said(claim: str) -> str:
    """The claim as one line, from stdin where it is `-`."""
    if claim == "-":
        try:
            claim = sys.stdin.buffer.read(1_000_000).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError("stdin is not UTF-8: convert it first") from error
    claim = " ".join(claim.split())
    if not claim:
        raise InputError('the claim is empty: evidentia verify "The claim."')
    return claim


def _one(claim: str, verifier: Verifier, form: str, html: str | None) -> Label:
    from evidentia import report
    from evidentia.files import dumps

    prediction = verifier.verify(claim)
    if html is not None:
        _write(html, report.html(_brief(prediction), corpus=verifier.corpus))
    if form == "--json":
        click.echo(dumps(report.json(prediction, corpus=verifier.corpus)))
    elif form == "--claimreview":
        click.echo(dumps(report.claimreview(_brief(prediction), corpus=verifier.corpus)))
    elif html is None:
        click.echo(terminal(prediction, verifier), nl=False)
    return prediction.label


def terminal(prediction: Prediction, verifier: Verifier) -> str:
    """The report, as wide as the terminal, coloured where it is one and NO_COLOR is not set."""
    import os
    import shutil

    from evidentia import report

    width = min(max(shutil.get_terminal_size((100, 24)).columns, 40), 140)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return report.text(_brief(prediction), corpus=verifier.corpus, width=width, colour=colour)


def _brief(prediction: Prediction) -> Prediction:
    from evidentia.verdict.explain import brief

    return brief(prediction)


def _write(path: str, content: str) -> None:
    from evidentia.files import atomic

    with atomic(path) as stream:
        stream.write(content)
    if path != "-":
        click.echo(f"{Path(path)} written", err=True)
