"""Sentences by Punkt (Kiss and Strunk 2006), as NLTK splits with the same parameters, at a fifth of its cost.

The parameters shipped were trained on Wikipedia text; `evidentia.corpus.punkt` trains others.
"""

from __future__ import annotations

import functools
import gzip
import itertools
import re
import string
import zlib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import msgspec

from evidentia.errors import InputError

_NON_WORD = "(?:[)\";}\\]\\*:@'\\({\\[\u2018\u2019\u201c\u201d\xab\xbb?!])"
_MULTI = r"(?:\-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_WORDS = re.compile(
    rf"({_MULTI}|(?=[^\(\"\`{{\[:;&\#\*@\)}}\]\-,])\S+?(?=\s|$|{_NON_WORD}|{_MULTI}|,(?=$|\s|{_NON_WORD}|{_MULTI}))|\S)"
)
_ENDS = re.compile(rf"[.?!](?=(?P<after>{_NON_WORD}|\s+(?P<next>\S+)))")
_REALIGN = re.compile("[\"')\\]}\u2018\u2019\u201c\u201d\xab\xbb]+?(?:\\s+|(?=--)|$)", re.MULTILINE)
_ELLIPSIS = re.compile(r"\.\.+$")
_NUMERIC = re.compile(r"^-?[\.,]?\d[\d,\.-]*\.?$")
_INITIAL = re.compile(r"[^\W\d]\.$")
_MAX_STORED = 1 << 28
# Several initials in a row are an abbreviation even where training never met them ("R.F. Ball").
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
_PUNCTUATION = frozenset(";:,.!?")
_NUMBER = "##number##"

# Orthographic contexts: where in a sentence, and with which case, a word was seen in training.
BEGIN_UPPER, MIDDLE_UPPER, UNKNOWN_UPPER = 2, 4, 8
BEGIN_LOWER, MIDDLE_LOWER, UNKNOWN_LOWER = 16, 32, 64
UPPER = BEGIN_UPPER | MIDDLE_UPPER | UNKNOWN_UPPER
LOWER = BEGIN_LOWER | MIDDLE_LOWER | UNKNOWN_LOWER


class Parameters(msgspec.Struct, frozen=True):
    """What Punkt has learnt of a language."""

    abbreviations: frozenset[str]
    collocations: frozenset[tuple[str, str]]
    starters: frozenset[str]
    orthography: Mapping[str, int]


class Splitter:
    """Splits text with one set of parameters."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self._breaks = functools.lru_cache(maxsize=100_000)(self._contains_break)

    def split(self, text: str) -> list[str]:
        return [text[start:end] for start, end in self.spans(text)]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where each sentence begins and ends."""
        if not text or text.isspace():
            return []
        if "." not in text and "?" not in text and "!" not in text:
            return _trimmed(text, [(0, len(text))])
        return _trimmed(text, _realigned(text, self._slices(text)))

    def _slices(self, text: str) -> list[tuple[int, int]]:
        spaces = [character for character in string.whitespace if character in text]
        slices: list[tuple[int, int]] = []
        last = previous_start = previous_stop = 0
        previous: re.Match[str] | None = None
        for match in _ENDS.finditer(text):
            place = match.start()
            start = previous_start
            for space in spaces:
                # A space where the last word ended counts as none: so NLTK's own search has it.
                found = text.rfind(space, previous_stop + 1, place)
                if found >= start and found > 0:
                    start = found + 1
            if previous is not None and previous_stop <= start and self._is_break(text, previous_start, previous):
                slices.append((last, previous.end()))
                last = previous.start("next") if previous["next"] else previous.end()
            previous, previous_start, previous_stop = match, start, place
        if previous is not None and self._is_break(text, previous_start, previous):
            slices.append((last, previous.end()))
            last = previous.start("next") if previous["next"] else previous.end()
        slices.append((last, len(text.rstrip())))
        return slices

    def _is_break(self, text: str, start: int, match: re.Match[str]) -> bool:
        word = text[start : match.start()]
        following = match["next"]
        if following and match.group() == "." and word.isalnum() and following.isalnum():
            return self._pair(word + ".", following)
        return self._breaks(word + match.group() + match["after"])

    def _contains_break(self, context: str) -> bool:
        tokens = [token for line in context.split("\n") if line.strip() for token in _WORDS.findall(line)]
        return any(self._pair(first, second) for first, second in itertools.pairwise(tokens))

    def _is_abbreviation(self, token: str) -> bool:
        stem = token[:-1].lower()
        known = self.parameters.abbreviations
        if stem in known or ("-" in stem and stem.split("-")[-1] in known):
            return True
        return "." in stem and _INITIALS.fullmatch(stem) is not None

    def _pair(self, token: str, following: str) -> bool:
        """Whether a sentence ends with `token`, seen what follows."""
        if token[-1] != ".":
            return token == "?" or token == "!"
        abbreviation = ellipsis = ends = False
        if token == ".":
            ends = True
        elif _ELLIPSIS.match(token):
            ellipsis = True
        elif not token.endswith(".."):
            abbreviation = self._is_abbreviation(token)
            ends = not abbreviation
        kind = _type(token)
        if len(kind) > 1 and kind[-1] == ".":
            kind = kind[:-1]
        following_kind = self._following_kind(following)
        if (kind, following_kind) in self.parameters.collocations:
            return False
        initial = _INITIAL.match(token) is not None
        if (abbreviation or ellipsis) and not initial:
            if self._starts(following, following_kind) is True:
                return True
            if following[0].isupper() and following_kind in self.parameters.starters:
                return True
        if initial or kind == _NUMBER:
            starts = self._starts(following, following_kind)
            if starts is False:
                return False
            if (
                starts is None
                and initial
                and following[0].isupper()
                and not self.parameters.orthography.get(following_kind, 0) & LOWER
            ):
                return False
        return ends

    def _following_kind(self, token: str) -> str:
        kind = _type(token)
        ends = token in (".", "?", "!") or (
            token[-1] == "." and not token.endswith("..") and not self._is_abbreviation(token)
        )
        return kind[:-1] if ends and len(kind) > 1 and kind[-1] == "." else kind

    def _starts(self, token: str, kind: str) -> bool | None:
        """Whether its spelling says that a token begins a sentence; None where that tells nothing."""
        if token in _PUNCTUATION:
            return False
        seen = self.parameters.orthography.get(kind, 0)
        if token[0].isupper() and seen & LOWER and not seen & MIDDLE_UPPER:
            return True
        if token[0].islower() and (seen & UPPER or not seen & BEGIN_LOWER):
            return False
        return None


