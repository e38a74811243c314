"""FEVER's simple baseline: term frequencies of claim and evidence, their TF-IDF cosine, one hidden layer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from evidentia.claim import LABELS
from evidentia.evidence.words import words
from evidentia.train.papers.examples import Example
from evidentia.train.papers.fitting import batches, fit
from evidentia.train.papers.presets import PRESETS, Preset

HIDDEN = 100
VOCABULARY = 5000


class Mlp:
    def __init__(self, train: Sequence[Example]) -> None:
        counts = Counter(word for example in train for word in _tokens(example))
        self.vocabulary = {word: place for place, (word, _) in enumerate(counts.most_common(VOCABULARY))}
        seen = Counter(word for example in train for word in set(_tokens(example)))
        self.idf = torch.tensor([math.log((1 + len(train)) / (1 + seen[word])) + 1 for word in self.vocabulary])
        size = 2 * len(self.vocabulary) + 1
        self.network = nn.Sequential(
            nn.Linear(size, HIDDEN), nn.ReLU(), nn.Dropout(0.4), nn.Linear(HIDDEN, len(LABELS))
        )

    def features(self, example: Example) -> Tensor:
        claim = self._frequencies(words(example.claim))
        evidence = self._frequencies([word for text in example.texts for word in words(text)])
        cosine = torch.cosine_similarity(claim * self.idf, evidence * self.idf, dim=0)
        return torch.cat([claim, evidence, cosine[None]])

    def _frequencies(self, tokens: Sequence[str]) -> Tensor:
        made = torch.zeros(len(self.vocabulary))
        for word, count in Counter(tokens).items():
            if word in self.vocabulary:
                made[self.vocabulary[word]] = count
        return made / made.sum() if tokens and made.sum() else made

    def predict(self, examples: Sequence[Example]) -> list[str]:
        self.network.eval()
        found: list[str] = []
        with torch.no_grad():
            for batch in batches(examples, 256):
                rows = self.network(torch.stack([self.features(example) for example in batch]))
                found += [LABELS[int(row.argmax())].value for row in rows]
        return found


def train_mlp(
    examples: Sequence[Example],
    *,
    preset: Preset = PRESETS["mlp"],
    seed: int = 1,
    report: Callable[[str], None] = print,
) -> Mlp:
    torch.manual_seed(seed)
    model = Mlp(examples)
    rows = [(model.features(example), LABELS.index(example.label)) for example in examples]

    def loss(batch: Sequence[tuple[Tensor, int]]) -> Tensor:
        inputs = torch.stack([features for features, _ in batch])
        return nn.functional.cross_entropy(model.network(inputs), torch.tensor([label for _, label in batch]))

    fit(model.network, rows, loss, preset, seed=seed, report=report)
    return model


def _tokens(example: Example) -> list[str]:
    return [word for text in (example.claim, *example.texts) for word in words(text)]
