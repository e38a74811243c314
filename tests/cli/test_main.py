import importlib
import subprocess
import sys
from pathlib import Path

import click
import pytest

from evidentia.cli.main import COMMANDS, main, run
from evidentia.errors import InputError

HEAVY = {"torch", "ray", "onnxruntime", "tantivy", "nltk", "pyarrow", "numpy", "rich", "lxml", "sqlite3", "ftfy"}


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from evidentia.cli.main import run\n"
        "try: run(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stderr.split())
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_there_and_helps(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(importlib.import_module(f"evidentia.cli.{name}").command, click.Command)
    with pytest.raises(SystemExit) as stop:
        run([name, "--help"])
    assert stop.value.code == 0
    assert "Usage:" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["corpus", "nonsense"],
        ["corpus", "show"],
        ["corpus", "show", "/nowhere/at/all", "X"],
        ["--nonsense"],
    ],
)
def test_wrong_input_is_exit_code_2_and_no_traceback(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(arguments)
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.out == ""
    assert said.err and "Traceback" not in said.err


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (InputError("mend it"), 2, "evidentia: mend it\n"),
        (KeyboardInterrupt(), 130, ""),
        (click.exceptions.Exit(7), 7, ""),
        (click.Abort(), 130, ""),
    ],
)
def test_errors_become_a_line_and_a_code(
    error: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(main, "main", fail)
    with pytest.raises(SystemExit) as stop:
        run([])
    assert stop.value.code == code
    assert capsys.readouterr().err == said


def test_the_version() -> None:
    done = subprocess.run([sys.executable, "-m", "evidentia", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("evidentia, version ")


def test_output_that_nobody_reads_any_more_ends_quietly(tmp_path: Path) -> None:
    faults = tmp_path / "predictions.jsonl"
    faults.write_text('{"predicted_label": 5}\n' * 20_000)
    command = [sys.executable, "-m", "evidentia", "score", "validate", str(faults), "--task", "fever"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "predictions.jsonl"
    file.write_text('{"predicted_label": "SUPPORTS", "predicted_evidence": []}\n')
    command = [sys.executable, "-m", "evidentia", "score", "submission", str(file), "--task", "fever"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "evidentia: No space left on device"
    assert "Traceback" not in done.stderr


def test_a_name_that_no_file_can_have_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["corpus", "show", "x" * 300, "Title"])
    assert stop.value.code == 2
    assert "name too long" in capsys.readouterr().err
