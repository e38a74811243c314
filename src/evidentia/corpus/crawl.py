"""Crawling a MediaWiki site through its API: list the pages, fetch each, go on after a kill where it was."""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import msgspec

from evidentia.corpus.crawl_http import Client, CrawlError, Manners, Refused
from evidentia.corpus.crawl_state import CrawlState, Fetched, Listed
from evidentia.corpus.demo import cache_folder

_USUAL_PLACES = ("/w/api.php", "/api.php", "/wiki/api.php")
_EDIT_URI = re.compile(
    r"""<link\b[^>]{0,300}?rel=["']EditURI["'][^>]{0,300}?href=["']([^"']{1,500})["']""", re.IGNORECASE
)
_FAILURES_IN_A_ROW = 5
_A_LIST = 500
_MAX_TITLE = 1000


def default_file(site: str, namespace: int = 0) -> Path:
    """Where a crawl is kept unless told otherwise: in the user's cache, by site."""
    mark = hashlib.sha256(f"{site}\0{namespace}".encode()).hexdigest()[:12]
    host = re.sub(r"[^a-z0-9.-]", "_", (urlsplit(site).hostname or "site").lower())[:100]
    return cache_folder() / "crawls" / f"{host}-{mark}.sqlite"


def crawl(
    site: str,
    file: str | Path | None = None,
    *,
    manners: Manners | None = None,
    limit: int | None = None,
    namespace: int = 0,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Fetched | tuple[str, str]]:
    """Redirects (from, to) and then pages, as they come and always in the same order.

    All is kept in `file`. A crawl that was broken off goes on; one that was read to its end is brought up to date:
    the pages are listed anew, and only those fetched again whose revision is another.
    """
    client = Client(site, manners or Manners(), sleep=sleep)
    with contextlib.closing(CrawlState(Path(file) if file else default_file(site, namespace))) as state:
        asked = f"{site} {namespace} {limit}"
        if state.get("asked") != asked or state.get("read"):
            state.begin_again()
            state.set(asked=asked)
        api = state.get("api") or _find_api(client, site)
        state.set(api=api)
        _list(client, api, state, namespace, limit)
        yield from state.redirects()
        yield from _pages(client, api, state, limit)
        state.set(read=_now())


def stored(file: str | Path) -> Iterator[Fetched | tuple[str, str]]:
    """What a crawl has kept so far, without asking the site."""
    with contextlib.closing(CrawlState(Path(file), writing=False)) as state:
        yield from state.redirects()
        for listed in state.listed():
            fetched = state.fetched(listed.pageid)
            if fetched is not None:
                yield fetched


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _ask(client: Client, api: str, *, attempts: int | None = None, **parameters: object) -> Any:
    given = {"format": "json", "formatversion": 2, "maxlag": client.manners.maxlag, **parameters}
    return client.json(f"{api}?{urlencode(given)}", attempts=attempts)


def _find_api(client: Client, site: str) -> str:
    """The address of the API: the one given, the one that the page names, or one of the usual places."""
    bare = site.partition("?")[0].partition("#")[0]
    if bare.endswith("/api.php"):
        places = [bare]
    else:
        places = [urljoin(site, place) for place in _USUAL_PLACES]
        with contextlib.suppress(Refused, CrawlError):
            answer = client.get(site)
            named = _EDIT_URI.search(answer.body[: 1 << 18].decode("utf-8", "replace"))
            if named:
                places.insert(0, urljoin(answer.url, named[1].replace("&amp;", "&")).partition("?")[0])
    reasons = []
    for place in dict.fromkeys(places):
        try:
            if "query" in _ask(client, place, attempts=2, action="query", meta="siteinfo"):
                return place
            reasons.append(f"{place}: no MediaWiki API")
        except Refused as error:
            reasons.append(f"{place}: {error}")
    raise CrawlError(f"no MediaWiki API found at {site} ({'; '.join(reasons)[:600]}); give the address of its api.php")


