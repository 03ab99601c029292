"""Starts `landmark serve`, and pages on it in Chromium."""

import contextlib
import http.server
import os
import pathlib
import signal
import subprocess
import threading
import time

from repository import FOOTAGE, MODELS, PROGRAM, ROOT

# The colors of drawings.
LEFT, RIGHT, LIPS = 0xFF9F1C, 0x2EC4F1, 0xFF5D73
# The center of a color's pixels as fractions of the drawing, and their number.
CENTER = """color => {
  const c = document.getElementById("view"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
  let n = 0, x = 0, y = 0;
  for (let i = 0; i < d.length; i += 4)
    if (Math.abs(d[i] - (color >> 16)) + Math.abs(d[i + 1] - (color >> 8 & 255))
      + Math.abs(d[i + 2] - (color & 255)) < 12) { n++; x += i / 4 % c.width; y += Math.floor(i / 4 / c.width); }
  return [x / n / c.width, y / n / c.height, n];
}"""
# The width, height and color scheme of a phone's and a computer's screens, the narrowest first.
SCREENS = ((320, 700, "light"), (390, 844, "light"), (390, 844, "dark"), (1280, 900, "light"), (1280, 900, "dark"))
# The lite model is fast enough for any machine; the full one is always available.
POSE_MODEL = ("--model", "lite" if (MODELS / "pose_landmarker_lite.task").is_file() else "full")


class Server:
    """A running `landmark serve`, or another command that serves; `within` are words before the
    program."""

    def __init__(self, *words, verb=("serve",), within=()):
        self.process = subprocess.Popen(
            [*within, PROGRAM, *verb, *map(str, words), "--port", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, cwd=ROOT)
        self.link = self.process.stdout.readline().strip()
        if not self.link:
            raise RuntimeError(self.process.communicate()[1])
        self.messages = []
        threading.Thread(target=lambda: self.messages.extend(self.process.stderr),
                         daemon=True).start()

    def stop(self):
        """Interrupts it; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=10)


@contextlib.contextmanager
def serving(*words, verb=("serve",), within=()):
    server = Server(*words, verb=verb, within=within)
    try:
        yield server
    finally:
        code = server.stop()
    assert code == 130, f"exit code {code}: {''.join(server.messages)}"


def wait_for(condition, what, seconds=20, sleep=time.sleep):
    """Waits until a condition holds, because machines differ in speed."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        sleep(.1)


@contextlib.contextmanager
def foreign_page(text):
    """Serves a page from another origin of this machine."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def fake_camera(folder, size="640x480", source="walking.mp4", name="camera"):
    """A file from which Chromium's fake camera plays real footage."""
    path = pathlib.Path(folder) / f"{name}.mjpeg"
    width, height = size.split("x")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", FOOTAGE / source, "-t", "4", "-r", "30", "-vf",
         f"scale={width}:{height}:force_original_aspect_ratio=increase,"
         f"crop={width}:{height}", "-c:v", "mjpeg", "-q:v", "4", path], check=True)
    return path


def launch(playwright, *arguments):
    """Chromium, headless."""
    return playwright.chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        args=["--no-sandbox", *arguments])


class Page:
    """A page that records its problems and requests."""

    def __init__(self, browser, link, width=1280, height=900, scheme="light", language="en-US",
                 **options):
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale=language,
            **options)
        self.page = self.context.new_page()
        self.problems, self.requests = [], []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda m: m.type == "error" and self.problems.append(m.text))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(link)

    def wait_for_image(self, seconds=10):
        self.page.wait_for_selector("#note[hidden]", state="attached", timeout=seconds * 1000)

    def text(self, selector):
        return self.page.inner_text(selector)

    def colored(self, *colors):
        """The number of pixels of the drawing that have one of these colors, as 0xRRGGBB."""
        return sum(self.page.evaluate(CENTER, color)[2] for color in colors)

    def until(self, condition, what, seconds=20):
        """Waits until a condition holds, while the page goes on."""
        wait_for(condition, what, seconds, lambda pause: self.page.wait_for_timeout(1000 * pause))

    def screens(self):
        """Shows the page on each screen, where nothing may be wider than the screen; yields their names."""
        for width, height, scheme in SCREENS:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme=scheme)
            wide = self.page.evaluate(
                "new Promise(requestAnimationFrame).then(() => document.documentElement.scrollWidth)")
            assert wide <= width, f"{self.page.url}: {wide} of {width} pixels"
            yield f"{width}-{scheme}"

    def close(self):
        self.context.close()
        assert not self.problems, self.problems
