"""Training a dual encoder as DPR does: a vector for the claim, one for the passage, other passages as negatives."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.errors import InputError
from evidentia.search.dense import Pooling
from evidentia.train.dpr_pairs import Triple


class DprSettings(msgspec.Struct, kw_only=True, frozen=True):
    """DPR's own values, for a batch that fits one small machine."""

    epochs: float = 3.0
    batch: int = 32
    rate: float = 2e-5
    warm_up: float = 0.06
    weight_decay: float = 0.01
    max_tokens: int = 128
    shared: bool = False
    pooling: str = "cls"
    normalised: bool = False
    temperature: float = 1.0
    seed: int = 1


def train_dual_encoder(
    triples: Sequence[Triple],
    encoder: str | Path,
    to: str | Path,
    *,
    settings: DprSettings | None = None,
    device: str | None = None,
    report: Callable[[int, float], None] | None = None,
) -> list[float]:
    """Trains from any Hugging Face encoder and writes `questions/` and `passages/`; the loss of every step.

    Each claim is to find its own passage among all passages of the batch, positive and negative.
    """
    import torch
    from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

    settings = settings or DprSettings()
    if len(triples) < 2:
        raise InputError(f"{len(triples)} training examples: a dual encoder needs at least 2, better thousands")
    torch.manual_seed(settings.seed)
    rng = random.Random(settings.seed)
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        tokenizer: Any = AutoTokenizer.from_pretrained(str(encoder))
        questions: Any = AutoModel.from_pretrained(str(encoder)).to(device).train()
        passages: Any = questions if settings.shared else AutoModel.from_pretrained(str(encoder)).to(device).train()
    except (OSError, ValueError) as error:
        raise InputError(f"{encoder}: neither a folder with an encoder nor a model to be had ({error})") from error
    pooling = Pooling(kind=settings.pooling, normalised=settings.normalised)

    def vectors(model: Any, texts: Sequence[str]) -> Any:
        inputs = tokenizer(
            list(texts), padding=True, truncation=True, max_length=settings.max_tokens, return_tensors="pt"
        ).to(device)
        return pooling.apply(model(**inputs).last_hidden_state, inputs["attention_mask"])

    batch = min(settings.batch, len(triples))
    steps = max(1, round(settings.epochs * (len(triples) // batch)))
    parameters = {id(p): p for model in (questions, passages) for p in model.parameters()}
    optimizer = torch.optim.AdamW(parameters.values(), lr=settings.rate, weight_decay=settings.weight_decay)
    schedule = get_linear_schedule_with_warmup(optimizer, int(settings.warm_up * steps), steps)
    losses: list[float] = []
    order: list[int] = []
    for step in range(steps):
        if len(order) < batch:
            fresh = list(range(len(triples)))
            rng.shuffle(fresh)
            order = fresh
        chosen, order = [triples[place] for place in order[:batch]], order[batch:]
        asked = vectors(questions, [triple.claim for triple in chosen])
        texts = [triple.positive for triple in chosen] + [triple.negative for triple in chosen]
        scores = asked @ vectors(passages, texts).T / settings.temperature
        # A passage that is also positive for another claim of the batch must not count against that claim.
        same = [[a.positive == text and place != n for place, text in enumerate(texts)] for n, a in enumerate(chosen)]
        scores = scores.masked_fill(torch.tensor(same, device=scores.device), float("-inf"))
        loss = torch.nn.functional.cross_entropy(scores, torch.arange(len(chosen), device=scores.device))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(parameters.values()), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if report is not None:
            report(step, losses[-1])
    target = Path(to)
    for name, model in (("questions", questions), ("passages", passages)):
        model.save_pretrained(target / name)
        tokenizer.save_pretrained(target / name)
        pooling.save(target / name)
    return losses
