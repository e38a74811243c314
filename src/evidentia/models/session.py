"""One encoder of the shipped reader: files checked, ONNX session opened, texts in, numbers out."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from evidentia.errors import EvidentiaError

BATCH = 8
_MOST_CHARACTERS = 20_000


class FileRecord(msgspec.Struct):
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, kw_only=True):
    name: str
    version: str
    max_tokens: int
    config: dict[str, Any]
    outputs: int
    files: dict[str, FileRecord]


class ModelError(EvidentiaError):
    """A model's files are missing, cut short or not the ones that were released."""


def threads() -> int:
    """Threads of one session: EVIDENTIA_THREADS, or the cores that this process may use."""
    wanted = os.environ.get("EVIDENTIA_THREADS", "")
    if wanted.isdigit() and int(wanted) > 0:
        return int(wanted)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Encoder:
    """`logits(pairs)`: one row of numbers for each pair of texts; a row never depends on its batch-mates' content."""

    def __init__(self, folder: Path, *, backend: str | None = None) -> None:
        self.folder = folder
        self.manifest = _manifest(folder)
        self.backend = backend or os.environ.get("EVIDENTIA_BACKEND", "onnxruntime")
        if self.backend not in ("onnxruntime", "openvino"):
            raise EvidentiaError(f"unknown backend {self.backend!r}: use onnxruntime or openvino")
        self._verified = False
        self._pad = int(self.manifest.config["pad_token_id"])
        self._types = self.manifest.config["model_type"] == "bert"

    def _verify(self) -> None:
        """All files are those that were released: looked at once, before the first of them is opened."""
        if not self._verified:
            _verify(self.folder, self.manifest)
            self._verified = True

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        self._verify()
        tokenizer = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.manifest.max_tokens, strategy="longest_first")
        return tokenizer

    @cached_property
    def _run(self) -> Any:
        self._verify()
        if self.backend == "openvino":
            from evidentia.models.openvino import open_model

            return open_model(self.folder / "model.onnx", threads())
        return _onnxruntime(self.folder / "model.onnx")

    def length(self, first: str, second: str) -> int:
        return len(self._tokenizer.encode(first, second).ids)

    def logits(self, pairs: Sequence[tuple[str, str]], *, batch: int = BATCH) -> NDArray[np.float32]:
        encoded = self._tokenizer.encode_batch([(_readable(one), _readable(other)) for one, other in pairs])
        result = np.zeros((len(pairs), self.manifest.outputs), dtype=np.float32)
        # By length, so that little of a batch is padding; the place breaks ties, so that runs are alike.
        order = sorted(range(len(encoded)), key=lambda place: (len(encoded[place].ids), place))
        for start in range(0, len(order), batch):
            part = order[start : start + batch]
            length = max(len(encoded[place].ids) for place in part)
            ids = np.full((len(part), length), self._pad, dtype=np.int64)
            kinds = np.zeros_like(ids)
            for row, place in enumerate(part):
                tokens = encoded[place].ids
                ids[row, : len(tokens)] = tokens
                kinds[row, : len(tokens)] = encoded[place].type_ids
            result[part] = self._run({"ids": ids, "types": kinds} if self._types else {"ids": ids})
        return result


def _readable(text: str) -> str:
    """Bounded, and without halves of characters (a claim typed in another encoding), which no tokenizer takes."""
    return text[:_MOST_CHARACTERS].encode("utf-8", "replace").decode()


def _manifest(folder: Path) -> Manifest:
    try:
        return msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
    except OSError as error:
        raise ModelError(f"no model in {folder}: reinstall the package, or name another folder") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{folder / 'manifest.json'} is not a model's manifest ({error})") from error


def _verify(folder: Path, manifest: Manifest) -> None:
    for name, record in manifest.files.items():
        path = folder / name
        if Path(name).name != name or not path.is_file():
            raise ModelError(f"the model file {path} is missing: reinstall the package")
        if path.stat().st_size != record.bytes:
            raise ModelError(f"the model file {path} is cut short or changed: reinstall the package")
        with path.open("rb") as stream:
            if hashlib.file_digest(stream, "sha256").hexdigest() != record.sha256:
                raise ModelError(f"the model file {path} has the wrong hash: reinstall the package")


def _onnxruntime(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Rounded weights become full ones when the session opens; the sums are then those of fp32 whatever the batch.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelError(f"the model {path} cannot be opened here: {error}") from error
    return lambda inputs: session.run(None, inputs)[0]
