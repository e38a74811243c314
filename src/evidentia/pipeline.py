"""The main job on one page: claim in; search, evidence, verdict; prediction out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from evidentia import ids
from evidentia.claim import Claim, Evidence, Label, Policy, Prediction
from evidentia.errors import InputError
from evidentia.page import Table
from evidentia.search.methods import PRESETS as BUDGETS
from evidentia.search.methods import Budget, method
from evidentia.search.searcher import Retrieved
from evidentia.verdict import explain
from evidentia.verdict.examined import Examined, Reading, deciding
from evidentia.verdict.parts import split

if TYPE_CHECKING:
    from evidentia.corpus import Corpus
    from evidentia.models import JudgeModel, Ranker
    from evidentia.verdict import Verdict

Search = Callable[[str], Retrieved]
READ_SENTENCES = 5
READ_ITEMS = 2
READ_TABLES = 2
NEAR_SENTENCES = 2
LONGEST_CLAIM = 4000


class Preset(msgspec.Struct, frozen=True):
    """How much is found, by which label policy it is judged, and whether claims of several facts are split."""

    budget: Budget
    policy: Policy = Policy.MISLED
    method: str = "default"
    split: bool = True


PRESETS = {
    "default": Preset(BUDGETS["default"]),
    "fever": Preset(BUDGETS["fever"], policy=Policy.STRICT, split=False),
    "feverous": Preset(BUDGETS["feverous"]),
    "faviq": Preset(BUDGETS["faviq"], split=False),
    "sentences": Preset(Budget(tables=0, cells=0, items=0)),
    "tables": Preset(Budget(sentences=0, items=0)),
}


class Verifier:
    """Verifies claims against a corpus. Each stage can be exchanged: `search`, `ranker`, `judge_model`."""

    def __init__(
        self,
        corpus: Corpus,
        *,
        preset: str | Preset = "default",
        policy: Policy | None = None,
        search: Search | None = None,
        ranker: Ranker | None = None,
        judge_model: JudgeModel | None = None,
        rerank: bool = True,
    ) -> None:
        from evidentia.evidence.cell_reader import corpus_picker
        from evidentia.models import load_judge, load_ranker

        if isinstance(preset, str) and preset not in PRESETS:
            raise InputError(f"no preset {preset!r}; there are {', '.join(PRESETS)}")
        self.preset = PRESETS[preset] if isinstance(preset, str) else preset
        self.name = preset if isinstance(preset, str) else "custom"
        self.corpus = corpus
        self.policy = policy or self.preset.policy
        ranker = ranker or (load_ranker() if rerank else None)
        picker = corpus_picker(corpus)
        self.search = search or method(self.preset.method, corpus, self.preset.budget, ranker=ranker, picker=picker)
        self.judge_model = judge_model or load_judge()

    def verify(self, claim: str, *, id: str | int | None = None) -> Prediction:
        """Parts of a claim are decided apart; one refuted part refutes it, all supported parts support it."""
        start = time.perf_counter()
        claim = " ".join(claim[:LONGEST_CLAIM].split())
        parts = split(claim) if self.preset.split else [claim]
        whole = self.search(claim)
        searched = time.perf_counter()
        examined = [self._examine(claim, whole)] if len(parts) == 1 else [self._part(part, whole) for part in parts]
        verdict = deciding(examined).verdict
        told = explain.explain(examined, self._again)
        done = time.perf_counter()
        return Prediction(
            id=id,
            claim=claim,
            label=verdict.label,
            policy=self.policy,
            probabilities=verdict.probabilities,
            evidence=explain.evidence(examined, whole),
            pages=explain.pages(examined, whole),
            seconds={
                "search": round(searched - start, 4),
                "verdict": round(done - searched, 4),
                "total": round(done - start, 4),
            },
            details={**told, "corpus": self._corpus_told(), "model": self.judge_model.name},
        )

    def verify_many(self, claims: Iterable[Claim]) -> Iterator[Prediction]:
        for claim in claims:
            yield self.verify(claim.claim, id=claim.id)

    def _judge(
        self, claim: str, pieces: Sequence[Evidence], tables: Sequence[tuple[str, Table]], found: Retrieved
    ) -> Verdict:
        from evidentia.verdict import judge

        return judge(
            claim,
            pieces,
            tables,
            policy=self.policy,
            model=self.judge_model,
            retrieved=True,
            retrieval=retrieval_features(found),
        )

    def _again(self, claim: str, reading: Reading, found: Retrieved) -> Verdict:
        """A corrected claim, by what the claim itself was judged by."""
        return self._judge(claim, reading.read, reading.tables, found)

    def _part(self, part: str, whole: Retrieved) -> Examined:
        """By what was found for the whole claim; a part that it leaves open is searched for by itself."""
        examined = self._examine(part, whole)
        if examined.verdict.label is not Label.NOT_ENOUGH_INFO:
            return examined
        alone = self._examine(part, self.search(part))
        return min(alone, examined, key=lambda one: one.verdict.probabilities[Label.NOT_ENOUGH_INFO.value])

    def _examine(self, claim: str, found: Retrieved) -> Examined:
        """The sentences together, and each of the best tables with the sentences of its page."""
        tables = self._tables(found)[:READ_TABLES]
        pieces = read_together(found)
        readings = []
        if pieces or not tables:
            readings.append(Reading(pieces, self._judge(claim, pieces, (), found), read=pieces))
        for identity, page, table in tables:
            near = [piece for piece in found.sentences if piece.page == page][:NEAR_SENTENCES]
            cells = [cell for cell in found.cells if cell.page == page and in_table(cell.id, identity)]
            verdict = self._judge(claim, near, [(page, table)], found)
            readings.append(Reading([*near, *cells], verdict, page=page, read=near, tables=[(page, table)]))
        return Examined(claim, found, readings)

    def _tables(self, found: Retrieved) -> list[tuple[str, str, Table]]:
        tables = []
        for evidence in found.tables:
            page = self.corpus.get(evidence.page)
            piece = page.by_key.get(evidence.id[len(evidence.page) + 1 :]) if page else None
            if isinstance(piece, Table):
                tables.append((evidence.id, evidence.page, piece))
        return tables

    def _corpus_told(self) -> dict[str, Any]:
        manifest = self.corpus.manifest
        return {
            "name": manifest.name,
            "date": manifest.date,
            "version": self.corpus.version,
            "pages": manifest.pages,
        }


def read_together(found: Retrieved) -> list[Evidence]:
    """What is read first: the best sentences, items and passages, whatever their pages."""
    return [*found.sentences[:READ_SENTENCES], *found.items[:READ_ITEMS], *found.passages]


def in_table(cell: str, table: str) -> bool:
    return str(ids.parse(cell).table) == table


def retrieval_features(found: Retrieved) -> dict[str, float]:
    """How sure retrieval was: the scores of the best page and sentence, and the lead of the best page."""
    scores = [page.score for page in found.pages[:2]]
    best = max((piece.score for piece in found.sentences), default=0.0)
    return {
        "page_score": scores[0] if scores else 0.0,
        "page_lead": scores[0] - scores[1] if len(scores) > 1 else 0.0,
        "sentence_score": best,
    }
