import csv
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from evidentia.batch import Setup, verify_file
from evidentia.batch.block import Block, Results
from evidentia.batch.journal import beside
from evidentia.batch.local import run as run_local
from evidentia.errors import EvidentiaError, InputError

HERE = Path(__file__).parent


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Setup:
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.syspath_prepend(str(HERE))
    return Setup(corpus=str(tmp_path), maker="stub_verifier:make")


def claims_file(folder: Path, claims: Iterable[str], name: str = "claims.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps({"id": n, "claim": claim}) + "\n" for n, claim in enumerate(claims)))
    return path


def records(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_order_and_bytes_do_not_depend_on_the_workers(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, [f"claim {n}{' slow' if n % 7 == 0 else ''}" for n in range(60)])
    outputs = []
    for workers in (1, 2, 3):
        output = tmp_path / f"{workers}.jsonl"
        outcome = verify_file(setup, source, str(output), workers=workers)
        assert outcome.claims == 60 and sum(outcome.labels.values()) == 60
        outputs.append(output.read_bytes())
    assert outputs[0] == outputs[1] == outputs[2]
    found = records(tmp_path / "2.jsonl")
    assert [record["id"] for record in found] == list(range(60))
    assert all("seconds" not in record for record in found)
    assert not list(tmp_path.glob("*.part*"))


def test_one_bad_record_stops_nothing(setup: Setup, tmp_path: Path) -> None:
    source = tmp_path / "claims.jsonl"
    source.write_bytes(
        b'\xef\xbb\xbf{"id": 1, "claim": "first"}\r\n'
        b"{broken\r\n"
        b"\r\n"
        b'{"id": 3}\n'
        b'{"id": 4, "claim": "caf\xe9"}\n'
        b'{"id": 5, "claim": "this will raise"}\n'
        b"[1, 2]\n"
        b'{"id": 1, "claim": "   "}\n'
        b'{"id": 8, "claim": "last"}'
    )
    output = tmp_path / "out.jsonl"
    outcome = verify_file(setup, source, str(output), workers=1)
    found = records(output)
    assert [record.get("line") for record in found] == [None, 2, 4, 5, 6, 7, 8, None]
    assert [record["id"] for record in found] == [1, None, 3, None, 5, None, 1, 8]
    said = [record.get("error", "") for record in found]
    assert "not JSON" in said[1] and 'no "claim"' in said[2] and said[3] == "not UTF-8"
    assert "ValueError: no good" in said[4] and "not an object" in said[5] and "empty" in said[6]
    assert (outcome.claims, outcome.faulty, outcome.duplicates) == (8, 6, 1)


def test_the_empty_header_of_feverous_is_skipped_and_official_lines_fit_the_claims(
    setup: Setup, tmp_path: Path
) -> None:
    source = tmp_path / "claims.jsonl"
    source.write_text('{"id": "", "claim": "", "label": ""}\n{"id": 1, "claim": "one"}\n{"id": 2}\n')
    for form, keys in (("feverous", 3), ("fever", 3), ("faviq", 2)):
        output = tmp_path / f"{form}.jsonl"
        verify_file(setup, source, str(output), form=form, workers=1)
        found = records(output)
        assert [record["id"] for record in found] == [1, 2]
        assert all(len(record) == keys for record in found)
    assert records(tmp_path / "feverous.jsonl")[1]["predicted_label"] == "NOT ENOUGH INFO"
    page = records(tmp_path / "fever.jsonl")[0]["predicted_evidence"]
    assert len(page) == 1 and page[0][0].startswith("Page_")


def test_csv_in_and_out(setup: Setup, tmp_path: Path) -> None:
    source = tmp_path / "claims.csv"
    source.write_bytes('\ufeffid, claim\r\n1,"one, two"\r\nx,"with\nbreak"\r\n3,caf'.encode() + b"\xe9\r\n4,\r\n")
    output = tmp_path / "out.csv"
    outcome = verify_file(setup, source, str(output), workers=1)
    with output.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["id"] for row in rows][:2] == ["1", "x"]
    assert [row["claim"] for row in rows][:2] == ["one, two", "with break"]
    assert outcome.faulty == 2 and "not UTF-8" in rows[2]["missing"]


def test_parquet_in_and_out(setup: Setup, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    source = tmp_path / "claims.parquet"
    parquet.write_table(pyarrow.table({"id": [5, 6], "claim": ["one", None]}), source)
    output = tmp_path / "out.parquet"
    verify_file(setup, source, str(output), workers=1)
    rows = parquet.read_table(output).to_pylist()
    assert [row["id"] for row in rows] == ["5", "6"]
    assert rows[0]["label"] and rows[0]["evidence"] and rows[0]["error"] is None
    assert rows[1]["label"] is None and "claim" in rows[1]["error"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("claims.csv", b"id,text\n1,x\n", 'no column "claim"'),
        ("claims.jsonl", '{"claim": "x"}'.encode("utf-16"), "UTF-16"),
        ("claims.parquet", b"PAR", "Parquet"),
    ],
)
def test_files_that_cannot_be_read(setup: Setup, tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=said):
        verify_file(setup, tmp_path / name, str(tmp_path / "out.jsonl"), workers=1)


def test_outputs_that_cannot_be_written(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, ["x"])
    for output in (tmp_path / "nowhere" / "out.jsonl", tmp_path, source, Path("/dev/full/x")):
        with pytest.raises(InputError):
            verify_file(setup, source, str(output), workers=1)
    assert records(source) == [{"id": 0, "claim": "x"}]


def test_a_worker_that_dies_loses_nothing_but_the_claim_that_kills_it(setup: Setup, tmp_path: Path) -> None:
    claims = [f"claim {n}" for n in range(30)]
    claims[11] = "this claim will die once"
    claims[20] = "this claim will die always"
    output = tmp_path / "out.jsonl"
    outcome = verify_file(setup, claims_file(tmp_path, claims), str(output), workers=2)
    found = records(output)
    assert [record["claim"] for record in found] == claims
    assert [n for n, record in enumerate(found) if "error" in record] == [20]
    assert "worker ended" in found[20]["error"] and outcome.faulty == 1
    assert (tmp_path / "died").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_that_cannot_start_stop_the_run(setup: Setup, tmp_path: Path, workers: int) -> None:
    nothing = Setup(corpus=str(tmp_path), maker="stub_verifier:nothing")
    with pytest.raises((EvidentiaError, AttributeError), match="nothing"):
        verify_file(nothing, claims_file(tmp_path, ["x"] * 50), str(tmp_path / "out"), workers=workers)


def test_workers_that_die_every_time_stop_the_run(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, ["this will die always"] * 100)
    with pytest.raises(EvidentiaError, match="again and again"):
        verify_file(setup, source, str(tmp_path / "out"), workers=2)


class Stop(Exception):
    pass


def broken_after(blocks: int):
    def engine(setup: Setup, work: Iterable[Block], workers: int) -> Iterator[Results]:
        for number, results in enumerate(run_local(setup, work, workers=1)):
            if number == blocks:
                raise Stop
            yield results

    return engine


def test_what_was_broken_off_goes_on(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, [f"count {n}" for n in range(40)])
    output, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    verify_file(setup, source, str(whole), workers=1)
    (tmp_path / "counted").unlink()
    with pytest.raises(Stop):
        verify_file(setup, source, str(output), workers=1, engine=broken_after(3))
    part = beside(output)
    assert not output.exists() and len(part.read_bytes().splitlines()) == 25
    with part.open("ab") as stream:
        stream.write(b'{"at": {"line": 26, "cl')
    with pytest.raises(InputError, match="--resume"):
        verify_file(setup, source, str(output), workers=1)
    (tmp_path / "counted").unlink()
    outcome = verify_file(setup, source, str(output), workers=1, resume=True)
    assert output.read_bytes() == whole.read_bytes()
    assert outcome.claims == 40 and sum(outcome.labels.values()) == 40
    assert (tmp_path / "counted").read_text() == "x" * 16
    assert not part.exists()


def test_another_run_does_not_go_on_with_it(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, [f"claim {n}" for n in range(20)])
    output = tmp_path / "out.jsonl"
    with pytest.raises(Stop):
        verify_file(setup, source, str(output), workers=1, engine=broken_after(1))
    other = Setup(corpus=str(tmp_path), preset="fever", maker="stub_verifier:make")
    with pytest.raises(InputError, match="other corpus, model or settings"):
        verify_file(other, source, str(output), workers=1, resume=True)
    claims_file(tmp_path, ["another"])
    with pytest.raises(InputError, match="other claims"):
        verify_file(setup, source, str(output), workers=1, resume=True)
    verify_file(setup, source, str(output), workers=1, resume=False)
    assert [record["claim"] for record in records(output)] == ["another"]


def test_a_full_disk_is_told_and_the_rest_is_resumed(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, [f"claim {n}" for n in range(40)])
    output = tmp_path / "out.jsonl"
    code = (
        "import resource, sys\n"
        "from evidentia.batch import Setup, verify_file\n"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
        "from evidentia.errors import EvidentiaError, InputError\n"
        f"setup = Setup(corpus={str(tmp_path)!r}, maker='stub_verifier:make')\n"
        f"try: verify_file(setup, {str(source)!r}, {str(output)!r}, workers=1)\n"
        "except InputError as error: print(error); sys.exit(2)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "go on with --resume" in done.stdout, done.stderr
    assert not output.exists()
    verify_file(setup, source, str(output), workers=1, resume=True)
    assert [record["id"] for record in records(output)] == list(range(40))


def test_ctrl_c_and_kill_leave_a_journal_that_goes_on(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, [f"slow {n}" for n in range(150)])
    output = tmp_path / "out.jsonl"
    code = (
        "from evidentia.batch import Setup, verify_file\n"
        f"setup = Setup(corpus={str(tmp_path)!r}, maker='stub_verifier:make')\n"
        f"verify_file(setup, {str(source)!r}, {str(output)!r}, workers=2, resume=True)\n"
    )
    done = 0
    for sent in (signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
        part = beside(output)
        deadline = time.monotonic() + 60
        while (lines(part) <= done + 10) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(sent)
        process.wait()
        assert done + 10 < lines(part) < 150
        done = lines(part)
    verify_file(setup, source, str(output), workers=2, resume=True)
    assert [record["id"] for record in records(output)] == list(range(150))


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_two_runs_do_not_write_one_output(setup: Setup, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    source, output = claims_file(tmp_path, [f"claim {n}" for n in range(20)]), tmp_path / "out.jsonl"

    def engine(setup: Setup, work: Iterable[Block], workers: int) -> Iterator[Results]:
        for results in run_local(setup, work, workers=1):
            for resume in (None, True, False):
                with pytest.raises(InputError, match="another run"):
                    verify_file(setup, source, str(output), workers=1, resume=resume)
            yield results

    assert verify_file(setup, source, str(output), workers=1, engine=engine).claims == 20
    assert len(records(output)) == 20


def test_a_repeated_claim_costs_nothing(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, [f"count {n % 20}" for n in range(30)] + ["this will raise"])
    cache = tmp_path / "cache"
    first = verify_file(setup, source, str(tmp_path / "1.jsonl"), workers=1, cache=cache)
    counted = (tmp_path / "counted").read_text()
    second = verify_file(setup, source, str(tmp_path / "2.jsonl"), workers=1, cache=cache)
    assert (tmp_path / "counted").read_text() == counted
    assert len(counted) < 30 and first.cached == 30 - len(counted) and second.cached == 30
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    other = Setup(corpus=str(tmp_path), policy="strict", maker="stub_verifier:make")
    assert verify_file(other, source, str(tmp_path / "3.jsonl"), workers=1, cache=cache).cached == 10


def test_answers_from_the_cache_do_not_pile_up(setup: Setup, tmp_path: Path) -> None:
    source = claims_file(tmp_path, ["the same"] * 3000)
    cache, sizes = tmp_path / "cache", []

    def engine(setup: Setup, work: Iterable[Block], workers: int) -> Iterator[Results]:
        for block in work:
            sizes.append(len(block))
            yield from run_local(setup, [block], workers=1)

    verify_file(setup, claims_file(tmp_path, ["the same"], "one.jsonl"), str(tmp_path / "1"), workers=1, cache=cache)
    outcome = verify_file(setup, source, str(tmp_path / "2"), workers=1, cache=cache, engine=engine)
    assert outcome.cached == 3000 and len(sizes) > 5 and not any(sizes)


def test_a_cache_that_cannot_be_opened_is_no_cache(setup: Setup, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "answers.sqlite").write_bytes(b"this is no database" * 100)
    source = claims_file(tmp_path, ["one"])
    assert verify_file(setup, source, str(tmp_path / "1"), workers=1, cache=tmp_path / "cache").claims == 1


def test_stdout(setup: Setup, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = claims_file(tmp_path, ["one", "two"])
    verify_file(setup, source, "-", workers=1)
    assert [json.loads(line)["claim"] for line in capsys.readouterr().out.splitlines()] == ["one", "two"]
    with pytest.raises(InputError, match="stdout"):
        verify_file(setup, source, "-", form="parquet", workers=1)
