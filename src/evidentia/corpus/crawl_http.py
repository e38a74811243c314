"""Asking one site for documents, politely: identified, in its own time, never beyond its host."""

from __future__ import annotations

import email.utils
import http.client
import os
import sys
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import msgspec

import evidentia
from evidentia.errors import EvidentiaError, InputError

CONTACT = "EVIDENTIA_CONTACT"
MAX_RESPONSE = 32 << 20
MAX_ROBOTS = 512 << 10
_MAX_REDIRECTS = 5
_MAX_BACKOFF = 60.0
_WORTH_SAYING = 10.0
_RETRIED = frozenset({408, 425, 429, 500, 502, 503, 504})
_RETRIED_CODES = frozenset({"maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError"})


class CrawlError(EvidentiaError):
    """The crawl cannot go on; what was fetched is kept, and the same command goes on from there."""


class Refused(Exception):
    """One document that cannot be had; the next may. `unanswered`: not for what was said, but for lack of an answer."""

    def __init__(self, reason: str, *, status: int = 0, unanswered: bool = False) -> None:
        super().__init__(reason)
        self.status, self.unanswered = status, unanswered


class Manners(msgspec.Struct, frozen=True, kw_only=True):
    """How a site is asked."""

    contact: str = ""
    """An address or e-mail where the owner of the site finds who is crawling; EVIDENTIA_CONTACT by default."""
    delay: float = 0.5
    """Seconds between two requests; a longer Crawl-delay of the site counts."""
    timeout: float = 30.0
    attempts: int = 6
    maxlag: int = 5
    max_wait: float = 900.0
    """The longest Retry-After that is waited for."""
    robots: bool = True
    """False only where the owner of the site allows it."""
    max_response: int = MAX_RESPONSE


class Answer(msgspec.Struct):
    status: int
    headers: dict[str, str]
    body: bytes
    url: str


