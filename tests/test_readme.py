"""The README's examples run as they stand, in order, in one folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(bash|python)\n(.*?)```", README, re.DOTALL)
WEIGHTS = ROOT / "src/evidentia/data/reader/judge/model.onnx"


@pytest.mark.slow
@pytest.mark.skipif(not WEIGHTS.exists(), reason="the reader's weights are not in this checkout")
def test_examples_run(tmp_path):
    assert len(BLOCKS) >= 5
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {**os.environ, "PATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache"), "NO_COLOR": "1"}
    for language, code in BLOCKS:
        command = ["bash", "-euo", "pipefail", "-c", code] if language == "bash" else [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"
    assert len((tmp_path / "predictions.jsonl").read_text().splitlines()) == 2
    assert "<html" in (tmp_path / "report.html").read_text()


def test_every_chapter_that_is_linked_exists():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+?\.md)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
