"""The trained cell picker: one small linear model over `cell_features`, with the pages that a row links to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from evidentia.errors import InputError
from evidentia.evidence.asked import is_question
from evidentia.evidence.cell_features import NAMES, Floats, Idf, Linked, Scorer, view
from evidentia.evidence.cells import best, by_words
from evidentia.page import Page, Table

if TYPE_CHECKING:
    from evidentia.corpus import Corpus


class CellWeights(msgspec.Struct):
    """One weight per feature; features the file does not name count nothing."""

    weights: dict[str, float]
    trained_on: str = ""
    figures: dict[str, float] = {}


class CellReader:
    """Picks the cells a claim or question needs."""

    def __init__(self, weights: CellWeights) -> None:
        unknown = sorted(set(weights.weights) - set(NAMES))
        if unknown:
            raise InputError(f"cell weights for unknown features ({', '.join(unknown[:3])} …): train them again")
        self.weights: Floats = np.array([weights.weights.get(name, 0.0) for name in NAMES], np.float32)

    def pick(
        self,
        claim: str,
        table: Table,
        page_title: str = "",
        *,
        k: int = 25,
        idf: Idf | None = None,
        linked: Linked | None = None,
        scorer: Scorer | None = None,
    ) -> list[tuple[str, float]]:
        """The `k` best cells with their share of the table's probability, best first.

        `linked` gives the introduction of the page a link leads to, None where the corpus has none.
        """
        cells = view(claim, table, page_title, idf=idf, linked=linked, scorer=scorer)
        if not cells.keys:
            return []
        scores = cells.features @ self.weights
        if not is_question(claim):
            # The weights know which cell answers; a claim's evidence is also the cells that it names.
            scores = scores + by_words(cells)
        odds = np.exp(scores - scores.max())
        return best(cells, odds / odds.sum(), k)


def load(path: str | Path | None = None) -> CellReader:
    """The picker that comes with the package, or one that `evidentia train cells` wrote."""
    return _packaged() if path is None else CellReader(_read(Path(path).read_bytes(), str(path)))


def introductions(get: Callable[[str], Page | None], *, sentences: int = 6, kept: int = 4096) -> Linked:
    """The `linked` of a corpus: `introductions(corpus.get)`; what was read last is kept."""

    @lru_cache(maxsize=kept)
    def linked(title: str) -> str | None:
        page = get(title)
        return " ".join(one.text for one in page.introduction[:sentences]) if page is not None else None

    return linked


@cache
def _packaged() -> CellReader:
    return CellReader(_read((files("evidentia") / "data" / "cell_reader.json").read_bytes(), "data/cell_reader.json"))


def _read(data: bytes, name: str) -> CellWeights:
    try:
        return msgspec.json.decode(data, type=CellWeights)
    except msgspec.DecodeError as error:
        raise InputError(f"{name}: not a file of cell weights ({error}); train it again") from error


def corpus_picker(corpus: Corpus) -> Callable[..., list[tuple[str, float]]]:
    """The trained picker for a corpus's tables: it reads the introductions that the cells' links lead to."""
    return partial(load().pick, linked=introductions(corpus.get))
