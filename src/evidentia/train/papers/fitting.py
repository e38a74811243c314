"""One loop for all of the papers' models: batches, warm-up, early stopping on what the caller measures."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import torch
from torch import Tensor, nn

from evidentia.train.papers.presets import Preset

T = TypeVar("T")


def fit(
    model: nn.Module,
    examples: Sequence[T],
    loss: Callable[[Sequence[T]], Tensor],
    preset: Preset,
    *,
    seed: int = 1,
    measure: Callable[[], float] | None = None,
    patience: int = 5,
    report: Callable[[str], None] = print,
) -> None:
    """`measure` is higher for better models; with it the best epoch's weights stay."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=preset.rate, weight_decay=preset.decay)
    best, best_state, waited, step = float("-inf"), None, 0, 0
    for epoch in range(preset.epochs):
        model.train()
        total = 0.0
        for batch in batches(examples, preset.batch, rng):
            step += 1
            for group in optimizer.param_groups:
                group["lr"] = preset.rate * min(1.0, step / preset.warmup if preset.warmup else 1.0)
            value = loss(batch)
            optimizer.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(parameters, 5.0)
            optimizer.step()
            total += value.item() * len(batch)
        model.eval()
        report(f"epoch {epoch + 1}/{preset.epochs}: loss {total / max(1, len(examples)):.4f}")
        if measure is None:
            continue
        found = measure()
        if found > best:
            best, best_state, waited = found, copy.deepcopy(model.state_dict()), 0
        elif (waited := waited + 1) >= patience:
            break
    if best_state is not None:
        model.load_state_dict(best_state)
    model.eval()


def batches(examples: Sequence[T], size: int, rng: random.Random | None = None) -> Iterator[list[T]]:
    order = list(range(len(examples)))
    if rng is not None:
        rng.shuffle(order)
    for start in range(0, len(order), size):
        yield [examples[place] for place in order[start : start + size]]
