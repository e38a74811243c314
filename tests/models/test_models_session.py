"""A model's files are looked at before the first of them is opened."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from evidentia.models.session import Encoder, ModelError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = b'{"version": "1.0"}'
    (tmp_path / "tokenizer.json").write_bytes(data)
    record = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest = {
        "name": "tiny",
        "version": "0",
        "max_tokens": 8,
        "config": {"pad_token_id": 0, "model_type": "bert"},
        "outputs": 1,
        "files": {"tokenizer.json": record},
    }
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    return tmp_path


@pytest.mark.parametrize(
    ("content", "said"), [(None, "missing"), (b"{}", "cut short"), (b'{"version": "2.0"}', "wrong hash")]
)
def test_a_changed_tokenizer_is_told(folder: Path, content: bytes | None, said: str) -> None:
    (folder / "tokenizer.json").unlink()
    if content is not None:
        (folder / "tokenizer.json").write_bytes(content)
    with pytest.raises(ModelError, match=said):
        Encoder(folder).length("a", "b")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"{}"])
def test_a_manifest_that_is_none_is_told(folder: Path, content: bytes) -> None:
    (folder / "manifest.json").write_bytes(content)
    with pytest.raises(ModelError, match="manifest"):
        Encoder(folder)
