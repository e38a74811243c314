"""DrQA's simple tokenizer and its filter of n-grams, letter for letter in what they keep."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

_ASCII = re.compile(r"[A-Za-z0-9]+|[!-/:-@\[-`{-~]")

_STOPWORDS = """
i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
itself they them their theirs themselves what which who whom this that these those am is are was were be been being have
has had having do does did doing a an the and but if or because as until while of at by for with about against between
into through during before after above below to from up down in out on off over under again further then once here there
when where why how all any both each few more most other some such no nor not only own same so than too very s t can
will just don should now d ll m o re ve y ain aren couldn didn doesn hadn hasn haven isn ma mightn mustn needn shan
shouldn wasn weren won wouldn 'll 're 've n't 's 'd 'm '' ``
"""
STOPWORDS = frozenset(_STOPWORDS.split())


@cache
def _unicode() -> Any:
    return import_module("regex").compile(r"[\p{L}\p{N}\p{M}]+|[^\p{Z}\p{C}]")


def tokens(text: str) -> list[str]:
    """Lower-case words and single marks of the NFD form of a text."""
    if text.isascii():
        return _ASCII.findall(text.lower())
    return [token.lower() for token in _unicode().findall(unicodedata.normalize("NFD", text))]


def is_filtered(token: str) -> bool:
    """Stopwords and punctuation, which may be in no n-gram."""
    return token in STOPWORDS or all(unicodedata.category(letter)[0] == "P" for letter in token)


def ngrams(text: str, n: int = 2) -> Iterator[str]:
    """All n-grams up to length n without a filtered word in them."""
    found = tokens(text)
    kept = [not is_filtered(token) for token in found]
    for start in range(len(found)):
        for end in range(start, min(start + n, len(found))):
            if not kept[end]:
                break
            yield " ".join(found[start : end + 1])
