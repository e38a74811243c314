"""The shipped weights belong to the shipped code: on real statements the two do what they did when trained."""

from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "../shared/data"


@pytest.mark.shared
@pytest.mark.skipif(not (DATA / "claims/tabfact_val.jsonl").exists(), reason="needs the shared data")
def test_accuracy_on_real_statements() -> None:
    from evidentia.train.calculator import readings, tables_of
    from evidentia.verdict.calculator import weigh

    tables = tables_of(DATA / "tables/tabfact_tables.jsonl")
    right = count = 0
    for record, asked, drafts in readings(DATA / "claims/tabfact_val.jsonl", tables, limit=0.05):
        values = weigh.claim_values(asked, drafts, weigh.confidences(asked, drafts))
        right += (weigh.claim_score(asked, values) > 0) == bool(record["label"])
        count += 1
    assert count > 300
    assert right / count > 0.66
