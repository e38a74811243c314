"""`evidentia corpus crawl`: a MediaWiki site into one file, from which a corpus is built."""

from __future__ import annotations

import sys

import click


@click.command(name="crawl")
@click.argument("site")
@click.option("--to", type=click.Path(), help="The file of the crawl; by default one in the user's cache.")
@click.option("--contact", default="", help="Where the owner of the site finds you (also EVIDENTIA_CONTACT).")
@click.option("--limit", type=click.IntRange(1), help="At most so many pages.")
@click.option("--namespace", type=click.IntRange(0), default=0, show_default=True, help="Number of the namespace.")
@click.option("--delay", type=click.FloatRange(0), default=0.5, show_default=True, help="Seconds between requests.")
@click.option("--timeout", type=click.FloatRange(0.1), default=30.0, show_default=True, help="Seconds for an answer.")
@click.option("--attempts", type=click.IntRange(1), default=6, show_default=True, help="How often a page is asked for.")
@click.option("--ignore-robots", is_flag=True, help="Only where the owner of the site allows it.")
@click.option("--json", "as_json", is_flag=True, help="The counts on stdout.")
def command(
    site: str,
    to: str | None,
    contact: str,
    limit: int | None,
    namespace: int,
    delay: float,
    timeout: float,
    attempts: int,
    ignore_robots: bool,
    as_json: bool,
) -> None:
    """Fetch the pages of SITE, an address of a MediaWiki site or of its api.php.

    Broken off or killed, the same command goes on where it was; run again later, it fetches what has changed.
    """
    from evidentia.corpus.crawl import crawl, default_file
    from evidentia.corpus.crawl_http import Manners
    from evidentia.files import dumps
    from evidentia.progress import track

    manners = Manners(contact=contact, delay=delay, timeout=timeout, attempts=attempts, robots=not ignore_robots)
    counts = {"pages": 0, "redirects": 0, "failed": 0}
    file = to or str(default_file(site, namespace))
    for one in track(crawl(site, file, manners=manners, limit=limit, namespace=namespace), "pages"):
        kind = "redirects" if isinstance(one, tuple) else "pages" if one.html is not None else "failed"
        counts[kind] += 1
        if not isinstance(one, tuple) and one.error:
            sys.stderr.write(f"{one.title}: {one.error}\n")
    if as_json:
        click.echo(dumps({"file": file, **counts}))
    sys.stderr.write(", ".join(f"{count:,} {name}" for name, count in counts.items()) + f" in {file}\n")
