"""Training Punkt on any text, without labels: abbreviations, collocations, sentence starters, spelling."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from evidentia.corpus.sentences import Parameters
from evidentia.page import Page, Section, Sentence

_BATCH = 500_000
_WORD = re.compile(r"[^\W\d_]+")

# Kiss and Strunk's measure misses a word that is as often written without its period ("St Albans").
_ENGLISH = """
    adm al apr approx aug ave b.sc blvd bros capt cf ch cmdr co col corp cos cpl d.phil dec dept dist dr ed eds esp esq
    est etc feb fig fr ft gen gov hon ibid inc jan jr jul jun lit lt ltd m.ed m.sc maj messrs mlle mme mr mrs ms mss mt
    mts no nos nov oct op ph.d pp pres prof pt pts pvt rd rep rev rs sec sen sep sept seq sgt sq sr ssp st ste subsp
    supt trans univ var viz vol vols vs
"""
ENGLISH_ABBREVIATIONS = frozenset(_ENGLISH.split())
_WORDLIKE = re.compile(r"[^\W\d_]+(?:[.'-][^\W\d_]+)*")
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")


def train(
    texts: Iterable[str],
    *,
    min_count: int = 3,
    min_abbreviation: int = 5,
    abbreviations: Iterable[str] = ENGLISH_ABBREVIATIONS,
) -> Parameters:
    """Parameters learnt from texts (whole pages, one after the other).

    Words seen less than `min_count` times are not kept, nor abbreviations seen less than `min_abbreviation` times;
    `abbreviations` are known beforehand.
    """
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
    counts = {str(word): int(count) for word, count in trainer._type_fdist.items()}
    trainer.finalize_training()
    learnt = trainer.get_params()
    known = {str(word) for word in learnt.abbrev_types}
    return Parameters(
        abbreviations=frozenset(abbreviations) | _abbreviations(known, counts, min_abbreviation),
        collocations=frozenset((str(first), str(second)) for first, second in learnt.collocations),
        # A name never written small follows an abbreviation (St. John) and does not start sentences.
        starters=frozenset(word for word in learnt.sent_starters if 10 * small[word] >= total[word] > 0),
        orthography={
            word: flags
            for word, flags in learnt.ortho_context.items()
            if flags and counts.get(word, 0) >= min_count and " " not in word
        },
    )


def train_texts(
    sources: Sequence[str | Path], *, format: str = "auto", limit: int | None = None, every: int = 1
) -> Iterator[str]:
    """The running text of corpora and of sources in any format, page by page."""
    from evidentia.progress import track

    for source in sources:
        for page in track(itertools.islice(_pages(source, format), 0, limit and limit * every, every), "pages"):
            text = _running_text(page)
            if text:
                yield text


def _pages(source: str | Path, format: str) -> Iterator[Page]:
    from evidentia.corpus.store import open_corpus
    from evidentia.formats import registry
    from evidentia.formats.base import Encoded, ReadOptions
    from evidentia.formats.feverous import page_from_dict

    if (Path(source) / "manifest.json").exists():
        yield from open_corpus(source).pages(links=False)
        return
    module = registry.reader(registry.detect(source) if format == "auto" else format)
    for record in module.read(source if str(source).startswith("http") else Path(source), options=ReadOptions()):
        if isinstance(record, Encoded):
            yield page_from_dict(msgspec.json.decode(record.data), title=record.title)
        elif isinstance(record, Page):
            yield record


def _running_text(page: Page) -> str:
    """Sentences joined as they were before they were split; a heading parts what stands on its two sides."""
    paragraphs: list[list[str]] = [[]]
    for element in page.elements:
        if isinstance(element, Sentence):
            paragraphs[-1].append(element.text)
        elif isinstance(element, Section):
            paragraphs.append([])
    return "\n\n".join(" ".join(paragraph) for paragraph in paragraphs if paragraph)


def _abbreviations(learnt: set[str], counts: dict[str, int], min_count: int) -> frozenset[str]:
    """What was learnt, without the odd rare word, and every row of initials: their periods tell nothing else."""
    initials = {word.removesuffix(".") for word in counts if _INITIALS.fullmatch(word.removesuffix("."))}
    sound = {word for word in learnt if counts.get(word + ".", 0) >= min_count and _WORDLIKE.fullmatch(word)}
    return frozenset(word for word in initials | sound if len(word) <= 6 or "." in word)


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
