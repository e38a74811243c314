"""Element ids: `<title>_<kind>_<numbers>`, parsed from the end because titles may hold `_` and digits."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

# Longest names first where one kind ends like another (`header_cell` before `cell`).
_SHAPES = (
    ("header_cell", 3),
    ("table_caption", 1),
    ("cell", 3),
    ("item", 2),
    ("sentence", 1),
    ("section", 1),
    ("table", 1),
    ("list", 1),
    ("title", 0),
)
KINDS = tuple(kind for kind, _ in _SHAPES)
_PATTERN = re.compile(
    "|".join(rf"(?P<{kind}>{kind}{'_([0-9]{1,9})' * count})" for kind, count in _SHAPES).join((r"(?:^|_)(?:", r")\Z"))
)


class ElementId(NamedTuple):
    """One element of one page."""

    page: str
    kind: str
    numbers: tuple[int, ...]

    @property
    def key(self) -> str:
        """The id within its page: `sentence_3`, `cell_0_2_1`, `title`."""
        return "_".join((self.kind, *map(str, self.numbers)))

    def __str__(self) -> str:
        return f"{self.page}_{self.key}" if self.page else self.key

    @property
    def table(self) -> ElementId:
        """The table that a cell, header cell or caption belongs to."""
        if self.kind not in ("cell", "header_cell", "table_caption", "table"):
            raise ValueError(f"{self} does not belong to a table")
        return ElementId(self.page, "table", self.numbers[:1])


def parse(text: str) -> ElementId:
    """The parts of an id; ValueError if it is none."""
    for match in _PATTERN.finditer(text):
        kind = next(name for name in KINDS if match.group(name) is not None)
        numbers = tuple(int(number) for number in match.group(kind)[len(kind) :].split("_") if number)
        return ElementId(text[: match.start()], kind, numbers)
    raise ValueError(f"not an element id: {text[:200]!r}")


def is_id(text: str) -> bool:
    return _PATTERN.search(text) is not None


def fold(title: str) -> str:
    """The form in which titles are compared: NFC, underscores as spaces."""
    return unicodedata.normalize("NFC", title.replace("_", " ").strip())
