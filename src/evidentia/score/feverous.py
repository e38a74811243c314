"""The FEVEROUS score: the right label and one whole evidence set among 5 sentences and 25 cells.

Captions, header cells and list items use the budget of the cells; NOT ENOUGH INFO needs its evidence too. Evidence is
given as ids (`Page_cell_0_2_1`) or as the leaderboard's triples (`["Page", "cell", "0_2_1"]`), gold evidence also
as the sets of the claims file. The functions under the official names take the official dicts; no input is changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evidentia import ids
from evidentia.score import match
from evidentia.score.match import Piece, PredictionFormatError
from evidentia.score.records import pair
from evidentia.score.result import ClaimScore, Scores, aggregate

MAX_SENTENCES = 5
MAX_CELLS = 25
CELL_KINDS = frozenset(("cell", "item", "table_caption", "header_cell"))
Record = Mapping[str, Any]


def score(
    predictions: Sequence[Record],
    gold: Sequence[Record] | None = None,
    *,
    max_evidence: int | None = MAX_SENTENCES,
    max_evidence_cell: int | None = MAX_CELLS,
    join: str = "auto",
) -> Scores:
    """Scores of official predictions; label and evidence stand in them, or in `gold` (blind mode)."""
    pairs = pair(predictions, gold, join=join)
    return aggregate(
        [score_claim(record, max_evidence=max_evidence, max_evidence_cell=max_evidence_cell) for record in pairs]
    )


def score_claim(
    instance: Record, *, max_evidence: int | None = MAX_SENTENCES, max_evidence_cell: int | None = MAX_CELLS
) -> ClaimScore:
    """One prediction that holds its gold `label` and `evidence` too."""
    correct = is_correct_label(instance)
    predicted = truncated(_predicted(instance), max_evidence, max_evidence_cell)
    if correct:
        _check(predicted)
    gold = gold_sets(instance["evidence"])
    return ClaimScore(
        label=instance["label"].upper(),
        predicted=instance["predicted_label"].upper(),
        correct=correct,
        strict=correct and match.covers(predicted, gold),
        precision=match.precision(predicted, _named(gold)),
        recall=match.recall(predicted, gold),
    )


def feverous_score(
    predictions: Sequence[Record],
    actual: Sequence[Record] | None = None,
    max_evidence: int | None = MAX_SENTENCES,
    max_evidence_cell: int | None = MAX_CELLS,
) -> tuple[float, float, float, float, float]:
    """Strict score, label accuracy, precision, recall, F1."""
    return score(predictions, actual, max_evidence=max_evidence, max_evidence_cell=max_evidence_cell).official


def truncated(predicted: Sequence[Piece], sentences: int | None, cells: int | None) -> list[Piece]:
    """What fits the budgets, in order; duplicates use budget; what is of no table or list counts as a sentence."""
    kept: list[Piece] = []
    used = {True: 0, False: 0}
    for part in predicted:
        is_cell = isinstance(part, tuple) and len(part) > 1 and part[1] in CELL_KINDS
        budget = cells if is_cell else sentences
        if budget is None or used[is_cell] < budget:
            kept.append(part)
        used[is_cell] += 1
    return kept


def element(value: Any) -> Piece:
    """An id or a `[page, kind, numbers]` as the triple that is compared."""
    return match.piece(triple(value) if isinstance(value, str) else value)


def triple(text: str) -> list[str]:
    """`Page_header_cell_0_1_2` → `["Page", "header_cell", "0_1_2"]`."""
    try:
        found = ids.parse(text)
    except ValueError:
        return [text]
    rest = text[len(found.page) :].removeprefix("_")
    return [found.page, found.kind, rest[len(found.kind) :].removeprefix("_")]


def gold_sets(evidence: Sequence[Any]) -> list[list[Piece]]:
    """Evidence sets as triples: of the claims file (`{"content": […]}`), or lists of ids or triples."""
    sets = [group["content"] if isinstance(group, Mapping) else group for group in evidence]
    return [[_three(element(part)) for part in group] for group in sets]


def check_predicted_evidence_format(instance: Record) -> None:
    _check([element(part) for part in instance.get("predicted_evidence") or ()])


def piece_fault(part: Any) -> str | None:
    """What is wrong with one piece of predicted evidence."""
    if isinstance(part, str):
        return None if ids.is_id(part) else f"{part!r:.80} is not an element id such as Page_sentence_3"
    if not isinstance(part, list | tuple):
        return f"{part!r:.80} is neither an id nor a list"
    if len(part) != 3:
        return f"{part!r:.80} has {len(part)} parts, not 3"
    if not all(isinstance(word, str) for word in part):
        return f"{part!r:.80} must hold three strings, such as ['Page', 'cell', '1_19_0']"
    return None


def is_correct_label(instance: Record) -> bool:
    return match.same_label(instance["label"], instance["predicted_label"])


def is_strictly_correct(instance: Record) -> bool:
    """Looks at all predicted evidence; `truncated` is what holds to the budgets."""
    check_predicted_evidence_format(instance)
    return is_correct_label(instance) and match.covers(_predicted(instance), gold_sets(instance["evidence"]))


def evidence_macro_precision(instance: Record) -> tuple[float, float]:
    """What one claim adds to the sum and to the count of the macro-average."""
    return match.precision(_predicted(instance), _named(gold_sets(instance["evidence"]))), 1.0


def evidence_macro_recall(instance: Record) -> tuple[float, float]:
    """What one claim adds to the sum and to the count of the macro-average."""
    return match.recall(_predicted(instance), gold_sets(instance["evidence"])), 1.0


def _predicted(instance: Record) -> list[Piece]:
    if not isinstance(instance.get("predicted_evidence"), list | tuple):
        raise PredictionFormatError("a prediction has no list predicted_evidence (give an empty list for none)")
    return [element(part) for part in instance["predicted_evidence"]]


def _check(predicted: Sequence[Piece]) -> None:
    for part in predicted:
        fault = piece_fault(part)
        if fault:
            raise PredictionFormatError(f"predicted_evidence must be a list of [page, kind, numbers] lists: {fault}")


def _three(part: Piece) -> Piece:
    return part[:3] if isinstance(part, tuple) else part


def _named(gold: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    return [[part for part in group if not (isinstance(part, tuple) and part and part[0] is None)] for group in gold]
