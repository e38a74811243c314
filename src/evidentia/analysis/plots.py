"""Plots as SVG that stands on its own: title and description for those who do not see it, no script, no style.

Panels are 320 wide, so that one fits a phone and two stand side by side on a desk. Colours are told apart with any
kind of colour vision and on light and dark paper; a dash or a word says the same as each colour.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape

from evidentia.claim import Label

WIDTH = 320
COLOURS = {
    Label.SUPPORTS.value: "#2f7fc1",
    Label.REFUTES.value: "#d0661c",
    Label.NOT_ENOUGH_INFO.value: "#85827c",
}
SERIES = ("#2f7fc1", "#d0661c", "#85827c", "#b0569c", "#2c9a78", "#a08200")
DASHES = ("", "6 3", "2 3", "9 3 2 3", "1 2", "12 4")
PLAIN = "#5b7f9c"
_SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"
Bar = tuple[str, float, str]


def bars(
    name: str, title: str, rows: Sequence[Bar], *, colour: str = PLAIN, colours: Sequence[str] | None = None,
    describe: str = "", most: float | None = None,
) -> str:  # fmt: skip
    """Lying bars, each (name, value ≥ 0, value in words); long names stand above their bar."""
    above = any(_room(row[0]) > 108 for row in rows)
    step, left = (34, 0) if above else (21, 115)
    top = 26
    high = most or max((row[1] for row in rows), default=0) or 1.0
    room = WIDTH - left - max((_room(row[2]) for row in rows), default=0) - 6
    parts = []
    for place, (label, value, words) in enumerate(rows):
        y = top + place * step
        wide = max(value / high * room, 1 if value else 0)
        fill = colours[place] if colours else colour
        base = y + (16 if above else 2)
        anchor, x = ("start", 0) if above else ("end", left - 7)
        parts.append(_text(x, y + 11.5 if above else y + 13, _cut(label, 44 if above else 18), anchor=anchor))
        parts.append(f'<rect x="{left}" y="{base}" width="{_n(wide)}" height="14" rx="1.5" fill="{fill}"/>')
        parts.append(_text(left + wide + 5, base + 11, words, soft=True))
    told = describe or "; ".join(f"{row[0]}: {row[2]}" for row in rows)
    return _svg(name, title, told, top + len(rows) * step + 4, parts)


def columns(name: str, title: str, counts: Sequence[tuple[int, float]], *, axis: str, open_end: bool = False) -> str:
    """Standing bars over whole numbers; values are shares."""
    top, bottom, left = 30, 168, 42
    high = _nice(max((value for _, value in counts), default=0) or 1.0)
    room = WIDTH - left - 12
    slot = room / max(len(counts), 1)
    parts = _rules(high, top, bottom, left, percent=True)
    every = max(1, math.ceil(len(counts) / 11))
    for place, (number, value) in enumerate(counts):
        x = left + place * slot
        tall = value / high * (bottom - top)
        parts.append(
            f'<rect x="{_n(x + slot * 0.1)}" y="{_n(bottom - tall)}" width="{_n(slot * 0.8)}" height="{_n(tall)}"'
            f' fill="{PLAIN}"/>'
        )
        last = open_end and place == len(counts) - 1
        if last or (place % every == 0 and not (open_end and len(counts) - 1 - place < every)):
            words = f"{number}+" if last else str(number).replace("-", "−")
            parts.append(_text(x + slot / 2, bottom + 14, words, anchor="middle", soft=True))
    parts.append(_text(left + room / 2, bottom + 31, axis, anchor="middle", soft=True))
    peak = max(counts, key=lambda item: item[1], default=(0, 0.0))
    told = f"{len(counts)} columns; the highest is {peak[0]} with {100 * peak[1]:.1f} %."
    return _svg(name, title, told, bottom + 38, parts)


def curves(
    name: str, title: str, series: Sequence[tuple[str, Sequence[float]]], *, axis: str, colours: Sequence[str] = SERIES,
    scale: float = 1.0, digits: int = 0,
) -> str:  # fmt: skip
    """Lines over ranks 1, 2, 3 …; each with a dash of its own and named below."""
    top, bottom, left = 30, 186, 48
    longest = max((len(values) for _, values in series), default=1)
    high = _nice(max((value * scale for _, values in series for value in values), default=0) or 1.0)
    room = WIDTH - left - 14
    parts = _rules(high, top, bottom, left, digits=digits)
    for mark in sorted({1, *range(20, longest + 1, 20)} if longest > 20 else {1, longest}):
        x = left + (mark - 1) / max(longest - 1, 1) * room
        parts.append(_text(x, bottom + 14, str(mark), anchor="middle", soft=True))
    parts.append(_text(left + room / 2, bottom + 31, axis, anchor="middle", soft=True))
    y = bottom + 50
    told = []
    for place, (label, values) in enumerate(series):
        colour, dash = colours[place % len(colours)], DASHES[place % len(DASHES)]
        points = " ".join(
            f"{_n(left + rank / max(longest - 1, 1) * room)},{_n(bottom - value * scale / high * (bottom - top))}"
            for rank, value in enumerate(values)
        )
        stroke = f'fill="none" stroke="{colour}" stroke-width="2.2"' + (f' stroke-dasharray="{dash}"' if dash else "")
        parts.append(f'<polyline points="{points}" {stroke}/>')
        parts.append(f'<path d="M{left} {y - 4}h30" {stroke}/>')
        parts.append(_text(left + 38, y, _cut(label, 38)))
        y += 18
        if values:
            mean = sum(values) / len(values) * scale
            first, last = (f"{value * scale:.{digits}f}" for value in (values[0], values[-1]))
            told.append(f"{label}: from {first} to {last}, mean {mean:.{digits}f}")
    return _svg(name, title, "; ".join(told), y - 6, parts)


def heat(name: str, title: str, lines: Sequence[str], across: Sequence[str], values: Sequence[Sequence[float]]) -> str:
    """Shares in a grid; darker is more; the names of the columns have numbers, listed below."""
    top, left, right = 50, 122, 2
    side = (WIDTH - left - right) / max(len(across), 1)
    tall = 30
    parts = [_text(left + side * len(across) / 2, 28, "met", anchor="middle", soft=True)]
    for place in range(len(across)):
        parts.append(_text(left + side * (place + 0.5), 44, str(place + 1), anchor="middle"))
    for row, label in enumerate(lines):
        y = top + row * tall
        number = f"{across.index(label) + 1} " if label in across else ""
        for line, words in enumerate(_wrapped(f"{number}{label}", 18)):
            parts.append(_text(0, y + (13 if len(f"{number}{label}") > 18 else 19) + 12 * line, words, size=11))
        for place, value in enumerate(values[row]):
            x = left + side * place
            parts.append(
                f'<rect x="{_n(x + 1)}" y="{y + 1}" width="{_n(side - 2)}" height="{tall - 2}" fill="{SERIES[0]}"'
                f' fill-opacity="{_n(0.06 + 0.64 * value)}"/>'
            )
            parts.append(_text(x + side / 2, y + 19, f"{100 * value:.0f}", anchor="middle", size=11))
    told = "; ".join(
        f"{label}: " + ", ".join(f"{other} {100 * value:.0f} %" for other, value in zip(across, values[row]))
        for row, label in enumerate(lines)
    )
    return _svg(name, title, told, top + len(lines) * tall + 4, parts)


def standalone(svg: str) -> str:
    """A plot as a file of its own: on white paper with a margin, whatever shows it."""
    wide, tall = (float(found) for found in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    frame = f'width="{_n(wide + 24)}" height="{_n(tall + 24)}" viewBox="-12 -12 {_n(wide + 24)} {_n(tall + 24)}"'
    start = re.sub(r'width="[\d.]+" height="[\d.]+" viewBox="[\d. ]+"', frame, svg, count=1)
    paper = '<rect x="-12" y="-12" width="100%" height="100%" fill="#fff"/>'
    return start.replace("</desc>", f"</desc>{paper}", 1) + "\n"


def _svg(name: str, title: str, told: str, height: float, parts: Sequence[str]) -> str:
    key = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="{key}-t {key}-d" width="{WIDTH}"'
        f' height="{_n(height)}" viewBox="0 0 {WIDTH} {_n(height)}" font-family="{escape(_SANS, quote=True)}"'
        f' font-size="12" fill="currentColor"><title id="{key}-t">{escape(title)}</title>'
        f'<desc id="{key}-d">{escape(told)}</desc>'
        f'<text x="0" y="14" font-size="13" font-weight="600">{escape(_cut(title, 44))}</text>{"".join(parts)}</svg>'
    )


def _rules(high: float, top: int, bottom: int, left: int, *, percent: bool = False, digits: int = 0) -> list[str]:
    parts = []
    places = 0 if abs(high * 25 - round(high * 25)) < 1e-9 else 1
    for part in range(5):
        value, y = high * part / 4, bottom - (bottom - top) * part / 4
        words = f"{100 * value:.{places}f} %" if percent else f"{value:,.{digits}f}"
        parts.append(
            f'<path d="M{left} {_n(y)}H{WIDTH}" stroke="currentColor" stroke-opacity="{0.5 if not part else 0.14}"/>'
        )
        parts.append(_text(left - 6, y + 4, words, anchor="end", soft=True, size=11))
    return parts


def _text(x: float, y: float, words: str, *, anchor: str = "start", soft: bool = False, size: int = 12) -> str:
    attributes = f' text-anchor="{anchor}"' if anchor != "start" else ""
    attributes += ' fill-opacity=".75"' if soft else ""
    attributes += f' font-size="{size}"' if size != 12 else ""
    return f'<text x="{_n(x)}" y="{_n(y)}"{attributes}>{escape(words)}</text>'


def _nice(value: float) -> float:
    """The next number that four even steps reach in round figures."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if step * power >= value * 0.999)


def _room(words: str) -> float:
    """About how wide a text of the plot's size is, in any of its fonts."""
    return sum(9 if letter.isupper() or letter in "mw%" else 4.2 if letter in "il.,:;|'" else 7.2 for letter in words)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _wrapped(text: str, most: int) -> list[str]:
    if len(text) <= most:
        return [text]
    place = text.rfind(" ", 0, most + 1)
    place = place if place > 0 else most
    return [text[:place], _cut(text[place:].strip(), most)]


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
