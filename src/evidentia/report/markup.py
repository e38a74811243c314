"""The pieces that both HTML pages are built from; every text passes through `escape`."""

from __future__ import annotations

import difflib
import html
import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

from evidentia.claim import Label
from evidentia.report.table_view import RowView, TableView
from evidentia.report.view import PageView, PartView, View
from evidentia.report.words import AGREEMENT, SHORT, VERDICTS, evidence_title, percent

CLASSES = {Label.SUPPORTS: "yes", Label.REFUTES: "no", Label.NOT_ENOUGH_INFO: "open"}
_MARKS = {
    Label.SUPPORTS: '<path d="M6.5 12.5l3.7 3.7 7.3-8"/>',
    Label.REFUTES: '<path d="M8 8l8 8M16 8l-8 8"/>',
    Label.NOT_ENOUGH_INFO: '<path d="M9.2 9.3a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.2"/><path d="M12 17.2v.1"/>',
}

# Comparing takes more than the product of the two lengths; so long a claim is read as a text, not as a change.
_MOST_COMPARED = 250_000


def escape(text: str) -> str:
    return html.escape(text, quote=True)


@cache
def packaged(name: str) -> str:
    return files("evidentia.report").joinpath(name).read_text("utf-8")


def document(title: str, body: str, *, script: str = "", data: str = "") -> str:
    """One self-contained page; its policy lets nothing in but the style and the script that stand in it."""
    style = packaged("style.css")
    allowed = f"; script-src '{_hash(script)}'" if script else ""
    policy = f"default-src 'none'; style-src '{_hash(style)}'{allowed}; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n"
        + (f'<script type="application/ld+json">{data}</script>\n' if data else "")
        + f"</head>\n<body>\n{body}\n"
        + (f"<script>{script}</script>\n" if script else "")
        + "</body>\n</html>\n"
    )


def sign(label: Label | None) -> str:
    """A sign that differs in shape, not by colour alone."""
    if label is None:
        return ""
    return (
        f'<svg class="sign {CLASSES[label]}" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor"'
        f' stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="10.4"'
        f' stroke-width="1.6"/>{_MARKS[label]}</svg>'
    )


def verdict(view: View) -> str:
    return f'<p class="verdict {CLASSES[view.label]}">{sign(view.label)}<span>{VERDICTS[view.label]}</span></p>'


def odds(view: View) -> str:
    """The probabilities as bars, each with its number."""
    rows = []
    for label, probability in view.probabilities:
        wide = round(min(max(probability, 0), 1) * 100, 2)
        rows.append(
            f'<tr{" class=chosen" if label == view.label else ""}><th scope="row">{SHORT[label]}</th>'
            f'<td class="bar"><svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">'
            f'<rect class="track" x="0" y="4" width="100" height="2"/>'
            f'<rect class="{CLASSES[label]}" x="0" y="0" width="{wide}" height="10"/></svg></td>'
            f'<td class="number">{escape(percent(probability))}</td></tr>'
        )
    caption = '<caption class="hidden">How likely each verdict is, by the model</caption>'
    return f'<table class="odds">{caption}{"".join(rows)}</table>'


def turn(view: View) -> str:
    """What in the evidence stands against the claim, and the claim as the corpus has it."""
    found = []
    if view.conflict:
        said = (
            f"The claim says <del>{escape(view.conflict.claim)}</del>; the evidence says "
            if view.conflict.claim
            else ("The evidence says ")
        )
        found.append(f"<p>{said}<strong>{escape(view.conflict.evidence)}</strong>.</p>")
    if view.correction:
        found.append(f"<p><small>As this corpus has it</small>{changes(view.claim, view.correction)}</p>")
    return f'<div class="turn">{"".join(found)}</div>' if found else ""


def changes(before: str, after: str) -> str:
    """The second text with what differs from the first marked, word by word."""
    old, new = (re.findall(r"\s+|[^\s]+", text) for text in (before, after))
    if len(old) * len(new) > _MOST_COMPARED:
        return escape(after)
    parts = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind in ("delete", "replace") and "".join(old[a:b]).strip():
            parts.append(f"<del>{escape(''.join(old[a:b]))}</del> ")
        if c < d:
            text = escape("".join(new[c:d]))
            parts.append(text if kind == "equal" else f"<ins>{text}</ins>")
    return "".join(parts)


def parts(found: Sequence[PartView], level: int = 2) -> str:
    if len(found) < 2:
        return ""
    rows = []
    for part in found:
        sure = f", {percent(part.probability)}" if part.probability is not None else ""
        said = f'<span class="where">{SHORT[part.label]}{escape(sure)}</span>' if part.label else ""
        rows.append(f'<li>{sign(part.label)}<span class="grow">{escape(part.text)}<br>{said}</span></li>')
    return section("Parts of the claim", f'<ul class="plain">{"".join(rows)}</ul>', level)