def _type(token: str) -> str:
    return _NUMERIC.sub(_NUMBER, token.lower())


def _realigned(text: str, slices: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Closing quotes and brackets go to the sentence that they close."""
    found: list[tuple[int, int]] = []
    shift = 0
    for number, (start, end) in enumerate(slices):
        start += shift
        if number + 1 == len(slices):
            if start < end:
                found.append((start, end))
            break
        after = slices[number + 1]
        match = _REALIGN.match(text[after[0] : after[1]])
        if match:
            found.append((start, after[0] + len(match.group().rstrip())))
            shift = match.end()
        else:
            shift = 0
            if start < end:
                found.append((start, end))
    return found


def _trimmed(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """White space around a sentence is none of it."""
    found = []
    for start, end in spans:
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start < end:
            found.append((start, end))
    return found


class _Stored(msgspec.Struct):
    """Parameters as they lie in a file: words joined by spaces, orthography by its flags."""

    abbreviations: str
    collocations: list[tuple[str, str]]
    starters: str
    orthography: dict[str, str]


def load(path: Path) -> Parameters:
    """Parameters from a file written by `save`."""
    try:
        with gzip.open(path) as stream:
            packed = stream.read(_MAX_STORED)
        return _thaw(msgspec.json.decode(packed, type=_Stored))
    except (EOFError, zlib.error, gzip.BadGzipFile, msgspec.DecodeError, ValueError) as error:
        raise InputError(f"{path} is no splitter: make one with `evidentia corpus train-splitter`") from error
    except OSError as error:
        raise InputError(f"cannot read the splitter {path}: {error.strerror or error}") from error


def _thaw(stored: _Stored) -> Parameters:
    orthography = {word: int(flags) for flags, words in stored.orthography.items() for word in words.split(" ")}
    return Parameters(
        frozenset(stored.abbreviations.split(" ")),
        frozenset(stored.collocations),
        frozenset(stored.starters.split(" ")),
        orthography,
    )


def save(parameters: Parameters, path: Path) -> None:
    """The same parameters give the same bytes."""
    orthography: dict[str, list[str]] = {}
    for word in sorted(parameters.orthography):
        orthography.setdefault(str(parameters.orthography[word]), []).append(word)
    stored = _Stored(
        " ".join(sorted(parameters.abbreviations)),
        sorted(parameters.collocations),
        " ".join(sorted(parameters.starters)),
        {flags: " ".join(orthography[flags]) for flags in sorted(orthography, key=int)},
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(msgspec.json.encode(stored), 9, mtime=0))


@functools.cache
def default_splitter() -> Splitter:
    """The splitter trained on Wikipedia that comes with the package."""
    data = resources.files("evidentia").joinpath("data/punkt/english.json.gz").read_bytes()
    return Splitter(_thaw(msgspec.json.decode(gzip.decompress(data), type=_Stored)))


@functools.lru_cache(maxsize=8)
def splitter_from(path: str | Path | None) -> Splitter:
    """The splitter in a file of one's own training; without a file, the one that comes with the package."""
    return Splitter(load(Path(path))) if path else default_splitter()


def spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end."""
    return default_splitter().spans(text)


def split(text: str) -> list[str]:
    """The sentences of a text."""
    return default_splitter().split(text)
