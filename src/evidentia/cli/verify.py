"""`evidentia verify`: a claim, a text or a file of claims against a corpus."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evidentia.claim import Label, Policy
from evidentia.errors import InputError

if TYPE_CHECKING:
    from evidentia.pipeline import Verifier

# The names are written out so that `--help` imports nothing heavy; a test holds them equal to the rooms' own.
PRESETS = ("default", "fever", "feverous", "faviq", "sentences", "tables")
FORMATS = ("jsonl", "fever", "feverous", "faviq", "csv", "parquet")
FAILING = {"supported": Label.SUPPORTS, "refuted": Label.REFUTES, "nei": Label.NOT_ENOUGH_INFO}
_FILE = click.Path(dir_okay=False, allow_dash=True)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("claim", required=False)
@click.option("--corpus", type=click.Path(), help="Corpus folder, or a FEVEROUS database; the demo corpus without it.")
@click.option("--text", type=_FILE, help="Find the claims of this text and verify each; - is stdin.")
@click.option("--claims", type=_FILE, help="Verify each claim of a file: JSON lines, CSV or Parquet; - is stdin.")
@click.option("--preset", type=click.Choice(PRESETS), default="default", show_default=True, help="What is searched.")
@click.option("--policy", type=click.Choice([policy.value for policy in Policy]), help="What refutes; by the preset.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
@click.option("--claimreview", is_flag=True, help="ClaimReview JSON-LD on stdout.")
@click.option("--html", type=_FILE, help="Write the report (of many claims: an overview) as HTML.")
@click.option("--fail-on", type=click.Choice(tuple(FAILING)), multiple=True, help="Exit with 1 where this comes out.")
@click.option("--output", type=_FILE, help="With --claims: where the answers go; - is stdout.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Of the output; by the ending of its name.")
@click.option("--engine", type=click.Choice(("local", "ray")), default="local", show_default=True)
@click.option("--address", help="Of a running Ray cluster (auto, or host:port); this machine without it.")
@click.option("--workers", type=click.IntRange(1, 10_000), help="One for each core by default.")
@click.option("--resume/--restart", default=None, help="Go on with an unfinished run, or begin it anew.")
@click.option("--cache", type=click.Path(file_okay=False), help="Folder of the answers kept; the user's cache without.")
@click.option("--no-cache", is_flag=True, help="Neither take nor keep answers.")
def command(**options: Any) -> None:
    """Verify CLAIM (- reads it from stdin), a text or a file of claims.

    The answer is what the corpus supports, refutes or leaves open, with the evidence. A file is answered in its order;
    broken off, it goes on with --resume.
    """
    given = [name for name in ("claim", "text", "claims") if options[name] is not None]
    if len(given) != 1:
        raise InputError('give one claim in quotes, --text FILE or --claims FILE: evidentia verify "The claim."')
    if options["as_json"] and options["claimreview"]:
        raise InputError("--json and --claimreview both write to stdout: choose one")
    if given == ["claims"]:
        labels, faults = _file(options)
    elif options["output"] or options["form"]:
        raise InputError("--output and --format go with --claims; for one claim there are --json and --html")
    else:
        labels, faults = (_text if given == ["text"] else _claim)(options), 0
    if any(FAILING[name] in labels for name in options["fail_on"]):
        sys.exit(1)
    if faults:
        sys.exit(2)


def _claim(options: dict[str, Any]) -> set[Label]:
    from evidentia import report
    from evidentia.files import dumps
    from evidentia.verdict.explain import brief

    claim = options["claim"] if options["claim"] != "-" else _read("-")
    claim = " ".join(claim.split())
    if not claim:
        raise InputError('the claim is empty: evidentia verify "The claim."')
    verifier = _verifier(options)
    prediction = verifier.verify(claim)
    shown, corpus = brief(prediction), verifier.corpus
    if options["html"]:
        _write(options["html"], report.html(shown, corpus=corpus))
    if options["as_json"]:
        click.echo(dumps(report.json(prediction, corpus=corpus)))
    elif options["claimreview"]:
        click.echo(dumps(report.claimreview(shown, corpus=corpus)))
    elif not options["html"]:
        click.echo(report.text(shown, corpus=corpus, width=_width(), colour=_colour()), nl=False)
    return {prediction.label}


def _text(options: dict[str, Any]) -> set[Label]:
    from evidentia import report
    from evidentia.files import dumps
    from evidentia.progress import track
    from evidentia.texts import TextClaim, find, listing, placed
    from evidentia.verdict.explain import brief

    text = _read(options["text"])
    sentences = find(text)
    found = [one for one in sentences if isinstance(one, TextClaim)]
    if not found:
        raise InputError("no checkable claim in this text (questions, opinions and fragments are left out)")
    verifier = _verifier(options)
    predictions = [placed(verifier.verify(one.claim), one) for one in track(found, "claims", len(found))]
    corpus = verifier.corpus
    if options["html"]:
        page = report.batch_html(map(brief, predictions), corpus=corpus, title="Claims of a text", text=text)
        _write(options["html"], page)
    if options["as_json"]:
        skipped = [one for one in sentences if not isinstance(one, TextClaim)]
        records = [report.json(one, corpus=corpus) for one in predictions]
        click.echo(dumps({"claims": records, "skipped": skipped}))
    elif options["claimreview"]:
        click.echo(dumps([report.claimreview(brief(one), corpus=corpus) for one in predictions]))
    elif not options["html"]:
        click.echo(listing(sentences, predictions, text), nl=False)
    return {one.label for one in predictions}


def _file(options: dict[str, Any]) -> tuple[set[Label], int]:
    from evidentia.batch import Setup, verify_file
    from evidentia.batch.told import overview, summary

    if not options["output"]:
        raise InputError("--claims needs --output FILE (- is stdout)")
    if options["as_json"] or options["claimreview"]:
        raise InputError("with --claims the form is chosen by --format or the ending of --output")
    setup = Setup(corpus=options["corpus"], preset=options["preset"], policy=options["policy"])
    html, title = options["html"], Path(options["claims"]).name
    try:
        outcome = verify_file(
            setup,
            options["claims"],
            options["output"],
            form=options["form"],
            engine=_engine(options),
            workers=options["workers"],
            resume=options["resume"],
            cache=_cache(options),
            overview=overview(setup, html, title=title) if html else None,
        )
    except KeyboardInterrupt:
        if options["output"] != "-":
            click.echo(f"\nevidentia: stopped; what is done stands in {options['output']}.part: --resume", err=True)
        raise
    click.echo(summary(outcome, options["output"]), err=True)
    return {label for label in Label if outcome.came_out(label)}, outcome.faulty


def _engine(options: dict[str, Any]) -> Any:
    if options["engine"] == "local":
        if options["address"]:
            raise InputError("--address goes with --engine ray")
        return None
    from evidentia.cluster.verify import engine

    return engine(address=options["address"])


def _cache(options: dict[str, Any]) -> Path | None:
    if options["no_cache"]:
        return None
    if options["cache"]:
        return Path(options["cache"])
    from evidentia.corpus.demo import cache_folder

    return cache_folder() / "answers"


def _verifier(options: dict[str, Any]) -> Verifier:
    from evidentia.batch.setup import opened
    from evidentia.pipeline import Verifier

    policy = Policy(options["policy"]) if options["policy"] else None
    return Verifier(opened(options["corpus"]), preset=options["preset"], policy=policy)


def _read(path: str) -> str:
    """A whole text; `-` is stdin."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        name = "stdin" if path == "-" else path
        raise InputError(f"{name} is not UTF-8 (byte {error.start:,}): convert it first") from error


def _write(path: str, content: str) -> None:
    from evidentia.files import atomic

    with atomic(path) as stream:
        stream.write(content)
    if path != "-":
        click.echo(f"{path} written", err=True)


def _width() -> int:
    import shutil

    return min(max(shutil.get_terminal_size((100, 24)).columns, 40), 140)


def _colour() -> bool:
    import os

    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
