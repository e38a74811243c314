"""The HTML overview of many claims: counts, filters, each claim with its evidence, the text they came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evidentia.claim import LABELS, Label, Prediction
from evidentia.report import markup
from evidentia.report.view import EvidenceView, Pages, View, view
from evidentia.report.words import CAVEAT, SHORT, SIGNS, clean, percent, visible

MAX_CLAIMS = 5000
MAX_DETAILED = 500


def render(
    predictions: Iterable[Prediction], *, corpus: Pages | None = None, title: str = "Claims", text: str | None = None
) -> str:
    """A whole page; of very many claims the first are shown and all are counted."""
    counts = dict.fromkeys(LABELS, 0)
    rows: list[str] = []
    marks: list[tuple[int, int, int, Label]] = []
    about: list[tuple[str, str]] = []
    for number, prediction in enumerate(predictions, 1):
        counts[prediction.label] += 1
        if number > MAX_CLAIMS:
            continue
        shown = view(prediction, corpus=corpus)
        about = about or shown.about
        rows.append(_claim(number, shown, detailed=number <= MAX_DETAILED))
        start, end = prediction.details.get("start"), prediction.details.get("end")
        if isinstance(start, int) and isinstance(end, int):
            marks.append((start, end, number, prediction.label))
    total = sum(counts.values())
    left_out = f'<p class="small">The first {MAX_CLAIMS:,} claims are listed.</p>' if total > MAX_CLAIMS else ""
    body = (
        '<a class="skip" href="#claims">Skip to the claims</a>\n'
        '<header class="top wide">Evidentia · verification overview</header>\n'
        f'<main class="wide">\n<h1>{markup.escape(clean(title))}</h1>\n{_counts(counts)}\n'
        + (f"{_text(text, marks)}\n" if text else "")
        + f'{_filters(counts)}\n<h2 class="hidden">The claims</h2>\n'
        f'<div class="claims" id="claims">\n{"".join(rows)}</div>{left_out}\n</main>\n'
        + markup.about(about, CAVEAT).replace("<footer>", '<footer class="wide">', 1)
    )
    return markup.document(title, body, script=markup.packaged("filters.js"))


def _counts(counts: dict[Label, int]) -> str:
    total = sum(counts.values())
    bars, x = [], 0.0
    for label, count in counts.items():
        wide = 100 * count / total if total else 0
        bars.append(
            f'<rect class="{markup.CLASSES[label]}" x="{x:.2f}" y="0" width="{max(wide - 0.3, 0):.2f}" height="10"/>'
        )
        x += wide
    words = "".join(
        f"<li>{markup.sign(label)} <strong>{count:,}</strong> {SHORT[label]}</li>" for label, count in counts.items()
    )
    return (
        f'<svg class="share" aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">{"".join(bars)}</svg>'
        f'<ul class="counts"><li><strong>{total:,}</strong> claim{"" if total == 1 else "s"}</li>{words}</ul>'
    )


def _filters(counts: dict[Label, int]) -> str:
    """Shown by the script alone: without it there is nothing to filter with."""
    buttons = "".join(
        f'<button type="button" value="{markup.CLASSES[label]}" aria-pressed="false">'
        f"{SIGNS[label]} {SHORT[label]}</button>"
        for label, count in counts.items()
        if count
    )
    return (
        '<div class="filters" role="search" hidden>'
        '<input type="search" aria-label="Words in the claim or its evidence"'
        ' placeholder="Words in the claim or its evidence">'
        f'{buttons}<select aria-label="Order"><option value="file">in the order given</option>'
        '<option value="unsure">least sure first</option><option value="sure">surest first</option></select>'
        '<span class="status" role="status"></span></div>'
    )


def _claim(number: int, shown: View, *, detailed: bool) -> str:
    probability = dict(shown.probabilities)[shown.label]
    name = f"{SHORT[shown.label]}, {percent(probability)}"
    inside = ""
    if detailed:
        inside = (
            markup.odds(shown)
            + markup.turn(shown)
            + markup.parts(shown.parts, 3)
            + markup.missing(shown, 3)
            + markup.evidence(shown, 3)
            + markup.searched(shown, 3)
        )
    else:
        pieces = [one.text for page in shown.pages for one in page.blocks if isinstance(one, EvidenceView)]
        inside = "".join(f'<div class="piece"><blockquote>{markup.escape(text)}</blockquote></div>' for text in pieces)
    return (
        f'<details class="claim" id="claim-{number}" data-label="{markup.CLASSES[shown.label]}"'
        f' data-sure="{probability:.4f}">'
        f'<summary>{markup.sign(shown.label)}<span class="said">{markup.escape(shown.claim)}</span>'
        f'<span class="label {markup.CLASSES[shown.label]}">{markup.escape(name)}</span></summary>'
        f'<div class="inside">{inside}</div></details>\n'
    )


def _text(text: str, marks: Sequence[tuple[int, int, int, Label]]) -> str:
    """The text with each claim underlined in a way of its own for each verdict, and leading to its claim."""
    parts: list[str] = []
    position = 0
    for start, end, number, label in sorted(marks):
        if start < position or end <= start or end > len(text):
            continue
        parts.append(_shown(text[position:start]))
        parts.append(
            f'<a class="{markup.CLASSES[label]}" href="#claim-{number}">{_shown(text[start:end])}'
            f'<sup>{SIGNS[label]}<span class="hidden"> {SHORT[label]}</span></sup></a>'
        )
        position = end
    parts.append(_shown(text[position:]))
    return f'<section class="text" aria-label="The text">{"".join(parts)}</section>'


def _shown(text: str) -> str:
    return markup.escape(visible(text))
