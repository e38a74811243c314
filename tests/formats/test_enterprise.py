import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.formats import enterprise, registry
from evidentia.formats.base import ReadOptions, Redirect, Reject
from evidentia.page import Link, Page, Rich, Sentence


def article(name: object, html: object = "<p>Text.</p>", namespace: int = 0, redirects: object = ()) -> str:
    return json.dumps(
        {
            "name": name,
            "identifier": 7,
            "date_modified": "2026-02-03T04:05:06Z",
            "namespace": {"identifier": namespace},
            "article_body": {"html": html, "wikitext": "Text."},
            "redirects": redirects,
        }
    )


def packed(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def read(path: Path, **options: int) -> list[object]:
    return list(enterprise.read(path, options=ReadOptions(**options)))  # type: ignore[arg-type]


def test_articles_and_their_redirects_of_all_members(tmp_path: Path) -> None:
    html = '<body><p>An <a href="./Elm_tree">elm</a> grows.</p></body>'
    first = article("Elm wood", html, redirects=[{"name": "Wood of elms", "url": "x"}, {"name": ""}])
    path = packed(
        tmp_path / "enwiki.json.tar.gz",
        {
            "README.txt": b"not an article",
            "._enwiki_0.ndjson": b"\0decoy",
            "enwiki_0.ndjson": (first + "\n" + article("Talk:Elm", namespace=1) + "\n").encode(),
            "../../enwiki_1.ndjson": article("Beech").encode(),
        },
    )
    assert registry.detect(path) == "enterprise"
    assert read(path) == [
        Page("Elm wood", [Sentence(0, Rich("An elm grows.", (Link("Elm tree", 3, 6),)))]),
        Redirect("Wood of elms", "Elm wood"),
        Page("Beech", [Sentence(0, Rich("Text."))]),
    ]
    assert not list(tmp_path.parent.glob("enwiki_1*"))


def test_unpacked_lines_and_folders(tmp_path: Path) -> None:
    (tmp_path / "enwiki_0.ndjson").write_text(article("A") + "\n")
    (tmp_path / "enwiki_1.ndjson").write_text(article("B") + "\n")
    assert registry.detect(tmp_path / "enwiki_0.ndjson") == "enterprise"
    assert registry.detect(tmp_path) == "enterprise"
    assert [one.title for one in read(tmp_path) if isinstance(one, Page)] == ["A", "B"]


def test_bad_lines_are_rejects_with_their_place(tmp_path: Path) -> None:
    rows = [
        article("A"),
        article("B")[:-9],
        article("a\0b"),
        article("x" * 1_000_000),
        article("C", html=""),
        article("D", html=["no text"]),
        "x" * 3_000_000,
        article("E", html="<div>" * 5000 + "deep"),
        article(None),
        article("😀/../F"),
    ]
    path = packed(tmp_path / "d.json.tar.gz", {"d.ndjson": "\n".join(rows).encode()})
    found = read(path, max_page_bytes=2_000_000)
    rejects = [one for one in found if isinstance(one, Reject)]
    assert [one.position for one in rejects] == [f"line {n}" for n in range(2, 10)]
    assert all(one.source == f"{path}/d.ndjson" for one in rejects)
    assert [one.title for one in found if isinstance(one, Page)] == ["A", "😀/../F"]


@pytest.mark.parametrize("left", [0.5, 0.98])
def test_a_file_that_is_cut_off_keeps_what_came_before(left: float, tmp_path: Path) -> None:
    rows = "".join(article(f"P{n}", f"<p>{n * 7919 % 10007} text.</p>") + "\n" for n in range(20_000))
    path = packed(tmp_path / "d.json.tar.gz", {"d.ndjson": rows.encode()})
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * left)])
    units = list(enterprise.units(path))
    assert isinstance(units[-1], Reject) and "cut off" in units[-1].reason
    assert not any(isinstance(unit, Reject) for unit in units[:-1])
    assert len(units) > 1


def test_a_bomb_is_stopped(tmp_path: Path) -> None:
    path = packed(tmp_path / "d.json.tar.gz", {"d.ndjson": (article("A") + "\n").encode() + b" " * 8_000_000})
    found = read(path, max_page_bytes=1_000_000, max_total_bytes=5_000_000)
    assert isinstance(found[0], Page)
    assert isinstance(found[-1], Reject) and "unpacks to more" in found[-1].reason


def test_a_header_of_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    member = tarfile.TarInfo("x")
    member.type, member.size = tarfile.XHDTYPE, 7 << 30
    path = tmp_path / "d.tar.gz"
    path.write_bytes(gzip.compress(member.tobuf(tarfile.USTAR_FORMAT) + b"9" * 4096))
    (reject,) = read(path)
    assert isinstance(reject, Reject) and "a header of 7,516,192,768 bytes" in reject.reason


def test_links_in_the_archive_are_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "d.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("secret.ndjson")
        member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(member)
    assert read(path) == []


def test_noise_is_not_taken_for_it(tmp_path: Path) -> None:
    noise = tmp_path / "noise.tar.gz"
    noise.write_bytes(b"\x1f\x8b" + bytes(range(256)) * 4)
    assert not enterprise.detect(noise)
    with pytest.raises(InputError, match="damaged"):
        read(noise)
