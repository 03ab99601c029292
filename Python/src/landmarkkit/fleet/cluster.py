"""Starts Ray, or joins a cluster."""

from __future__ import annotations

import os
import socket
from typing import Any, Dict, Optional, Tuple

from .._optional import optional
from .job import JobError


def started_ray(address: Optional[str], processors: Optional[int]) -> Tuple[Any, bool]:
    """Ray's module, and whether this call started Ray: a program that has already started Ray keeps
    it.

    Args:
        address: The address of a cluster; None for the one in `RAY_ADDRESS`, which `ray job submit`
            sets, or else for a new Ray on this machine.
        processors: How many processors a new Ray uses; None for all.

    Raises:
        JobError: Ray cannot start, or the cluster refuses or does not answer.
        MissingDependencyError: Ray is not installed.
    """
    # Nothing leaves the machine, and Ray's own messages stay in its logs; important errors are
    # raised.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    ray = optional("ray", "Ray", "fleet")
    if ray.is_initialized():
        return ray, False
    options: Dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    if address == "local":
        # Videos never pass through Ray's memory, so a small object store is enough.
        options.update(
            address=address,
            num_cpus=processors,
            include_dashboard=False,
            object_store_memory=100 << 20,
        )
    else:
        _check_address(address)
        options["address"] = address
    try:
        ray.init(**options)
    except (RuntimeError, ValueError, OSError, ray.exceptions.RayError) as error:
        if address == "local":
            raise JobError(f"cannot start Ray on {socket.gethostname()}: {error}") from None
        # A cluster does not give clients without its token the reason why it does not answer.
        hint = "a cluster with tokens needs RAY_AUTH_MODE=token and its RAY_AUTH_TOKEN"
        reason = str(error).strip().splitlines()[0]
        raise JobError(f"cannot join the Ray cluster at {address}: {reason} ({hint})") from None
    return ray, True


def _check_address(address: str) -> None:
    """Raises JobError for an address of the dashboard, and if nothing answers at an address with a
    port, because Ray would retry for minutes."""
    if address.startswith(("http://", "https://")):
        raise JobError(
            f"{address} is the address of a dashboard, for `ray job submit`; a cluster has "
            "HOST:PORT or ray://HOST:PORT"
        )
    host, separator, port = address.rpartition("://")[2].rpartition(":")
    if not separator or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise JobError(f"no Ray cluster responds at {address}: {error}") from None
