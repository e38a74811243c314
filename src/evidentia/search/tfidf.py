"""DrQA's TF-IDF: hashed unigrams and bigrams, ln(1+tf) · max(0, ln((N−n+½)/(n+½))) on both sides."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from evidentia.claim import ScoredPage
from evidentia.errors import InputError
from evidentia.page import Page
from evidentia.search.drqa_text import is_filtered, ngrams, tokens
from evidentia.search.murmur import hash_many

BUCKETS = 2**24
FEW = 10
BATCH = 4000
MAX_DOCUMENT = 2_000_000

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class TfidfIndex:
    """Postings by bucket: `documents[starts[i]:starts[i+1]]` hold `counts` of the n-grams of `buckets[i]`."""

    def __init__(
        self,
        names: list[str],
        buckets: Integers,
        starts: Integers,
        documents: npt.NDArray[np.uint32],
        counts: npt.NDArray[np.uint32],
        *,
        size: int = BUCKETS,
        ngram: int = 2,
    ) -> None:
        self.names = names
        self.buckets = buckets
        self.starts = starts
        self.documents = documents
        self.counts = counts
        self.size = size
        self.ngram = ngram

    def __len__(self) -> int:
        return len(self.names)

    @property
    def smoothed(self) -> bool:
        """Whether there are so few documents that DrQA's idf would be 0 for most words."""
        return len(self.names) < FEW

    @property
    def note(self) -> str:
        """What a user must know of this index; empty if nothing."""
        if not self.smoothed:
            return ""
        return (
            f"TF-IDF over {len(self.names)} documents: DrQA's idf is 0 for words in half of them or more, "
            "so ln(1 + (N-n+0.5)/(n+0.5)) is used instead"
        )

    def idf(self, frequency: npt.NDArray[np.int64] | int) -> Floats:
        n = np.asarray(frequency, np.float64)
        odds = (len(self.names) - n + 0.5) / (n + 0.5)
        return np.log1p(odds) if self.smoothed else np.maximum(np.log(odds), 0.0)

    def search(self, text: str, k: int = 5) -> list[ScoredPage]:
        """The best k documents with a score above 0; equals in the order of the index."""
        scores = self.scores(text)
        k = min(k, len(scores))
        if k <= 0:
            return []
        best = np.argpartition(-scores, k - 1)[:k]
        # A tie at the border is decided by place, not by how the partition fell.
        edge = scores[best].min()
        above = np.flatnonzero(scores > edge)
        best = np.concatenate([above, np.flatnonzero(scores == edge)[: k - len(above)]])
        best = best[np.lexsort((best, -scores[best]))]
        return [ScoredPage(self.names[place], float(scores[place])) for place in best if scores[place] > 0]

    def scores(self, text: str) -> Floats:
        """One score per document."""
        hashed = hash_many([gram.encode() for gram in ngrams(text[:MAX_DOCUMENT], self.ngram)]) % self.size
        wanted, asked = np.unique(hashed.astype(np.int64), return_counts=True)
        places = np.searchsorted(self.buckets, wanted)
        total = np.zeros(len(self.names))
        for place, bucket, count in zip(places, wanted, asked):
            if place == len(self.buckets) or self.buckets[place] != bucket:
                continue
            begin, end = self.starts[place], self.starts[place + 1]
            idf = float(self.idf(int(end - begin)))
            if idf > 0:
                weights = np.log1p(self.counts[begin:end]) * idf
                total[self.documents[begin:end]] += np.log1p(count) * idf * weights
        return total

    def save(self, path: str | Path) -> None:
        """A compact file of plain arrays (DrQA's own format: `drqa_npz`)."""
        target = Path(path)
        part = target.with_name(target.name + ".part")
        with part.open("wb") as stream:
            np.savez(
                stream,
                names=np.frombuffer("\n".join(self.names).encode(), np.uint8),
                buckets=self.buckets,
                starts=self.starts,
                documents=self.documents,
                counts=self.counts,
                settings=np.array([self.size, self.ngram], np.int64),
            )
        part.replace(target)

    @classmethod
    def load(cls, path: str | Path) -> TfidfIndex:
        try:
            with np.load(Path(path), allow_pickle=False) as file:
                names = bytes(file["names"]).decode().split("\n") if len(file["names"]) else []
                size, ngram = map(int, file["settings"])
                arrays = [file[name] for name in ("buckets", "starts", "documents", "counts")]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise InputError(
                f"{path}: not a TF-IDF index, or cut short ({error}); delete it and build again"
            ) from error
        return cls(names, *arrays, size=size, ngram=ngram)


