"""The optional backend: OpenVINO, in bf16 where the processor computes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evidentia.errors import MissingExtra


def open_model(path: Path, threads: int) -> Any:
    try:
        import openvino
    except ImportError as error:
        raise MissingExtra("openvino", "openvino") from error
    core = openvino.Core()
    settings: dict[str, Any] = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
    if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES"):
        settings["INFERENCE_PRECISION_HINT"] = "bf16"
    compiled = core.compile_model(core.read_model(str(path)), "CPU", settings)
    return lambda inputs: compiled(inputs)[0]
