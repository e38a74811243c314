"""How much of the gold evidence was retrieved: FEVER's Table 2, and the left of FEVEROUS's Table 4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.errors import InputError
from evidentia.files import read_jsonl
from evidentia.score.records import align, is_header
from evidentia.score.retrieval_gold import KINDS, GoldSet, Lists, gold_sets, lists

CUTS = {"pages": (1, 3, 5, 10), "sentences": (1, 3, 5), "tables": (1, 3, 5), "cells": (5, 25), "items": (5, 25)}
BUDGET = {"sentences": 5, "cells": 25, "items": 25}
NEI = "NOT ENOUGH INFO"


class Case(msgspec.Struct):
    """One claim: what would decide it, and what was found."""

    label: str
    gold: list[GoldSet]
    found: Lists
    challenge: str = "none"

    @property
    def evidence_type(self) -> str:
        """As FEVEROUS breaks its results down."""
        kinds = {
            "sentences only"
            if not one.cells | one.tables | one.items
            else "cells only"
            if not one.sentences
            else "both"
            for one in self.gold
        }
        return kinds.pop() if len(kinds) == 1 else "several" if kinds else "none"


class RetrievalScore(msgspec.Struct):
    """Shares from 0 to 1; each key of a mapping is a cut-off."""

    claims: int
    with_evidence: int
    fully_supported: dict[str, dict[str, float]]
    oracle_accuracy: dict[str, dict[str, float]]
    recall: dict[str, dict[str, float]]
    coverage: dict[str, float]
    evidence_precision: float
    evidence_recall: float
    evidence_f1: float
    by_challenge: dict[str, dict[str, float]] = {}
    by_evidence: dict[str, dict[str, float]] = {}

    def figures(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {field: getattr(self, field) for field in self.__struct_fields__}


def score(gold_path: str | Path, predictions_path: str | Path) -> RetrievalScore:
    """Scores of a file of `evidentia retrieve` (or official predictions) against official claims."""
    return score_cases(read_cases(gold_path, predictions_path))


def read_cases(gold_path: str | Path, predictions_path: str | Path) -> list[Case]:
    """Claims and what was retrieved for them: by id where all have one, by the order of lines otherwise."""
    gold = _read(gold_path)
    predictions = _read(predictions_path)
    found: dict[int, Lists] = {}
    for (number, prediction), place in zip(predictions, align([g for _, g in gold], [p for _, p in predictions])):
        try:
            found[place] = lists(prediction)
        except (ValueError, TypeError, IndexError) as error:
            raise InputError(f"{predictions_path}, line {number}: {error}") from error
    cases = []
    for place, (number, record) in enumerate(gold):
        if place not in found:
            continue
        try:
            sets = gold_sets(record)
        except (ValueError, TypeError, IndexError) as error:
            raise InputError(f"{gold_path}, line {number}: {error}") from error
        label = str(record.get("label") or "").upper()
        cases.append(Case(label, sets, found[place], str(record.get("challenge") or "none")))
    return cases


def score_cases(cases: Sequence[Case]) -> RetrievalScore:
    """Scores over claims; NOT ENOUGH INFO without evidence counts in oracle accuracy only."""
    known = [case for case in cases if case.gold]
    without = sum(not case.gold and case.label == NEI for case in cases)
    supported: dict[str, dict[str, float]] = {}
    oracle: dict[str, dict[str, float]] = {}
    recall: dict[str, dict[str, float]] = {}
    for kind, cuts in CUTS.items():
        concerned = [case for case in known if any(getattr(one, kind) for one in case.gold)]
        if not concerned:
            continue
        supported[kind] = {}
        recall[kind] = {}
        for k in cuts:
            complete = sum(_complete(case, kind, k) for case in concerned)
            supported[kind][str(k)] = complete / len(concerned)
            recall[kind][str(k)] = _mean(_share(case, kind, k) for case in concerned)
            if kind in ("pages", "sentences") and len(concerned) == len(known):
                oracle.setdefault(kind, {})[str(k)] = (complete + without) / max(len(known) + without, 1)
    precision, full = _evidence(known)
    return RetrievalScore(
        claims=len(cases),
        with_evidence=len(known),
        fully_supported=supported,
        oracle_accuracy=oracle,
        recall=recall,
        coverage=coverage(known),
        evidence_precision=precision,
        evidence_recall=full,
        evidence_f1=_f1(precision, full),
        by_challenge=_groups(known, lambda case: case.challenge),
        by_evidence=_groups(known, lambda case: case.evidence_type),
    )


def coverage(cases: Sequence[Case]) -> dict[str, float]:
    """For each kind the share of claims, among those that need it, of which one set's elements were all retrieved."""
    found = {}
    for kind in KINDS:
        concerned = [case for case in cases if any(getattr(one, kind) for one in case.gold)]
        if concerned:
            found[kind] = _mean(_complete(case, kind, None) for case in concerned)
    if cases:
        found["all"] = _mean(any(_covers_all(one, case.found) for one in case.gold) for case in cases)
    return found


def _covers_all(one: GoldSet, found: Lists) -> bool:
    """Sentences and items were found, and for cells at least their tables, as FEVEROUS's retriever hands them on."""
    return (
        one.sentences <= set(found.sentences)
        and one.items <= set(found.items)
        and one.tables <= set(found.tables)
        and one.pages <= set(found.pages)
    )


def _complete(case: Case, kind: str, k: int | None) -> bool:
    found = set(getattr(case.found, kind)[:k])
    return any(wanted <= found for one in case.gold if (wanted := getattr(one, kind)))


def _share(case: Case, kind: str, k: int) -> float:
    """The share of all gold names of this kind: TREC's recall at k."""
    wanted = frozenset().union(*(getattr(one, kind) for one in case.gold))
    return len(wanted & set(getattr(case.found, kind)[:k])) / len(wanted)


def _evidence(cases: Sequence[Case]) -> tuple[float, float]:
    """Precision and recall of evidence as the FEVEROUS scorer takes them, within its budgets."""
    precisions = []
    full = []
    for case in cases:
        taken = [name for kind, budget in BUDGET.items() for name in getattr(case.found, kind)[:budget]]
        wanted = frozenset().union(*(one.elements for one in case.gold))
        precisions.append(sum(name in wanted for name in taken) / len(taken) if taken else 1.0)
        full.append(float(any(one.elements <= set(taken) for one in case.gold)))
    return _mean(precisions), _mean(full)


def _groups(cases: Sequence[Case], key: Callable[[Case], str]) -> dict[str, dict[str, float]]:
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(key(case), []).append(case)
    result = {}
    for name in sorted(groups):
        precision, full = _evidence(groups[name])
        result[name] = {
            "claims": float(len(groups[name])),
            **{f"{kind}_coverage": value for kind, value in coverage(groups[name]).items()},
            "evidence_precision": precision,
            "evidence_recall": full,
            "evidence_f1": _f1(precision, full),
        }
    return result


def _read(path: str | Path) -> list[tuple[int, dict[str, Any]]]:
    found = []
    for number, record in read_jsonl(path):
        if not isinstance(record, dict):
            raise InputError(f"{path}, line {number}: a line must be an object {{…}}")
        if number == 1 and is_header(record) and not any(name.startswith("predicted_") for name in record):
            continue
        found.append((number, record))
    if not found:
        raise InputError(f"{path} holds no claims")
    return found


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
