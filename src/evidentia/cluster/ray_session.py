"""Joining a Ray cluster, or starting one on this machine, quietly."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from typing import Any

from evidentia.errors import InputError, MissingExtra


def require() -> Any:
    # Ray would otherwise ship the environment of `uv run`, warn of metrics agents, and phone home.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("ray", "cluster") from error
    return ray


@contextlib.contextmanager
def session(address: str | None, workers: int | None) -> Iterator[Any]:
    """Ray, connected; what was started here ends here, a cluster that was joined stays."""
    ray = require()
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "include_dashboard": None}
    try:
        if address:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        else:
            quiet["include_dashboard"] = False
            ray.init(num_cpus=max(workers or 1, 1), _node_ip_address="127.0.0.1", **quiet)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise InputError(f"no Ray cluster at {address or 'this machine'}: {str(error).splitlines()[0]}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
