import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from evidentia.errors import InputError
from evidentia.formats.opening import blocks, lines

DATA = b"".join(b"line %d with some text\n" % number for number in range(100_000))
PACKINGS = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lambda data: lzma.compress(data, preset=0),
    "zstandard": zstandard.compress,
}
Pack = Callable[[bytes], bytes]


def read(path: Path, max_line: int = 1000, max_total: int = 1 << 30) -> list[tuple[int, bytes]]:
    return [line for block in blocks(path, max_line=max_line, max_total=max_total) for line in lines(block)]


@pytest.mark.parametrize("pack", PACKINGS.values(), ids=PACKINGS.keys())
def test_any_packing_is_unpacked(pack: Pack, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(pack(DATA))
    found = read(path)
    assert len(found) == 100_000
    assert found[77_777] == (77_778, b"line 77777 with some text")
    shares = [block.fraction for block in blocks(path, max_line=1000, max_total=1 << 30)]
    assert shares == sorted(shares) and shares[-1] <= 1


@pytest.mark.parametrize("name", ["gzip", "bzip2", "xz", "zstandard"])
@pytest.mark.parametrize("left", [0.3, 0.9, 0.999])
def test_a_file_that_is_cut_off_is_noticed(name: str, left: float, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    packed = PACKINGS[name](DATA)
    path.write_bytes(packed[: int(len(packed) * left)])
    with pytest.raises(InputError, match="damaged or cut off"):
        read(path)


def test_several_frames_are_one_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(zstandard.compress(b"a\n") + zstandard.compress(b"b\n"))
    assert read(path) == [(1, b"a"), (2, b"b")]


def test_a_bomb_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"a\n" * 10_000_000))
    with pytest.raises(InputError, match="unpacks to more than"):
        for _ in blocks(path, max_line=1000, max_total=1_000_000):
            pass


def test_an_endless_line_is_passed_over_unread(tmp_path: Path) -> None:
    path = tmp_path / "lines.gz"
    path.write_bytes(gzip.compress(b"before\n" + b"x" * 5_000_000 + b"\nafter\n"))
    found = list(blocks(path, max_line=1_500_000, max_total=1 << 30))
    assert [block.data for block in found] == [b"before\n", None, b"after\n"]
    assert [block.first_line for block in found] == [1, 2, 3]


def test_a_window_that_would_take_all_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lines.zst"
    packing = zstandard.ZstdCompressionParameters(window_log=30)
    with path.open("wb") as raw, zstandard.ZstdCompressor(compression_params=packing).stream_writer(raw) as out:
        out.write(DATA)
    with pytest.raises(InputError, match="memory"):
        read(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read(tmp_path / "nothing")
