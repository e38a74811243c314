import base64
import hashlib
import itertools
import re

import pytest
from lxml import html as reader
from report_samples import ABOUT, CORPUS, refuted, unknown

from evidentia import report
from evidentia.claim import Evidence, Label, Policy, Prediction
from evidentia.report import markup

HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)">\x1b[31m\u202egnp'


def hostile():
    return Prediction(
        id=HOSTILE,
        claim=HOSTILE,
        label=Label.REFUTES,
        policy=Policy.MISLED,
        probabilities={"REFUTES": 1.0},
        evidence=[
            Evidence(id=f"{HOSTILE}_sentence_0", page=HOSTILE, kind="sentence", text=HOSTILE),
            Evidence(id=f"{HOSTILE}_cell_0_0_0", page=HOSTILE, kind="cell", text=HOSTILE),
        ],
        details={
            "corpus": {"name": HOSTILE},
            "model": HOSTILE,
            "missing": HOSTILE,
            "correction": HOSTILE,
            "conflict": {"claim": HOSTILE, "evidence": HOSTILE},
            "parts": [HOSTILE, HOSTILE],
            "facts": [HOSTILE],
            "searched": {HOSTILE: HOSTILE},
            "tables": [{"page": HOSTILE, "table": "table_0", "caption": HOSTILE, "rows": [[HOSTILE]]}],
        },
    )


def both(prediction):
    return report.html(prediction, corpus=CORPUS), report.batch_html([prediction], corpus=CORPUS, text=prediction.claim)


@pytest.mark.parametrize("which", [0, 1])
def test_nothing_in_a_text_becomes_markup(which):
    found = both(hostile())[which]
    tree = reader.fromstring(found)
    assert len(tree.xpath("//script[not(@type)]")) == which
    assert not tree.xpath("//img | //@onerror | //@style")
    assert "alert(1)" in tree.xpath("//h1 | //summary")[-1].text_content()
    assert "\x1b" not in found and "\u202e" not in found