def evidence(view: View, level: int = 2) -> str:
    found = "".join(page(one, level + 1) for one in view.pages)
    if view.sets > 1:
        words = (
            f"There are {view.sets} sets of evidence; each decides on its own. Small numbers in tables name the set."
        )
        found = f'<p class="small">{words}</p>{found}'
    if view.left_out:
        found += f'<p class="small">{view.left_out} more pieces of evidence are not shown.</p>'
    html = section(evidence_title(view.label), found, level) if found else ""
    if view.computed:
        rows = "".join(
            f'<li>{sign(_held(fact.truth))}<span class="grow">{escape(fact.text)}<br>'
            f'<span class="where">{AGREEMENT[fact.truth]}</span></span></li>'
            for fact in view.computed
        )
        html += section("Computed from the evidence", f'<ul class="plain">{rows}</ul>', level)
    return html


def page(view: PageView, level: int) -> str:
    found = [f"<h{level}>{escape(view.title)}</h{level}>"]
    for piece in view.blocks:
        if isinstance(piece, TableView):
            found.append(figure(piece))
            continue
        place = " › ".join(escape(word) for word in (*piece.sections, *piece.headers, piece.kind))
        sets = "".join(f' <span class="tag">set {number}</span>' for number in piece.sets)
        found.append(
            f'<div class="piece"><blockquote>{escape(piece.text)}</blockquote><p class="where">{place}{sets}</p></div>'
        )
    return f'<div class="page">{"".join(found)}</div>'


def figure(view: TableView) -> str:
    place = " › ".join(escape(word) for word in view.sections)
    name = escape(view.caption) or "Table"
    caption = f'<figcaption class="where"><strong>{name}</strong>{place}</figcaption>'
    lit = any(cell.chosen for row in view.rows for cell in row.cells)
    key = (
        '<p class="key small"><i class="k-lit"></i>evidence <i class="k-tint"></i>headers to read it by</p>'
        if lit
        else ""
    )
    whole = ""
    if view.whole:
        count = f"the whole table, {view.all_rows} rows"
        if view.whole[-1].folded:
            count = f"the first {view.all_rows - view.whole[-1].folded} of {view.all_rows} rows"
        whole = f"<details><summary>Show {count}</summary>{_grid(view.whole, view.columns, name)}</details>"
    return f"<figure>{caption}{_grid(view.rows, view.columns, name)}{key}{whole}</figure>"


def missing(view: View, level: int = 2) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in view.missing)
    return section("What is missing", lines, level) if lines else ""


def searched(view: View, level: int = 2) -> str:
    lines = [f"<p>{escape(line)}</p>" for line in view.searched]
    if view.searched_pages:
        titles = "".join(f"<li>{escape(title)}</li>" for title, _ in view.searched_pages)
        lines.append(
            f"<details><summary>The {len(view.searched_pages)} pages that were read, best first</summary>"
            f"<ol>{titles}</ol></details>"
            if len(view.searched_pages) > 1
            else f"<p>One page was read: {escape(view.searched_pages[0][0])}</p>"
        )
    return section("What was searched", "".join(lines), level) if lines else ""


def about(rows: Sequence[tuple[str, str]], caveat: str) -> str:
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows)
    facts = f'<dl class="about">{listed}</dl><p class="caveat">{escape(caveat)}</p>'
    return f"<footer><h2>About this report</h2>{facts}</footer>"


def section(title: str, body: str, level: int = 2) -> str:
    return f"<section><h{level}>{escape(title)}</h{level}>{body}</section>"


def _grid(rows: Sequence[RowView], columns: int, name: str) -> str:
    lines = []
    for row in rows:
        if row.folded:
            words = f"{row.folded} more row{'s' if row.folded > 1 else ''}"
            lines.append(f'<tr class="fold"><td colspan="{columns}"><span>⋯ {words}</span></td></tr>')
            continue
        cells = []
        for cell in row.cells:
            tag = "th" if cell.header else "td"
            kind = "lit" if cell.chosen else "tinted" if cell.tinted else ""
            attributes = (
                (f' scope="{cell.scope}"' if cell.scope else "")
                + (f' class="{kind}"' if kind else "")
                + (f' rowspan="{cell.rows}"' if cell.rows > 1 else "")
                + (f' colspan="{cell.columns}"' if cell.columns > 1 else "")
            )
            mark = '<span class="hidden"> (evidence)</span>' if cell.chosen else ""
            if cell.sets:
                numbers = ", ".join(map(str, cell.sets))
                mark = f'<sup aria-hidden="true">{numbers}</sup><span class="hidden"> (evidence, set {numbers})</span>'
            cells.append(f"<{tag}{attributes}>{escape(cell.text)}{mark}</{tag}>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{name}"><table class="data">'
        f"{''.join(lines)}</table></div>"
    )


def _held(truth: bool | None) -> Label | None:
    return None if truth is None else Label.SUPPORTS if truth else Label.REFUTES


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")
