import json
from pathlib import Path
from typing import Any

import pytest

from evidentia.cluster.build import parse_on_ray, parsing
from evidentia.corpus import open_corpus, reading
from evidentia.corpus.build import build


class Reference:
    def __init__(self, *call: Any) -> None:
        self.call = call


class Inline:
    """Ray's tasks, run when their result is asked for."""

    class exceptions:
        class WorkerCrashedError(Exception):
            pass

    def remote(self, **_: Any) -> Any:
        def wrap(function: Any) -> Any:
            return type("Task", (), {"remote": staticmethod(lambda *call: Reference(function, *call))})

        return wrap

    def get(self, reference: Reference) -> Any:
        function, *arguments = reference.call
        if "crash" in str(arguments[1]):
            raise self.exceptions.WorkerCrashedError
        return function(*arguments)


def pages(folder: Path, count: int, size: int = 1) -> Path:
    path = folder / "pages.jsonl"
    with path.open("w") as stream:
        for number in range(count):
            page = {"title": f"Page {number}", "order": ["sentence_0"], "sentence_0": f"Number {number}. " * size}
            stream.write(json.dumps(page) + "\n")
    return path


def test_units_come_back_in_their_order(tmp_path: Path) -> None:
    from evidentia.formats import registry
    from evidentia.formats.base import ReadOptions

    reader = registry.reader("feverous-jsonl")
    units = [(unit, 0.5) for unit in reader.units(pages(tmp_path, 50), options=ReadOptions())]
    units.append(("crash", 1.0))
    found = list(parse_on_ray(Inline(), "feverous-jsonl", units, "pages", ReadOptions(), 2))
    assert [share for share, _ in found] == [share for _, share in units]
    keys = [record.key for _, records in found[:-1] for record in records]
    assert keys == [f"Page {number}" for number in range(50)]
    assert "ended each time" in found[-1][1][0].reason


@pytest.mark.slow
def test_a_corpus_built_on_two_nodes_is_the_one_built_here(two_nodes: Any, tmp_path: Path) -> None:
    source = pages(tmp_path, 400, size=1000)
    here = build([source], tmp_path / "here", format="feverous-jsonl", workers=1, index=False)
    with parsing(address=two_nodes.address, workers=2):
        assert reading.PARSE.get() is not reading.parse_parallel
        there = build([source], tmp_path / "there", format="feverous-jsonl", workers=2, index=False)
    assert reading.PARSE.get() is reading.parse_parallel
    assert (here.pages, here.version) == (there.pages, there.version) == (400, here.version)
    assert list(open_corpus(tmp_path / "there").titles()) == list(open_corpus(tmp_path / "here").titles())
