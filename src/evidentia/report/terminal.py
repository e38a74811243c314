"""A report for the terminal: verdict, probabilities as bars, evidence with its place, tables with chosen cells lit."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from evidentia.claim import Label
from evidentia.report.table_view import CellView, TableView
from evidentia.report.view import EvidenceView, View
from evidentia.report.words import AGREEMENT, CAVEAT, SHORT, SIGNS, VERDICTS, evidence_title, percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_COLOURS = {Label.SUPPORTS: "green", Label.REFUTES: "red", Label.NOT_ENOUGH_INFO: "yellow"}
_BAR = 28


def render(view: View, *, width: int = 100, colour: bool = False) -> str:
    """Lines of text; with `colour`, with the escape codes of a terminal."""
    from rich.console import Console

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=max(width, 40),
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    _verdict(console, view)
    _parts(console, view)
    _missing(console, view)
    _evidence(console, view)
    _searched(console, view)
    _about(console, view)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _verdict(console: Console, view: View) -> None:
    from rich.padding import Padding
    from rich.text import Text

    colour = _COLOURS[view.label]
    console.print(Text(view.claim, style="bold"))
    console.print()
    console.print(Text(f"{SIGNS[view.label]} {VERDICTS[view.label]}", style=f"bold {colour}"))
    console.print()
    for label, probability in view.probabilities:
        filled = round(probability * _BAR)
        line = Text(f"  {SHORT[label]:<24}")
        line.append("█" * filled, style=_COLOURS[label])
        line.append("░" * (_BAR - filled), style="dim")
        line.append(f" {percent(probability):>6}", style="bold" if label == view.label else "")
        console.print(line)
    if view.conflict:
        said = (
            f"The claim says {view.conflict.claim}; the evidence says " if view.conflict.claim else "The evidence says "
        )
        console.print()
        console.print(Padding(Text(f"{said}{view.conflict.evidence}."), (0, 2)))
    if view.correction:
        console.print(Padding(Text.assemble("As this corpus has it: ", (view.correction, "italic")), (0, 2)))


def _parts(console: Console, view: View) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if len(view.parts) < 2:
        return
    _heading(console, "Parts of the claim")
    for part in view.parts:
        sign, style = (SIGNS[part.label], _COLOURS[part.label]) if part.label else ("·", "")
        line = Text.assemble((f"{sign} ", style), part.text)
        if part.label:
            sure = f", {percent(part.probability)}" if part.probability is not None else ""
            line.append(f"  ({SHORT[part.label]}{sure})", style="dim")
        console.print(Padding(line, (0, 2)))


def _evidence(console: Console, view: View) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if view.pages:
        _heading(console, evidence_title(view.label))
    for number, page in enumerate(view.pages):
        if number:
            console.print()
        console.print(Padding(Text(page.title, style="bold underline"), (0, 2)))
        for piece in page.blocks:
            if isinstance(piece, TableView):
                _table(console, piece)
                continue
            console.print(Padding(_place(piece), (0, 2)))
            console.print(Padding(Text(piece.text), (0, 4)))
    if view.left_out:
        console.print(Padding(Text(f"… and {view.left_out} more pieces of evidence", style="dim"), (0, 2)))
    if view.computed:
        _heading(console, "Computed from the evidence")
        for fact in view.computed:
            sign = {True: "✓ ", False: "✗ ", None: "· "}[fact.truth]
            console.print(Padding(Text.assemble(sign, fact.text, (f"  ({AGREEMENT[fact.truth]})", "dim")), (0, 2)))


def _place(piece: EvidenceView) -> Text:
    from rich.text import Text

    words = [*piece.sections, " · ".join(piece.headers)] if piece.headers else piece.sections
    sets = f"  [set {', '.join(map(str, piece.sets))}]" if piece.sets else ""
    return Text(" › ".join([*words, piece.kind]) + sets, style="dim")


def _table(console: Console, table: TableView) -> None:
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    title = " › ".join([*table.sections, table.caption] if table.caption else [*table.sections, "table"])
    console.print(Padding(Text(title, style="dim"), (0, 2)))
    drawn = Table(show_header=False, box=box.HORIZONTALS, pad_edge=False, expand=False, padding=(0, 1))
    for _ in range(table.columns):
        drawn.add_column(overflow="fold", max_width=32)
    for row in table.rows:
        if row.folded:
            drawn.add_row(Text(f"⋯ {row.folded} rows", style="dim"), *[""] * (table.columns - 1))
            continue
        places: list[Text] = [Text("") for _ in range(table.columns)]
        for cell in row.cells:
            places[cell.places[0]] = _cell(cell)
        drawn.add_row(*places)
    console.print(Padding(drawn, (0, 2)))


def _cell(cell: CellView) -> Text:
    from rich.text import Text

    if cell.chosen:
        return Text(f"▸{cell.text}◂", style="black on yellow")
    if cell.tinted:
        return Text(cell.text, style="bold cyan")
    return Text(cell.text, style="bold" if cell.header else "")


def _missing(console: Console, view: View) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if view.missing:
        _heading(console, "What is missing")
        for line in view.missing:
            console.print(Padding(Text(line), (0, 2)))


def _searched(console: Console, view: View) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if view.searched or view.searched_pages:
        _heading(console, "What was searched")
        for line in view.searched:
            console.print(Padding(Text(line), (0, 2)))
        if view.searched_pages:
            console.print(Padding(Text("pages read: " + ", ".join(title for title, _ in view.searched_pages)), (0, 2)))


def _about(console: Console, view: View) -> None:
    from rich.padding import Padding
    from rich.text import Text

    _heading(console, "About this report")
    for name, value in view.about:
        console.print(Padding(Text.assemble((f"{name:<15}", "dim"), value), (0, 2)))
    console.print(Padding(Text(CAVEAT, style="dim"), (1, 2, 0, 2)))


def _heading(console: Console, words: str) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(words, style="bold"))
