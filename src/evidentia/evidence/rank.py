"""How well candidates answer to a claim by their words: BM25-like, with corpus-wide idf and what context covers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from evidentia.claim import Evidence
from evidentia.evidence.words import STOPWORDS, WORD, is_number, stem, words

Idf = Callable[[str], float]
MAX_CLAIM_TERMS = 200
MAX_TEXT = 4000


class Weights(msgspec.Struct, frozen=True):
    """Tuned on mini-FEVER train (see benchmarks/sentences.py)."""

    k: float = 0.6
    b: float = 0.4
    average: float = 20.0
    title: float = 1.0
    context: float = 0.45
    said: float = 0.15
    number: float = 1.25
    name: float = 1.15
    prefix: float = 0.8
    pair: float = 0.15
    lead: float = 0.06


class _Term(msgspec.Struct):
    word: str
    weight: float


class LexicalRanker:
    """Scores sentences, tables, cells and items of several pages against one claim.

    `idf` takes a lower-case word and says how rare it is in the whole corpus; without it the candidates
    themselves stand in for the corpus.
    """

    def __init__(self, idf: Idf | None = None, *, weights: Weights | None = None) -> None:
        self.idf = idf
        self.weights = weights or Weights()

    def score(self, claim: str, candidates: Sequence[Evidence]) -> list[float]:
        """One score per candidate, about 0 to 1; higher is better."""
        texts = [words(candidate.text[:MAX_TEXT]) for candidate in candidates]
        terms = self._terms(claim, texts)
        if not terms:
            return [0.0] * len(candidates)
        return _Matcher(terms, self.weights).score(candidates, texts)

    def order(self, claim: str, candidates: Sequence[Evidence]) -> list[Evidence]:
        """The candidates with their scores, best first; equals stay in the order given."""
        scores = self.score(claim, candidates)
        places = sorted(range(len(candidates)), key=lambda place: (-scores[place], place))
        return [msgspec.structs.replace(candidates[place], score=scores[place]) for place in places]

    def _terms(self, claim: str, texts: Sequence[Sequence[str]]) -> list[_Term]:
        weights = self.weights
        idf = self.idf or local_idf(texts)
        first = True
        terms: dict[str, _Term] = {}
        for surface in WORD.findall(claim.replace(",", "")):
            word = surface.lower()
            if word not in STOPWORDS:
                weight = max(idf(word), 0.1)
                if is_number(word):
                    weight *= weights.number
                elif surface[0].isupper() and not first:
                    weight *= weights.name
                terms.setdefault(stem(word), _Term(word, weight))
                if len(terms) >= MAX_CLAIM_TERMS:
                    break
            first = False
        return list(terms.values())


class _Matcher:
    """The claim's terms, with every word seen that is a form of one, and how strong a form."""

    def __init__(self, terms: list[_Term], weights: Weights) -> None:
        self.weights = weights
        self.worth = [term.weight for term in terms]
        self.total = sum(self.worth)
        self.by_stem = {stem(term.word): place for place, term in enumerate(terms)}
        self.by_prefix = {
            key[:5]: place for key, place in reversed(self.by_stem.items()) if len(key) >= 5 and not is_number(key)
        }
        self.forms: dict[str, tuple[int, float]] = {}
        self.seen: set[str] = set()
        self.contexts: dict[str, dict[int, float]] = {}

    def meet(self, tokens: set[str]) -> None:
        """Words not seen before: those that are forms of a term go to `forms`."""
        self.seen |= tokens
        for word in tokens:
            key = stem(word)
            place = self.by_stem.get(key)
            if place is not None:
                self.forms[word] = (place, 1.0)
            elif len(key) >= 5 and (place := self.by_prefix.get(key[:5])) is not None:
                self.forms[word] = (place, self.weights.prefix)

    def in_text(self, tokens: Sequence[str]) -> tuple[dict[int, float], float]:
        """Strength by term, and the weight of neighbouring claim terms that stand side by side here too."""
        new = set(tokens) - self.seen
        if new:
            self.meet(new)
        forms, worth = self.forms, self.worth
        found: dict[int, float] = {}
        pairs = 0.0
        before = last = -9
        for position, token in [(position, token) for position, token in enumerate(tokens) if token in forms]:
            place, strength = forms[token]
            found[place] = found.get(place, 0.0) + strength
            if place == before + 1 and STOPWORDS.issuperset(tokens[last + 1 : position]):
                pairs += min(worth[place], worth[before])
            before, last = place, position
        return found, pairs

    def in_context(self, text: str) -> dict[int, float]:
        found = self.contexts.get(text)
        if found is None:
            found = self.contexts[text] = {place: min(s, 1.0) for place, s in self.in_text(words(text))[0].items()}
        return found

    def score(self, candidates: Sequence[Evidence], texts: Sequence[Sequence[str]]) -> list[float]:
        weights, worth = self.weights, self.worth
        scores = []
        for candidate, tokens in zip(candidates, texts):
            found, pairs = self.in_text(tokens)
            title = self.in_context(candidate.page)
            # What the title says already tells the sentences of its page apart no more.
            length = weights.k * (1 - weights.b + weights.b * min(len(tokens), 120) / weights.average)
            value = weights.pair * pairs
            for place, tf in found.items():
                saturated = (1 + weights.k) * tf / (tf + length)
                value += worth[place] * saturated * (weights.said if place in title else 1.0)
            for place, strength in title.items():
                value += worth[place] * weights.title * strength
            for item in candidate.context:
                if item.text != candidate.page:
                    for place, strength in self.in_context(item.text).items():
                        if place not in found and place not in title:
                            value += worth[place] * weights.context * strength
            if value > 0 and candidate.kind == "sentence" and candidate.id.endswith("_sentence_0"):
                value += weights.lead * self.total
            scores.append(value / self.total)
        return scores


def local_idf(texts: Sequence[Sequence[str]]) -> Idf:
    """Idf from the candidates alone, for evidence that was given without a corpus."""
    counts = Counter(stem(word) for text in texts for word in set(text))
    total = len(texts) + 1

    def idf(word: str) -> float:
        return math.log(1 + total / (0.5 + counts[stem(word)]))

    return idf
