import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evidentia.cli.main import main, run

SHARED = Path(__file__).parents[2] / "../shared"


@pytest.fixture
def claims(tmp_path):
    path = tmp_path / "claims.jsonl"
    lines = []
    for number in range(40):
        label = "REFUTES" if number % 2 else "SUPPORTS"
        words = "is only" if label == "REFUTES" else "is"
        evidence = [{"content": [f"P_sentence_{number % 3}"] if number % 4 else ["P_cell_0_1_1"]}]
        lines.append({"id": number, "claim": f"Thing{number % 5} {words} red.", "label": label, "evidence": evidence})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def invoke(*words, **more):
    return CliRunner().invoke(main, ["analyse", *map(str, words)], catch_exceptions=False, **more)


@pytest.mark.parametrize("name", ["statistics", "association", "baseline", "lmi"])
def test_json_and_text(name, claims, tmp_path):
    found = invoke(name, claims, "--json", "--tables", tmp_path / "t")
    assert found.exit_code == 0
    tables = json.loads(found.stdout)["tables"]
    assert tables and all(table["rows"] for table in tables)
    assert {f"{table['name']}.csv" for table in tables} <= {path.name for path in (tmp_path / "t").iterdir()}
    assert tables[0]["title"] in invoke(name, claims).stdout


def test_lmi_of_two_files_with_figure(claims, tmp_path):
    found = invoke("lmi", claims, claims, "--halves", "--figure", tmp_path / "f", "--show", 2)
    assert "claims.jsonl (1), REFUTES: " in found.stdout
    assert (tmp_path / "f" / "lmi-refutes.svg").read_text().startswith("<svg")


def test_lmi_merges_parts(claims):
    found = invoke("lmi", claims, claims, "--merge", "--json")
    assert json.loads(found.stdout)["tables"][0]["rows"][0]["claims"] == 80


def test_report(claims, tmp_path):
    found = invoke("report", claims, "--output", tmp_path / "r.html", "--tables", tmp_path / "t", "--json")
    assert found.exit_code == 0 and (tmp_path / "r.html").read_text().startswith("<!doctype html>")
    assert json.loads(found.stdout)["name"] == "claims.jsonl"
    assert (tmp_path / "t" / "lmi.json").exists() and (tmp_path / "t" / "claim_only.csv").exists()


def test_report_from_stdin(claims, tmp_path):
    found = invoke("report", "-", "-o", tmp_path / "r.html", input=claims.read_bytes())
    assert found.exit_code == 0 and "<h1>claims</h1>" in (tmp_path / "r.html").read_text()


def test_unknown_label_ends_with_one_line(tmp_path, capsys):
    path = tmp_path / "f"
    path.write_text('{"claim":"A.","label":"true"}\n')
    with pytest.raises(SystemExit) as stop:
        run(["analyse", "statistics", str(path)])
    assert stop.value.code == 2
    message = capsys.readouterr().err
    assert "--map 'true=REFUTES'" in message and message.count("\n") == 1
    assert invoke("statistics", path, "--map", "true=SUPPORTS").exit_code == 0


def test_coding_and_summary(claims, tmp_path):
    out = tmp_path / "coded.jsonl"
    first = invoke("code-causes", claims, "-o", out, "--size", 3, input="1\n\n2\n\nq\n")
    assert first.exit_code == 0 and "2 of 3 coded" in first.stderr
    second = invoke("code-causes", claims, "-o", out, "--size", 3, input="1\nwhy\n")
    assert "3 of 3 coded" in second.stderr
    rows = {row["code"]: row for row in json.loads(invoke("coded", out, "--json").stdout)["tables"][0]["rows"]}
    assert rows["negation"]["claims"] == 2 and rows["antonym"]["claims"] == 1


def test_coding_of_errors(claims, tmp_path):
    predictions = tmp_path / "p.jsonl"
    predictions.write_text(
        "".join(
            json.dumps({"id": n, "predicted_label": "SUPPORTS", "predicted_evidence": []}) + "\n" for n in range(40)
        )
    )
    found = invoke("code-errors", claims, predictions, "-o", tmp_path / "c", "--size", 2, input="n\ny\n\nn\nn\n\n")
    assert "2 of 2 coded" in found.stderr
    found = invoke("code-classes", claims, predictions, "-o", tmp_path / "d", "--size", 1, input="1 4\n\n")
    assert json.loads((tmp_path / "d").read_text())["codes"] == ["retrieval", "multi-hop"]


def test_agreement_needs_annotations(claims, capsys):
    with pytest.raises(SystemExit) as stop:
        run(["analyse", "agreement", str(claims)])
    assert stop.value.code == 2 and "annotations" in capsys.readouterr().err


@pytest.mark.shared
def test_negations_lead_in_fever():
    path = SHARED / "data/claims/fever_labelled_claims.jsonl"
    if not path.exists():
        pytest.skip("no shared data")
    tables = json.loads(invoke("lmi", path, "--json").stdout)["tables"]
    refuting = [row["n-gram"] for row in tables[1]["rows"] if row["label"] == "REFUTES"]
    assert {"is only", "only a", "incapable of"} <= set(refuting[:6])
