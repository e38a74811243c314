"""Verdicts: whether evidence supports a claim, refutes it, or leaves it open."""

from evidentia.verdict.judging import Verdict, judge

__all__ = ["Verdict", "judge"]
