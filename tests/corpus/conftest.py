import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def raw(title: str, *sentences: str) -> dict[str, Any]:
    """A page as FEVEROUS JSON."""
    keys = {f"sentence_{number}": text for number, text in enumerate(sentences)}
    return {"title": title, "order": [*keys], **keys}


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write records as JSONL: pages as (title, sentence…), or any JSON."""

    def write(name: str, *records: Any) -> Path:
        path = tmp_path / name
        found = [raw(*record) if isinstance(record, tuple) else record for record in records]
        path.write_text("".join(json.dumps(one) + "\n" for one in found), encoding="utf-8")
        return path

    return write
