"""`evidentia claims`: make claims, and work on claim files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from evidentia.datasets.records import Record

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_HELP = {"help_option_names": ["-h", "--help"]}


@click.group(context_settings=_HELP)
def command() -> None:
    """Make claims: from questions, by mutation, from tables; and work on claim files."""


def _output(function: F) -> F:
    return click.option("--output", "-o", default="-", show_default=True, help="File to write; `-` is stdout.")(
        function
    )


def _seed(function: F) -> F:
    return click.option("--seed", default=1, show_default=True, help="Same seed, same bytes.")(function)


def _corpus(function: F) -> F:
    return click.option("--corpus", "corpus_path", required=True, type=click.Path(), help="Corpus folder or database.")(
        function
    )


def _labels(function: F) -> F:
    return click.option(
        "--label", "labels", multiple=True, metavar="NAME=LABEL", help="What another label means, such as 0=REFUTES."
    )(function)


def _say(text: str) -> None:
    click.echo(text, err=True)


def _write(path: str, records: Iterable[Any], unit: str = "claims") -> int:
    from evidentia.datasets.records import write_records
    from evidentia.progress import track

    return write_records(path, track(records, unit))


def _counted(claims: Iterable[T], counter: Counter[str], key: str = "label") -> Iterator[T]:
    for claim in claims:
        value = claim.get(key) if isinstance(claim, dict) else getattr(claim, key)
        counter[str(getattr(value, "value", value))] += 1
        yield claim


def _summary(counter: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counter.items())) or "none"


@command.command("from-questions")
@click.argument("file", type=click.Path())
@_output
@click.option("--all-answers", is_flag=True, help="A claim for every answer, not for the first that gives one.")
@click.option("--rejects", type=click.Path(), help="File for the questions that gave no claim, with the reason.")
@click.option("--model", type=click.Path(), help="A folder of `claims train-converter`, instead of the grammar.")
def from_questions(file: str, output: str, all_answers: bool, rejects: str | None, model: str | None) -> None:
    """Questions with answers become claims: lines of {"id", "question", "answer": ["…"]}, or AmbigQA files."""
    from evidentia.datasets.from_questions import Converted, claims_from_questions
    from evidentia.datasets.qa import read_questions
    from evidentia.datasets.records import write_records

    dropped: list[Any] = []

    def kept() -> Iterator[Converted]:
        convert = None
        if model is not None:
            from evidentia.train.question_claims import load

            convert = load(model).to_claim
        for result in claims_from_questions(read_questions(file), all_answers=all_answers, convert=convert):
            if isinstance(result, Converted):
                yield result
            else:
                dropped.append(result)

    count = _write(output, kept())
    if rejects:
        write_records(rejects, dropped)
    _say(
        f"{count:,} claims; {len(dropped):,} questions gave none{'' if rejects or not dropped else ' (see --rejects)'}"
    )


@command.command("a-set")
@click.argument("file", type=click.Path())
@_output
@_seed
@click.option("--one-of-each", is_flag=True, help="One supporting and one refuting claim a question instead of two.")
def a_set_command(file: str, output: str, seed: int, one_of_each: bool) -> None:
    """FAVIQ's A set from AmbigQA questions: matching pairs support, crossed pairs refute."""
    from evidentia.datasets.a_set import Yield, a_set
    from evidentia.datasets.qa import read_questions

    counts, labels = Yield(), Counter[str]()
    _write(output, _counted(a_set(read_questions(file), seed=seed, counts=counts, one_of_each=one_of_each), labels))
    _say(f"{counts.converted:,} of {counts.eligible:,} ambiguous questions gave claims: {_summary(labels)}")


