from collections import Counter
from pathlib import Path

import pytest

from evidentia.claim import Label, ScoredPage
from evidentia.datasets import sheets, transform
from evidentia.datasets.highlights import fit_tables, highlights, sentence_runs
from evidentia.datasets.nei import nei_claims
from evidentia.datasets.records import label_of, pages_of, parse_mapping
from evidentia.datasets.selection import balance, deduplicate, merge_nei
from evidentia.datasets.splitting import by_field, by_page, leaks, split
from evidentia.errors import InputError
from evidentia.page import Cell, Page, Rich, Section, Sentence, Table


def claim(number: int, label: str = "SUPPORTS", page: str = "Elden", **more: object) -> dict:
    evidence = [
        {"content": [f"{page}_sentence_0", f"{page}_sentence_1"], "context": {f"{page}_sentence_0": [f"{page}_title"]}}
    ]
    return {"id": number, "claim": f"claim number {number}", "label": label, "evidence": evidence, **more}


def page(title: str, *, rows: int = 0, sentences: int = 0) -> Page:
    elements: list = [Sentence(n, Rich(f"This is sentence number {n} of all.")) for n in range(sentences)]
    if rows:
        elements.append(Table(0, [[Cell(f"cell_0_{y}_0", Rich("x"))] for y in range(rows)]))
    return Page(title, elements)


# -- highlights


def test_runs_are_four_sentences_of_one_section_with_five_tokens_each() -> None:
    short = Sentence(4, Rich("Too short."))
    elements = [
        *page("P", sentences=4).elements,
        short,
        Section(0, Rich("S"), 2),
        *[Sentence(n, Rich("a b c d e")) for n in (5, 6, 7)],
    ]
    runs = sentence_runs(Page("P", elements))
    assert [[sentence.number for sentence in run] for run in runs] == [[0, 1, 2, 3]]


@pytest.mark.parametrize(("rows", "fit"), [(4, False), (5, True), (50, True), (51, False)])
def test_table_sizes(rows: int, fit: bool) -> None:
    assert bool(fit_tables(page("P", rows=rows))) is fit


def test_one_highlight_a_page_and_one_to_two() -> None:
    pages = [page(f"P{n}", rows=6, sentences=6) for n in range(300)]
    found = list(highlights(pages, seed=1))
    kinds = Counter(each.kind for each in found)
    assert len({each.page for each in found}) == len(found) == 300
    assert kinds == {"table": 200, "sentences": 100}


# -- splits


def test_what_shares_a_page_stays_together_also_through_others() -> None:
    records = [claim(n, page=f"P{n // 3}") for n in range(90)]
    both = [{"content": ["P0_sentence_0", "P1_sentence_0"], "context": {}}]
    records.append({**claim(999), "evidence": both})
    parts = split(records, [80, 10, 10], keys=[by_page], seed=1)
    assert sum(map(len, parts)) == 91
    assert leaks(parts, [by_page]) == []
    assert [abs(len(part) - share) < 7 for part, share in zip(parts, (73, 9, 9))] == [True] * 3
    joined = next(part for part in parts if any(record["id"] == 999 for record in part))
    assert {"P0", "P1"} <= {title for record in joined for title in pages_of(record)}


