"""WordNet where a system has its files (Debian: `wordnet-base`): synonyms, antonyms, hypernyms, sisters."""

from __future__ import annotations

import os
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path

FOLDERS = ("/usr/share/wordnet", "/usr/share/wordnet/dict", "/usr/local/share/wordnet", "/usr/local/WordNet-3.0/dict")
_PARTS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}


class WordNet:
    """Reads the index and data files of one folder; every lookup is a search in a sorted file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index: dict[str, list[str]] = {}
        self._data: dict[str, bytes] = {}

    def _lines(self, part: str) -> list[str]:
        if part not in self._index:
            text = (self.folder / f"index.{part}").read_text(encoding="utf-8", errors="replace")
            self._index[part] = [line for line in text.splitlines() if not line.startswith(" ")]
        return self._index[part]

    def _synset(self, part: str, offset: int) -> tuple[list[str], list[tuple[str, int, str, int]]]:
        """Its words, and its pointers as (symbol, offset, part, word number)."""
        if part not in self._data:
            self._data[part] = (self.folder / f"data.{part}").read_bytes()
        data = self._data[part]
        line = data[offset : data.find(b"\n", offset)].decode("utf-8", "replace").split(" | ")[0].split()
        count = int(line[3], 16)
        words = [line[4 + 2 * number].split("(")[0].replace("_", " ") for number in range(count)]
        place = 4 + 2 * count
        pointers = []
        for number in range(int(line[place])):
            symbol, target, kind, where = line[place + 1 + 4 * number : place + 5 + 4 * number]
            pointers.append((symbol, int(target), _PARTS[kind], int(where[:2], 16)))
        return words, pointers

    def senses(self, word: str, part: str = "noun") -> list[int]:
        """Offsets of the senses of a word, commonest first."""
        key = word.lower().replace(" ", "_")
        lines = self._lines(part)
        place = bisect_left(lines, key + " ")
        if place == len(lines) or not lines[place].startswith(key + " "):
            return []
        fields = lines[place].split()
        return [int(offset) for offset in fields[-int(fields[2]) :]]

    def synonyms(self, word: str, part: str = "noun") -> list[str]:
        """Other words of the first sense."""
        senses = self.senses(word, part)
        return [] if not senses else [each for each in self._synset(part, senses[0])[0] if each.lower() != word.lower()]

    def antonyms(self, word: str, part: str = "adj") -> list[str]:
        found: list[str] = []
        for offset in self.senses(word, part)[:2]:
            words, pointers = self._synset(part, offset)
            for symbol, target, kind, where in pointers:
                if symbol == "!" and where and words[where - 1].lower() == word.lower():
                    found.append(self._synset(kind, target)[0][0])
        return list(dict.fromkeys(found))

    def hypernyms(self, word: str, part: str = "noun") -> list[str]:
        """The next more general words of the first sense."""
        return self._related(word, part, ("@", "@i"))

    def hyponyms(self, word: str, part: str = "noun") -> list[str]:
        return self._related(word, part, ("~", "~i"))

    def sisters(self, word: str, part: str = "noun") -> list[str]:
        """Words under the same hypernym."""
        found: list[str] = []
        for offset in self.senses(word, part)[:1]:
            for symbol, target, kind, _ in self._synset(part, offset)[1]:
                if symbol in ("@", "@i"):
                    for sign, below, under, _ in self._synset(kind, target)[1]:
                        if sign in ("~", "~i") and below != offset:
                            found.append(self._synset(under, below)[0][0])
        return list(dict.fromkeys(found))

    def _related(self, word: str, part: str, symbols: tuple[str, ...]) -> list[str]:
        found: list[str] = []
        for offset in self.senses(word, part)[:1]:
            for symbol, target, kind, _ in self._synset(part, offset)[1]:
                if symbol in symbols:
                    found.append(self._synset(kind, target)[0][0])
        return list(dict.fromkeys(found))


@lru_cache(maxsize=1)
def load() -> WordNet | None:
    """WordNet of this system; the variable EVIDENTIA_WORDNET names another folder, empty means none."""
    named = os.environ.get("EVIDENTIA_WORDNET")
    folders = (named,) if named is not None else FOLDERS
    for folder in folders:
        if folder and (Path(folder) / "index.noun").is_file() and (Path(folder) / "data.noun").is_file():
            return WordNet(Path(folder))
    return None
