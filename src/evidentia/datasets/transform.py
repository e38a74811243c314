"""One data set's lines as another's, where the content allows: FEVER, FEVEROUS, FAVIQ, KILT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from evidentia.datasets.records import Record, label_of
from evidentia.errors import InputError
from evidentia.formats.fever import escape_title, unescape_title
from evidentia.ids import parse

if TYPE_CHECKING:
    from evidentia.claim import Label
    from evidentia.corpus import Corpus

FORMATS = ("fever", "feverous", "faviq", "kilt")
KILT_LABELS = ("SUPPORTS", "REFUTES")


def detect(record: Record) -> str:
    """The format of a record by its fields; InputError if none fits."""
    evidence = record.get("evidence")
    if "positive_evidence" in record:
        return "faviq"
    if "output" in record and "input" in record:
        return "kilt"
    if isinstance(evidence, list) and evidence and isinstance(evidence[0], dict):
        return "feverous"
    if isinstance(evidence, list) and "claim" in record:
        return "fever"
    raise InputError(f"claim {record.get('id', '?')}: neither {', '.join(FORMATS)}; name the format with --from")


def convert(
    records: Iterable[Record],
    to: str,
    *,
    source: str | None = None,
    corpus: Corpus | None = None,
    mapping: dict[str, Label] | None = None,
) -> Iterator[Record]:
    """Records in the format `to`; texts of evidence (FAVIQ, KILT) are read from the corpus where one is given."""
    if to not in FORMATS:
        raise InputError(f"no format {to!r}; there are {', '.join(FORMATS)}")
    for record in records:
        yield _WRITERS[to](_neutral(record, source or detect(record), mapping), corpus)


def lines(
    records: Iterable[Record],
    *,
    source: str | None = None,
    corpus: Corpus | None = None,
    mapping: dict[str, Label] | None = None,
) -> Iterator[Record]:
    """Records as `evidentia judge` takes them: evidence as texts, read from the corpus where it is only ids."""
    for record in records:
        plain = _neutral(record, source or detect(record), mapping)
        evidence = [
            {"id": f"{title}_{key}", "page": title, "text": _text(title, key, text, corpus), "context": [title]}
            for group in plain["sets"][:1]
            for title, key, text in group
        ]
        yield {key: plain[key] for key in ("id", "claim", "label")} | {"evidence": evidence}


def _neutral(record: Record, source: str, mapping: dict[str, Label] | None) -> Record:
    """`id`, `claim`, `label` and `sets`: lists of (title, key) pairs, with texts where the source has them."""
    if source == "kilt":
        answers = [item for item in record.get("output") or () if isinstance(item, dict) and item.get("answer")]
        label = answers[0]["answer"] if answers else "NOT ENOUGH INFO"
        sets = [
            [(p.get("title", ""), f"passage_{p.get('start_paragraph_id', 0)}", str(p.get("text", "")))]
            for item in record.get("output") or ()
            for p in (item.get("provenance") or () if isinstance(item, dict) else ())
        ]
        base = {"id": record.get("id"), "claim": record.get("input", ""), "label": label}
    elif source == "faviq":
        passage = record.get("positive_evidence") or {}
        sets = (
            [[(passage.get("title", ""), f"passage_{passage.get('id', 0)}", passage.get("text", ""))]]
            if passage
            else []
        )
        base = {"id": record.get("id"), "claim": record.get("claim", ""), "label": record.get("label")}
    elif source == "feverous":
        sets = [_feverous_set(item) for item in record.get("evidence") or () if isinstance(item, dict)]
        base = {"id": record.get("id"), "claim": record.get("claim", ""), "label": record.get("label")}
    elif source == "fever":
        sets = [_fever_set(group) for group in record.get("evidence") or () if isinstance(group, list)]
        base = {"id": record.get("id"), "claim": record.get("claim", ""), "label": record.get("label")}
    else:
        raise InputError(f"no format {source!r}; there are {', '.join(FORMATS)}")
    label_name = label_of(base, mapping).value
    return {**base, "label": label_name, "sets": [group for group in sets if group]}


def _feverous_set(item: dict[str, Any]) -> list[tuple[str, str, str]]:
    parts = [parse(str(key)) for key in item.get("content") or ()]
    return [(part.page, part.key, "") for part in parts]


def _fever_set(group: list[Any]) -> list[tuple[str, str, str]]:
    """FEVER's `[annotation, evidence, page, line]`; a claim without evidence has nulls."""
    return [
        (unescape_title(piece[2]), f"sentence_{int(piece[3])}", "")
        for piece in group
        if isinstance(piece, list) and len(piece) > 3 and isinstance(piece[2], str) and piece[3] is not None
    ]


def _text(title: str, key: str, text: str, corpus: Corpus | None) -> str:
    if text or corpus is None:
        return text
    page = corpus.get(title)
    if page is None:
        return ""
    piece = page.by_key.get(key)
    return piece.text if piece is not None else ""


def _to_fever(record: Record, corpus: Corpus | None) -> Record:
    """FEVER knows sentences only: a set with cells or items cannot be told, and is left out."""
    evidence = []
    for number, group in enumerate(record["sets"]):
        if all(key.startswith("sentence_") for _, key, _ in group):
            evidence.append(
                [[number, number, escape_title(title), int(key.rpartition("_")[2])] for title, key, _ in group]
            )
    verifiable = "NOT VERIFIABLE" if record["label"] == "NOT ENOUGH INFO" else "VERIFIABLE"
    return {
        "id": record["id"],
        "verifiable": verifiable,
        "label": record["label"],
        "claim": record["claim"],
        "evidence": evidence or [[[0, None, None, None]]],
    }


def _to_feverous(record: Record, corpus: Corpus | None) -> Record:
    """Passages have no ids there: sets with them are left out."""
    evidence = []
    for group in record["sets"]:
        if all(not key.startswith("passage_") for _, key, _ in group):
            content = [f"{title}_{key}" for title, key, _ in group]
            evidence.append(
                {"content": content, "context": {key: [f"{title}_title"] for key, (title, _, _) in zip(content, group)}}
            )
    return {
        "id": record["id"],
        "claim": record["claim"],
        "label": record["label"],
        "evidence": evidence or [{"content": [], "context": {}}],
        "annotator_operations": [],
        "challenge": "Other",
    }


def _to_faviq(record: Record, corpus: Corpus | None) -> Record:
    label = "REFUTES" if record["label"] == "NOT ENOUGH INFO" else record["label"]
    passage: dict[str, str] = {}
    if record["sets"]:
        title, key, _ = record["sets"][0][0]
        text = " ".join(filter(None, (_text(t, k, x, corpus) for t, k, x in record["sets"][0])))
        passage = {"id": f"{title}_{key}", "title": title, "text": text}
    return {
        "id": record["id"],
        "claim": record["claim"],
        "label": label,
        "positive_evidence": passage,
        "negative_evidence": {},
    }


def _to_kilt(record: Record, corpus: Corpus | None) -> Record:
    """KILT's fact checking has two labels: a claim that nothing decides has no answer."""
    provenance = [
        {"title": title, "section": "", "text": _text(title, key, text, corpus)}
        for group in record["sets"]
        for title, key, text in group
    ]
    answer = {"answer": record["label"]} if record["label"] in KILT_LABELS else {}
    return {"id": str(record["id"]), "input": record["claim"], "output": [{**answer, "provenance": provenance}]}


_WRITERS = {"fever": _to_fever, "feverous": _to_feverous, "faviq": _to_faviq, "kilt": _to_kilt}
