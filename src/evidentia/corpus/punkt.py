"""Training Punkt on any text, without labels: abbreviations, collocations, sentence starters, spelling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from evidentia.corpus.sentences import Parameters

_BATCH = 500_000
_WORD = re.compile(r"[^\W\d_]+")

# Kiss and Strunk's measure misses a title that is as often written without its period ("St Albans").
_ENGLISH = """
    adm approx bros capt cf cmdr co col corp dept dr ed eds est etc fig gen gov hon inc jr lt ltd maj messrs mr mrs ms
    mt no nos op pp pres prof rep rev sen sgt sr st ste vol vols vs
"""
ENGLISH_TITLES = frozenset(_ENGLISH.split())


def train(texts: Iterable[str], *, min_count: int = 2, titles: Iterable[str] = ENGLISH_TITLES) -> Parameters:
    """Parameters learnt from texts (whole pages, one after the other); words seen less often are not kept."""
    from nltk.tokenize.punkt import PunktTrainer

    trainer = PunktTrainer()
    small: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for batch in _batches(texts):
        trainer.train(batch, finalize=False)
        for word in _WORD.findall(batch):
            lower = word.lower()
            total[lower] += 1
            if word == lower:
                small[lower] += 1
    counts = trainer._type_fdist
    frequent = {word for word in counts if counts[word] >= min_count}
    trainer.finalize_training()
    learnt = trainer.get_params()
    return Parameters(
        abbreviations=frozenset(learnt.abbrev_types) | frozenset(titles),
        collocations=frozenset((str(first), str(second)) for first, second in learnt.collocations),
        # A name never written small follows an abbreviation (St. John) and does not start sentences.
        starters=frozenset(word for word in learnt.sent_starters if 10 * small[word] >= total[word] > 0),
        orthography={
            word: flags
            for word, flags in learnt.ortho_context.items()
            if flags and word in frequent and " " not in word
        },
    )


def _batches(texts: Iterable[str]) -> Iterable[str]:
    held: list[str] = []
    length = 0
    for text in texts:
        held.append(text)
        length += len(text)
        if length >= _BATCH:
            yield "\n\n".join(held)
            held, length = [], 0
    if held:
        yield "\n\n".join(held)
