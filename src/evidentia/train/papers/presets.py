"""The papers' hyperparameters."""

from __future__ import annotations

import msgspec


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """How one model was trained; `encoder` is a Hugging Face name or folder."""

    encoder: str = ""
    rate: float
    batch: int
    epochs: int = 1
    decay: float = 0.0
    warmup: int = 0
    max_tokens: int = 512
    rates: tuple[float, ...] = ()
    """The grid that was searched, where one was."""


PRESETS = {
    # FEVER 2018: a hidden layer of 100 over term frequencies and TF-IDF cosine, as in the Fake News Challenge.
    "mlp": Preset(rate=1e-2, batch=500, epochs=90),
    # FEVER 2018: decomposable attention as its authors trained it on SNLI.
    "attention": Preset(rate=5e-2, batch=32, epochs=30),
    # FEVEROUS 2021, supplement A.7.
    "cells": Preset(encoder="roberta-base", rate=5e-5, batch=16, decay=0.1),
    "verdict": Preset(encoder="roberta-large", rate=1e-5, batch=16, decay=0.01),
    "verdict-nli": Preset(
        encoder="ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli", rate=1e-5, batch=16, decay=0.01
    ),
    "claim-only": Preset(encoder="roberta-base", rate=1e-5, batch=16, decay=0.01),
    "evidence-type": Preset(encoder="roberta-base", rate=1e-5, batch=16, decay=0.01),
    # FAVIQ 2022, appendix C.
    "bart": Preset(
        encoder="facebook/bart-large",
        rate=1e-5,
        batch=32,
        epochs=3,
        warmup=500,
        max_tokens=1024,
        rates=(7e-6, 8e-6, 9e-6, 1e-5),
    ),
    "bart-scifact": Preset(
        encoder="facebook/bart-large", rate=1e-5, batch=8, epochs=3, max_tokens=1024, rates=(7e-6, 8e-6, 9e-6, 1e-5)
    ),
}
