"""The training loop that judge and ranker share: batches by token budget, AdamW, warm-up, linear decay, bf16."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor

from evidentia.errors import InputError
from evidentia.train.encoder import Encoder, save

Example = tuple[list[int], list[int], Tensor]
"""Token ids, token types, target."""


def batches(examples: Sequence[Example], budget: int, rng: random.Random) -> Iterator[list[Example]]:
    """Random batches of like length, so that little of a batch is padding."""
    order = list(range(len(examples)))
    rng.shuffle(order)
    chunk = 3000
    made: list[list[int]] = []
    for start in range(0, len(order), chunk):
        part = sorted(order[start : start + chunk], key=lambda place: len(examples[place][0]))
        batch: list[int] = []
        for place in part:
            if batch and (len(batch) + 1) * len(examples[place][0]) > budget:
                made.append(batch)
                batch = []
            batch.append(place)
        made.append(batch)
    rng.shuffle(made)
    for batch in made:
        if batch:
            yield [examples[place] for place in batch]


def collate(batch: Sequence[Example], pad: int) -> tuple[Tensor, Tensor, Tensor]:
    length = max(len(ids) for ids, _, _ in batch)
    ids = torch.full((len(batch), length), pad)
    types = torch.zeros((len(batch), length), dtype=torch.long)
    for row, (tokens, kinds, _) in enumerate(batch):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        types[row, : len(kinds)] = torch.tensor(kinds)
    return ids, types, torch.stack([target for _, _, target in batch])


def train(
    model: Encoder,
    examples: Sequence[Example],
    loss: Callable[[Tensor, Tensor], Tensor],
    *,
    to: Path,
    rate: float,
    epochs: float = 3.0,
    minutes: float | None = None,
    budget: int = 4096,
    warmup: float = 0.06,
    seed: int = 1,
    save_minutes: float = 5.0,
    report: Callable[[str], None] = print,
) -> None:
    """Train until `epochs` are done, or `minutes` are over: then the decay follows the clock."""
    if not examples:
        raise InputError("nothing to train on: the file of examples is empty")
    torch.manual_seed(seed)
    rng = random.Random(seed)
    decayed = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    plain = [p for p in model.parameters() if p.requires_grad and p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}],
        lr=rate,
        betas=(0.9, 0.98),
        fused=True,
    )
    per_epoch = sum(1 for _ in batches(examples, budget, random.Random(seed)))
    total = max(1, math.ceil(per_epoch * epochs))
    start = last_save = last_report = time.monotonic()
    done, average, tokens = 0, 0.0, 0
    model.train()
    while done < total:
        for batch in batches(examples, budget, rng):
            spent = (time.monotonic() - start) / 60
            share = max(done / total, spent / minutes if minutes else 0.0)
            if share >= 1:
                done = total
                break
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1.0, (share + 1e-4) / warmup, (1 - share) / (1 - warmup))
            ids, types, targets = collate(batch, model.pad)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                outputs = model(ids, types)
            value = loss(outputs, targets)
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            torch.nn.utils.clip_grad_norm_(decayed + plain, 1.0)
            optimizer.step()
            done += 1
            tokens += ids.numel()
            average += (value.item() - average) * (0.02 if done > 50 else 1 / done)
            now = time.monotonic()
            if now - last_report > 20:
                report(f"{done}/{total} share {share:.3f} loss {average:.4f} {tokens / (now - start):.0f} tokens/s")
                last_report = now
            if now - last_save > save_minutes * 60:
                save(model, to)
                last_save = now
            if done >= total:
                break
    save(model, to)
    model.eval()