@command.command("r-set")
@click.argument("file", type=click.Path())
@_corpus
@_output
@_seed
@click.option("--reader", type=click.Path(), help="A folder of `claims train-reader`, instead of typed spans.")
@click.option("--limit", type=click.IntRange(1), help="Read so many questions only.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes that search.")
def r_set_command(
    file: str, corpus_path: str, output: str, seed: int, reader: str | None, limit: int | None, workers: int
) -> None:
    """FAVIQ's R set: the answer supports, a hard wrong answer of the same type refutes."""
    from itertools import islice

    from evidentia.datasets.a_set import Yield
    from evidentia.datasets.qa import read_questions
    from evidentia.datasets.r_set import Finder, draws, r_set, r_set_of

    counts, labels = Yield(), Counter[str]()
    items = islice(read_questions(file), limit)
    if workers > 1:
        if reader is not None:
            raise click.UsageError("--reader works in one process; leave --workers out")
        claims = r_set_of(draws(items, corpus_path, seed=seed, workers=workers), counts=counts)
    else:
        from evidentia.search import Searcher

        trained = None
        if reader is not None:
            from evidentia.train.spans import load

            trained = load(reader).spans
        claims = r_set(items, Finder(Searcher(corpus_path), seed=seed, reader=trained).draw, counts=counts)
    _write(output, _counted(claims, labels))
    _say(f"{counts.converted:,} of {counts.eligible:,} questions gave a wrong answer: {_summary(labels)}")


@command.command()
@click.argument("file", type=click.Path())
@_corpus
@_output
@click.option("--least", type=click.FloatRange(0, 1), help="Share of the question that a passage must hold.")
def silver(file: str, corpus_path: str, output: str, least: float | None) -> None:
    """Add silver evidence to claims made from questions: FAVIQ's format, a positive and a negative passage."""
    import msgspec

    from evidentia.datasets.records import read_records
    from evidentia.datasets.silver import LEAST, silver_evidence
    from evidentia.search import Searcher

    searcher = Searcher(corpus_path)
    found = Counter[str]()

    def lines() -> Iterator[Record]:
        for record in read_records(file):
            right = (record.get("extra") or {}).get("right") or record.get("answer", "")
            answers = [right] if isinstance(right, str) else list(right)
            question = str(record.get("question", record.get("claim", "")))
            least_share = LEAST if least is None else least
            positive, negative = silver_evidence(question, answers, searcher, least=least_share)
            found["with evidence" if positive else "without"] += 1
            yield {
                **record,
                "positive_evidence": msgspec.to_builtins(positive) if positive else {},
                "negative_evidence": msgspec.to_builtins(negative) if negative else {},
            }

    _write(output, lines())
    _say(_summary(found))


@command.command()
@click.argument("file", type=click.Path())
@_output
@_seed
@click.option("--corpus", "corpus_path", type=click.Path(), help="Names, kinds and neighbours come from here.")
@click.option("--kind", "kinds", multiple=True, help="Only these mutations; all by default (see --list).")
@click.option("--each", default=1, show_default=True, type=click.IntRange(1), help="Mutations of a kind for a claim.")
@click.option("--list", "show", is_flag=True, is_eager=True, help="Name the mutations and stop.")
@_labels
def mutate(
    file: str,
    output: str,
    seed: int,
    corpus_path: str | None,
    kinds: tuple[str, ...],
    each: int,
    show: bool,
    labels: tuple[str, ...],
) -> None:
    """Paraphrase, negate, substitute, widen and narrow claims, each with the reason for its expected label."""
    from evidentia.datasets.mutations import KINDS, Knowledge
    from evidentia.datasets.mutations import mutate as mutations
    from evidentia.datasets.records import label_of, parse_mapping, read_records

    if show:
        click.echo("\n".join(KINDS))
        return
    mapping = parse_mapping(labels)
    knowledge: Knowledge | None = None
    if corpus_path is not None:
        from evidentia.datasets.mutations.knowledge import CorpusKnowledge
        from evidentia.search import Searcher

        searcher = Searcher(corpus_path)
        knowledge = CorpusKnowledge(searcher.corpus, searcher)
    made = Counter[str]()

    def lines() -> Iterator[Record]:
        for record in read_records(file):
            label = label_of(record, mapping) if record.get("label") is not None else None
            found = mutations(
                str(record.get("claim", "")), label, seed=seed, kinds=kinds or KINDS, knowledge=knowledge, each=each
            )
            for number, mutation in enumerate(found):
                made[mutation.kind] += 1
                yield {
                    "id": f"{record.get('id', '')}_m{number}",
                    "claim": mutation.claim,
                    "label": None if mutation.label is None else mutation.label.value,
                    "mutation": mutation.kind,
                    "original": mutation.original,
                    "reason": mutation.reason,
                }

    _write(output, lines())
    _say(_summary(made))


