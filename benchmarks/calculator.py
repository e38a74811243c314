"""The calculator on TabFact: coverage, accuracy of the surest fact, accuracy of the logistic regression, speed."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from evidentia.train.calculator import readings, tables_of
from evidentia.verdict.calculator import weigh


def measure(data: Path, part: str, share: float) -> dict[str, object]:
    tables = tables_of(data / "tables" / "tabfact_tables.jsonl")
    count: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    began = time.process_time()
    for record, asked, drafts in readings(data / "claims" / f"tabfact_{part}.jsonl", tables, limit=share):
        sure = weigh.confidences(asked, drafts)
        probability = weigh.sigmoid(weigh.claim_score(asked, weigh.claim_values(asked, drafts, sure)))
        label = bool(record["label"])
        for name in ("all", record["channel"]):
            count[f"{name} n"] += 1
            count[f"{name} right"] += (probability > 0.5) == label
            if drafts:
                best = max(range(len(drafts)), key=lambda place: sure[place])
                count[f"{name} covered"] += 1
                count[f"{name} fact right"] += drafts[best].truth == label
                if name == "all":
                    kinds[f"{drafts[best].variant} n"] += 1
                    kinds[f"{drafts[best].variant} right"] += drafts[best].truth == label
    seconds = time.process_time() - began
    report: dict[str, object] = {}
    for name in ("all", "simple", "complex"):
        n = max(1, count[f"{name} n"])
        report[name] = {
            "statements": count[f"{name} n"],
            "coverage": round(100 * count[f"{name} covered"] / n, 1),
            "surest fact right": round(100 * count[f"{name} fact right"] / max(1, count[f"{name} covered"]), 1),
            "regression right": round(100 * count[f"{name} right"] / n, 1),
        }
    report["CPU ms a statement"] = round(1000 * seconds / max(1, count["all n"]), 2)
    report["surest by kind"] = {
        key[:-2]: [number, round(100 * kinds[key[:-2] + " right"] / number, 1)]
        for key, number in kinds.most_common()
        if key.endswith(" n")
    }
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[1] / "../shared/data")
    parser.add_argument("--part", default="val", choices=("train", "val"))
    parser.add_argument("--share", type=float, default=0.25, help="share of the tables to measure on")
    options = parser.parse_args()
    print(json.dumps(measure(options.data, options.part, options.share), indent=2))


if __name__ == "__main__":
    main()
