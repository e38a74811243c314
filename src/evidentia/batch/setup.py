"""What a worker needs to make its verifier, small enough to travel to it."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from importlib import resources
from typing import Any, Protocol

import msgspec

import evidentia
from evidentia.claim import Policy, Prediction

# What an answer depends on besides the claim, the corpus and the settings.
_DATA = (
    "reader/judge/manifest.json",
    "reader/ranker/manifest.json",
    "reader/combination.json",
    "calculator.json",
    "cell_reader.json",
    "search.json",
)


class Verifies(Protocol):
    def verify(self, claim: str) -> Prediction: ...


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """`maker` names a function (`module:function`) that takes the other fields and returns a verifier."""

    corpus: str | None = None
    preset: str = "default"
    policy: str | None = None
    maker: str = "evidentia.batch.setup:verifier"

    def make(self) -> Verifies:
        module, _, name = self.maker.partition(":")
        function: Callable[..., Verifies] = getattr(importlib.import_module(module), name)
        return function(self.corpus, preset=self.preset, policy=self.policy)

    def identity(self) -> str:
        """Changes whenever an answer may: by corpus, model, weights, preset, policy, program."""
        digest = hashlib.sha256()
        parts: list[Any] = [self.maker, self.preset, self.policy, evidentia.__version__]
        if self.maker == Setup.__struct_defaults__[-1]:
            parts.append(opened(self.corpus).version)
            data = resources.files("evidentia").joinpath("data")
            for name in _DATA:
                file = data.joinpath(name)
                parts.append(hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "")
        else:
            parts.append(self.corpus)
        digest.update(msgspec.json.encode(parts))
        return digest.hexdigest()


def verifier(corpus: str | None, *, preset: str, policy: str | None) -> Verifies:
    from evidentia.pipeline import Verifier

    return Verifier(opened(corpus), preset=preset, policy=Policy(policy) if policy else None)


def opened(corpus: str | None) -> Any:
    """The corpus of that path, or the demo corpus."""
    if corpus is None:
        from evidentia.corpus.demo import demo_corpus

        return demo_corpus()
    from evidentia.corpus import open_corpus

    return open_corpus(corpus)
