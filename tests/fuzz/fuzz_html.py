"""Fuzz target of the HTML reader: `python tests/fuzz/fuzz_html.py --seconds 60` (by atheris where it is installed)."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator

import msgspec

from evidentia.formats.feverous import page_from_dict, page_to_dict
from evidentia.formats.html import page_from_html
from evidentia.page import ListItem, Page, PageList, Rich, Section, Sentence, Table

MARKS = set("\x00\x02\x03\x05")
SEEDS = (
    "<p>A <a href='/wiki/B_c'>bee <b>x</b></a> came.<br>Two left. <sup class='reference'>[1]</sup></p>",
    "<table class='infobox'><caption>c</caption><tr><th colspan=2>A</tr><tr><th>b</th><td>1<br>2</td></tr></table>",
    "<table class='wikitable'><thead><tr><th rowspan=2>a<th>b</thead><tr><td colspan=0>c<td rowspan=9>d</table>",
    "<table><tr><td><table class='wikitable'><tr><td>1<td>2<tr><td>3<td>4</table></td></tr></table>",
    "<ul><li>a<ol><li>b<dl><dt>t<dd>d</dl></ol><li>c</ul><dl><dd>x<dd>y</dl>",
    "<h2><span class='mw-headline'>S</span><span class='mw-editsection'>e</span></h2><h9>no</h9><h1>T</h1>",
    "<div class='NavFrame' style='display:none'><div class=hatnote>See X.</div></div>&#0;&#xD800;&#x10FFFF;&nbsp;&no;",
    "<math><semantics><annotation>\\x</annotation></semantics></math><img class=tex alt='y'>http://a.b/c)d www.x.y",
    "\x00\x02text\x03\x05\ufeff\u202e<!-- c --><![CDATA[x]]><?pi?><!DOCTYPE html><script><p></script>",
    "SchÃ¶n â€“ x <td><tr></table></p></div><body><html><frameset><select><option><template>t</template>",
)


def target(data: bytes) -> None:
    """Reads a document and checks what must hold of any page."""
    page = page_from_html(data, "T", filter="feverous" if data[:1] == b"\xff" else None)
    if page is None:
        return
    keys = list(page.by_key)
    assert len(keys) == 1 + sum(_addressable(element) for element in page.elements), "a key twice"
    for rich in texts(page):
        assert rich.text == rich.text.strip(), "white space around a text"
        assert not MARKS & set(rich.text), "a mark in a text"
        end = 0
        for link in rich.links:
            assert end <= link.start < link.end <= len(rich.text), "a link beside its text"
            end = link.end
    for element in page.elements:
        if isinstance(element, Table):
            assert any(cell.text for cell in element.cells()), "an empty table"
            assert len(element.grid) == len(element.rows)
        elif isinstance(element, PageList):
            assert element.items, "an empty list"
        else:
            assert element.text, "an empty element"
    stored = msgspec.json.encode(page_to_dict(page))
    again = page_from_dict(msgspec.json.decode(stored), title="T")
    assert [element.key for element in again.elements] == [element.key for element in page.elements]


def _addressable(element: Sentence | Section | Table | PageList) -> int:
    if isinstance(element, Table):
        return 1 + (element.caption is not None) + sum(1 for _ in element.cells())
    return 1 + len(element.items) if isinstance(element, PageList) else 1


def texts(page: Page) -> Iterator[Rich]:
    for piece in page.by_key.values():
        if isinstance(piece, Rich):
            yield piece
        elif isinstance(piece, (Sentence, Section, ListItem)) or hasattr(piece, "is_header"):
            yield piece.content  # type: ignore[union-attr]


def documents(seed: int) -> Iterator[bytes]:
    """Endless documents: seeds cut, joined, repeated, nested and damaged."""
    chance = random.Random(seed)
    while True:
        parts = [chance.choice(SEEDS) for _ in range(chance.randint(1, 6))]
        data = bytearray("".join(parts).encode("utf-8", "surrogatepass"))
        for _ in range(chance.randint(0, 12)):
            place, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
            action = chance.randrange(5)
            if action == 0:
                del data[place : min(end, place + 20)]
            elif action == 1:
                data[place:place] = data[place : place + 40] * chance.randint(1, 8)
            elif action == 2:
                data[place:place] = bytes([chance.randrange(256)])
            elif action == 3:
                other = chance.choice(SEEDS).encode("utf-8", "surrogatepass")
                data[place:place] = other[: chance.randrange(len(other))]
            else:
                data = data[:place] + data[end:] + data[place:end]
        yield bytes(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options, rest = parser.parse_known_args()
    try:
        import atheris  # type: ignore[import-not-found]
    except ImportError:
        stop = time.monotonic() + options.seconds
        count = 0
        for count, data in enumerate(documents(options.seed), 1):
            try:
                target(data)
            except BaseException:
                sys.stderr.write(f"document {count} of seed {options.seed}: {data!r}\n")
                raise
            if time.monotonic() > stop:
                break
        print(f"{count:,} documents, no failure")
    else:
        atheris.Setup([sys.argv[0], f"-max_total_time={int(options.seconds)}", *rest], target)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
