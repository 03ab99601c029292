"""Serves a video file as the camera rtsp://127.0.0.1:PORT/camera, from its start for each client.

Needs Debian's gir1.2-gst-rtsp-server-1.0, python3-gi and GStreamer's plugins: run it with /usr/bin/python3.
"""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402


def main(path, port):
    Gst.init(None)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f'( filesrc location="{path}" ! qtdemux ! h264parse config-interval=1 ! '
                       "rtph264pay name=pay0 pt=96 )")
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(port)
    server.get_mount_points().add_factory("/camera", factory)
    if not server.attach(None):
        sys.exit(f"port {port} cannot be used")
    print("ready", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(*sys.argv[1:])
