import csv
import io
import json

from report_samples import CORPUS, refuted, unknown

from evidentia import report


def test_terminal_in_plain_text():
    found = report.text(refuted(), corpus=CORPUS, width=90)
    assert "\x1b" not in found
    assert "✗ Refuted by this corpus" in found
    assert "█" * 26 + "░░   93 %" in found
    assert "▸110◂" in found and "⋯ 7 rows" in found
    assert "History › Landings › Catches at Skarvik" in found
    assert max(map(len, found.splitlines())) <= 90


def test_terminal_in_colour_and_narrow():
    found = report.text(refuted(), corpus=CORPUS, width=44, colour=True)
    assert "\x1b[" in found
    assert "110" in found


def test_escape_codes_of_a_text_never_reach_the_terminal():
    prediction = unknown("Red \x1b[31malert\x07 [bold]x[/bold]")
    found = report.text(prediction)
    assert "\x1b" not in found and "\x07" not in found
    assert "[bold]x[/bold]" in found


def test_json_keeps_the_contract():
    found = report.json(refuted())
    assert list(found)[:8] == ["id", "claim", "label", "policy", "probabilities", "evidence", "pages", "seconds"]
    assert found["label"] == "REFUTES"
    assert found["evidence"][0]["context"][0] == {"id": "Skarvik fishery_title", "text": "Skarvik fishery"}
    assert found["about"]["corpus_date"] == "2026-10-01"
    assert found["pages"][0] == {"title": "Skarvik fishery", "score": 14.2}
    json.dumps(found)


def test_csv_has_a_row_a_claim():
    lines = "".join(report.csv([refuted(), unknown('=HYPERLINK("x"), "quoted"\nnext')]))
    first, second = csv.DictReader(io.StringIO(lines))
    assert first["label"] == "REFUTES" and first["p_refutes"] == "0.9270"
    assert first["evidence_ids"].startswith("Skarvik fishery_cell_0_10_2 | ")
    assert first["correction"] == "In 1998 Skarvik landed 110 tonnes of cod."
    assert first["corpus_date"] == "2026-10-01" and first["label_policy"] == "misled"
    assert second["claim"] == '\'=HYPERLINK("x"), "quoted" next'
    assert second["missing"] == "Nothing was found about the mayor."


def test_claimreview_has_no_number_for_an_open_claim():
    rating = report.claimreview(refuted())["reviewRating"]
    assert (rating["ratingValue"], rating["alternateName"]) == (1, "Refuted by this corpus")
    open_rating = report.claimreview(unknown())["reviewRating"]
    assert "ratingValue" not in open_rating
    assert open_rating["alternateName"] == "Not enough information in this corpus"


def test_claimreview_of_a_publisher():
    found = report.claimreview(
        refuted(), author="The Desk", url="https://desk.example/1", date="2026-11-20", appearance="https://a.example"
    )
    assert found["@type"] == "ClaimReview" and found["author"]["name"] == "The Desk"
    assert found["url"] == "https://desk.example/1" and found["datePublished"] == "2026-11-20"
    assert found["itemReviewed"]["appearance"]["url"] == "https://a.example"
    for words in ("Island papers", "2026-10-01", "3f9c2a71", "reader 1"):
        assert words in found["reviewRating"]["ratingExplanation"]


def test_words_of_probabilities():
    from evidentia.report.words import percent

    assert [percent(value) for value in (0, 0.001, 0.5, 0.994, 0.999, 1)] == [
        "0 %",
        "< 1 %",
        "50 %",
        "99 %",
        "> 99 %",
        "100 %",
    ]
