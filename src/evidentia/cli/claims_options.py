"""Options and messages that the commands of `evidentia claims` share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def output_option(function: F) -> F:
    return click.option("--output", "-o", default="-", show_default=True, help="File to write; `-` is stdout.")(
        function
    )


def seed_option(function: F) -> F:
    return click.option("--seed", default=1, show_default=True, help="Same seed, same bytes.")(function)


def corpus_option(function: F) -> F:
    return click.option("--corpus", "corpus_path", required=True, type=click.Path(), help="Corpus folder or database.")(
        function
    )


def labels_option(function: F) -> F:
    return click.option(
        "--label", "labels", multiple=True, metavar="NAME=LABEL", help="What another label means, such as 0=REFUTES."
    )(function)


def say(text: str) -> None:
    click.echo(text, err=True)


def write(path: str, records: Iterable[Any], unit: str = "claims") -> int:
    from evidentia.datasets.records import write_records
    from evidentia.progress import track

    return write_records(path, track(records, unit))


def counted(claims: Iterable[T], counter: Counter[str], key: str = "label") -> Iterator[T]:
    for claim in claims:
        value = claim.get(key) if isinstance(claim, dict) else getattr(claim, key)
        counter[str(getattr(value, "value", value))] += 1
        yield claim


def summary(counter: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counter.items())) or "none"
