"""SciFact, SNOPES, FM2, HoVer, VitaminC, AVeriTeC: claims about text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evidentia.claim import Label
from evidentia.datasets.readers.base import Labels, label, line, piece, records, sheet, text_of
from evidentia.datasets.records import Record
from evidentia.errors import InputError
from evidentia.files import read_jsonl

S, R, N = Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO


def scifact(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    """Claims with evidence by abstract; `companion` is corpus.jsonl. Without evidence a claim is NOT ENOUGH INFO."""
    known = {"SUPPORT": S, "CONTRADICT": R, "REFUTE": R}
    abstracts: dict[str, tuple[str, list[str]]] = {}
    if companion is not None:
        for _, document in read_jsonl(companion):
            abstracts[str(document.get("doc_id"))] = (
                str(document.get("title", "")),
                list(document.get("abstract") or ()),
            )
    for number, record in records(path):
        where = f"{path}, line {number}"
        claim = text_of(record, "claim", where)
        found: list[Record] = []
        meanings: list[Label] = []
        for document_id, groups in (record.get("evidence") or {}).items():
            title, sentences = abstracts.get(str(document_id), (str(document_id), []))
            for group in groups:
                meanings.append(label(group.get("label"), known, labels, where))
                found += [
                    piece(f"{document_id}_sentence_{place}", title, sentences[place] if place < len(sentences) else "")
                    for place in group.get("sentences") or ()
                ]
        if not found:
            for document_id in record.get("cited_doc_ids") or ():
                title, sentences = abstracts.get(str(document_id), ("", []))
                found += [piece(f"{document_id}_sentence_{place}", title, text) for place, text in enumerate(sentences)]
        yield line(record.get("id", number), claim, meanings[0] if meanings else N, _with_text(found))


def _with_text(pieces: list[Record]) -> list[Record]:
    return [each for each in pieces if each["text"]]


def snopes(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    """Lines or sheets with a claim, a verdict and evidence, under the names that copies of SNOPES use.

    Only `true` and `false` are certain; the many verdicts between them must be mapped.
    """
    known = {"true": S, "false": R}
    rows: Iterator[tuple[int, Any]] = sheet(path) if path.suffix.lower() in (".csv", ".tsv") else records(path)
    for number, record in rows:
        where = f"{path}, line {number}"
        low = {str(key).lower().replace(" ", "_"): value for key, value in record.items()}
        claim = _first(low, ("claim", "claim_text", "statement"), where)
        verdict = _first(low, ("label", "verdict", "credibility", "rating", "truth_value", "cred_label"), where)
        evidence = low.get("evidence", low.get("evidences", low.get("snippet", low.get("fgs"))))
        texts = [evidence] if isinstance(evidence, str) else [str(each) for each in evidence or ()]
        yield line(
            low.get("id", low.get("claim_id", number)),
            claim,
            label(verdict, known, labels, where),
            [piece(f"evidence_{place}", "Snopes", text) for place, text in enumerate(texts) if text.strip()],
            verdict=verdict,
        )


def _first(record: dict[str, Any], names: tuple[str, ...], where: str) -> str:
    for name in names:
        if isinstance(record.get(name), str | bool | int):
            return str(record[name])
    raise InputError(f"{where}: none of the fields {', '.join(names)}")


def fm2(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    known = {"SUPPORTS": S, "REFUTES": R}
    for number, record in records(path):
        where = f"{path}, line {number}"
        page = str(record.get("wikipedia_page", record.get("category", "")))
        evidence = [
            piece(f"evidence_{place}", page, str(each.get("text", "")), [str(each.get("section_header", ""))])
            for place, each in enumerate(record.get("gold_evidence") or ())
            if isinstance(each, dict)
        ]
        yield line(
            record.get("id", number),
            text_of(record, "text", where),
            label(record.get("label"), known, labels, where),
            evidence,
        )


def hover(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    """NOT_SUPPORTED holds refuted claims and undecided ones: what it is to mean must be said."""
    known = {"SUPPORTED": S}
    for number, record in records(path):
        where = f"{path}, record {number}"
        facts = [fact for fact in record.get("supporting_facts") or () if isinstance(fact, list) and len(fact) == 2]
        evidence = [{"content": [f"{title}_sentence_{place}" for title, place in facts], "context": {}}]
        meaning = label(record.get("label"), known, labels, where)
        found = line(record.get("uid", number), text_of(record, "claim", where), meaning, evidence)
        yield {**found, "extra": {"hops": record.get("num_hops")}}


def vitaminc(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    known = {"SUPPORTS": S, "REFUTES": R, "NOT ENOUGH INFO": N}
    for number, record in records(path):
        where = f"{path}, line {number}"
        page = str(record.get("page", ""))
        evidence = [piece(f"{page}_evidence", page, text_of(record, "evidence", where))]
        yield line(
            record.get("unique_id", record.get("id", number)),
            text_of(record, "claim", where),
            label(record.get("label"), known, labels, where),
            evidence,
            case=record.get("case_id"),
            revision=record.get("revision_type"),
        )


def averitec(path: Path, *, companion: Path | None, labels: Labels) -> Iterator[Record]:
    """Evidence is the questions with their answers; conflicting evidence has no place among three labels: map it."""
    known = {"Supported": S, "Refuted": R, "Not Enough Evidence": N}
    for number, record in records(path):
        where = f"{path}, record {number}"
        evidence = []
        for place, asked in enumerate(record.get("questions") or ()):
            for answer in asked.get("answers") or ():
                text = f"{asked.get('question', '')} {answer.get('answer', '')}".strip()
                explained = answer.get("boolean_explanation")
                evidence.append(
                    piece(
                        f"question_{place}",
                        str(answer.get("source_url") or ""),
                        f"{text} {explained}" if explained else text,
                    )
                )
        meaning = label(record.get("label"), known, labels, where)
        yield line(record.get("claim_id", number - 1), text_of(record, "claim", where), meaning, evidence)
