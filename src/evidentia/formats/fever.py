"""FEVER's wiki-pages: titles escaped, sentences as numbered lines with links behind them."""

from __future__ import annotations

_ESCAPES = (
    ("(", "-LRB-"),
    (")", "-RRB-"),
    ("[", "-LSB-"),
    ("]", "-RSB-"),
    ("{", "-LCB-"),
    ("}", "-RCB-"),
    (":", "-COLON-"),
)


def escape_title(title: str) -> str:
    for plain, escaped in _ESCAPES:
        title = title.replace(plain, escaped)
    return title.replace(" ", "_")


def unescape_title(title: str) -> str:
    for plain, escaped in _ESCAPES:
        title = title.replace(escaped, plain)
    return title.replace("_", " ")
