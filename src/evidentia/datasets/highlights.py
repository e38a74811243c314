"""Highlights by FEVEROUS's rules: four sentences in a row, or a table of 5 to 50 rows; one a page, one to two."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import msgspec

from evidentia.page import Page, Section, Sentence, Table

SENTENCES, LEAST_TOKENS = 4, 5
LEAST_ROWS, MOST_ROWS = 5, 50
TABLE_SHARE = 2 / 3
TITLES, SECTIONS = "title", "section"


class Highlight(msgspec.Struct, kw_only=True):
    """What a claim is to be written about; `ids` are the ids of its elements."""

    id: str
    page: str
    kind: str
    ids: list[str]
    text: str
    section: str = ""


def sentence_runs(page: Page) -> list[list[Sentence]]:
    """Runs of four consecutive sentences of one section, each of at least five tokens."""
    found: list[list[Sentence]] = []
    run: list[Sentence] = []
    for element in page.elements:
        if isinstance(element, Sentence) and len(element.text.split()) >= LEAST_TOKENS:
            run.append(element)
            if len(run) >= SENTENCES:
                found.append(run[-SENTENCES:])
        else:
            run = []
    return found


def fit_tables(page: Page) -> list[Table]:
    return [table for table in page.tables if LEAST_ROWS <= len(table.rows) <= MOST_ROWS]


def highlights(pages: Iterable[Page], *, seed: int, table_share: float = TABLE_SHARE) -> Iterator[Highlight]:
    """One highlight of each page that has one, with tables kept to `table_share` of all as far as pages allow.

    A page whose drawn kind it lacks is left out rather than given the other kind: otherwise pages without tables
    would turn the ratio.
    """
    drawn = {"table": 0, "sentences": 0}
    for page in pages:
        chance = random.Random(f"{seed}|{page.title}")
        tables = fit_tables(page)
        runs = sentence_runs(page)
        if not tables and not runs:
            continue
        # Steered towards the ratio: whichever kind is behind is drawn.
        total = sum(drawn.values()) + 1
        wants_table = drawn["table"] < table_share * total
        if tables and (wants_table or not runs):
            table = chance.choice(tables)
            drawn["table"] += 1
            yield _table(page, table)
        elif runs and not wants_table:
            run = chance.choice(runs)
            drawn["sentences"] += 1
            yield _sentences(page, run)


def _table(page: Page, table: Table) -> Highlight:
    ids = [page.id(cell.key) for cell in table.cells()]
    return Highlight(
        id=page.id(table.key),
        page=page.title,
        kind="table",
        ids=ids,
        text=table.text,
        section=_section(page, table.key),
    )


def _sentences(page: Page, run: list[Sentence]) -> Highlight:
    return Highlight(
        id=page.id(run[0].key),
        page=page.title,
        kind="sentences",
        ids=[page.id(sentence.key) for sentence in run],
        text=" ".join(sentence.text for sentence in run),
        section=_section(page, run[0].key),
    )


def _section(page: Page, key: str) -> str:
    current = ""
    for element in page.elements:
        if isinstance(element, Section):
            current = element.text
        elif element.key == key:
            return current
    return current
