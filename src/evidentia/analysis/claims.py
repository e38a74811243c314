"""Claims as the analyses see them: one shape for FEVER, FEVEROUS, FAVIQ, KILT and the program's own lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from evidentia.claim import Label
from evidentia.datasets.records import Record, read_records
from evidentia.errors import InputError
from evidentia.ids import ElementId, fold, parse

LABELS: tuple[str, ...] = tuple(label.value for label in Label)
LONGEST = 20_000
MAX_SETS = 1_000
MAX_PIECES = 10_000
_GROUPS = ("group", "question_id", "source", "original", "highlight_id")


class Piece(NamedTuple):
    """One piece of evidence; `section` is the number of the section around it, None where that is not said."""

    page: str
    kind: str
    numbers: tuple[int, ...]
    section: int | None


class Analysed(msgspec.Struct, kw_only=True):
    """A claim, its label if it has one, its evidence sets, and the record it was read from."""

    claim: str
    label: str | None
    sets: list[tuple[Piece, ...]]
    record: Record

    def field(self, *names: str) -> Any:
        """The first of these that the record, or its `extra`, has."""
        extra = self.record.get("extra")
        for place in (self.record, extra if isinstance(extra, dict) else {}):
            for name in names:
                if place.get(name) not in (None, ""):
                    return place[name]
        return None

    def text(self, *names: str) -> str | None:
        value = self.field(*names)
        return str(value)[:200] if isinstance(value, str | int) and not isinstance(value, bool) else None

    def group(self, name: str | None = None) -> str:
        """What must not be on both sides of a split: the question, the highlight, the mutated claim, or the claim."""
        value = self.field(name) if name else self.field(*_GROUPS)
        return str(value) if value is not None else self.claim.casefold()


def read_claims(
    path: str | Path, *, mapping: Mapping[str, str] | None = None, claim_field: str = "claim", keep: bool = True
) -> Iterator[Analysed]:
    """The claims of a file, one by one; `keep=False` leaves the record's other fields out."""
    names = mapping or {}
    count = 0
    for count, record in enumerate(read_records(path), 1):
        where = f"{path}, claim {record.get('id') if record.get('id') is not None else count}"
        if (
            claim_field not in record
            and isinstance(record.get("input"), str)
            and isinstance(record.get("output"), list)
        ):
            record = from_kilt(record, claim_field)
        text = record.get(claim_field)
        if not isinstance(text, str):
            found = ", ".join(str(key)[:40] for key in list(record)[:12])
            raise InputError(
                f"{where}: no text in {claim_field!r}; say where it is with --claim-field (found: {found})"
            )
        if len(text) > LONGEST:
            raise InputError(f"{where}: {len(text):,} characters are no claim (at most {LONGEST:,})")
        label = label_of(record.get("label"), names, where=where)
        yield Analysed(claim=text, label=label, sets=evidence_sets(record), record=record if keep else {})
    if not count:
        raise InputError(f"{path} holds no claims")


def from_kilt(record: Record, claim_field: str = "claim") -> Record:
    """A KILT record in the terms of the others: each provenance is a set of one passage."""
    outputs = [output for output in record["output"] if isinstance(output, dict)]
    sources = [source for output in outputs for source in output.get("provenance") or () if isinstance(source, dict)]
    return {
        **record,
        claim_field: record["input"],
        "label": next((output["answer"] for output in outputs if output.get("answer")), None),
        "provenance": [source for source in sources[:MAX_SETS] if source.get("title")],
    }


def label_of(value: Any, mapping: Mapping[str, str], *, where: str) -> str | None:
    """One of the three labels, or None where there is none; another name must be mapped, it is never guessed."""
    if value is None or value == "":
        return None
    text = str(value)
    text = mapping.get(text, text)
    if text in LABELS:
        return sys.intern(text)
    raise InputError(
        f"{where}: the label {text[:60]!r} is not one of {', '.join(LABELS)}; "
        f"say what it means, such as --map '{text[:40]}=REFUTES'"
    )


def parse_mapping(pairs: Iterable[str]) -> dict[str, str]:
    """`false=REFUTES` → {"false": "REFUTES"}."""
    found: dict[str, str] = {}
    for pair in pairs:
        old, _, new = pair.rpartition("=")
        if not old or new.upper() not in LABELS:
            raise InputError(f"--map {pair}: expected OLD=NEW with NEW one of {', '.join(LABELS)}")
        found[old] = new.upper()
    return found


def evidence_sets(record: Record) -> list[tuple[Piece, ...]]:
    """The evidence sets of any of the formats; an empty set (FEVER's NEI) is none."""
    if isinstance(record.get("sets"), list):
        raw: Any = [{"content": group} for group in record["sets"]]
    else:
        raw = record.get("evidence")
    if not isinstance(raw, list):
        if isinstance(record.get("provenance"), list):
            return [(_passage(source),) for source in record["provenance"]]
        return [(_passage(record["positive_evidence"]),)] if _has_passage(record) else []
    whole = [piece for item in raw if isinstance(item, Mapping) and "content" not in item for piece in _piece(item)]
    sets = [tuple(whole[:MAX_PIECES])] if whole else []
    for item in raw[:MAX_SETS]:
        if isinstance(item, Mapping) and isinstance(item.get("content"), list):
            context = item.get("context")
            pieces = [piece for part in item["content"][:MAX_PIECES] for piece in _piece(part, context)]
        elif isinstance(item, list):
            pieces = [piece for part in item[:MAX_PIECES] for piece in _piece(part)]
        else:
            continue
        if pieces:
            sets.append(tuple(dict.fromkeys(pieces)))
    return sets


def _piece(part: Any, context: Any = None) -> Iterator[Piece]:
    """From an id, `[annotation, evidence, page, line]`, `[page, kind, numbers]`, or an object with an id."""
    if isinstance(part, Mapping):
        part = part.get("id")
    if isinstance(part, str):
        try:
            found = parse(part)
        except ValueError:
            return
        around = context.get(part) if isinstance(context, Mapping) else None
        yield Piece(sys.intern(found.page), sys.intern(found.kind), found.numbers, _section(around))
    elif isinstance(part, list) and len(part) == 4 and isinstance(part[2], str) and _whole_number(part[3]):
        from evidentia.formats.fever import unescape_title

        yield Piece(sys.intern(unescape_title(part[2])), "sentence", (part[3],), None)
    elif isinstance(part, list) and len(part) >= 3 and isinstance(part[0], str) and isinstance(part[1], str):
        yield from _piece(str(ElementId(part[0], f"{part[1]}_{part[2]}", ())))


def _section(around: Any) -> int | None:
    """The deepest section that the context names; -1, the introduction, where it names none."""
    if not isinstance(around, list):
        return None
    deepest = -1
    for key in around[:100]:
        try:
            found = parse(str(key))
        except ValueError:
            continue
        if found.kind == "section":
            deepest = max(deepest, found.numbers[0])
    return deepest


def _has_passage(record: Record) -> bool:
    return isinstance(record.get("positive_evidence"), Mapping) and bool(record["positive_evidence"].get("title"))


def _passage(passage: Mapping[str, Any]) -> Piece:
    place = passage.get("start_paragraph_id")
    numbers = (int(place),) if place is not None and _whole_number(place) else ()
    return Piece(fold(str(passage["title"])), "passage", numbers, None)


def _whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
