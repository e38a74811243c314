"""A progress line on stderr with a rate and the time left; silent when nobody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


class Progress:
    """`with Progress("pages", total) as progress: progress.step()`."""

    def __init__(self, unit: str, total: int | None = None, done: int = 0) -> None:
        self.unit, self.total, self.done = unit, total, done
        self._start, self._first, self._last = time.monotonic(), done, 0.0
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._draw()
            sys.stderr.write("\n")

    def step(self, count: int = 1) -> None:
        self.done += count
        now = time.monotonic()
        if self._shown and now - self._last > 0.2:
            self._last = now
            self._draw()

    def _draw(self) -> None:
        spent = max(time.monotonic() - self._start, 1e-6)
        rate = (self.done - self._first) / spent
        line = f"{self.done:,}"
        if self.total:
            left = (self.total - self.done) / rate if rate else 0
            line += f"/{self.total:,} {self.unit}, {rate:,.0f}/s, {_clock(left)} left"
        else:
            line += f" {self.unit}, {rate:,.0f}/s, {_clock(spent)}"
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


def track(items: Iterable[T], unit: str, total: int | None = None) -> Iterator[T]:
    with Progress(unit, total) as progress:
        for item in items:
            yield item
            progress.step()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