@command.command("from-tables")
@click.argument("source", type=click.Path())
@_output
@_seed
@click.option("--kind", "kinds", multiple=True, help="lookup, comparison, superlative, count, arithmetic.")
@click.option(
    "--per-kind", default=6, show_default=True, type=click.IntRange(1), help="Statements of a kind for a table."
)
@click.option("--limit", type=click.IntRange(1), help="Stop after so many tables.")
def from_tables(source: str, output: str, seed: int, kinds: tuple[str, ...], per_kind: int, limit: int | None) -> None:
    """Statements about tables, with gold cells: SOURCE is a corpus, or lines of {"id", "title", "rows"}."""
    from itertools import islice

    from evidentia.datasets.table_sources import statements_of, tables_of
    from evidentia.datasets.table_statements import KINDS

    made = Counter[str]()
    tables = islice(tables_of(Path(source)), limit)
    found = statements_of(tables, seed=seed, kinds=kinds or KINDS, per_kind=per_kind)
    _write(output, _counted(found, made), "statements")
    _say(_summary(made))


@command.command()
@_corpus
@_output
@_seed
@click.option("--limit", type=click.IntRange(1), help="Stop after so many highlights.")
@click.option("--table-share", default=2 / 3, show_default="2/3", type=click.FloatRange(0, 1), help="Share of tables.")
def highlights(corpus_path: str, output: str, seed: int, limit: int | None, table_share: float) -> None:
    """Sample what people write claims about, by FEVEROUS's rules: four sentences or a table, once a page."""
    from itertools import islice

    from evidentia.corpus import open_corpus
    from evidentia.datasets.highlights import highlights as sample

    kinds = Counter[str]()
    found = sample(open_corpus(corpus_path).pages(), seed=seed, table_share=table_share)
    _write(output, _counted(islice(found, limit), kinds, "kind"), "highlights")
    _say(_summary(kinds))


@command.command()
@click.argument("file", type=click.Path())
@_output
@_seed
@click.option("--way", type=click.Choice(["nearest", "random", "removed"]), default="nearest", show_default=True)
@click.option("--corpus", "corpus_path", type=click.Path(), help="Needed by `nearest` and `random`.")
@click.option("--share", default=1.0, show_default=True, type=click.FloatRange(0, 1), help="Share of claims to copy.")
@_labels
def nei(
    file: str, output: str, seed: int, way: str, corpus_path: str | None, share: float, labels: tuple[str, ...]
) -> None:
    """NOT ENOUGH INFO claims: decided ones with evidence of another page, or with a piece taken out."""
    from evidentia.datasets.nei import nei_claims, sentence_of
    from evidentia.datasets.records import parse_mapping, read_records

    pages = sentence = None
    if way != "removed":
        if corpus_path is None:
            raise click.UsageError(f"--way {way} needs --corpus")
        from evidentia.search import Searcher

        searcher = Searcher(corpus_path)
        pages, sentence = searcher.pages, sentence_of(searcher.corpus)
    made = nei_claims(
        read_records(file),
        seed=seed,
        way=way,
        pages=pages,
        sentence=sentence,
        share=share,
        mapping=parse_mapping(labels),
    )
    _say(f"{_write(output, made):,} claims")


@command.command()
@click.argument("file", type=click.Path())
@click.option("--to", "targets", multiple=True, required=True, type=click.Path(), help="A file for each part.")
@click.option("--share", "shares", multiple=True, type=float, help="Size of each part; equal by default.")
@click.option(
    "--by", "keys", multiple=True, help="What must not be parted: page (default), question, highlight, or a field."
)
@_seed
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
        _say(f"{target}: {len(part):,} claims")


