"""The HTML report of an analysis: plots, each with its table, which can be taken along as CSV or JSON."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence

from evidentia.analysis import baseline, figures, lmi
from evidentia.analysis.tables import Table, as_json, csv_text, shown
from evidentia.analysis.whole import Analysis
from evidentia.files import dumps
from evidentia.report import markup
from evidentia.report.words import clean


def render(analysis: Analysis) -> str:
    """One self-contained page."""
    tables = {table.name: table for table in analysis.statistics.tables()}
    sections = [
        _section("Labels and lengths", _labels(analysis, tables)),
        _section("Words that give the label away", _cues(analysis)),
        _section("What the claim alone tells", _baselines(analysis)),
        _section("Associations", _associations(analysis)),
        _section("Evidence", _evidence(tables)),
        _section("Challenges", _challenges(tables)),
        _section("Annotation", _annotation(tables)),
    ]
    name = markup.escape(clean(analysis.name))
    body = (
        '<a class="skip" href="#results">Skip to the results</a>\n'
        '<header class="top">Evidentia · data set report</header>\n'
        f'<main id="results">\n<h1>{name}</h1>\n{_summary(analysis)}\n{"".join(sections)}</main>\n'
        f"{_about()}"
    )
    return markup.document(f"{clean(analysis.name)}: data set report", body)


def _summary(analysis: Analysis) -> str:
    facts: list[tuple[str, str]] = [("Claims", f"{analysis.statistics.claims:,}")]
    facts += [
        (
            f"{one.target.capitalize()} from the claim alone",
            f"{shown(one.accuracy, share=True)} right; always the most frequent one: {shown(one.majority, share=True)}",
        )
        for one in analysis.baselines
    ]
    if analysis.cues:
        best = [f"“{found[0].ngram}” for {label}" for label, found in analysis.cues.top.items() if found]
        facts.append(("Strongest cues", ", ".join(best)))
        facts.append(("Mean LMI of the top lists", f"{analysis.cues.mean() * 1e6:.1f} · 10⁻⁶"))
    listed = "".join(
        f"<dt>{markup.escape(name)}</dt><dd>{markup.escape(clean(value)).replace(' %', '&nbsp;%')}</dd>"
        for name, value in facts
    )
    return f'<h2>In short</h2><dl class="about">{listed}</dl>'


def _labels(analysis: Analysis, tables: dict[str, Table]) -> Iterator[str]:
    yield _panels([figures.labels(tables["labels"]), figures.lengths(analysis.statistics.lengths)])
    yield _data(tables["labels"])
    yield _data(tables["claim_lengths"])


def _cues(analysis: Analysis) -> Iterator[str]:
    if analysis.cues is None:
        return
    yield _note(
        "Local mutual information (LMI) is high for a pair of words that is frequent and stands mostly under one label."
        " A classifier can use such pairs without reading any evidence; the flatter and lower the curve, the better."
    )
    yield _panels([figures.curve(analysis.cues), *figures.top_cues(analysis.cues)])
    yield _data(lmi.table(analysis.cues))


def _baselines(analysis: Analysis) -> Iterator[str]:
    if not analysis.baselines:
        return
    yield _note(
        "A classifier that sees nothing but the words of a claim, against always giving the most frequent answer."
    )
    yield _panels([figures.against_majority(one) for one in analysis.baselines])
    yield _data(baseline.table(analysis.baselines))


def _associations(analysis: Analysis) -> Iterator[str]:
    if not analysis.associations:
        return
    yield _note(
        "Normalised pointwise mutual information (nPMI): 1 if two values always meet, 0 if as often as by chance,"
        " −1 if never."
    )
    for table in analysis.associations:
        yield _panels(figures.associated(table))
        yield _data(table)


def _evidence(tables: dict[str, Table]) -> Iterator[str]:
    if "evidence" not in tables:
        return
    yield _data(tables["evidence"], opened=True)
    names = ("set_sizes", "pages_in_set", "sentence_positions", "row_positions", "sections")
    yield _panels(
        # One bar alone shows nothing that the table does not.
        [figures.kinds(tables[name]) for name in ("evidence_types", "evidence_pieces") if len(tables[name].rows) > 1]
        + [figures.histogram(tables[name]) for name in names if name in tables and len(tables[name].rows) > 1]
    )
    for name in ("evidence_types", "evidence_pieces", *names):
        if name in tables:
            yield _data(tables[name])


def _challenges(tables: dict[str, Table]) -> Iterator[str]:
    if "challenges" not in tables:
        return
    yield _panels(figures.challenges(tables["challenges"], tables.get("challenge_confusion")))
    for name in ("challenges", "challenge_confusion"):
        if name in tables:
            yield _data(tables[name])


def _annotation(tables: dict[str, Table]) -> Iterator[str]:
    for name, table in tables.items():
        if name in ("claim_types", "mutations", "highlights", "operations"):
            yield _panels([figures.kinds(table)])
            yield _data(table)
        elif name.startswith("agreement_by"):
            yield _panels([figures.kappa(table)])
            yield _data(table)
        elif name in ("pages_asked_fors", "skips_and_flags", "times", "agreement"):
            yield _data(table, opened=True)


def _section(title: str, parts: Iterator[str]) -> str:
    body = "".join(parts)
    return markup.section(title, body) + "\n" if body else ""


def _panels(found: Sequence[str]) -> str:
    return f'<figure class="counts">{"".join(found)}</figure>\n' if found else ""


def _note(text: str) -> str:
    return f'<p class="small">{markup.escape(text)}</p>\n'


def _data(table: Table, *, opened: bool = False) -> str:
    """A table, folded unless it is short, with links that hold it as CSV and JSON."""
    head = "".join(f'<th class="tinted" scope="col">{markup.escape(clean(name))}</th>' for name in table.columns)
    lines = "".join(
        "<tr>" + "".join(f"<td>{markup.escape(clean(value))}</td>" for value in row) + "</tr>" for row in table.shown()
    )
    note = f'<p class="small">{markup.escape(table.note)}</p>' if table.note else ""
    title = markup.escape(table.title)
    grid = (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{title}"><table class="data">'
        f"<tr>{head}</tr>{lines}</table></div>{note}"
        f'<p class="small">{_link(table, "csv")} · {_link(table, "json")}</p>'
    )
    mark = " open" if opened else ""
    count = f"{len(table.rows)} line{'' if len(table.rows) == 1 else 's'}"
    return f"<details{mark}><summary>{title}: the figures ({count})</summary>{grid}</details>\n"


def _link(table: Table, kind: str) -> str:
    if kind == "csv":
        text, media = csv_text(table), "text/csv"
    else:
        text, media = dumps(as_json(table)) + "\n", "application/json"
    held = b64encode(text.encode("utf-8")).decode("ascii")
    words = markup.escape(f"{table.title} as {kind.upper()}")
    return (
        f'<a download="{table.name}.{kind}" href="data:{media};charset=utf-8;base64,{held}" aria-label="{words}">'
        f"{kind.upper()}</a>"
    )


def _about() -> str:
    from importlib.metadata import version

    rows = [
        ("Program", f"evidentia {version('evidentia')}"),
        ("Lexical bias", "LMI of bigrams, by occurrences (Schuster et al. 2019; FAVIQ)"),
        ("Claim alone", "logistic regression over words and bigrams, five-fold, related claims kept together"),
    ]
    return markup.about(rows, "The same data set gives the same report, to the last byte.")
