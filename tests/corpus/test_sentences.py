"""Punkt of our own: equal to NLTK's with the same parameters, and right on the cases that a reader would notice."""

from __future__ import annotations

import gzip
import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidentia.corpus.sentences import default_splitter, load, save, spans, split, splitter_from
from evidentia.errors import InputError

CASES = [
    ("", []),
    ("   ", []),
    ("One sentence", ["One sentence"]),
    ("One came. Two left.", ["One came.", "Two left."]),
    ("  Spaces around. Here too.  ", ["Spaces around.", "Here too."]),
    ("He lived in St. Louis. It is big.", ["He lived in St. Louis.", "It is big."]),
    (
        "Dr. Smith met J. R. Brown at 5 p.m. on Jan. 5. He left.",
        ["Dr. Smith met J. R. Brown at 5 p.m. on Jan. 5.", "He left."],
    ),
    ("The U.S. Army came. It won.", ["The U.S. Army came.", "It won."]),
    ("He was born in Washington, D.C. He left.", ["He was born in Washington, D.C.", "He left."]),
    ("Acme Inc. grew. The firm closed.", ["Acme Inc. grew.", "The firm closed."]),
    ("It rose 3.5 km. (He was late.) She slept.", ["It rose 3.5 km.", "(He was late.)", "She slept."]),
    ('He asked "Why?" She said no.', ['He asked "Why?"', "She said no."]),
    ("It reached No. 1 in the charts! Who knew?", ["It reached No. 1 in the charts!", "Who knew?"]),
    ("Several people, e.g. Ann, came.", ["Several people, e.g. Ann, came."]),
    ("He waited ... and left.", ["He waited ... and left."]),
    ("It was built by Q.X.Z. Ball of Xyz. They paid.", ["It was built by Q.X.Z. Ball of Xyz.", "They paid."]),
    ("A fine of Rs. 50 was paid. She went.", ["A fine of Rs. 50 was paid.", "She went."]),
    ("He took a Ph.D. in law at Ft. Worth. They met.", ["He took a Ph.D. in law at Ft. Worth.", "They met."]),
    ("As Poe et al. showed, it rains. It pours.", ["As Poe et al. showed, it rains.", "It pours."]),
    ("北京是首都。", ["北京是首都。"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_split(text: str, expected: list[str]) -> None:
    assert split(text) == expected


class Abbreviations(set[str]):
    """Rows of initials are abbreviations, learnt or not."""

    def __contains__(self, word: object) -> bool:
        return super().__contains__(word) or re.fullmatch(r"[^\W\d_](\.[^\W\d_])+", str(word)) is not None


def nltk_sentences(text: str) -> list[str]:
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    ours = default_splitter().parameters
    theirs = PunktParameters()
    theirs.abbrev_types = Abbreviations(ours.abbreviations)
    theirs.collocations = set(ours.collocations)
    theirs.sent_starters = set(ours.starters)
    theirs.ortho_context.update(ours.orthography)
    return [sentence.strip() for sentence in PunktSentenceTokenizer(theirs).tokenize(text) if sentence.strip()]


WORDS = """
    The army Army U.S. a.m. J. St. Louis 5. 1,000 - -- ... . ? ! ( ) " ' ” , ; e.g. co-op. No. x É. it He He's end.
    end?! www.a.b x.y. ##number## * a.. ..b ] { ` Inc. Inc.) 0.
"""
PIECES = st.sampled_from([*WORDS.split(), ". . .", " ", " ", " ", "\n", "  ", "\t", "\xa0"])


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=30), st.sampled_from(["", " "]))
def test_equal_to_nltk(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    assert split(text) == nltk_sentences(text)


@settings(max_examples=100, deadline=None)
# NLTK does not count the four control separators as white space; readers take them off before splitting.
@given(st.text(st.characters(exclude_characters="\x1c\x1d\x1e\x1f", exclude_categories=("Cs",)), max_size=200))
def test_equal_to_nltk_on_any_text(text: str) -> None:
    assert split(text) == nltk_sentences(text)


@settings(max_examples=100, deadline=None)
@given(st.lists(PIECES, max_size=30))
def test_spans_lose_nothing_but_white_space(pieces: list[str]) -> None:
    text = " ".join(pieces)
    found = spans(text)
    assert all(start < end for start, end in found)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(found))
    assert "".join(text.split()) == "".join("".join(text[start:end].split()) for start, end in found)


def test_long_text_without_spaces_is_quick() -> None:
    assert len(split("a." * 50_000)) >= 1
    assert len(split("." * 50_000)) >= 1
    assert len(split("! " * 20_000)) >= 1


def test_save_and_load(tmp_path: Path) -> None:
    shipped = default_splitter().parameters
    save(shipped, tmp_path / "one.json.gz")
    save(shipped, tmp_path / "two.json.gz")
    assert (tmp_path / "one.json.gz").read_bytes() == (tmp_path / "two.json.gz").read_bytes()
    assert load(tmp_path / "one.json.gz") == shipped
    assert splitter_from(tmp_path / "one.json.gz").split("One. Two.") == ["One.", "Two."]
    assert splitter_from(None) is default_splitter()


def test_shipped_parameters_are_small_and_without_names_as_starters() -> None:
    shipped = default_splitter().parameters
    assert {"the", "however"} <= shipped.starters
    assert not {"john", "charles", "louis"} & shipped.starters
    assert {"u.s", "dr", "st", "e.g"} <= shipped.abbreviations


@pytest.mark.parametrize("content", [b"", b"nonsense", gzip.compress(b"[]"), gzip.compress(b"{}")])
def test_broken_file_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.json.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="splitter"):
        load(path)
    with pytest.raises(InputError, match="cannot read"):
        load(tmp_path / "none")
