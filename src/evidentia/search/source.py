"""What the index reads of a corpus: pages as the raw JSON of the FEVEROUS database, and the redirects."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from evidentia.errors import InputError
from evidentia.ids import fold


class Source(NamedTuple):
    path: Path
    index_path: Path
    version: str
    pages: int
    aliases: dict[str, list[str]]
    database: Path

    def read(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every page, in the order of the database, which is the order they were built in."""
        yield from self._decode("SELECT id, data FROM wiki ORDER BY rowid", [()])

    def some(self, titles: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        from evidentia.formats.feverous_db import title_id

        yield from self._decode(
            "SELECT id, data FROM wiki WHERE id IN (?, ?) LIMIT 1", ((title_id(title), title) for title in titles)
        )

    def _decode(self, query: str, rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, dict[str, Any]]]:
        from evidentia.formats.feverous_db import connect

        decode = msgspec.json.Decoder(dict[str, Any]).decode
        with contextlib.closing(connect(self.database)) as connection:
            for values in rows:
                for title, data in connection.execute(query, values):
                    try:
                        yield fold(title), decode(data)
                    except msgspec.MsgspecError as error:
                        raise InputError(f"{self.database}: page {title!r} is damaged ({error})") from error


def open_source(path: Path) -> Source:
    from evidentia.corpus import open_corpus

    corpus = open_corpus(path)
    aliases: dict[str, list[str]] = {}
    for name, target in corpus.redirects():
        aliases.setdefault(fold(target), []).append(name)
    return Source(corpus.path, corpus.index_path, corpus.version, len(corpus), aliases, corpus.database)
