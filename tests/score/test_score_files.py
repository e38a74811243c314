"""Files in, figures, faults and submissions out: through the command line."""

import json

import pytest
from click.testing import CliRunner

from evidentia.cli.score import command
from evidentia.errors import InputError
from evidentia.score import load, submission, validate

HEADER = {"id": "", "claim": "", "label": "", "evidence": [{"content": [], "context": {}}], "challenge": ""}
FEVEROUS_GOLD = [
    HEADER,
    {
        "id": 1,
        "claim": "One.",
        "label": "SUPPORTS",
        "challenge": "Other",
        "evidence": [{"content": ["A_sentence_0"], "context": {}}],
    },
    {
        "id": 2,
        "claim": "Two.",
        "label": "REFUTES",
        "challenge": "Numerical Reasoning",
        "evidence": [{"content": ["B_cell_0_1_1"], "context": {"B_cell_0_1_1": ["B_title"]}}],
    },
]
FEVEROUS_PREDICTIONS = [
    {"id": 2, "predicted_label": "REFUTES", "predicted_evidence": [["B", "cell", "0_1_1"]]},
    {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["B", "sentence", "0"]]},
]
FEVER_GOLD = [
    {"id": 7, "claim": "x", "label": "SUPPORTS", "evidence": [[[1, 1, "A_-LRB-b-RRB-", 0]]]},
    {"id": 8, "claim": "y", "label": "NOT ENOUGH INFO", "evidence": [[[1, None, None, None]]]},
]


@pytest.fixture
def write(tmp_path):
    def save(name, records, *, bom=False, end="\n"):
        text = end.join(record if isinstance(record, str) else json.dumps(record) for record in records)
        path = tmp_path / name
        path.write_bytes((b"\xef\xbb\xbf" if bom else b"") + text.encode())
        return str(path)

    return save


def run(*arguments):
    result = CliRunner().invoke(command, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_feverous_by_id_with_header_bom_and_crlf(write):
    gold = write("gold.jsonl", FEVEROUS_GOLD, bom=True, end="\r\n")
    found = json.loads(
        run(
            "feverous", gold, write("p.jsonl", FEVEROUS_PREDICTIONS), "--json", "--by", "challenge", "--by", "label"
        ).stdout
    )
    assert found["claims"] == 2
    assert (found["score"], found["label_accuracy"], found["evidence_recall"]) == (0.5, 1.0, 0.5)
    assert found["by"]["challenge"]["Other"]["score"] == 0.0
    assert found["by"]["challenge"]["Numerical Reasoning"]["score"] == 1.0
    assert found["label_f1"]["macro"] == 1.0


def test_feverous_leaderboard_file_in_the_order_of_the_lines(write):
    lines = [
        {"predicted_label": "SUPPORTS", "predicted_evidence": [["A", "sentence", "0"]]},
        {"predicted_label": "REFUTES", "predicted_evidence": [["B", "cell", "0_1_1"]]},
    ]
    gold = write("gold.jsonl", FEVEROUS_GOLD)
    assert json.loads(run("feverous", gold, write("p.jsonl", lines), "--json").stdout)["score"] == 1.0
    with_header = write("q.jsonl", [{"header": ""}, *lines])
    assert json.loads(run("feverous", gold, with_header, "--json").stdout)["score"] == 1.0


def test_gold_file_counts_even_where_predictions_hold_labels(write):
    lines = [
        {"id": 7, "label": "REFUTES", "evidence": [], "predicted_label": "REFUTES", "predicted_evidence": []},
        {"id": 8, "predicted_label": "NOT ENOUGH INFO", "predicted_evidence": []},
    ]
    found = json.loads(run("fever", write("g.jsonl", FEVER_GOLD), write("p.jsonl", lines), "--json").stdout)
    assert (found["score"], found["label_accuracy"]) == (0.5, 0.5)


def test_what_verify_wrote_is_scored_as_it_is(write):
    lines = [
        {
            "id": 8,
            "claim": "y",
            "label": "NOT ENOUGH INFO",
            "policy": "strict",
            "probabilities": {},
            "evidence": [],
        },
        {
            "id": 7,
            "claim": "x",
            "label": "SUPPORTS",
            "policy": "strict",
            "probabilities": {},
            "evidence": [
                {"id": "A (b)_cell_0_0_0", "page": "A (b)", "kind": "cell", "text": "t"},
                {"id": "A (b)_sentence_0", "page": "A (b)", "kind": "sentence", "text": "t"},
            ],
        },
    ]
    found = json.loads(run("fever", write("g.jsonl", FEVER_GOLD), write("p.jsonl", lines), "--json").stdout)
    assert (found["score"], found["evidence_precision"]) == (1.0, 1.0)


def test_table_for_people(write):
    gold, lines = write("g.jsonl", FEVEROUS_GOLD), write("p.jsonl", FEVEROUS_PREDICTIONS)
    shown = run("feverous", gold, lines, "--intervals", "--samples", "20", "--by", "evidence").stdout
    assert "label accuracy       1.000000   1.0000 to 1.0000" in shown
    assert "by evidence" in shown and "sentences" in shown and "tables" in shown


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["{"], "line 1: not JSON"),
        (["[" * 100_000], "line 1: not JSON"),
        ([[1]], "line 1: must be an object"),
        ([{"id": 1, "predicted_evidence": []}], "line 1: predicted_label is missing"),
        ([{"id": 1, "predicted_label": "SUPPORTS"}], "line 1: predicted_evidence is missing"),
        ([{"id": 1, "predicted_label": 3, "predicted_evidence": []}], "predicted_label must be a string"),
        ([{"id": 1, "predicted_label": "REFUTES", "predicted_evidence": [["A"]]}], "has 1 parts, not 2"),
        ([{"id": 7, "predicted_label": "REFUTES", "predicted_evidence": []}] * 2, "line 2: the id '7' stood already"),
        ([], "holds no predictions"),
    ],
)
def test_wrong_predictions_name_the_line(write, lines, words):
    with pytest.raises(InputError, match=words):
        run("fever", write("g.jsonl", FEVER_GOLD), write("p.jsonl", lines))


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"id": 1, "evidence": []}, "needs a label"),
        ({"label": "SUPPORTS"}, "needs a list of evidence"),
        ({"label": "SUPPORTS", "evidence": [[["A", 0]]]}, r"is not \[annotation"),
        ({"label": "SUPPORTS", "evidence": ["A"]}, "is not a list"),
    ],
)
def test_wrong_gold_names_the_line(write, record, words):
    with pytest.raises(InputError, match=f"line 2: .*{words}"):
        load.gold(write("g.jsonl", [FEVER_GOLD[0], record]), "fever")