@pytest.mark.parametrize("which", [0, 1])
def test_the_page_lets_in_nothing_but_its_own_style_and_script(which):
    found = both(refuted())[which]
    tree = reader.fromstring(found)
    policy = tree.xpath("string(//meta[@http-equiv='Content-Security-Policy']/@content)")
    for kind in ("style", "script[not(@type)]"):
        for element in tree.xpath(f"//{kind}"):
            digest = base64.b64encode(hashlib.sha256(element.text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert not tree.xpath("//link | //@src | //a[not(starts-with(@href, '#'))]")
    assert not re.search(r"url\(|@import", found)


def test_what_stands_in_a_report():
    tree = reader.fromstring(report.html(refuted(), corpus=CORPUS))
    text = " ".join(tree.text_content().split())
    for words in (
        "Refuted by this corpus",
        "93 %",
        "The claim says 140; the evidence says 110.",
        "goes against the claim",
        "5 pages, 42 sentences",
        "Island papers",
        "2026-10-01",
        "3f9c2a71",
        "1,284",
        "reader 1",
        "misled: a claim that would mislead its reader is refuted too",
        "It does not say whether the claim is true.",
    ):
        assert words in text
    assert [one.text for one in tree.xpath("//del")] == ["140", "140"]
    assert [one.text for one in tree.xpath("//ins")] == ["110"]


def test_table_is_folded_lit_and_tinted():
    tree = reader.fromstring(report.html(refuted(), corpus=CORPUS))
    table = tree.xpath("//table[@class='data']")[0]
    assert [one.text for one in table.xpath(".//*[@class='lit']")] == ["110", "North Basin"]
    assert [one.text_content() for one in table.xpath(".//*[@class='tinted']")] == ["Catch", "Harbour", "Cod", "1998"]
    assert [row.text_content() for row in table.xpath(".//tr[@class='fold']")] == ["⋯ 7 more rows", "⋯ 4 more rows"]
    assert [one.text_content() for one in table.xpath(".//*[@class='lit']/span")] == [
        " (evidence, set 1)",
        " (evidence, set 2)",
    ]
    assert table.xpath("string(.//th[text()='Catch']/@colspan)") == "2"
    assert table.xpath("string(.//th[text()='Catch']/@scope)") == "colgroup"
    assert table.xpath("string(.//th[text()='1998']/@scope)") == "row"
    whole = tree.xpath("//details//table[@class='data']")[0]
    assert len(whole.xpath(".//tr")) == 16


def test_accessible_frame():
    for found in both(refuted()):
        tree = reader.fromstring(found)
        assert tree.get("lang") == "en"
        assert len(tree.xpath("//main")) == len(tree.xpath("//h1")) == len(tree.xpath("//footer")) == 1
        target = tree.xpath("string(//a[@class='skip']/@href)")[1:]
        assert tree.xpath(f"//*[@id='{target}']")
        levels = [int(one.tag[1]) for one in tree.xpath("//h1|//h2|//h3|//h4")]
        assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
        for region in tree.xpath("//*[@role='region']"):
            assert region.get("aria-label") and region.get("tabindex") == "0"
        for drawing in tree.xpath("//svg"):
            assert drawing.get("aria-hidden") == "true"


def test_without_a_corpus_cells_are_shown_with_their_headers():
    text = reader.fromstring(report.html(refuted())).text_content()
    assert "History › Landings › 1998 › Cod › Catch › table cell" in text


def test_table_from_the_details_needs_no_corpus():
    from evidentia.report.table_view import detail

    page = CORPUS.get("Skarvik fishery")
    prediction = refuted(tables=[detail(page, page.tables[0], ["History"])])
    tree = reader.fromstring(report.html(prediction))
    assert [one.text for one in tree.xpath("//table[@class='data'][1]//*[@class='lit']")][:2] == ["110", "North Basin"]


def test_open_claim_says_what_is_missing_before_what_was_found():
    text = reader.fromstring(report.html(unknown())).text_content()
    assert "Not enough information in this corpus" in text
    assert text.index("Nothing was found about the mayor.") < text.index("The closest that was found")


def test_overview_counts_filters_and_leads_from_the_text():
    text = "It rains. The mayor owned a boat. In 1998 Skarvik landed 140 tonnes of cod."
    first, second = unknown(), refuted()
    for one in (first, second):
        start = text.index(one.claim)
        one.details |= {"start": start, "end": start + len(one.claim)}
    tree = reader.fromstring(report.batch_html([first, second, unknown("Another.")], corpus=CORPUS, text=text))
    counts = [" ".join(one.text_content().split()) for one in tree.xpath("//ul[@class='counts']/li")]
    assert counts == ["3 claims", "0 supported", "1 refuted", "2 not enough information"]
    assert tree.xpath("//details[@class='claim']/@data-label") == ["open", "no", "open"]
    assert tree.xpath("//details[@class='claim']/@data-sure") == ["0.7000", "0.9270", "0.7000"]
    links = tree.xpath("//section[@class='text']/a")
    assert [one.get("href") for one in links] == ["#claim-1", "#claim-2"]
    assert tree.xpath("//section[@class='text']")[0].text_content().startswith("It rains. The mayor")
    assert tree.xpath("//button/@value") == ["no", "open"]


def test_overview_is_bounded(monkeypatch):
    from evidentia.report import overview

    monkeypatch.setattr(overview, "MAX_CLAIMS", 3)
    monkeypatch.setattr(overview, "MAX_DETAILED", 1)
    tree = reader.fromstring(report.batch_html((unknown(str(n)) for n in range(9)), title="Many"))
    assert len(tree.xpath("//details[@class='claim']")) == 3
    assert "9 claims" in " ".join(tree.text_content().split())
    assert len(tree.xpath("//table[@class='odds']")) == 1


def test_same_prediction_same_bytes():
    assert both(refuted()) == both(refuted())


@pytest.mark.parametrize(
    "details",
    [
        {},
        {"corpus": "papers", "model": "m"},
        {"corpus": None, "parts": "one", "sets": [], "facts": None, "missing": [], "tables": None},
        {"tables": [{"page": "x"}, {"page": "x", "table": "t", "rows": "no"}], "conflict": "it says 3", "searched": 7},
        {"parts": [{"label": "odd"}, {"claim": "x", "label": "SUPPORTS"}], "sets": [{"content": ["a"]}, ["b"]]},
    ],
)
def test_details_may_be_few_or_odd(details):
    prediction = refuted()
    prediction.details = details
    for found in (*both(prediction), report.text(prediction)):
        assert "corpus" in found.lower()


def test_what_a_report_rests_on_is_named_even_when_unknown():
    prediction = refuted()
    prediction.details = {}
    text = report.text(prediction)
    assert "not named" in text and "not known" in text
    assert ABOUT["corpus"]["name"] not in text


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1])
@pytest.mark.parametrize(
    ("front", "back"),
    [
        *((front, back) for front in ("ink", "soft", "yes", "no", "open") for back in ("paper", "sheet", "wash")),
        ("ink", "lit"),
        ("ink", "tint"),
        ("paper", "ink"),
    ],
)
def test_contrast(scheme, front, back):
    from evidentia.report.markup import packaged

    blocks = re.findall(r":root \{(.*?)\}", packaged("style.css"), re.S)
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", blocks[scheme]))
    light, dark = sorted((luminance(colours[front]), luminance(colours[back])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_long_texts_are_not_compared_word_by_word():
    before, after = (" ".join(f"{letter}{number}" for number in range(700)) for letter in "ab")
    assert markup.changes(before, after) == after
    assert markup.changes("It is <b>", "It was <b>") == "It <del>is</del> <ins>was</ins> &lt;b&gt;"
