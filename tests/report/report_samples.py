"""An invented page and predictions about it."""

from evidentia import context
from evidentia.claim import Label, Policy, Prediction, ScoredPage
from evidentia.page import Cell, ListItem, Page, PageList, Rich, Section, Sentence, Table

ABOUT = {
    "corpus": {"name": "Island papers", "date": "2026-10-01", "version": "3f9c2a71", "pages": 1284},
    "model": {"name": "reader", "version": "1"},
}


def page():
    rows = [
        [
            Cell("header_cell_0_0_0", Rich("Year"), True, 2, 1),
            Cell("header_cell_0_0_1", Rich("Catch"), True, 1, 2),
            Cell("header_cell_0_0_2", Rich("Harbour"), True, 2, 1),
        ],
        [Cell("header_cell_0_1_0", Rich("Herring"), True), Cell("header_cell_0_1_1", Rich("Cod"), True)],
    ]
    for number in range(2, 16):
        rows.append(
            [
                Cell(f"header_cell_0_{number}_0", Rich(str(1988 + number)), True),
                Cell(f"cell_0_{number}_1", Rich(str(300 + number))),
                Cell(f"cell_0_{number}_2", Rich(str(120 - number))),
                Cell(f"cell_0_{number}_3", Rich("Old Quay" if number < 9 else "North Basin")),
            ]
        )
    return Page(
        "Skarvik fishery",
        [
            Sentence(0, Rich("The Skarvik fishery is a coastal fishery.")),
            Section(0, Rich("History"), 1),
            Section(1, Rich("Landings"), 2),
            Table(0, rows, caption=Rich("Catches at Skarvik")),
            PageList(0, [ListItem("item_0_0", Rich("Old Quay, closed in 1999"))]),
        ],
    )


class Corpus:
    def __init__(self, *pages):
        self._pages = {one.title: one for one in pages}

    def get(self, title):
        return self._pages.get(title)


CORPUS = Corpus(page())


def refuted(**details):
    keys = ("cell_0_10_2", "cell_0_10_3", "sentence_0", "item_0_0")
    return Prediction(
        id=17,
        claim="In 1998 Skarvik landed 140 tonnes of cod.",
        label=Label.REFUTES,
        policy=Policy.MISLED,
        probabilities={"SUPPORTS": 0.041, "REFUTES": 0.927, "NOT ENOUGH INFO": 0.032},
        evidence=[context.evidence(page(), key, 1.0) for key in keys],
        pages=[ScoredPage("Skarvik fishery", 14.2), ScoredPage("Skarvik", 9.1)],
        details={
            **ABOUT,
            "conflict": {"claim": "140", "evidence": "110", "id": "Skarvik fishery_cell_0_10_2"},
            "correction": "In 1998 Skarvik landed 110 tonnes of cod.",
            "facts": [{"text": "110 is less than 140", "cells": ["Skarvik fishery_cell_0_10_2"], "truth": False}],
            "parts": [
                {"text": "Skarvik landed cod.", "label": "SUPPORTS", "probabilities": {"SUPPORTS": 0.9}},
                {"text": "It was 140 tonnes.", "label": "REFUTES"},
            ],
            "sets": [["Skarvik fishery_cell_0_10_2"], ["Skarvik fishery_cell_0_10_3", "Skarvik fishery_item_0_0"]],
            "searched": {"pages": 5, "sentences": 42},
            **details,
        },
    )


def unknown(claim="The mayor owned a boat."):
    return Prediction(
        claim=claim,
        label=Label.NOT_ENOUGH_INFO,
        policy=Policy.STRICT,
        probabilities={"SUPPORTS": 0.2, "REFUTES": 0.1, "NOT ENOUGH INFO": 0.7},
        evidence=[context.evidence(page(), "sentence_0", 0.1)],
        details={**ABOUT, "missing": ["Nothing was found about the mayor."]},
    )
