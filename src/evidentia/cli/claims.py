"""`evidentia claims`: make claims, and work on claim files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evidentia.cli.claims_options import (
    corpus_option,
    counted,
    labels_option,
    output_option,
    say,
    seed_option,
    summary,
    write,
)
from evidentia.cli.claims_work import COMMANDS

if TYPE_CHECKING:
    from evidentia.datasets.records import Record

_HELP = {"help_option_names": ["-h", "--help"]}


@click.group(context_settings=_HELP)
def command() -> None:
    """Make claims: from questions, by mutation, from tables; and work on claim files."""


@command.command("from-questions")
@click.argument("file", type=click.Path())
@output_option
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

    count = write(output, kept())
    if rejects:
        write_records(rejects, dropped)
    say(f"{count:,} claims; {len(dropped):,} questions gave none{'' if rejects or not dropped else ' (see --rejects)'}")


@command.command("a-set")
@click.argument("file", type=click.Path())
@output_option
@seed_option
@click.option("--one-of-each", is_flag=True, help="One supporting and one refuting claim a question instead of two.")
def a_set_command(file: str, output: str, seed: int, one_of_each: bool) -> None:
    """FAVIQ's A set from AmbigQA questions: matching pairs support, crossed pairs refute."""
    from evidentia.datasets.a_set import Yield, a_set
    from evidentia.datasets.qa import read_questions

    counts, labels = Yield(), Counter[str]()
    write(output, counted(a_set(read_questions(file), seed=seed, counts=counts, one_of_each=one_of_each), labels))
    say(f"{counts.converted:,} of {counts.eligible:,} ambiguous questions gave claims: {summary(labels)}")


@command.command("r-set")
@click.argument("file", type=click.Path())
@corpus_option
@output_option
@seed_option
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
    write(output, counted(claims, labels))
    say(f"{counts.converted:,} of {counts.eligible:,} questions gave a wrong answer: {summary(labels)}")


@command.command()
@click.argument("file", type=click.Path())
@corpus_option
@output_option
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

    write(output, lines())
    say(summary(found))


@command.command()
@click.argument("file", type=click.Path())
@output_option
@seed_option
@click.option("--corpus", "corpus_path", type=click.Path(), help="Names, kinds and neighbours come from here.")
@click.option("--kind", "kinds", multiple=True, help="Only these mutations; all by default (see --list).")
@click.option("--each", default=1, show_default=True, type=click.IntRange(1), help="Mutations of a kind for a claim.")
@click.option("--list", "show", is_flag=True, is_eager=True, help="Name the mutations and stop.")
@labels_option
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

    write(output, lines())
    say(summary(made))


@command.command("from-tables")
@click.argument("source", type=click.Path())
@output_option
@seed_option
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
    write(output, counted(found, made), "statements")
    say(summary(made))


@command.command()
@corpus_option
@output_option
@seed_option
@click.option("--limit", type=click.IntRange(1), help="Stop after so many highlights.")
@click.option("--table-share", default=2 / 3, show_default="2/3", type=click.FloatRange(0, 1), help="Share of tables.")
def highlights(corpus_path: str, output: str, seed: int, limit: int | None, table_share: float) -> None:
    """Sample what people write claims about, by FEVEROUS's rules: four sentences or a table, once a page."""
    from itertools import islice

    from evidentia.corpus import open_corpus
    from evidentia.datasets.highlights import highlights as sample

    kinds = Counter[str]()
    found = sample(open_corpus(corpus_path).pages(), seed=seed, table_share=table_share)
    write(output, counted(islice(found, limit), kinds, "kind"), "highlights")
    say(summary(kinds))


@command.command()
@click.argument("file", type=click.Path())
@output_option
@seed_option
@click.option("--way", type=click.Choice(["nearest", "random", "removed"]), default="nearest", show_default=True)
@click.option("--corpus", "corpus_path", type=click.Path(), help="Needed by `nearest` and `random`.")
@click.option("--share", default=1.0, show_default=True, type=click.FloatRange(0, 1), help="Share of claims to copy.")
@labels_option
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
    say(f"{write(output, made):,} claims")


for _each in COMMANDS:
    command.add_command(_each)
