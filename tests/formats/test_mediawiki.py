"""Crawling against a local server that misbehaves as servers do."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from evidentia.corpus.crawl import crawl, stored
from evidentia.corpus.crawl_http import Client, CrawlError, Manners, Refused
from evidentia.corpus.crawl_state import Fetched
from evidentia.errors import InputError
from evidentia.formats import mediawiki, registry
from evidentia.formats.base import ReadOptions, Redirect, Reject
from evidentia.page import Link, Page, Rich, Sentence

QUICK = Manners(delay=0.0, timeout=5.0, attempts=4)
Trouble = Callable[["Handler", dict[str, str]], bool]


class Site:
    """A small wiki; `trouble` may answer a request in its own way (and return True)."""

    def __init__(self) -> None:
        self.pages = {
            number: (title, 100 + number, f"<p>{title} is page {number}. See <a href='/wiki/Elm'>elm</a>.</p>")
            for number, title in enumerate(["Ash", "Beech", "Cedar", "Elm", "Fir", "Gum/tree", "Hazel"], 1)
        }
        self.redirects = {"Wych elm": "Elm", "Loop A": "Loop B", "Loop B": "Loop A"}
        self.robots: tuple[int, str] = (404, "")
        self.trouble: Trouble | None = None
        self.requests: list[dict[str, str]] = []
        self.agents: set[str] = set()
        self.pause = 0.0
        site = self

        class Bound(Handler):
            wiki = site

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Bound)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def asked(self, action: str) -> list[dict[str, str]]:
        return [one for one in self.requests if one.get("action") == action]

    def answer(self, asked: dict[str, str]) -> Any:
        if asked.get("meta") == "siteinfo":
            return {"query": {"general": {}}}
        if asked["action"] == "query" and asked["gapfilterredir"] == "nonredirects":
            start = int(asked.get("gapcontinue", 1))
            some = [number for number in self.pages if start <= number < start + 3]
            found: dict[str, Any] = {
                "query": {
                    "pages": [{"pageid": n, "title": self.pages[n][0], "lastrevid": self.pages[n][1]} for n in some]
                }
            }
            if start + 3 <= max(self.pages):
                found["continue"] = {"gapcontinue": str(start + 3), "continue": "gapcontinue||"}
            return found
        if asked["action"] == "query":
            return {"query": {"redirects": [{"from": one, "to": two} for one, two in self.redirects.items()]}}
        title, revision, html = self.pages[int(asked["pageid"])]
        return {"parse": {"title": title, "pageid": int(asked["pageid"]), "revid": revision, "text": html}}


class Handler(BaseHTTPRequestHandler):
    wiki: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.wiki.agents.add(self.headers["User-Agent"])
        if parts.path == "/robots.txt":
            self.say(self.wiki.robots[0], self.wiki.robots[1].encode(), "text/plain")
            return
        self.wiki.requests.append({"path": parts.path, **asked})
        time.sleep(self.wiki.pause)
        if self.wiki.trouble is not None and self.wiki.trouble(self, asked):
            return
        if parts.path != "/w/api.php":
            self.say(404, b"<h1>Not found</h1>", "text/html")
            return
        self.say(200, json.dumps(self.wiki.answer(asked)).encode())

    def say(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", headers.get("Content_Length", str(len(body))))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    found = Site()
    yield found
    found.server.shutdown()
    found.server.server_close()


class Run:
    """A crawl of the site, and how long it would have slept."""

    def __init__(self, site: Site, file: Path, **options: Any) -> None:
        self.slept: list[float] = []
        given = {"manners": QUICK, "sleep": self.slept.append, **options}
        self.found = list(crawl(site.address, file, **given))
        self.pages = [one for one in self.found if isinstance(one, Fetched)]
        self.texts = [one.title if one.error is None else f"! {one.error}" for one in self.pages]


def once(matches: Callable[[dict[str, str]], bool], act: Callable[[Handler], None], times: int = 1) -> Trouble:
    left = [times]

    def trouble(handler: Handler, asked: dict[str, str]) -> bool:
        if not matches(asked) or not left[0]:
            return False
        left[0] -= 1
        act(handler)
        return True

    return trouble


def page(number: int) -> Callable[[dict[str, str]], bool]:
    return lambda asked: asked.get("pageid") == str(number)


TITLES = ["Ash", "Beech", "Cedar", "Elm", "Fir", "Gum/tree", "Hazel"]


def test_a_site_becomes_pages_and_redirects(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVIDENTIA_CONTACT", "elms@example.org")
    extra = {"crawl_file": str(tmp_path / "c.sqlite"), "manners": QUICK}
    assert registry.detect(site.address) == "mediawiki"
    found = list(mediawiki.read(site.address, options=ReadOptions(extra=extra)))
    redirects = [one for one in found if isinstance(one, Redirect)]
    assert redirects == [Redirect("Loop A", "Loop B"), Redirect("Loop B", "Loop A"), Redirect("Wych elm", "Elm")]
    pages = [one for one in found if isinstance(one, Page)]
    assert [one.title for one in pages] == TITLES
    assert pages[0].elements == [
        Sentence(0, Rich("Ash is page 1.")),
        Sentence(1, Rich("See elm.", (Link("Elm", 4, 7),))),
    ]
    assert registry.detect(tmp_path / "c.sqlite") == "mediawiki"
    assert list(mediawiki.read(tmp_path / "c.sqlite")) == found
    (agent,) = site.agents
    assert agent.startswith("evidentia/") and "elms@example.org" in agent
    assert all(one["maxlag"] == "5" for one in site.requests if one["path"] == "/w/api.php")
    dates = [one.date for one in stored(tmp_path / "c.sqlite") if isinstance(one, Fetched)]
    assert all(date.endswith("+00:00") and date[:2] == "20" for date in dates) and len(dates) == 7


def _later(handler: Handler) -> None:
    handler.say(429, b"slow down", "text/plain", Retry_After="17")


def _on_a_date(handler: Handler) -> None:
    handler.say(503, b"", "text/plain", Retry_After=formatdate(time.time() + 40, usegmt=True))


def _lagged(handler: Handler) -> None:
    handler.say(200, b'{"error":{"code":"maxlag","info":"Waiting for a host","lag":9}}', Retry_After="5")


def _cut_short(handler: Handler) -> None:
    handler.say(200, b'{"parse":', Content_Length="5000")
    handler.close_connection = True


def _html(handler: Handler) -> None:
    handler.say(200, b"<html><h1>Something broke</h1></html>", "text/html")


def _hangs_up(handler: Handler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def _nonsense(handler: Handler) -> None:
    handler.wfile.write(b"\0\1\2 this is no HTTP\r\n\r\n")
    handler.close_connection = True


@pytest.mark.parametrize(
    ("act", "least", "most"),
    [
        (_later, 17, 17),
        (_on_a_date, 30, 41),
        (_lagged, 5, 5),
        (_cut_short, 1, 1),
        (_html, 1, 1),
        (_hangs_up, 1, 1),
        (_nonsense, 1, 1),
    ],
)
@pytest.mark.parametrize("where", ["page", "list"])
def test_what_passes_is_waited_for(
    act: Callable[[Handler], None], least: float, most: float, where: str, site: Site, tmp_path: Path
) -> None:
    match = page(3) if where == "page" else lambda asked: asked.get("gapcontinue") == "4"
    site.trouble = once(match, act)
    run = Run(site, tmp_path / "c.sqlite")
    assert run.texts == TITLES
    assert len(run.slept) == 1 and least <= run.slept[0] <= most


def test_retries_are_bounded_and_wait_longer_each_time(site: Site, tmp_path: Path) -> None:
    site.trouble = once(page(3), lambda handler: handler.say(500, b"", "text/plain"), times=99)
    run = Run(site, tmp_path / "c.sqlite")
    assert run.slept == [1, 2, 4]
    assert run.texts[2] == "! HTTP 500 (asked 4 times)"
    assert len([one for one in site.asked("parse") if one["pageid"] == "3"]) == 4
    rejects = [one for one in mediawiki.read(tmp_path / "c.sqlite") if isinstance(one, Reject)]
    assert [(one.position, one.reason) for one in rejects] == [("page 3, 'Cedar'", "HTTP 500 (asked 4 times)")]


def test_a_page_that_failed_is_asked_for_again_by_a_later_run(site: Site, tmp_path: Path) -> None:
    site.trouble = once(page(3), lambda handler: handler.say(404, b"", "text/plain"))
    assert Run(site, tmp_path / "c.sqlite").texts[2] == "! HTTP 404"
    assert Run(site, tmp_path / "c.sqlite").texts == TITLES


def test_a_timeout_is_a_failure_among_others(site: Site, tmp_path: Path) -> None:
    site.trouble = once(page(2), lambda handler: time.sleep(0.6))
    run = Run(site, tmp_path / "c.sqlite", manners=Manners(delay=0.0, timeout=0.3, attempts=3))
    assert run.texts == TITLES and run.slept == [1]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda h: h.say(200, b"x" * 3_000_000), "longer than 1,000,000 bytes"),
        (lambda h: h.say(302, b"", Location=h.path), "a loop of HTTP redirects"),
        (lambda h: h.say(302, b"", Location=h.path + "&again=1"), "more than 5 HTTP redirects"),
        (lambda h: h.say(301, b"", Location="http://elsewhere.example/x"), "leads away from 127.0.0.1"),
        (lambda h: h.say(301, b"", Location="file:///etc/passwd"), "leads away from 127.0.0.1"),
        (lambda h: h.say(301, b"", Location="http://["), "leads away from 127.0.0.1"),
        (lambda h: h.say(301, b"", Location="http://127.0.0.1:1/x"), "leads away from 127.0.0.1"),
        (lambda h: h.say(200, b'{"error":{"code":"nosuchpageid","info":"There is no page"}}'), "nosuchpageid"),
        (lambda h: h.say(200, b'{"parse":{"title":"x"}}'), "without the text"),
        (lambda h: h.say(200, b"[]"), "no answer of the MediaWiki API"),
        (lambda h: h.say(200, b"{}"), "without the text"),
    ],
)
def test_what_does_not_pass_costs_one_page(
    act: Callable[[Handler], None], reason: str, site: Site, tmp_path: Path
) -> None:
    site.trouble = once(lambda asked: asked.get("pageid") == "3", act, times=99)
    run = Run(site, tmp_path / "c.sqlite", manners=Manners(delay=0.0, timeout=5, attempts=2, max_response=1_000_000))
    assert reason in run.texts[2]
    assert run.texts[:2] + run.texts[3:] == TITLES[:2] + TITLES[3:]
    assert run.slept == []


def test_a_packed_bomb_is_bounded(site: Site, tmp_path: Path) -> None:
    import gzip

    bomb = gzip.compress(b" " * 20_000_000)
    site.trouble = once(page(3), lambda handler: handler.say(200, bomb, Content_Encoding="gzip"))
    run = Run(site, tmp_path / "c.sqlite", manners=Manners(delay=0.0, max_response=1_000_000))
    assert run.texts[2] == "! longer than 1,000,000 bytes"


def test_a_site_that_is_down_stops_the_crawl_and_it_goes_on_later(site: Site, tmp_path: Path) -> None:
    down = [True]

    def trouble(handler: Handler, asked: dict[str, str]) -> bool:
        if asked.get("action") == "parse" and int(asked["pageid"]) > 1 and down[0]:
            handler.say(503, b"", "text/plain")
            return True
        return False

    site.trouble = trouble
    with pytest.raises(CrawlError, match="5 pages in a row could not be had"):
        Run(site, tmp_path / "c.sqlite")
    down[0] = False
    site.requests.clear()
    assert Run(site, tmp_path / "c.sqlite").texts == TITLES
    assert [one["pageid"] for one in site.asked("parse")] == ["2", "3", "4", "5", "6", "7"]
    assert site.asked("query") == []


def test_a_day_is_not_waited_for(site: Site, tmp_path: Path) -> None:
    site.trouble = once(page(3), lambda handler: handler.say(429, b"", Retry_After="86400"))
    with pytest.raises(CrawlError, match="come back in 86,400 seconds; run the same command"):
        Run(site, tmp_path / "c.sqlite")
    assert Run(site, tmp_path / "c.sqlite").texts == TITLES


def test_a_later_crawl_fetches_what_has_changed(site: Site, tmp_path: Path) -> None:
    Run(site, tmp_path / "c.sqlite")
    site.requests.clear()
    site.pages[2] = ("Beech", 900, "<p>New.</p>")
    site.pages[8] = ("Ivy", 901, "<p>Ivy.</p>")
    del site.pages[5]
    del site.redirects["Wych elm"]
    run = Run(site, tmp_path / "c.sqlite")
    assert run.texts == ["Ash", "Beech", "Cedar", "Elm", "Gum/tree", "Hazel", "Ivy"]
    assert run.pages[1].html == "<p>New.</p>"
    assert [one["pageid"] for one in site.asked("parse")] == ["2", "8"]
    assert [one for one in run.found if isinstance(one, tuple)] == [("Loop A", "Loop B"), ("Loop B", "Loop A")]


def test_limit_and_its_removal(site: Site, tmp_path: Path) -> None:
    assert Run(site, tmp_path / "c.sqlite", limit=2).texts == TITLES[:2]
    assert Run(site, tmp_path / "c.sqlite").texts == TITLES


def test_robots_are_obeyed(site: Site, tmp_path: Path) -> None:
    site.robots = (200, "User-agent: *\nDisallow: /w/\n")
    with pytest.raises(CrawlError, match=r"robots.txt does not allow /w/api.php"):
        Run(site, tmp_path / "c.sqlite")
    assert not site.asked("query")
    site.robots = (200, "User-agent: *\nDisallow: /w/\n\nUser-agent: evidentia\nDisallow:\nCrawl-delay: 3\n")
    run = Run(site, tmp_path / "c.sqlite")
    assert run.texts == TITLES
    assert len(run.slept) >= 7 and all(2 < wait <= 3 for wait in run.slept)


def test_robots_that_cannot_be_read_forbid(site: Site, tmp_path: Path) -> None:
    site.robots = (500, "")
    with pytest.raises(CrawlError, match=r"cannot read its robots.txt \(HTTP 500"):
        Run(site, tmp_path / "c.sqlite")
    allowed = Manners(delay=0.0, robots=False)
    assert Run(site, tmp_path / "c.sqlite", manners=allowed).texts == TITLES


def test_the_api_is_found_by_what_the_page_names(site: Site, tmp_path: Path) -> None:
    link = b'<html><head><link rel="EditURI" href="/odd/place/api.php?action=rsd"></head></html>'

    def trouble(handler: Handler, asked: dict[str, str]) -> bool:
        if handler.path == "/":
            handler.say(200, link, "text/html")
            return True
        if handler.path.startswith("/odd/place/api.php"):
            handler.say(200, json.dumps(site.answer(asked)).encode())
            return True
        handler.say(200, b"<html>soft 404</html>", "text/html")
        return True

    site.trouble = trouble
    assert Run(site, tmp_path / "c.sqlite").texts == TITLES
    site.trouble = lambda handler, asked: handler.say(200, b"<html>soft 404</html>", "text/html") is None
    with pytest.raises(CrawlError, match="no MediaWiki API found"):
        Run(site, tmp_path / "other.sqlite")


def test_a_list_that_goes_round_in_a_circle(site: Site, tmp_path: Path) -> None:
    circle = json.dumps({"query": {"pages": []}, "continue": {"gapcontinue": "4"}}).encode()
    site.trouble = once(lambda asked: "generator" in asked, lambda handler: handler.say(200, circle), times=99)
    with pytest.raises(CrawlError, match="round in a circle"):
        Run(site, tmp_path / "c.sqlite")


@pytest.mark.parametrize("address", ["ftp://example.org", "http://", "http://[", "http://name:word@example.org/", "x"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(InputError):
        Client(address, QUICK)


def test_only_the_host_is_asked(site: Site) -> None:
    client = Client(site.address, QUICK)
    for address in ("http://example.org/", "https://127.0.0.1:9/", "file:///etc/passwd"):
        with pytest.raises(Refused, match="leads away"):
            client.get(address)


def test_two_crawls_of_one_file(site: Site, tmp_path: Path) -> None:
    first = crawl(site.address, tmp_path / "c.sqlite", manners=QUICK)
    next(first)
    with pytest.raises(InputError, match="another crawl is writing"):
        Run(site, tmp_path / "c.sqlite")
    first.close()
    assert Run(site, tmp_path / "c.sqlite").texts == TITLES


def test_killed_and_begun_again(site: Site, tmp_path: Path) -> None:
    for number in range(8, 40):
        site.pages[number] = (f"Page {number}", number, f"<p>{number}</p>")
    site.pause = 0.02
    file = tmp_path / "c.sqlite"
    program = (
        "from evidentia.corpus.crawl import crawl; from evidentia.corpus.crawl_http import Manners\n"
        f"for _ in crawl({site.address!r}, {str(file)!r}, manners=Manners(delay=0.0)): pass"
    )
    kills = 0
    for moment in (15, 32, 45):
        process = subprocess.Popen([sys.executable, "-c", program], env={**os.environ, "no_proxy": "127.0.0.1"})
        while len(site.requests) < moment and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
    assert kills >= 2
    run = Run(site, file)
    assert run.texts == [title for title, _, _ in site.pages.values()]
    fetched = [one["pageid"] for one in site.asked("parse")]
    # At most the page under way is asked for twice at each kill.
    assert len(fetched) - len(set(fetched)) <= kills
