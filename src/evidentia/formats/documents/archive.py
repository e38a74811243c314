"""Office files are zip archives: what is bounded before they are opened."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Final

from evidentia.errors import InputError

MOST_BYTES: Final = 1 << 30
MOST_RATIO: Final = 200


def check(path: Path) -> None:
    """InputError for what is no archive, or would unpack into far more than its size."""
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            total = sum(info.file_size for info in infos)
            if any(info.flag_bits & 1 for info in infos):
                raise InputError("protected by a password: save it without one")
    except zipfile.BadZipFile as error:
        if path.read_bytes()[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
            raise InputError("protected by a password, or in the old Office format: save it anew") from error
        raise InputError(f"damaged: {error}") from error
    size = max(path.stat().st_size, 1)
    if total > MOST_BYTES or (total > 100 << 20 and total / size > MOST_RATIO):
        raise InputError(f"unpacks into {total:,} bytes from {size:,}: refused")
