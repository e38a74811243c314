"""Results by label, challenge, kind of evidence and number of pieces; and which label was taken for which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evidentia.score import feverous
from evidentia.score.result import ClaimScore, Scores, aggregate, f1

Record = Mapping[str, Any]
NONE = "none"


def by_label(instance: Record) -> str:
    return str(instance["label"]).upper()


def by_challenge(instance: Record) -> str:
    return str(instance.get("challenge") or NONE)


def by_evidence(instance: Record) -> str:
    """FEVEROUS: sentences, tables (with lists) or combined; FEVER: one page or several; or sets of several kinds."""
    kinds = {_kind(group) for group in _sets(instance)} - {NONE}
    if not kinds:
        return NONE
    return kinds.pop() if len(kinds) == 1 else "several kinds"


def by_pieces(instance: Record) -> str:
    """The size of the smallest evidence set."""
    sizes = [len(group) for group in _sets(instance) if _kind(group) != NONE]
    if not sizes:
        return "0"
    fewest = min(sizes)
    return str(fewest) if fewest < 5 else "5-9" if fewest < 10 else "10 or more"


WAYS: dict[str, Callable[[Record], str]] = {
    "label": by_label,
    "challenge": by_challenge,
    "evidence": by_evidence,
    "pieces": by_pieces,
}
_ORDER = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO", "0", "1", "2", "3", "4", "5-9", "10 or more")


def breakdown(instances: Sequence[Record], claims: Sequence[ClaimScore], way: str) -> dict[str, Scores]:
    """Scores of each group; `instances` hold the gold fields, `claims` what the scorer said of each."""
    groups: dict[str, list[ClaimScore]] = {}
    for instance, claim in zip(instances, claims):
        groups.setdefault(WAYS[way](instance), []).append(claim)
    return {name: aggregate(groups[name]) for name in sorted(groups, key=_place)}


def figures(part: Scores) -> dict[str, Any]:
    """Of one group; null where no claim in it counts for evidence, instead of what the official average would say."""
    found = part.figures()
    if all(claim.precision is None for claim in part.by_claim):
        found |= dict.fromkeys(("evidence_precision", "evidence_recall", "evidence_f1"))
    return found


def confusion(claims: Sequence[ClaimScore]) -> dict[str, dict[str, int]]:
    """Gold label → predicted label → claims."""
    names = sorted({name for claim in claims for name in (claim.label, claim.predicted)}, key=_place)
    table = {gold: dict.fromkeys(names, 0) for gold in names}
    for claim in claims:
        table[claim.label][claim.predicted] += 1
    return table


def label_f1(claims: Sequence[ClaimScore]) -> dict[str, float]:
    """F1 of each gold label, and their mean under `macro`, as the FEVEROUS paper reports verdicts."""
    table = confusion(claims)
    scores: dict[str, float] = {}
    for name, row in table.items():
        gold, predicted = sum(row.values()), sum(other[name] for other in table.values())
        if gold:
            scores[name] = f1(row[name] / predicted if predicted else 0.0, row[name] / gold)
    return {**scores, "macro": sum(scores.values()) / len(scores)} if scores else {}


def _place(name: str) -> tuple[int, str]:
    return (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)


def _sets(instance: Record) -> list[list[Any]]:
    return [group["content"] if isinstance(group, Mapping) else group for group in instance["evidence"]]


def _kind(group: Sequence[Any]) -> str:
    if group and isinstance(group[0], list) and len(group[0]) == 4:
        pages = {part[2] for part in group if part[2] is not None}
        return NONE if not pages else "one page" if len(pages) == 1 else "several pages"
    kinds = {
        part[1] in feverous.CELL_KINDS
        for part in (feverous.element(value) for value in group)
        if isinstance(part, tuple) and len(part) > 1
    }
    return NONE if not kinds else "combined" if len(kinds) == 2 else "tables" if True in kinds else "sentences"