def test_fields_are_found_beside_and_inside_extra() -> None:
    keys = by_field("group")
    assert keys({"group": 1}) == keys({"extra": {"group": "1"}}) == ["1"]
    parts = split([{"id": n, "extra": {"group": n // 2}} for n in range(20)], [1, 1], keys=[keys], seed=2)
    assert leaks(parts, [keys]) == [] and min(map(len, parts)) >= 8


def test_leaks_are_named() -> None:
    assert leaks([[claim(1)], [claim(2)]], [by_page]) == ["Elden"]


@pytest.mark.parametrize("shares", [[], [0.0], [1.0, -1.0]])
def test_shares_that_are_none(shares: list[float]) -> None:
    with pytest.raises(InputError):
        split([claim(1)], shares, keys=[by_page], seed=1)


# -- selection


def test_balance() -> None:
    records = [claim(n, "SUPPORTS") for n in range(9)] + [claim(10 + n, "REFUTES") for n in range(4)]
    kept = balance(records, seed=1)
    assert Counter(record["label"] for record in kept) == {"SUPPORTS": 4, "REFUTES": 4}
    assert kept == balance(records, seed=1)


def test_duplicates_but_for_case_and_articles() -> None:
    records = [
        {"id": 1, "claim": "The Ell is long."},
        {"id": 2, "claim": "Ell is long"},
        {"id": 3, "claim": "The Ell is short."},
    ]
    assert [earlier and earlier["id"] for _, earlier in deduplicate(records)] == [None, 1, None]


def test_near_duplicates() -> None:
    long = "the old mill beside the river was built by the town in the spring of the year"
    records = [
        {"id": 1, "claim": long},
        {"id": 2, "claim": long + " 1811"},
        {"id": 3, "claim": "quite another claim about the sea"},
    ]
    assert [earlier and earlier["id"] for _, earlier in deduplicate(records, near=0.7)] == [None, 1, None]
    assert all(earlier is None for _, earlier in deduplicate(records))


def test_labels_are_never_guessed() -> None:
    with pytest.raises(InputError, match="--label"):
        label_of({"label": "true"})
    mapping = parse_mapping(["true=SUPPORTS", "half=true=REFUTES"])
    assert label_of({"label": "true"}, mapping) is Label.SUPPORTS
    assert mapping["half=true"] is Label.REFUTES
    with pytest.raises(InputError):
        parse_mapping(["true=YES"])


def test_merge_nei() -> None:
    assert [record["label"] for record in merge_nei([claim(1, "NOT ENOUGH INFO"), claim(2)])] == ["REFUTES", "SUPPORTS"]


# -- NEI


def test_nei_by_taking_evidence_out() -> None:
    made = list(nei_claims([claim(1), claim(2, "NOT ENOUGH INFO")], seed=1, way="removed"))
    assert len(made) == 1 and made[0]["label"] == "NOT ENOUGH INFO"
    assert len(made[0]["evidence"][0]["content"]) == 1
    single = {**claim(3), "evidence": [{"content": ["Elden_sentence_0"], "context": {}}]}
    assert list(nei_claims([single], seed=1, way="removed")) == []


def test_nei_by_the_nearest_other_page() -> None:
    hits = [ScoredPage("Elden", 2.0), ScoredPage("Marsh", 1.0)]
    made = list(
        nei_claims([claim(1)], seed=1, pages=lambda text, k: hits, sentence=lambda title, chance: f"{title}_sentence_0")
    )
    assert made[0]["evidence"][0]["content"] == ["Marsh_sentence_0"]
    assert made[0]["extra"]["original_label"] == "SUPPORTS"


# -- conversions

FEVER = {"id": 7, "label": "REFUTES", "claim": "c", "evidence": [[[1, 2, "Tarn_-LRB-lake-RRB-", 3], [1, 2, "Ell", 0]]]}
FEVEROUS = {
    "id": 7,
    "label": "REFUTES",
    "claim": "c",
    "evidence": [{"content": ["Tarn (lake)_sentence_3", "Ell_sentence_0"], "context": {}}],
}


def test_fever_and_feverous_and_back() -> None:
    there = next(transform.convert([FEVER], "feverous"))
    assert there["evidence"][0]["content"] == FEVEROUS["evidence"][0]["content"]
    back = next(transform.convert([there], "fever"))
    assert [piece[2:] for piece in back["evidence"][0]] == [["Tarn_-LRB-lake-RRB-", 3], ["Ell", 0]]


def test_cells_cannot_be_told_in_fever() -> None:
    cells = {**FEVEROUS, "evidence": [{"content": ["Ell_cell_0_1_1"], "context": {}}]}
    assert next(transform.convert([cells], "fever"))["evidence"] == [[[0, None, None, None]]]


class OnePage:
    def get(self, title: str) -> Page | None:
        return Page("Ell", [Sentence(0, Rich("The Ell is a river."))]) if title == "Ell" else None


def test_faviq_and_kilt_hold_texts() -> None:
    record = {**FEVEROUS, "label": "NOT ENOUGH INFO", "evidence": [{"content": ["Ell_sentence_0"], "context": {}}]}
    faviq = next(transform.convert([record], "faviq", corpus=OnePage()))
    assert (faviq["label"], faviq["positive_evidence"]["text"]) == ("REFUTES", "The Ell is a river.")
    kilt = next(transform.convert([record], "kilt", corpus=OnePage()))
    assert "answer" not in kilt["output"][0] and kilt["output"][0]["provenance"][0]["title"] == "Ell"
    assert next(transform.convert([kilt], "faviq"))["positive_evidence"]["text"] == "The Ell is a river."


def test_lines_for_the_judge() -> None:
    line = next(
        transform.lines([{**FEVEROUS, "evidence": [{"content": ["Ell_sentence_0"], "context": {}}]}], corpus=OnePage())
    )
    assert line["evidence"] == [
        {"id": "Ell_sentence_0", "page": "Ell", "text": "The Ell is a river.", "context": ["Ell"]}
    ]


def test_an_unknown_record_is_told() -> None:
    with pytest.raises(InputError, match="--from"):
        transform.detect({"id": 1, "text": "x"})


# -- sheets


def test_sheet_there_and_back(tmp_path: Path) -> None:
    records = [claim(n, "SUPPORTS" if n % 3 else "REFUTES", reason="=2+3") for n in range(60)]
    chosen = sheets.sample(records, 20, seed=1)
    assert Counter(record["label"] for record in chosen) == {"SUPPORTS": 10, "REFUTES": 10}
    path = tmp_path / "sheet.csv"
    sheets.write_sheet(path, chosen)
    rows = sheets.read_marks(path)
    assert len(rows) == 20 and rows[0]["reason"] == "'=2+3"
    for number, row in enumerate(rows):
        row.update({"natural?": "y" if number else "n", "label?": "yes", "evidence?": ""})
    scores = {score.question: score for score in sheets.scores([rows])}
    assert scores["natural?"].rate == 0.95 and scores["natural?"].low < 0.95 < scores["natural?"].high
    assert "evidence?" not in scores


def test_two_people_agree_or_not() -> None:
    one = [{"id": "1", "label": "y"}, {"id": "2", "label": "y"}]
    two = [{"id": "1", "label": "y"}, {"id": "2", "label": "n", "remark": "odd"}]
    score = sheets.scores([one, two], questions=("label",))[0]
    assert (score.rate, score.agreement) == (0.75, 0.5)
    assert sheets.remarks([one, two]) == [("odd", 1)]


def test_marks_that_are_none_are_told() -> None:
    with pytest.raises(InputError, match="row 2"):
        sheets.scores([[{"id": "1", "label": "maybe"}]], questions=("label",))


def test_html_sheet_escapes_and_hides(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    sheets.write_sheet(path, [{"id": 1, "claim": "<script>", "label": "SUPPORTS"}], blind=True)
    text = path.read_text()
    assert "&lt;script&gt;" in text and "<script>" not in text and "SUPPORTS" not in text


def test_wilson_bounds() -> None:
    assert sheets.wilson(0, 0) == (0.0, 1.0)
    low, high = sheets.wilson(48, 50)
    assert 0.86 < low < 0.96 < high < 0.99
