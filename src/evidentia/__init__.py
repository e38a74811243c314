"""Evidentia verifies claims against text and tables, with evidence."""

__version__ = "0.1.0"
