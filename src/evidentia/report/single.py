"""The HTML report of one claim."""

from __future__ import annotations

from evidentia.report import markup
from evidentia.report.view import View
from evidentia.report.words import CAVEAT, VERDICTS


def render(view: View, *, data: str = "") -> str:
    """A whole page; `data` is JSON-LD that goes along."""
    body = (
        '<a class="skip" href="#report">Skip to the report</a>\n'
        '<header class="top">Evidentia · verification report</header>\n'
        f'<main id="report">\n<h1>{markup.escape(view.claim)}</h1>\n'
        f"{markup.verdict(view)}\n{markup.odds(view)}\n{markup.turn(view)}\n{markup.parts(view.parts)}\n"
        f"{markup.missing(view)}\n{markup.evidence(view)}\n{markup.searched(view)}\n</main>\n"
        f"{markup.about(view.about, CAVEAT)}"
    )
    return markup.document(f"{VERDICTS[view.label]}: {view.claim[:120]}", body, data=data)