def _opener() -> urllib.request.OpenerDirector:
    """HTTP and nothing else: redirects are answers like others, so that where they lead is looked at first."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


class Client:
    """One site."""

    def __init__(self, site: str, manners: Manners, *, sleep: Callable[[float], None] = time.sleep) -> None:
        try:
            parts = urlsplit(site)
            self.host, _ = parts.hostname, parts.port
        except ValueError as error:
            raise InputError(f"{site}: not an address ({error})") from error
        if parts.scheme not in ("http", "https") or not self.host:
            raise InputError(f"{site}: not an address of a site (http:// or https://)")
        if parts.username or parts.password:
            raise InputError(f"{parts.hostname}: an address with a name and password in it; leave them out")
        self.site, self.manners, self._sleep = site, manners, sleep
        self._opener = _opener()
        self._last = 0.0
        self._delay = manners.delay
        self._robots: RobotFileParser | None = None
        contact = " ".join((manners.contact or os.environ.get(CONTACT, "")).split())
        contact = contact.encode("ascii", "ignore").decode()
        self.agent = f"evidentia/{evidentia.__version__} (corpus builder{'; ' + contact if contact else ''})"

    def get(self, url: str) -> Answer:
        """A document of the site, asked for again while that may help. `Refused` says why there is none."""
        self._check(url)
        return self._get(url, self.manners.max_response)

    def json(self, url: str, *, attempts: int | None = None) -> Any:
        """Decoded JSON of the MediaWiki API; its errors of the moment are waited for like those of HTTP."""
        self._check(url)
        return self._persistently(url, self.manners.max_response, _decoded, attempts)

    def _get(self, url: str, limit: int) -> Answer:
        found: Answer = self._persistently(url, limit, lambda answer: answer)
        return found

    def _persistently(
        self, url: str, limit: int, understand: Callable[[Answer], Any], attempts: int | None = None
    ) -> Any:
        reason, status = "", 0
        attempts = max(min(attempts or self.manners.attempts, self.manners.attempts), 1)
        for attempt in range(attempts):
            wait = min(2.0**attempt, _MAX_BACKOFF)
            try:
                answer = self._followed(url, limit)
                if answer.status < 300:
                    return understand(answer)
                reason, status = f"HTTP {answer.status}", answer.status
                if status not in _RETRIED:
                    raise Refused(reason, status=status)
                wait = self._asked_wait(answer, wait)
            except _Later as later:
                reason = str(later)
                wait = self._asked_wait(later.answer, wait)
            except (OSError, http.client.HTTPException, zlib.error) as error:
                reason = f"{type(error).__name__}: {error}"
            if attempt + 1 < attempts:
                if wait >= _WORTH_SAYING:
                    sys.stderr.write(f"{self.host}: {reason}; waiting for {wait:.0f} seconds\n")
                self._sleep(wait)
        raise Refused(f"{reason} (asked {attempts} times)", status=status, unanswered=True)

    def _asked_wait(self, answer: Answer, otherwise: float) -> float:
        asked = answer.headers.get("retry-after", "").strip()
        if not asked:
            return otherwise
        if asked.isascii() and asked.isdigit() and len(asked) < 10:
            seconds = float(asked)
        else:
            try:
                seconds = email.utils.parsedate_to_datetime(asked).timestamp() - time.time()
            except (TypeError, ValueError, OverflowError):
                return otherwise
        if seconds > self.manners.max_wait:
            raise CrawlError(
                f"{self.host} asks to come back in {seconds:,.0f} seconds; run the same command then to go on"
            )
        return max(seconds, 0.0) or otherwise

    def _followed(self, url: str, limit: int) -> Answer:
        seen = {url}
        for _ in range(_MAX_REDIRECTS + 1):
            answer = self._once(url, limit)
            target = answer.headers.get("location", "")
            if answer.status not in (301, 302, 303, 307, 308) or not target:
                return answer
            url = self._same_site(target, url)
            if url in seen:
                raise Refused(f"a loop of HTTP redirects at {url[:200]}")
            seen.add(url)
        raise Refused(f"more than {_MAX_REDIRECTS} HTTP redirects")

    def _same_site(self, url: str, base: str = "") -> str:
        """The whole address, if it is one of this site."""
        try:
            whole = urljoin(base, url)
            parts, own = urlsplit(whole), urlsplit(self.site)
            usual = {parts.port, own.port} <= {None, 80, 443}
            ours = parts.hostname == self.host and (parts.port == own.port or usual)
        except ValueError:
            ours = False
        if not ours or parts.scheme not in ("http", "https"):
            raise Refused(f"leads away from {self.host}: {url[:200]}")
        return whole

    def _once(self, url: str, limit: int) -> Answer:
        left = self._last + self._delay - time.monotonic()
        if left > 0:
            self._sleep(left)
        headers = {"User-Agent": self.agent, "Accept-Encoding": "gzip", "Accept": "application/json, text/html;q=0.5"}
        request = urllib.request.Request(url, headers=headers)
        try:
            try:
                response = self._opener.open(request, timeout=self.manners.timeout)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                found = {name.lower(): value for name, value in response.headers.items()}
                return Answer(int(response.status), found, self._body(response, found, limit), url)
        except ValueError as error:
            raise Refused(f"not an answer that can be read: {error}") from error
        finally:
            self._last = time.monotonic()

    def _body(self, response: Any, headers: dict[str, str], limit: int) -> bytes:
        """The whole body, unpacked; too long a one is refused, one cut short is asked for again."""
        packed = headers.get("content-encoding", "").lower() == "gzip"
        unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        deadline = time.monotonic() + 10 * self.manners.timeout
        parts: list[bytes] = []
        length = received = 0
        while chunk := response.read1(1 << 16):
            received += len(chunk)
            part = unpacker.decompress(chunk, limit + 1 - length) if packed else chunk
            length += len(part)
            if length > limit:
                raise Refused(f"longer than {limit:,} bytes")
            if time.monotonic() > deadline:
                raise TimeoutError("too slow an answer")
            parts.append(part)
        announced = headers.get("content-length", "")
        if (announced.isdigit() and received < int(announced)) or (packed and received and not unpacker.eof):
            raise http.client.IncompleteRead(b"")
        return b"".join(parts)

    def _check(self, url: str) -> None:
        self._same_site(url)
        if not self.manners.robots:
            return
        if self._robots is None:
            self._robots = self._read_robots()
        if not self._robots.can_fetch(self.agent, url):
            raise CrawlError(
                f"{self.host}: its robots.txt does not allow {urlsplit(url).path}; build from a dump of the site "
                "(ZIM, Enterprise HTML), or ask its owner and crawl with Manners(robots=False) from Python"
            )

    def _read_robots(self) -> RobotFileParser:
        rules = RobotFileParser()
        try:
            text = self._get(urljoin(self.site, "/robots.txt"), MAX_ROBOTS).body.decode("utf-8", "replace")
            rules.parse(text.splitlines())
        except Refused as error:
            if not 400 <= error.status < 500 or error.unanswered:
                raise CrawlError(f"{self.host}: cannot read its robots.txt ({error})") from error
            # No rules given: nothing is forbidden, as the standard has it (RFC 9309).
            rules.parse([])
        asked = rules.crawl_delay(self.agent)
        if asked:
            self._delay = max(self._delay, min(float(asked), 60.0))
        return rules


class _Later(Exception):
    """An answer that says: not now, or makes no sense."""

    def __init__(self, reason: str, answer: Answer) -> None:
        super().__init__(reason)
        self.answer = answer


def _decoded(answer: Answer) -> Any:
    try:
        found = msgspec.json.decode(answer.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        kind = answer.headers.get("content-type", "no type").partition(";")[0]
        raise _Later(f"not JSON but {kind[:50]}", answer) from None
    if not isinstance(found, dict):
        raise Refused("JSON, but no answer of the MediaWiki API")
    error = found.get("error")
    if isinstance(error, dict):
        code, info = str(error.get("code", "")), str(error.get("info", ""))
        if code in _RETRIED_CODES:
            raise _Later(f"{code}: {info[:200]}", answer)
        raise Refused(f"{code}: {info[:300]}")
    return found
