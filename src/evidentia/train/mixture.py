"""The judge's training data in one file: people's claims first, then what rules make of text, tables and questions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from evidentia.train import pairs, table_pairs
from evidentia.train.cases import fm2_is_held_out
from evidentia.train.pairs import Pair, TextSources


def mixture(
    data: Path, *, counterfactuals: int = 2500, tabfact: int = 7500, squad: int = 5000, wtq: int = 2200, seed: int = 2
) -> Iterator[Pair]:
    """Only sources whose licence lets the weights be used freely; a fifth of FM2's pages is kept out."""
    sources = TextSources(data, seed=seed)
    made = chain(
        (pair for pair in sources.pairs() if pair.source != "fm2" or not fm2_is_held_out(pair.group)),
        pairs.counterfactuals(sources.pages.values(), counterfactuals, seed=seed + 1),
        table_pairs.tabfact(data, count=tabfact),
        table_pairs.infotabs(data),
        table_pairs.passage_questions(data, count=squad),
        table_pairs.table_questions(data, count=wtq),
    )
    every = list(made)
    random.Random(seed).shuffle(every)
    yield from every
