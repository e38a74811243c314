"""The demo corpus: its pages come with the package, and are built once into the user's cache."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import evidentia

if TYPE_CHECKING:
    from evidentia.corpus.store import Corpus

# A change of what reads or indexes the pages makes a new corpus, as a change of the pages does.
_MADE_OF = ("data/demo/pages", "data/demo", "formats/wikihtml", "formats", "corpus", "search")
_SUFFIXES = (".html", ".jsonl", ".py")


def demo_folder() -> Path:
    """Where the pages, redirects and claims of the demo lie in the package."""
    return Path(str(resources.files("evidentia"))) / "data" / "demo"


def demo_claims() -> Path:
    """Claims with gold evidence about the demo corpus, in the FEVEROUS format."""
    return demo_folder() / "claims.jsonl"


def cache_folder() -> Path:
    """`EVIDENTIA_CACHE`, or the place where this system keeps what can be made again."""
    if told := os.environ.get("EVIDENTIA_CACHE"):
        return Path(told)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "evidentia"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "evidentia"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "evidentia"


def demo_corpus() -> Corpus:
    """The demo corpus, built on the first call (about a second)."""
    from evidentia.corpus.store import open_corpus

    name = f"demo-{evidentia.__version__}-{_content_hash()}"
    folder = cache_folder() / name
    if not (folder / "manifest.json").exists():
        folder = _make(folder)
    return open_corpus(folder)


def _make(folder: Path) -> Path:
    """Built beside its place and moved there whole, so that two processes do not meet."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    except OSError:
        # A home that cannot be written: build for this user in the temporary folder.
        folder = Path(tempfile.gettempdir()) / f"evidentia-{_user()}" / folder.name
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    try:
        build_demo(work / "demo")
        try:
            os.replace(work / "demo", folder)
        except OSError:
            if not (folder / "manifest.json").exists():
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return folder


def build_demo(to: Path) -> None:
    """The demo corpus in a folder of one's choice."""
    from evidentia.corpus.build import build

    source = demo_folder()
    index = importlib.util.find_spec("evidentia.search.index") is not None
    build(
        [source / "pages"],
        to,
        format="html",
        redirects=[source / "redirects.jsonl"],
        name="demo",
        workers=1,
        index=index,
        strict=True,
    )


def _content_hash() -> str:
    digest = hashlib.sha256()
    root = Path(str(resources.files("evidentia")))
    for part in _MADE_OF:
        for path in sorted((root / part).iterdir()):
            if path.suffix in _SUFFIXES and path.is_file() and path.name != "claims.jsonl":
                digest.update(path.name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"
