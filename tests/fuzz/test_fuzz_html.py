"""A short run of the fuzz target, always over the same documents."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path
from typing import Any

import pytest


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("fuzz_html", Path(__file__).with_name("fuzz_html.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fuzz = _load()


@pytest.mark.parametrize("seed", range(4))
def test_documents(seed: int) -> None:
    for data in itertools.islice(fuzz.documents(seed), 400):
        fuzz.target(data)


@pytest.mark.parametrize("document", fuzz.SEEDS)
def test_seeds(document: str) -> None:
    fuzz.target(document.encode("utf-8", "surrogatepass"))
    fuzz.target(b"\xff" + document.encode("utf-8", "surrogatepass"))
