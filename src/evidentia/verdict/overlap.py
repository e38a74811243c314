"""What the claim's words find in the evidence: a signal beside the reader's."""

from __future__ import annotations

import math
import re
from itertools import pairwise

from evidentia.evidence.words import STOPWORDS, stem, words

_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w'’-]+")
_NEGATIONS = {
    *("not", "no", "never", "none", "neither", "nor", "without", "only", "cannot"),
    *("nobody", "nothing", "failed", "unable", "exclusively"),
}

NAMES = (
    "covered",
    "numbers_covered",
    "names_covered",
    "pairs_covered",
    "missing",
    "negated",
    "claim_length",
    "evidence_length",
    "has_numbers",
)


def overlap(claim: str, evidence: str) -> dict[str, float]:
    """Shares of the claim's words, numbers, names and word pairs that the evidence holds, and lengths."""
    claim_words = words(claim)
    known_words = words(evidence)
    known = {stem(word) for word in known_words}
    content = list(dict.fromkeys(stem(word) for word in claim_words if word not in STOPWORDS))
    numbers = [word for word in content if word.isdigit()]
    names = [stem(part) for name in _NAME.findall(claim) for part in words(name) if part not in STOPWORDS]
    stems = [stem(word) for word in claim_words]
    told = [stem(word) for word in known_words]
    told_pairs = set(pairwise(told))
    pairs = list(pairwise(stems))
    return {
        "covered": _share(content, known),
        "numbers_covered": _share(numbers, known),
        "names_covered": _share(names, known),
        "pairs_covered": sum(pair in told_pairs for pair in pairs) / len(pairs) if pairs else 0.0,
        "missing": min(sum(word not in known for word in content), 8) / 8,
        "negated": float(any(word in _NEGATIONS for word in claim_words) or "n't" in claim),
        "claim_length": math.log(1 + len(claim_words)),
        "evidence_length": math.log(1 + len(known_words)),
        "has_numbers": float(bool(numbers)),
    }


def _share(wanted: list[str], known: set[str]) -> float:
    return sum(word in known for word in wanted) / len(wanted) if wanted else 1.0