def test_validate_lists_faults_and_warnings(write):
    lines = [
        {"id": 7, "predicted_label": "MAYBE", "predicted_evidence": [["A (b)", 0]] * 6},
        "not json",
        {"id": 9, "predicted_label": "REFUTES", "predicted_evidence": "none"},
    ]
    path = write("p.jsonl", lines)
    found = list(validate.faults(path, "fever", gold=FEVER_GOLD))
    assert [fault.line for fault in found if not fault.warning] == [2, 3, 3, 3]
    assert any("no claim has the id '9'" in fault.text for fault in found)
    assert any("1 claims have no prediction" in fault.text for fault in found)
    assert any("only the first 5 count" in fault.text for fault in found)
    result = run("validate", path, "--task", "fever")
    assert result.exit_code == 2
    assert "line 2: not JSON" in result.stdout


def test_validate_feverous_budgets_and_shapes():
    def texts(*evidence):
        record = {"predicted_label": "SUPPORTS", "predicted_evidence": list(evidence)}
        return " ".join(text for text, _ in validate.record_faults(record, "feverous"))

    assert texts(["P", "sentence", "0"], "P_cell_0_0_0") == ""
    assert "has 2 numbers, a cell has 3" in texts(["P", "cell", "0_0"])
    assert "no kind of element" in texts(["P", "phrase", "0"])
    assert "6 sentences" in texts(*[["P", "sentence", str(n)] for n in range(6)])
    assert "26 cells" in texts(*[["P", "cell", f"0_{n}_0"] for n in range(26)])
    assert "stands twice" in texts("P_sentence_0", "P_sentence_0")


def test_good_file_is_valid(write):
    assert list(validate.faults(write("p.jsonl", FEVEROUS_PREDICTIONS), "feverous", gold=FEVEROUS_GOLD[1:])) == []


def test_submission_in_the_order_of_the_claims(write, tmp_path):
    out = tmp_path / "out.jsonl"
    gold, lines = write("g.jsonl", FEVEROUS_GOLD), write("p.jsonl", FEVEROUS_PREDICTIONS)
    run("submission", lines, "--task", "feverous", "--claims", gold, "--no-ids", "--output", str(out))
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert written == [
        {"predicted_label": "SUPPORTS", "predicted_evidence": [["B", "sentence", "0"]]},
        {"predicted_label": "REFUTES", "predicted_evidence": [["B", "cell", "0_1_1"]]},
    ]


