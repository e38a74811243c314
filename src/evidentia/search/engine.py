"""An open index: the engine, the records, the titles and the links, all memory-mapped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evidentia.errors import InputError
from evidentia.search.files import load_arrays, read_manifest
from evidentia.search.links import Links
from evidentia.search.records import Records
from evidentia.search.schema import PAGE, PLACE, reopen
from evidentia.search.titles import TitleTable

_IDF_FIELDS = ("introduction", "title", "body", "table_cells", "table_header")
_CACHE = 200_000


class Engine:
    """Everything a query needs; opening it reads no data."""

    def __init__(self, root: Path, corpus: Path) -> None:
        self.manifest = manifest = read_manifest(root, corpus)
        try:
            arrays = load_arrays(root, manifest.generation)
            self._index = reopen(root / manifest.folder)
            self._searcher = self._index.searcher()
        except (ValueError, OSError) as error:
            raise InputError(
                f"the search index of {corpus} is damaged ({error}); build it again: evidentia corpus index {corpus}"
            ) from error
        self._schema = self._index.schema
        self.records = Records(root / manifest.records, arrays["offsets"])
        self.titles = TitleTable(arrays["title_hashes"], arrays["title_pages"], arrays["title_kinds"])
        self.links = Links(arrays["out_starts"], arrays["out_pages"], arrays["in_starts"], arrays["in_pages"])
        self.pages = manifest.pages
        self.tables = manifest.tables
        self._frequencies: dict[str, int] = {}

    def frequency(self, stem: str) -> int:
        """In how many pages a stem occurs, by the field where it is most frequent."""
        found = self._frequencies.get(stem)
        if found is None:
            if len(self._frequencies) > _CACHE:
                self._frequencies.clear()
            found = max(self._searcher.doc_freq(field, stem) for field in _IDF_FIELDS)
            self._frequencies[stem] = found
        return found

    def idf(self, stem: str) -> float:
        count = min(self.frequency(stem), self.pages)
        return math.log(1 + (self.pages - count + 0.5) / (count + 0.5))

    def search(
        self, fields: Sequence[tuple[str, float]], terms: Sequence[str], limit: int
    ) -> list[tuple[float, int, int]]:
        """(score, page, place) of the best documents for any of the stems in any of the boosted fields."""
        from tantivy import Occur, Query

        clauses = []
        for field, boost in fields:
            for term in terms:
                query = Query.term_query(self._schema, field, term, "freq")
                clauses.append((Occur.Should, query if boost == 1 else Query.boost_query(query, boost)))
        return self._run(Query.boolean_query(clauses), limit) if clauses else []

    def fuzzy(self, field: str, term: str, limit: int) -> list[int]:
        """Pages with a word within one edit of a stem."""
        from tantivy import Query

        return [page for _, page, _ in self._run(Query.fuzzy_term_query(self._schema, field, term), limit)]

    def _run(self, query: Any, limit: int) -> list[tuple[float, int, int]]:
        hits = self._searcher.search(query, limit, count=False).hits
        addresses = [address for _, address in hits]
        pages = self._searcher.fast_field_values(PAGE, addresses)
        places = self._searcher.fast_field_values(PLACE, addresses)
        found = [(score, page, -1 if place is None else place) for (score, _), page, place in zip(hits, pages, places)]
        found.sort(key=lambda hit: (-hit[0], hit[1], hit[2]))
        return found
