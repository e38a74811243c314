"""How often the converter writes a claim that a person accepts, by type of question.

The references hold ids, answers and our own claims; the questions are read from the data folder. A conversion
matches when it equals one of the accepted claims after lower-casing and dropping punctuation and articles.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from evidentia.datasets.convert import is_question, keeps_answer, normalise, to_claim

HERE = Path(__file__).parent
TYPES = ("who", "whom", "whose", "what", "which", "when", "where", "why", "how many", "how")


def questions(folder: Path) -> dict[str, str]:
    """Questions by `file:id[:annotation[:pair]]`."""
    found: dict[str, str] = {}
    for name in ("nq_open_dev", "squad_dev", "hybridqa_dev", "ambignq_train"):
        with (folder / f"{name}.jsonl").open(encoding="utf-8") as stream:
            for line in stream:
                item = json.loads(line)
                key = item.get("id", item.get("question_id"))
                found[f"{name}:{key}"] = item["question"]
                for number, annotation in enumerate(item.get("annotations", [])):
                    found[f"{name}:{key}:{number}"] = item["question"]
                    for pair, qa in enumerate(annotation.get("qaPairs", [])):
                        found[f"{name}:{key}:{number}:{pair}"] = qa["question"]
    return found


def kind(question: str) -> str:
    lower = f" {question.lower()} "
    return next((name for name in TYPES if lower.startswith(f" {name} ")), "other")


def write_pairs(to: Path, references: Path, part: str, known: dict[str, str]) -> None:
    with to.open("w", encoding="utf-8") as stream:
        for line in references.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if part in ("all", record["part"]):
                pair = {"question": known[record["source"]], "answer": record["answer"], "claims": record["claims"]}
                stream.write(json.dumps(pair, ensure_ascii=False) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE.parent / "../shared/data")
    parser.add_argument("--references", type=Path, default=HERE / "reference_claims.jsonl")
    parser.add_argument("--part", choices=("train", "validation", "all"), default="validation")
    parser.add_argument("--misses", action="store_true", help="print what did not match")
    parser.add_argument(
        "--write-pairs", type=Path, help="write the part as pairs for `claims train-converter` and stop"
    )
    options = parser.parse_args()
    known = questions(options.data / "qa")
    if options.write_pairs:
        write_pairs(options.write_pairs, options.references, options.part, known)
        return
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    clean = 0
    for line in options.references.read_text(encoding="utf-8").splitlines():
        reference = json.loads(line)
        if options.part not in ("all", reference["part"]):
            continue
        question, answer = known[reference["source"]], reference["answer"]
        claim = to_claim(question, answer) or ""
        name = kind(question)
        total[name] += 1
        clean += bool(claim) and keeps_answer(claim, answer) and not is_question(claim)
        if normalise(claim) in {normalise(text) for text in reference["claims"]}:
            right[name] += 1
        elif options.misses:
            print(f"{question} [{answer}]\n    made: {claim}\n    accepted: {reference['claims'][0]}")
    for name, count in total.most_common():
        print(f"{name:9} {right[name]:4} of {count:4}  {right[name] / count:6.1%}")
    everything = sum(total.values())
    print(f"{'all':9} {sum(right.values()):4} of {everything:4}  {sum(right.values()) / everything:6.1%}")
    print(f"answer kept and no question left: {clean / everything:.1%}")


if __name__ == "__main__":
    main()