def test_submission_holds_to_the_budgets_and_drops_duplicates():
    evidence = [{"id": f"P_sentence_{n // 2}"} for n in range(20)] + [{"id": f"P_cell_0_{n}_0"} for n in range(30)]
    record = {"id": 1, "label": "REFUTES", "probabilities": {}, "evidence": [*evidence, {"id": "computed"}]}
    kept = submission.from_record(record, "feverous")["predicted_evidence"]
    assert [part for part in kept if part[1] == "sentence"] == [["P", "sentence", str(n)] for n in range(5)]
    assert len(kept) == 30
    assert submission.from_record(record, "fever")["predicted_evidence"] == [["P", n] for n in range(5)]
    assert submission.from_record({**record, "label": "NOT ENOUGH INFO"}, "faviq") == {
        "id": 1,
        "predicted_label": "REFUTES",
    }


def test_compare(write):
    gold = [{"id": n, "label": "SUPPORTS", "evidence": [[[1, 1, "A", 0]]]} for n in range(40)]
    good = [{"id": n, "predicted_label": "SUPPORTS", "predicted_evidence": [["A", 0]]} for n in reversed(range(40))]
    bad = [{"id": n, "predicted_label": "SUPPORTS", "predicted_evidence": [["A", n % 4]]} for n in range(40)]
    files = write("g.jsonl", gold), write("bad.jsonl", bad), write("good.jsonl", good)
    found = json.loads(run("compare", *files, "--task", "fever", "--json").stdout)
    assert found["score"]["difference"] == 0.75
    assert found["score"]["only_second_right"] == 30
    assert found["score"]["p_mcnemar"] < 1e-6
    assert found["label_accuracy"]["p_bootstrap"] == 1.0
    assert "McNemar p = 1.863e-09" in run("compare", *files, "--task", "fever").stdout


def test_faviq_sets(write):
    gold = write(
        "g.jsonl", [{"id": "a", "claim": "x", "label": "SUPPORTS"}, {"id": "b", "claim": "y", "label": "REFUTES"}]
    )
    right = write(
        "r.jsonl", [{"id": "b", "predicted_label": "NOT ENOUGH INFO"}, {"id": "a", "predicted_label": "SUPPORTS"}]
    )
    wrong = write("w.jsonl", [{"id": "a", "predicted_label": "REFUTES"}, {"id": "b", "predicted_label": "REFUTES"}])
    assert json.loads(run("faviq", gold, right, "--json").stdout)["label_accuracy"] == 1.0
    both = json.loads(run("faviq", gold, right, "--regular", gold, wrong, "--json").stdout)
    assert both["score"] == 0.75
    assert both["sets"]["R"]["accuracy_supports"] == 0.0


def test_a_group_without_evidence_to_find_has_no_precision(write):
    lines = [{"id": 7, "predicted_label": "SUPPORTS", "predicted_evidence": [["A", 1]]}]
    lines.append({"id": 8, "predicted_label": "NOT ENOUGH INFO", "predicted_evidence": []})
    files = write("g.jsonl", FEVER_GOLD), write("p.jsonl", lines)
    found = json.loads(run("fever", *files, "--json", "--by", "label").stdout)["by"]["label"]
    assert found["NOT ENOUGH INFO"]["evidence_precision"] is None
    assert found["SUPPORTS"]["evidence_precision"] == 0.0
    assert "–" in run("fever", *files, "--by", "label").stdout


def test_json_of_other_programs_is_read(write):
    line = '{"id": 7, "predicted_label": "SUPPORTS", "predicted_evidence": [["\\ud800", 0]], "score": NaN}'
    gold = write("g.jsonl", FEVER_GOLD[:1])
    assert json.loads(run("fever", gold, write("p.jsonl", [line]), "--json").stdout)["label_accuracy"] == 1.0


def test_other_encodings_are_named(write, tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_bytes('{"id": 7, "predicted_label": "SUPPORTS", "predicted_evidence": [["Café", 0]]}'.encode("latin-1"))
    with pytest.raises(InputError, match="line 1: not UTF-8"):
        run("fever", write("g.jsonl", FEVER_GOLD), str(path))
