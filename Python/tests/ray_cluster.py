"""A Ray cluster on this machine, in a process of its own, that only listens on 127.0.0.1.

The process of the cluster reads what to do from standard input: `add` or `remove` a machine.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import Any, Dict, Optional

_SETTINGS = {
    "num_cpus": 1,
    "object_store_memory": 100 << 20,
    "node_ip_address": "127.0.0.1",
}


class RayCluster:
    """A cluster.

    Args:
        environment: Variables for the cluster.
        machines: How many machines with one processor it has at first, besides its head.
        processors: How many processors the head has. With some, it has no dashboard.

    Attributes:
        address: The address of the cluster.
        dashboard: The address for jobs, if the head has no processors.
        process_id: The process whose descendants are the machines.
        variables: The variables that a client on this machine needs.
        environment: These, and all others of this process.
    """

    address: str
    dashboard: str
    process_id: int
    variables: Dict[str, str]
    environment: Dict[str, str]

    def __init__(
        self,
        environment: Optional[Dict[str, str]] = None,
        machines: int = 0,
        processors: int = 0,
    ):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.dashboard = f"http://127.0.0.1:{port}"
        # Without this, Ray replaces 127.0.0.1 by an address that others can reach.
        self.variables = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
        self.environment = {**os.environ, **self.variables}
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(port), str(processors)],
            env={
                **self.environment,
                "RAY_USAGE_STATS_ENABLED": "0",
                "RAY_raylet_start_wait_time_s": "120",
                **(environment or {}),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            # At its end, Ray kills the group of its processes.
            start_new_session=True,
        )
        self.process_id = self._process.pid
        try:
            self.address = self._answer()
            for _ in range(machines):
                self.add()
        except BaseException:
            self._stop()
            raise

    def add(self) -> None:
        """Adds a machine with one processor."""
        self._ask("add")

    def remove(self) -> None:
        """Removes the machine that was added first, without notice."""
        self._ask("remove")

    def __enter__(self) -> RayCluster:
        return self

    def __exit__(self, *_: Any) -> None:
        self._stop()

    def _stop(self) -> None:
        self._process.stdin.close()
        try:
            self._process.wait(60)
        finally:
            self._process.kill()
            self._process.wait()

    def _ask(self, command: str) -> None:
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        self._answer()

    def _answer(self) -> str:
        for line in self._process.stdout:
            if line.startswith("cluster: "):
                return line.removeprefix("cluster: ").strip()
        raise RuntimeError("the cluster has ended")


def serve(dashboard_port: int, processors: int) -> None:
    """Runs a cluster until standard input ends."""
    from ray.cluster_utils import Cluster

    head = {
        "num_cpus": processors,
        "include_dashboard": not processors,
        "dashboard_port": dashboard_port,
    }
    cluster = Cluster(initialize_head=True, head_node_args={**_SETTINGS, **head})
    machines = []
    try:
        print(f"cluster: {cluster.address}", flush=True)
        for line in sys.stdin:
            if line.strip() == "add":
                machines.append(cluster.add_node(**_SETTINGS))
            else:
                cluster.remove_node(machines.pop(0), allow_graceful=False)
            print("cluster: done", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]))
