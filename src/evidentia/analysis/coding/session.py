"""The guided coding of claims: asks, writes each answer at once, and goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from evidentia.analysis.coding.cases import Case
from evidentia.analysis.coding.schemes import MAX_NOTE, Scheme
from evidentia.errors import InputError
from evidentia.files import dumps

Ask = Callable[[str], str]
Show = Callable[[str], None]
HELP = "y yes, n no, b back, s leave this claim out, q stop; all answers are kept"
HELP_CHOICE = "number, s leave this claim out, q stop; all answers are kept"
_CONTROL = {letter: None for letter in (*range(32), *range(127, 160)) if letter != 10}


class _Stop(Exception):
    """The person wants to stop."""


def run(scheme: Scheme, cases: Sequence[Case], output: str | Path, *, ask: Ask, show: Show) -> int:
    """Codes what is not yet coded; how many of the cases are coded then."""
    path = Path(output)
    done = {str(record["id"]) for record in read(path, scheme=scheme)} if path.exists() else set()
    todo = [case for case in cases if case.id not in done]
    show(f"{scheme.title}\n{HELP_CHOICE if not scheme.questions else HELP}")
    count = len(cases) - len(todo)
    try:
        stream = path.open("a", encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    with stream:
        for case in todo:
            show(_card(case, count + 1, len(cases)))
            try:
                codes, answers = _tree(scheme, ask) if scheme.questions else (_choice(scheme, ask, show), {})
                note = ask("note (may be empty): ").strip()[:MAX_NOTE] if codes else ""
            except _Stop:
                break
            if note == "q":
                note = ""
            right = {} if case.right_label is None else {"right_label": case.right_label}
            record: dict[str, Any] = {
                "scheme": scheme.name,
                "id": case.id,
                "claim": case.claim,
                "codes": codes,
                **right,
            }
            stream.write(dumps({**record, "answers": answers, "note": note}) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
            for code in codes:
                show(f"→ {scheme.codes[code]}")
            count += 1
    return count


def read(path: Path, *, scheme: Scheme | None = None) -> list[dict[str, Any]]:
    """The coded claims; a last line that was cut off by a crash is taken off."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        try:
            msgspec.json.decode(data[whole:])
            whole = len(data)
            data += b"\n"
        except (msgspec.DecodeError, UnicodeDecodeError):
            pass
        if scheme is not None:
            path.write_bytes(data[: whole + (data[whole : whole + 1] == b"\n")])
    records = []
    for number, line in enumerate(data[:whole].split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            record = msgspec.json.decode(line)
            if not isinstance(record["scheme"], str) or not isinstance(record["codes"], list):
                raise ValueError
            str(record["id"])
        except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{path}, line {number}: not a coded claim; give a file that `analyse code-…` wrote"
            ) from error
        if scheme is not None and record["scheme"] != scheme.name:
            raise InputError(f"{path} was coded by {record['scheme']!r:.60}, not {scheme.name}; give another --output")
        records.append(record)
    return records


def _card(case: Case, number: int, total: int) -> str:
    """Texts of a data set must not steer the terminal."""
    lines = [f"\n[{number}/{total}] {case.claim}", *(f"  {what}: {text}" for what, text in case.facts)]
    return "\n".join(line.translate(_CONTROL) for line in lines)


def _tree(scheme: Scheme, ask: Ask) -> tuple[list[str], dict[str, bool]]:
    """One question after another until an answer names a code."""
    way: list[tuple[str, bool]] = []
    question = scheme.questions[0]
    while True:
        said = ask(f"{question.text} [y/n/b/s/q] ").strip().lower()
        if said == "q":
            raise _Stop
        if said == "s":
            return [], {}
        if said == "b":
            if way:
                back = scheme.question(way.pop()[0])
                question = back if back is not None else question
            continue
        if said not in ("y", "yes", "n", "no"):
            continue
        yes = said.startswith("y")
        way.append((question.key, yes))
        leads = question.yes if yes else question.no
        following = scheme.question(leads)
        if following is None:
            return [leads], dict(way)
        question = following


def _choice(scheme: Scheme, ask: Ask, show: Show) -> list[str]:
    names = list(scheme.codes)
    show("\n".join(f"  {number} {words}" for number, words in enumerate(scheme.codes.values(), 1)))
    prompt = "numbers, apart by spaces: " if scheme.many else "number: "
    while True:
        said = ask(prompt).strip().lower()
        if said == "q":
            raise _Stop
        if said == "s":
            return []
        chosen = said.replace(",", " ").split()
        right = all(part.isascii() and part.isdigit() and 1 <= int(part) <= len(names) for part in chosen)
        if chosen and right and (scheme.many or len(chosen) == 1):
            return [names[place] for place in sorted({int(part) - 1 for part in chosen})]
