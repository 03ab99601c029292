"""This machine's page from another address: both commands must refuse the connection itself.

The outside clients run in a separate network namespace if this user may create one, and otherwise
at this machine's other addresses.
"""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

import serving
from repository import FOOTAGE

NAMESPACE, HERE, THERE = f"landmark-{os.getpid()}", "192.0.2.129", "192.0.2.130"
# What an outside client sends: each request as if it came from the page itself.
REQUESTS = {
    "page": "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
    "socket": "GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
              "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: landmark-live\r\n\r\n",
    "deletion": "DELETE /history/sessions/1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                "Origin: http://127.0.0.1:{port}\r\n\r\n",
}
# Prints the server's response, or that it is not reachable.
STRANGER = """
import socket, sys
try:
    s = socket.create_connection((sys.argv[1], int(sys.argv[2])), 5)
    s.sendall(sys.argv[3].encode())
    print("answered", s.recv(200))
except ConnectionRefusedError:
    print("refused")
"""


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True).returncode == 0


@contextlib.contextmanager
def namespace():
    """The words before an outside client's program, and the address at which it reaches this
    machine."""
    made = ip("netns", "add", NAMESPACE) and all([
        ip("link", "add", "landmark0", "type", "veth", "peer", "name", "landmark1", "netns", NAMESPACE),
        ip("address", "add", f"{HERE}/30", "dev", "landmark0"), ip("link", "set", "landmark0", "up"),
        ip("-n", NAMESPACE, "address", "add", f"{THERE}/30", "dev", "landmark1"),
        ip("-n", NAMESPACE, "link", "set", "landmark1", "up")])
    try:
        yield (["ip", "netns", "exec", NAMESPACE], HERE) if made else None
    finally:
        ip("link", "delete", "landmark0")
        ip("netns", "delete", NAMESPACE)


def own_addresses():
    """127.0.0.2, which every machine has, and the addresses that others reach."""
    found = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
    return ["127.0.0.2", *found]


def listening(port):
    """Where the sockets of a port listen, as `ss -ltn` shows them."""
    lines = subprocess.run(["ss", "-ltnH"], capture_output=True, text=True, check=True).stdout
    return sorted(line.split()[3].rpartition(":")[0] for line in lines.splitlines()
                  if line.split()[3].endswith(f":{port}"))


def check(server, strangers, recording):
    port = int(server.link.rstrip("/").rpartition(":")[2])
    assert set(listening(port)) <= {"127.0.0.1", "[::1]"}, listening(port)
    for request, text in REQUESTS.items():
        for words, address in strangers:
            got = subprocess.run(
                [*words, sys.executable, "-c", STRANGER, address, str(port), text.format(port=port)],
                capture_output=True, text=True).stdout.strip()
            assert got == "refused", f"{request} at {address}: {got}"
    # The same request works where it is allowed.
    with socket.create_connection(("127.0.0.1", port), 5) as own:
        own.sendall(REQUESTS["page"].format(port=port).encode())
        assert own.recv(200).startswith(b"HTTP/1.1 200"), "this machine itself is refused"
    assert recording is None or recording.is_file()


def main():
    clip = FOOTAGE / "carphone_pristine.mp4"
    with namespace() as stranger, tempfile.TemporaryDirectory() as folder:
        strangers = [([], address) for address in own_addresses()]
        if stranger:
            strangers.append(stranger)
        else:
            print("loopback: SKIPPED: this user may not make a network namespace;"
                  " the machine's own addresses are tried alone")
        recording = pathlib.Path(folder, "kept", "recording.sqlite")
        recording.parent.mkdir()
        with serving.serving(clip, "--task", "face", "--record", recording) as server:
            check(server, strangers, recording)
            modes = {path.name: oct(path.stat().st_mode & 0o777) for path in recording.parent.iterdir()}
            assert set(modes.values()) == {"0o600"}, modes
        with serving.serving(recording, verb=("sessions", "serve")) as server:
            check(server, strangers, recording)
    print(f"loopback: 2 commands, {len(REQUESTS)} forged requests, {len(strangers)} other addresses: all refused")


main()
