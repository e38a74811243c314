"""Whole files or none, and what is no file at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.files import atomic, raw_lines


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("before")
    with pytest.raises(ValueError, match="broken off"), atomic(target) as stream:
        stream.write("half")
        raise ValueError("broken off")
    assert target.read_text() == "before"
    with atomic(target) as stream:
        stream.write("after")
    assert target.read_text() == "after"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("before")
    (tmp_path / "link").symlink_to("real")
    with atomic(tmp_path / "link") as stream:
        stream.write("after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "after"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    with atomic(pipe) as stream:
        stream.write("through")
    reader.join(10)
    assert read == ["through"]
    assert pipe.is_fifo()


def test_a_folder_is_no_place_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="directory"), atomic(tmp_path):
        pass


def test_lines_have_their_numbers(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"\xef\xbb\xbfone\r\n\n  \nfour")
    assert list(raw_lines(file)) == [(1, b"one"), (4, b"four")]
