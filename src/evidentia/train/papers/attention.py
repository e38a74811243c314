"""FEVER's stronger baseline: decomposable attention (attend, compare, aggregate) between claim and evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from evidentia.claim import LABELS
from evidentia.evidence.words import words
from evidentia.train.papers.examples import Example
from evidentia.train.papers.fitting import batches, fit
from evidentia.train.papers.presets import PRESETS, Preset

WIDTH = 200
BUCKETS = 100
MAX_WORDS = 300


def _network(size: int, out: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(size, out), nn.ReLU(), nn.Dropout(0.2), nn.Linear(out, out), nn.ReLU())


class DecomposableAttention(nn.Module):
    """Word vectors are learnt, or given as `vectors` (word to numbers) and kept; unknown words share buckets."""

    def __init__(self, train: Sequence[Example], *, vectors: dict[str, list[float]] | None = None) -> None:
        super().__init__()
        counts = Counter(word for example in train for side in _sides(example) for word in side)
        known = sorted(word for word, count in counts.items() if count > 1)
        self.places = {word: place + 1 + BUCKETS for place, word in enumerate(known)}
        width = len(next(iter(vectors.values()))) if vectors else WIDTH
        self.vectors = nn.Embedding(len(known) + 1 + BUCKETS, width, padding_idx=0)
        if vectors:
            with torch.no_grad():
                for word, place in self.places.items():
                    if word in vectors:
                        self.vectors.weight[place] = torch.tensor(vectors[word])
            self.vectors.weight.requires_grad_(False)
        self.project = nn.Linear(width, WIDTH, bias=False)
        self.attend, self.compare = _network(WIDTH, WIDTH), _network(2 * WIDTH, WIDTH)
        self.aggregate = nn.Sequential(_network(2 * WIDTH, WIDTH), nn.Linear(WIDTH, len(LABELS)))

    def forward(self, claim: Tensor, evidence: Tensor) -> Tensor:
        one, other = (self.project(self.vectors(side)) for side in (claim, evidence))
        one_mask, other_mask = (claim != 0), (evidence != 0)
        scores = self.attend(one) @ self.attend(other).transpose(1, 2)
        towards = scores.masked_fill(~other_mask[:, None, :], -1e4).softmax(dim=2) @ other
        back = scores.masked_fill(~one_mask[:, :, None], -1e4).softmax(dim=1).transpose(1, 2) @ one
        left = (self.compare(torch.cat([one, towards], dim=2)) * one_mask[..., None]).sum(dim=1)
        right = (self.compare(torch.cat([other, back], dim=2)) * other_mask[..., None]).sum(dim=1)
        logits: Tensor = self.aggregate(torch.cat([left, right], dim=1))
        return logits

    def encode(self, examples: Sequence[Example]) -> tuple[Tensor, Tensor]:
        sides = [_sides(example) for example in examples]
        return self._padded([side[0] for side in sides]), self._padded([side[1] for side in sides])

    def _padded(self, sides: Sequence[Sequence[str]]) -> Tensor:
        made = torch.zeros((len(sides), max(1, max(len(side) for side in sides))), dtype=torch.long)
        for row, side in enumerate(sides):
            for column, word in enumerate(side):
                # A stable bucket for a word that training did not see twice.
                bucket = 1 + sum(word.encode()) % BUCKETS
                made[row, column] = self.places.get(word, bucket)
        return made

    def predict(self, examples: Sequence[Example]) -> list[str]:
        self.eval()
        with torch.no_grad():
            rows = [row for batch in batches(examples, 64) for row in self(*self.encode(batch))]
        return [LABELS[int(row.argmax())].value for row in rows]


def train_attention(
    examples: Sequence[Example],
    *,
    preset: Preset = PRESETS["attention"],
    vectors: dict[str, list[float]] | None = None,
    seed: int = 1,
    report: Callable[[str], None] = print,
) -> DecomposableAttention:
    """Plain AdamW needs a smaller step than the Adagrad that the preset's rate was made for: a hundredth."""
    torch.manual_seed(seed)
    model = DecomposableAttention(examples, vectors=vectors)

    def loss(batch: Sequence[Example]) -> Tensor:
        targets = torch.tensor([LABELS.index(example.label) for example in batch])
        return nn.functional.cross_entropy(model(*model.encode(batch)), targets)

    step = Preset(rate=preset.rate / 100, batch=preset.batch, epochs=preset.epochs, decay=preset.decay)
    fit(model, examples, loss, step, seed=seed, report=report)
    return model


def _sides(example: Example) -> tuple[list[str], list[str]]:
    return words(example.claim)[:MAX_WORDS], [word for text in example.texts for word in words(text)][:MAX_WORDS]
