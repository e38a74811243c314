"""The corpora and claims of the retrieval benchmarks, made from the shared data folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from evidentia.corpus.build import build
from evidentia.ids import fold, parse


class Case(NamedTuple):
    """A claim, its sets of gold pages (one complete set is enough), and the gold table if there is one."""

    claim: str
    sets: list[set[str]]
    table: str | None = None


def lines(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def plain(title: str) -> str:
    for sign, escape in (("(", "-LRB-"), (")", "-RRB-"), ("[", "-LSB-"), ("]", "-RSB-"), (":", "-COLON-")):
        title = title.replace(escape, sign)
    return fold(title)


def corpus(name: str, data: Path, work: Path) -> Path:
    """The folder of a corpus, built if it is not there."""
    target = work / name
    if target.is_dir():
        return target
    work.mkdir(parents=True, exist_ok=True)
    source, format_ = work / f"{name}.jsonl", "feverous-jsonl"
    redirects = [data / "corpus/wikimix_redirects.jsonl"]
    if name in ("minifever", "minifeverous"):
        subprocess.run([sys.executable, data / f"make_{name}.py", source], check=True)
        format_ = "fever" if name == "minifever" else format_
    elif name.startswith("wikimix"):
        _wikimix(data, source, every=4 if name.endswith("quarter") else 1)
    else:
        redirects = []
        with source.open("w", encoding="utf-8") as out:
            for page in _scifact(data) if name == "scifact" else _tabfact(data):
                out.write(json.dumps(page, ensure_ascii=False) + "\n")
    build([source], target, format=format_, redirects=redirects, workers=1)
    source.unlink()
    return target


def _wikimix(data: Path, target: Path, every: int) -> None:
    import zstandard

    with (data / "corpus/wikimix.jsonl.zst").open("rb") as packed, target.open("wb") as out:
        stream = zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(packed)
        rest = b""
        number = 0
        while chunk := stream.read(1 << 20):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                if number % every == 0:
                    out.write(line + b"\n")
                number += 1


def _scifact(data: Path) -> Iterator[dict[str, Any]]:
    for row in lines(data / "corpus/scifact_corpus.jsonl"):
        keys = {f"sentence_{number}": text for number, text in enumerate(row["abstract"])}
        yield {"title": row["title"], "order": list(keys), **keys}


def _tabfact(data: Path) -> Iterator[dict[str, Any]]:
    """One page for each table; further tables of a title get a number."""
    for title, row in _tabfact_titles(data):
        table = [
            [{"id": f"{'' if y else 'header_'}cell_0_{y}_{x}", "value": v, "is_header": not y} for x, v in enumerate(r)]
            for y, r in enumerate(row["rows"])
        ]
        yield {"title": title, "order": ["table_0"], "table_0": {"type": "table", "table": table}}


def _tabfact_titles(data: Path) -> Iterator[tuple[str, Any]]:
    seen: dict[str, int] = {}
    for row in lines(data / "tables/tabfact_tables.jsonl"):
        title = row["title"] or "untitled"
        number = seen[title] = seen.get(title, 0) + 1
        yield (title if number == 1 else f"{title} ({number})"), row


def cases(name: str, data: Path) -> Iterator[Case]:
    if name == "minifever":
        for row in lines(data / "claims/minifever_dev.jsonl"):
            if row["label"] != "NOT ENOUGH INFO":
                yield Case(row["claim"], [{plain(piece[2]) for piece in group} for group in row["evidence"]])
    elif name == "minifeverous":
        for row in lines(data / "claims/minifeverous_dev.jsonl"):
            if row["claim"]:
                yield Case(row["claim"], [{fold(parse(key).page) for key in s["content"]} for s in row["evidence"]])
    elif name in ("ottqa", "hybridqa"):
        for row in lines(data / f"qa/{name}_dev.jsonl"):
            yield Case(row["question"], [{fold(row["page"])}], fold(f"{row['page']}_table_{row['table']}"))
    elif name == "scifact":
        titles = {str(row["doc_id"]): fold(row["title"]) for row in lines(data / "corpus/scifact_corpus.jsonl")}
        for row in lines(data / "claims/scifact_dev.jsonl"):
            if row["evidence"]:
                yield Case(row["claim"], [{titles[number]} for number in row["evidence"]])
    else:
        names = {row["id"]: title for title, row in _tabfact_titles(data)}
        part = name.partition("-")[2]
        for row in lines(data / f"claims/tabfact_{part}.jsonl"):
            title = fold(names[row["table"]])
            yield Case(row["statement"], [{title}], fold(f"{title}_table_0"))


CORPUS_OF = {
    "minifever": "minifever",
    "minifeverous": "minifeverous",
    "ottqa": "wikimix",
    "hybridqa": "wikimix",
    "scifact": "scifact",
    "tabfact-train": "tabfact",
    "tabfact-val": "tabfact",
}
