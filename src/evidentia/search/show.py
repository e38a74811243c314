"""What `evidentia search` prints for a person."""

from __future__ import annotations

from evidentia.search.searcher import Retrieved

WIDTH = 160


def as_text(query: str, found: Retrieved) -> str:
    if not found.pages:
        return f"nothing found for {query!r}"
    lines = [f"{page.score:8.2f}  {page.title}" for page in found.pages]
    if found.sentences:
        lines.append("")
        lines += [f"{piece.score:8.2f}  {piece.id}\n{'':10}{_short(piece.text)}" for piece in found.sentences]
    if found.tables:
        lines.append("")
        lines += [
            f"{piece.score:8.2f}  {piece.id}\n{'':10}{_short(piece.text.partition(chr(10))[0])}"
            for piece in found.tables
        ]
    return "\n".join(lines)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
