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
    """A cluster whose head has no processors.

    Args:
        environment: Variables for the cluster.
        machines: How many machines with one processor it has at first.

    Attributes:
        address: The address of the cluster.
        dashboard: The address for jobs.
        process_id: The process whose descendants are the machines.
        environment: The variables that a client on this machine needs.
    """

    address: str
    dashboard: str
    process_id: int
    environment: Dict[str, str]

    def __init__(self, environment: Optional[Dict[str, str]] = None, machines: int = 0):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.dashboard = f"http://127.0.0.1:{port}"
        # Without this, Ray replaces 127.0.0.1 by an address that others can reach.
        self.environment = {**os.environ, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(port)],
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


def serve(dashboard_port: int) -> None:
    """Runs a cluster until standard input ends."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "include_dashboard": True, "dashboard_port": dashboard_port}
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
    serve(int(sys.argv[1]))
