"""`evidentia analyse`: bias, association, agreement and statistics of a data set, and the coding of errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from evidentia.cli import analyse_coding

if TYPE_CHECKING:
    from evidentia.analysis.claims import Analysed
    from evidentia.analysis.lmi import Cues
    from evidentia.analysis.tables import Table

F = TypeVar("F", bound=Callable[..., Any])
_HELP = {"help_option_names": ["-h", "--help"]}
_FILE = click.Path(dir_okay=False, allow_dash=True)


@click.group(context_settings=_HELP)
def command() -> None:
    """Bias, association, agreement and statistics of a data set.

    FILE holds claims as JSON lines: FEVER, FEVEROUS, FAVIQ, KILT, an annotation project's export, or lines that
    `evidentia claims` wrote. A label other than SUPPORTS, REFUTES and NOT ENOUGH INFO must be mapped with --map.
    """


def _reading(function: F) -> F:
    function = click.option(
        "--claim-field", default="claim", show_default=True, help="Field that holds the text of the claim."
    )(function)
    return click.option(
        "--map", "maps", multiple=True, metavar="OLD=NEW", help="What another label means, such as false=REFUTES."
    )(function)


def _results(function: F) -> F:
    function = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")(function)
    return click.option(
        "--tables", "folder", type=click.Path(file_okay=False), help="Folder for each table as CSV and JSON."
    )(function)


def _group(function: F) -> F:
    return click.option(
        "--group", help="Field of what may not be on two sides of a split; question, highlight or claim by default."
    )(function)


def _seed(function: F) -> F:
    return click.option("--seed", default=1, show_default=True, help="Same seed, same bytes.")(function)


def _claims(file: str, maps: Sequence[str], claim_field: str) -> Iterator[Analysed]:
    from evidentia.analysis.claims import parse_mapping, read_claims
    from evidentia.progress import track

    return track(read_claims(file, mapping=parse_mapping(maps), claim_field=claim_field), "claims")


def _give(tables: Sequence[Table], folder: str | None, as_json: bool, **more: Any) -> None:
    from evidentia.analysis.tables import as_json as json_of
    from evidentia.analysis.tables import plain, write_tables
    from evidentia.files import dumps

    if folder:
        click.echo(f"{len(write_tables(folder, tables))} files in {folder}", err=True)
    if as_json:
        click.echo(dumps({**more, "tables": [json_of(table) for table in tables]}))
    else:
        click.echo("\n\n".join(plain(table) for table in tables))


@command.command()
@click.argument("file", type=_FILE)
@click.option("--output", "-o", required=True, type=click.Path(dir_okay=False), help="The HTML file to write.")
@click.option("--tables", "folder", type=click.Path(file_okay=False), help="Folder for each table as CSV and JSON.")
@click.option("--json", "as_json", is_flag=True, help="The tables as one JSON object on stdout.")
@click.option("--top", default=100, show_default=True, type=click.IntRange(1, 10_000), help="Cues of each label.")
@click.option(
    "--sample", default=50_000, show_default=True, type=click.IntRange(0), help="Claims for baselines; 0 for all."
)
@_group
@_reading
@_seed
def report(
    file: str,
    output: str,
    folder: str | None,
    as_json: bool,
    top: int,
    sample: int,
    group: str | None,
    maps: tuple[str, ...],
    claim_field: str,
    seed: int,
) -> None:
    """Everything about one data set as an HTML page with plots."""
    from evidentia.analysis import report as page
    from evidentia.analysis.claims import parse_mapping
    from evidentia.analysis.whole import Options, analyse_claims
    from evidentia.files import atomic

    options = Options(
        mapping=parse_mapping(maps), claim_field=claim_field, group=group, top=top, limit=sample or None, seed=seed
    )
    name = "claims" if file == "-" else Path(file).name
    found = analyse_claims(_claims(file, maps, claim_field), name=name, options=options)
    with atomic(output) as stream:
        stream.write(page.render(found))
    click.echo(f"{found.statistics.claims:,} claims; report in {output}", err=True)
    if folder or as_json:
        from evidentia.analysis.tables import as_json as json_of
        from evidentia.analysis.tables import write_tables
        from evidentia.files import dumps

        if folder:
            click.echo(f"{len(write_tables(folder, found.tables()))} files in {folder}", err=True)
        if as_json:
            click.echo(dumps({"name": name, "tables": [json_of(table) for table in found.tables()]}))


@command.command()
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.option("--size", default=2, show_default=True, type=click.IntRange(1, 5), help="Words in an n-gram.")
@click.option("--top", default=100, show_default=True, type=click.IntRange(1, 10_000), help="Cues of each label.")
@click.option("--show", default=6, show_default=True, type=click.IntRange(0), help="Cues to print.")
@click.option(
    "--halves", is_flag=True, help="SUPPORTS and REFUTES only, in equal number, no question (--group) under both."
)
@click.option("--each", type=click.IntRange(1), help="With --halves: claims of each label; the most all files have.")
@click.option("--merge", is_flag=True, help="The files are parts of one data set.")
@click.option("--figure", type=click.Path(), help="Folder for the curves of all files as SVG, one for each label.")
@_group
@_reading
@_results
@_seed
def lmi(
    files: tuple[str, ...],
    size: int,
    top: int,
    show: int,
    halves: bool,
    each: int | None,
    merge: bool,
    figure: str | None,
    group: str | None,
    maps: tuple[str, ...],
    claim_field: str,
    folder: str | None,
    as_json: bool,
    seed: int,
) -> None:
    """Words that give a label away: local mutual information of n-grams, as in FAVIQ's Table 3 and Figure 3.

    Several files are compared; with --halves they are cut to one size, since LMI depends on it.
    """
    from evidentia.analysis import lmi as room
    from evidentia.analysis.bias import compare, means

    parts = [files] if merge else [(file,) for file in files]
    names = _distinct([" + ".join(Path(file).name for file in part) for part in parts])
    read = [[claim for file in part for claim in _pairs(file, maps, claim_field, group)] for part in parts]
    sets = list(zip(names, compare(read, size=size, top=top, halved=halves, each=each, seed=seed)))
    if figure:
        _curves(figure, sets)
    mean = means(sets)
    if as_json or folder:
        tables = [
            room.table(cues, name=f"lmi_{place}", title=f"LMI: {name}") for place, (name, cues) in enumerate(sets, 1)
        ]
        tables = [mean, *tables]
        _give(tables if as_json else [mean], None, as_json)
        if folder:
            from evidentia.analysis.tables import write_tables

            click.echo(f"{len(write_tables(folder, tables))} files in {folder}", err=True)
    else:
        _give([mean], None, False)
    if not as_json:
        for name, cues in sets:
            for label, found in cues.top.items():
                click.echo(f"\n{name}, {label}: " + ", ".join(cue.ngram for cue in found[:show]))


def _pairs(
    file: str, maps: Sequence[str], claim_field: str, group: str | None
) -> Iterator[tuple[str, str | None, str]]:
    for claim in _claims(file, maps, claim_field):
        yield claim.claim, claim.label, claim.group(group)


def _distinct(names: list[str]) -> list[str]:
    return [name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, 1)]


def _curves(folder: str, sets: list[tuple[str, Cues]]) -> None:
    from evidentia.analysis.claims import LABELS
    from evidentia.analysis.figures import compared
    from evidentia.analysis.plots import standalone
    from evidentia.errors import InputError
    from evidentia.files import atomic

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write into {folder}: {error.strerror}") from error
    for label in LABELS:
        if any(label in cues.top for _, cues in sets):
            with atomic(Path(folder) / f"lmi-{label.replace(' ', '-').lower()}.svg") as stream:
                stream.write(standalone(compared(sets, label)))


@command.command()
@click.argument("file", type=_FILE)
@click.option("--least", default=10, show_default=True, type=click.IntRange(1), help="Claims a value must be in.")
@click.option("--shown", default=20, show_default=True, type=click.IntRange(1), help="Words of each value.")
@_reading
@_results
def association(
    file: str, least: int, shown: int, maps: tuple[str, ...], claim_field: str, folder: str | None, as_json: bool
) -> None:
    """Normalised PMI between label, words, evidence position, claim type, mutation and challenge."""
    from evidentia.analysis.association import Associations
    from evidentia.errors import InputError

    met = Associations()
    for claim in _claims(file, maps, claim_field):
        met.add(claim)
    tables = list(met.tables(shown=shown, least=least))
    if not tables:
        raise InputError(f"{file}: no two values are in {least} claims or more each; lower --least")
    _give(tables, folder, as_json)


@command.command()
@click.argument("file", type=_FILE)
@click.option("--folds", default=5, show_default=True, type=click.IntRange(2, 100))
@click.option("--sample", default=0, show_default=True, type=click.IntRange(0), help="Claims to use; 0 for all.")
@_group
@_reading
@_results
@_seed
def baseline(
    file: str,
    folds: int,
    sample: int,
    group: str | None,
    maps: tuple[str, ...],
    claim_field: str,
    folder: str | None,
    as_json: bool,
    seed: int,
) -> None:
    """Verdict and evidence type told from the claim alone, against the most frequent answer."""
    from evidentia.analysis.baseline import claim_only, table
    from evidentia.analysis.evidence import evidence_type
    from evidentia.errors import InputError

    rows = [
        (claim.claim, claim.group(group), claim.label, evidence_type(claim.sets[0]) if claim.sets else None)
        for claim in _claims(file, maps, claim_field)
    ]
    found = []
    for target, place in (("verdict", 2), ("evidence type", 3)):
        known = [(row[0], row[1], str(row[place])) for row in rows if row[place] is not None]
        if len({row[2] for row in known}) > 1:
            texts, groups, classes = zip(*known, strict=True)
            found.append(
                claim_only(texts, classes, groups, target=target, folds=folds, limit=sample or None, seed=seed)
            )
    if not found:
        raise InputError(f"{file}: neither two labels nor two types of evidence; there is nothing to tell apart")
    _give([table(found)], folder, as_json)


@command.command()
@click.argument("file", type=_FILE)
@_reading
@_results
def statistics(file: str, maps: tuple[str, ...], claim_field: str, folder: str | None, as_json: bool) -> None:
    """Labels, lengths, evidence, positions, challenges, and what an annotation project recorded."""
    from evidentia.analysis.statistics import statistics as count

    _give(count(_claims(file, maps, claim_field)).tables(), folder, as_json)


@command.command()
@click.argument("file", type=_FILE)
@_reading
@_results
def agreement(file: str, maps: tuple[str, ...], claim_field: str, folder: str | None, as_json: bool) -> None:
    """κ of claims that several people judged: lines with `annotations`, a list of {annotator, label, evidence}."""
    from evidentia.analysis.agreement_tables import FIELDS, Agreement
    from evidentia.errors import InputError

    found = Agreement()
    for claim in _claims(file, maps, claim_field):
        found.add(claim)
    tables = list(found.tables())
    if not tables:
        raise InputError(
            f"{file}: no claim has two judgements; expected a list with `label` in one of {', '.join(FIELDS)}"
        )
    _give(tables, folder, as_json)


for _one in analyse_coding.COMMANDS:
    command.add_command(_one)
