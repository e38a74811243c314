import json
import re
from xml.etree import ElementTree

import pytest

from evidentia.analysis import plots, report
from evidentia.analysis.claims import Analysed, evidence_sets
from evidentia.analysis.tables import Table, as_json, plain, write_tables
from evidentia.analysis.whole import Options, analyse_claims

HOSTILE = '<script>alert(1)</script> "only" \u202e & co'


def claims(count=60):
    for number in range(count):
        label = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")[number % 3]
        record = {
            "evidence": [{"content": [f"P_sentence_{number % 7}", *(["P_cell_0_1_1"] if number % 2 else [])]}],
            "challenge": "Other" if number % 2 else "Numerical Reasoning",
            "expected_challenge": HOSTILE,
            "claim_type": HOSTILE,
            "annotations": [{"label": label, "evidence": []}, {"label": "REFUTES", "evidence": []}],
        }
        text = f"{HOSTILE} thing{number % 5} is {'only' if label == 'REFUTES' else 'always'} here"
        yield Analysed(claim=text, label=label, sets=evidence_sets(record), record=record)


@pytest.fixture(scope="module")
def page():
    return report.render(analyse_claims(claims(), name=HOSTILE, options=Options(top=10)))


def test_self_contained_and_safe(page):
    assert "<script" not in page and "<link" not in page and "style=" not in page
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert "default-src 'none'" in page
    assert "\u202e" not in re.sub(r"base64,[^\"]*", "", page).split("<main")[1].split("<svg")[0]


def test_plots_have_titles_and_words_for_those_who_do_not_see(page):
    found = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
    assert len(found) > 10
    ids = set()
    for svg in found:
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        named = {element.get("id"): element.text for element in root if element.get("id")}
        assert set(root.get("aria-labelledby", "").split()) == set(named)
        assert all(named.values())
        assert not ids & set(named)
        ids |= set(named)


def test_sections_and_data_links(page):
    for title in ("Labels and lengths", "Words that give the label away", "What the claim alone tells", "Associations",
                  "Evidence", "Challenges", "Annotation"):  # fmt: skip
        assert f"<h2>{title}</h2>" in page
    assert 'download="labels.csv"' in page and 'download="labels.json"' in page


def test_same_bytes(page):
    assert page == report.render(analyse_claims(claims(), name=HOSTILE, options=Options(top=10)))


def test_without_labels_and_evidence():
    bare = [Analysed(claim="One claim.", label=None, sets=[], record={})]
    html = report.render(analyse_claims(bare, name="bare"))
    assert "Labels and lengths" in html and "Words that give" not in html and "<h2>Evidence</h2>" not in html


def test_files_beside(tmp_path):
    table = Table(name="t", title="T", columns=["word", "n"], rows=[["=1+1", 2], ["-0.5", 0.25], ["x", None]])
    paths = write_tables(tmp_path / "new", [table])
    assert [path.name for path in paths] == ["t.csv", "t.json"]
    assert paths[0].read_text() == "word,n\n'=1+1,2\n-0.5,0.25\nx,\n"
    assert json.loads(paths[1].read_text()) == as_json(table)
    assert json.loads(paths[1].read_text())["rows"][1] == {"word": "-0.5", "n": 0.25}


def test_plain_lines_up():
    table = Table(name="t", title="T", columns=["word", "n"], rows=[["abc", 1000], ["d", 2]], note="note")
    assert plain(table) == "T\nword      n\nabc   1,000\nd         2\nnote"


def test_every_label_colour_reads_on_light_and_dark_paper():
    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    for colour in (*plots.COLOURS.values(), *plots.SERIES, plots.PLAIN):
        assert light("#fbfaf7") / light(colour) >= 3, colour
        assert light(colour) / light("#191816") >= 3, colour


def test_empty_plots_do_not_break():
    for svg in (
        plots.bars("a", "A", []),
        plots.columns("b", "B", [], axis="x"),
        plots.curves("c", "C", [("none", [])], axis="rank"),
        plots.columns("d", "D", [(3, 0.0)], axis="x"),
    ):
        ElementTree.fromstring(svg)
