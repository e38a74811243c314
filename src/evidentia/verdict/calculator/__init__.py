"""Numbers are executed, not read: the facts a claim asks of tables and sentences, computed exactly."""

from evidentia.verdict.calculator.facts import ComputedFact, compute, features, truth_probability

__all__ = ["ComputedFact", "compute", "features", "truth_probability"]