@command.command()
@click.argument("file", type=click.Path())
@_output
@_seed
@_labels
def balance(file: str, output: str, seed: int, labels: tuple[str, ...]) -> None:
    """As many claims of each label as the rarest has."""
    from evidentia.datasets.records import parse_mapping, read_records
    from evidentia.datasets.selection import balance as balanced

    made = Counter[str]()
    _write(output, _counted(balanced(read_records(file), seed=seed, mapping=parse_mapping(labels)), made))
    _say(_summary(made))


@command.command()
@click.argument("file", type=click.Path())
@_output
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

    _write(output, lines())
    _say(_summary(counts))


@command.command()
@click.argument("file", type=click.Path())
@click.option("--to", required=True, help="fever, feverous, faviq or kilt; `lines` for the form of `evidentia judge`.")
@click.option(
    "--from", "source", help="The format of FILE; found out where it can be. Also the data sets of `claims read`."
)
@click.option("--corpus", "corpus_path", type=click.Path(), help="Where the texts of evidence are read.")
@click.option("--companion", type=click.Path(), help="The data set's second file: SciFact's corpus, TabFact's tables.")
@click.option("--two-way", is_flag=True, help="NOT ENOUGH INFO becomes REFUTES.")
@_labels
@_output
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
        _say("writing to the terminal; use --output FILE")
    _say(f"{_write(output, found):,} claims")


@command.command()
@click.argument("file", type=click.Path())
@click.option("--output", "-o", required=True, type=click.Path(), help="A .csv to fill in, or an .html for print.")
@click.option("--size", default=50, show_default=True, type=click.IntRange(1))
@click.option("--by", default="label", show_default=True, help="Field over whose values the sample is even.")
@click.option("--blind", is_flag=True, help="Leave the label out.")
@_seed
def sheet(file: str, output: str, size: int, by: str, blind: bool, seed: int) -> None:
    """A sample for people to check."""
    from evidentia.datasets.records import read_records
    from evidentia.datasets.sheets import sample, write_sheet

    chosen = sample(read_records(file), size, seed=seed, by=by)
    write_sheet(output, chosen, blind=blind)
    _say(f"{len(chosen):,} claims in {output}")


@command.command("sheet-score")
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


@command.command("train-converter")
@click.argument("pairs", type=click.Path())
@click.option("--validation", required=True, type=click.Path(), help="Pairs kept apart; training stops by them.")
@click.option("--model", required=True, type=click.Path(), help="A Hugging Face folder of a seq2seq model, such as T5.")
@click.option("--output", "-o", required=True, type=click.Path(), help="Folder for the trained model.")
@click.option("--epochs", default=40, show_default=True, type=click.IntRange(1))
@click.option("--batch", default=8, show_default=True, type=click.IntRange(1))
@click.option("--rate", default=3e-4, show_default=True, type=float)
@_seed
def train_converter(
    pairs: str, validation: str, model: str, output: str, epochs: int, batch: int, rate: float, seed: int
) -> None:
    """Train a seq2seq model on lines of {"question", "answer", "claims": ["…"]} (extra: train)."""
    _torch()
    from evidentia.train.question_claims import Settings, read_pairs, train

    settings = Settings(epochs=epochs, batch=batch, rate=rate, seed=seed)
    result = train(read_pairs(pairs), read_pairs(validation), model=model, output=output, settings=settings)
    _say(f"exact match {result.exact_match:.1%} after epoch {result.best_epoch} of {result.epochs}; model in {output}")


@command.command("train-reader")
@click.argument("file", type=click.Path())
@click.option("--model", required=True, type=click.Path(), help="A Hugging Face folder of an encoder.")
@click.option("--output", "-o", required=True, type=click.Path(), help="Folder for the trained reader.")
@click.option("--epochs", default=2, show_default=True, type=click.IntRange(1))
@_seed
def train_reader(file: str, model: str, output: str, epochs: int, seed: int) -> None:
    """Train the span reader of the R set on questions with a context (SQuAD's form) (extra: train)."""
    _torch()
    from evidentia.datasets.qa import read_questions
    from evidentia.train.spans import Settings, examples, train

    losses = train(
        examples(read_questions(file)), model=model, output=output, settings=Settings(epochs=epochs, seed=seed)
    )
    _say(f"loss {losses[-1]:.3f}; reader in {output}")