def build(texts: Iterable[tuple[str, str]], *, size: int = BUCKETS, ngram: int = 2) -> TfidfIndex:
    """An index over (name, text) pairs; n-grams of one or two words."""
    if ngram not in (1, 2):
        raise InputError(f"n-grams of {ngram} words: TF-IDF takes 1 or 2")
    names: list[str] = []
    keys: list[npt.NDArray[np.uint64]] = []
    counts: list[npt.NDArray[np.uint32]] = []
    for batch in _batches(texts):
        hashed, found = _count(batch, len(names), size, ngram)
        names += [name.replace("\n", " ") for name, _ in batch]
        keys.append(hashed)
        counts.append(found)
    joined = np.concatenate(keys) if keys else np.zeros(0, np.uint64)
    order = np.argsort(joined, kind="stable")
    joined = joined[order]
    all_counts = np.concatenate(counts)[order] if counts else np.zeros(0, np.uint32)
    # The high half of a key is the bucket, the low half the document.
    buckets, starts = np.unique((joined >> np.uint64(32)).astype(np.int64), return_index=True)
    return TfidfIndex(
        names,
        buckets,
        np.append(starts, len(joined)).astype(np.int64),
        (joined & np.uint64(0xFFFFFFFF)).astype(np.uint32),
        all_counts,
        size=size,
        ngram=ngram,
    )


def introductions(pages: Iterable[Page]) -> Iterator[tuple[str, str]]:
    """What FEVER's baseline indexes."""
    for page in pages:
        yield page.title, " ".join(sentence.text for sentence in page.introduction)


def whole_pages(pages: Iterable[Page], *, lists: bool = True) -> Iterator[tuple[str, str]]:
    """What FEVEROUS's baseline indexes: all elements of a page, lists if wanted."""
    for page in pages:
        left_out = set() if lists else {found.key for found in page.lists}
        yield page.title, "\n".join(element.text for element in page.elements if element.key not in left_out)


def _batches(texts: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    stream = iter(texts)
    while batch := list(islice(stream, BATCH)):
        yield batch


def _count(
    batch: list[tuple[str, str]], first: int, size: int, ngram: int
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint32]]:
    """(bucket, document) keys of a batch and how often each occurs."""
    vocabulary: dict[str, int] = {}
    places: list[int] = []
    lengths = []
    for _, text in batch:
        found = [vocabulary.setdefault(token, len(vocabulary)) for token in tokens(text[:MAX_DOCUMENT])]
        places += found
        lengths.append(len(found))
    spelt = list(vocabulary)
    words = np.array(places, np.int64)
    owner = np.repeat(np.arange(len(batch)), lengths)
    kept = ~np.array([is_filtered(word) for word in spelt], bool)[words] if len(words) else np.zeros(0, bool)
    hashes = hash_many([word.encode() for word in spelt]).astype(np.int64) % size
    found_buckets = [hashes[words[kept]]]
    owners = [owner[kept]]
    if ngram == 2 and len(words) > 1:
        pair = kept[:-1] & kept[1:] & (owner[:-1] == owner[1:])
        codes, back = np.unique(words[:-1][pair] << 32 | words[1:][pair], return_inverse=True)
        pairs = [f"{spelt[code >> 32]} {spelt[code & 0xFFFFFFFF]}".encode() for code in codes.tolist()]
        found_buckets.append((hash_many(pairs).astype(np.int64) % size)[back])
        owners.append(owner[:-1][pair])
    keys = np.concatenate(found_buckets).astype(np.uint64) << np.uint64(32)
    keys |= (np.concatenate(owners) + first).astype(np.uint64)
    unique, counts = np.unique(keys, return_counts=True)
    return unique, counts.astype(np.uint32)
