"""A browser's side of the page's connection, without a browser."""

import json
import os
import socket
import struct


class Client:
    """A WebSocket to a page's server."""

    def __init__(self, link, timeout=10):
        host = link.split("//")[1].split("/")[0]
        name, port = host.rsplit(":", 1)
        self.socket = socket.create_connection((name, int(port)), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.socket.sendall(
            (f"GET /live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol:"
             " landmark-live\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
        assert b" 101 " in self.file.readline()
        while self.file.readline().strip():
            pass

    def send(self, data, kind=2):
        size = len(data)
        head = bytes([0x80 | kind])
        head += bytes([0x80 | size]) if size < 126 else (
            struct.pack(">BH", 0x80 | 126, size) if size < 65536
            else struct.pack(">BQ", 0x80 | 127, size))
        # A mask of zeros is a valid mask, too.
        self.socket.sendall(head + b"\0\0\0\0" + data)

    def receive(self):
        """The next message: its kind and bytes. Pings are answered."""
        while True:
            first, size = self.file.read(2)
            size &= 127
            if size >= 126:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            data = self.file.read(size)
            if first & 15 != 9:
                return first & 15, data
            self.send(data, 10)

    def shown(self, number):
        """Acknowledges that a frame is on the screen."""
        self.send(struct.pack("<BxxxI", 1, number))

    def show_next(self):
        """Waits for a frame and acknowledges that it is on the screen; returns its bytes."""
        while True:
            kind, data = self.receive()
            if kind == 2:
                self.shown(struct.unpack_from("<I", data, 4)[0])
                return data

    def next_frame(self):
        """Waits for a frame and acknowledges it; returns its results and its image as JPEG."""
        data = self.show_next()
        end = 16 + struct.unpack_from("<I", data, 8)[0]
        return json.loads(data[16:end]), data[end:]

    def image(self, number, jpeg):
        self.send(struct.pack("<BxxxI", 2, number) + jpeg)

    def close(self):
        self.file.close()
        self.socket.close()


def metric(link, name):
    """A value of /metrics."""
    from urllib.request import urlopen
    for line in urlopen(link + "metrics").read().decode().splitlines():
        if line.startswith(f"landmark_{name} "):
            return float(line.split()[1])
    return None


def usage(pid):
    """A process's CPU time in seconds, resident MB, threads and descriptors."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    status = dict(line.split(":", 1) for line in open(f"/proc/{pid}/status") if ":" in line)
    return (seconds, int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]),
            len(os.listdir(f"/proc/{pid}/fd")))