def _list(client: Client, api: str, state: CrawlState, namespace: int, limit: int | None) -> None:
    """All pages with their revisions, then all redirects."""
    for phase, filter_, more in (
        ("pages", "nonredirects", {"prop": "info"}),
        ("redirects", "redirects", {"redirects": 1}),
    ):
        if state.get(f"{phase}_listed"):
            continue
        while True:
            if phase == "pages" and limit is not None and state.count() >= limit:
                break
            reached = state.get(f"{phase}_continue")
            parameters: dict[str, Any] = {
                "action": "query",
                "generator": "allpages",
                "gapnamespace": namespace,
                "gapfilterredir": filter_,
                "gaplimit": _A_LIST,
                # Older sites say in the new way how to go on only when asked to.
                "continue": "",
                **more,
                **(msgspec.json.decode(reached) if reached else {}),
            }
            try:
                answer = _ask(client, api, **parameters)
            except Refused as error:
                raise CrawlError(
                    f"{client.host}: cannot list its pages ({error}); run the same command to go on"
                ) from error
            following = answer.get("continue")
            token = msgspec.json.encode(following).decode() if isinstance(following, dict) else ""
            if token and token == reached:
                raise CrawlError(f"{client.host}: its list of pages goes round in a circle at {token[:200]}")
            found = answer.get("query")
            found = found if isinstance(found, dict) else {}
            if phase == "pages":
                state.list_pages(_listed(found), pages_continue=token)
            else:
                state.list_redirects(_redirects(found), redirects_continue=token)
            if not token:
                break
        state.set(**{f"{phase}_listed": _now()})
        if phase == "pages":
            state.forget_unlisted()


def _listed(found: dict[str, Any]) -> Iterator[Listed]:
    for page in _records(found, "pages"):
        pageid, title = _number(page.get("pageid")), _title(page.get("title"))
        if pageid and title:
            yield Listed(pageid, title, _number(page.get("lastrevid")))


def _redirects(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for redirect in _records(found, "redirects"):
        source, target = _title(redirect.get("from")), _title(redirect.get("to"))
        if source and target:
            yield source, target


def _records(found: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    records = found.get(name)
    if isinstance(records, dict):
        records = list(records.values())
    for record in records if isinstance(records, list) else ():
        if isinstance(record, dict):
            yield record


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 1 << 62 else 0


def _title(value: object) -> str:
    return value if isinstance(value, str) and len(value) <= _MAX_TITLE else ""


def _pages(client: Client, api: str, state: CrawlState, limit: int | None) -> Iterator[Fetched]:
    failures = 0
    for listed in state.listed(limit):
        page = state.fetched(listed.pageid)
        # Of a page that failed, a later run asks again.
        if page is None or page.error or page.revision < listed.revision:
            page, unanswered = _fetch(client, api, listed)
            failures = failures + 1 if unanswered else 0
            state.keep(page)
            if failures >= _FAILURES_IN_A_ROW:
                raise CrawlError(
                    f"{client.host}: {failures} pages in a row could not be had ({page.error}); "
                    "run the same command later to go on"
                )
        yield page


def _fetch(client: Client, api: str, listed: Listed) -> tuple[Fetched, bool]:
    """The page, and whether it is missing only because the site did not answer."""
    html: str | None = None
    error: str | None = None
    unanswered = False
    title, revision = listed.title, listed.revision
    try:
        answer = _ask(
            client,
            api,
            action="parse",
            pageid=listed.pageid,
            prop="text|revid",
            disablelimitreport=1,
            disableeditsection=1,
        )
        parsed = answer.get("parse")
        text = parsed.get("text") if isinstance(parsed, dict) else None
        if isinstance(text, dict):
            text = text.get("*")
        if not isinstance(parsed, dict) or not isinstance(text, str):
            raise Refused("an answer without the text of the page")
        html = text
        title = _title(parsed.get("title")) or title
        revision = _number(parsed.get("revid")) or revision
    except Refused as refused:
        error, unanswered = str(refused), refused.unanswered
    return Fetched(listed.pageid, title, revision, _now(), html, error), unanswered
