#!/usr/bin/env python3
"""Checks the live page in a headless Chromium.

usage: Tools/dashboard/dashboard [NAME…] [--shots FOLDER] [--mutations N]

Runs all tests, or those named; --shots keeps images of every view.
"""

import argparse
import hashlib
import http.client
import pathlib
import random
import re
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import unittest

import cv2
import numpy
from playwright.sync_api import sync_playwright

import history_test
from client import Client, metric, usage
from repository import FOOTAGE, MODELS, PROGRAM, ROOT
from serving import (CENTER, LEFT, LIPS, POSE_MODEL, RIGHT, SCREENS, Page, fake_camera, foreign_page, launch, serving,
                     wait_for)


def test_results_are_drawn(browser, _):
    """The page shows the image with the drawing, and requests nothing from elsewhere."""
    with serving(FOOTAGE / "walking.mp4", "--task", "pose", "--loop", *POSE_MODEL) as server:
        start = time.monotonic()
        page = Page(browser, server.link)
        page.wait_for_image()
        seconds = time.monotonic() - start
        page.until(lambda: page.colored(LEFT, RIGHT) > 50, "the drawing")
        page.until(lambda: float(page.text("#rate").replace("–", "0")) > 1, "the frame rate")
        page.until(lambda: page.text("#latency") != "–", "the time from the camera")
        assert all(url.startswith(server.link.rstrip("/")) for url in page.requests), page.requests
        assert len(page.requests) == 1, page.requests
        page.close()
    return f"first drawing after {seconds:.2f} s"


def test_driver_in_three_languages(browser, _):
    """The driver's overlay uses the browser's language."""
    expected = {
        "en-US": ("awake", "Score", "Confidence"), "de-AT": ("wach", "Wert", "Vertrauen"),
        "zh-CN": ("清醒", "疲劳分数", "置信度"), "fr-FR": ("awake", "Score", "Confidence")}
    with serving(FOOTAGE / "carphone_pristine.mp4", "--task", "drive", "--loop") as server:
        for language, (level, score, confidence) in expected.items():
            page = Page(browser, server.link, language=language)
            page.wait_for_image()
            page.page.wait_for_selector("#bar:not([hidden])")
            page.until(lambda: score in page.text("#bar-score"), score)
            page.until(lambda: confidence in page.text("#bar-confidence"), confidence)
            page.until(lambda: level in page.text("#bar-name"), level)
            assert page.page.locator("#charts canvas").count() == 4
            page.until(lambda: page.colored(LIPS) > 20, "the lips")
            page.close()


def has_solutions():
    """Whether the models of `holistic` and `segment` are there; reports it if they are not."""
    names = ("holistic_hands.task", "face_mesh_with_attention.task", "selfie_segmentation.tflite")
    missing = [name for name in names if not (MODELS / name).is_file()]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not found; scripts/fetch-models all fetches them")
    return not missing


def test_frames_of_every_task(_, __):
    """A server answers with frames of each task: results, and an image in JPEG of the same size."""
    tasks = {"pose": "items", "hand": "items", "face": "items", "drive": "driver",
             "exercise:squat": "people"}
    if has_solutions():
        tasks |= {"holistic": "items", "segment": "masks"}
    for task, member in tasks.items():
        with serving(FOOTAGE / "carphone_pristine.mp4", "--task", task, "--loop") as server:
            client = Client(server.link)
            for _ in range(12):
                result, jpeg = client.next_frame()
            image = cv2.imdecode(numpy.frombuffer(jpeg, numpy.uint8), cv2.IMREAD_COLOR)
            assert image.shape == (result["h"], result["w"], 3), (task, image.shape)
            assert member in result and result["stages"], (task, result)
            if task == "holistic":
                found = {item["label"]: len(item["p"]) // 2 for item in result["items"]}
                assert found.items() >= {"pose": 33, "face": 478}.items(), found
            if task == "segment":
                [mask] = result["masks"]
                assert .3 < mask["share"] < .7 and len(mask["box"]) == 4, mask
            client.close()


def test_whole_body(browser, _):
    """A body is drawn without what its face shows in more detail."""
    if not has_solutions():
        raise unittest.SkipTest("models are missing")
    with serving(FOOTAGE / "carphone_pristine.mp4", "--task", "holistic", "--loop") as server:
        page = Page(browser, server.link)
        page.wait_for_image()
        page.until(lambda: page.colored(LIPS) > 20, "the lips")
        page.until(lambda: page.text("#big") == "1", "the person")
        rows = page.page.locator("#rows > div").all_inner_texts()
        assert [row.split("\n")[0] for row in rows] == ["Face", "Left hand", "Right hand"], rows
        assert page.page.locator("#model-field").is_visible()
        # The mesh has no points. White ones at the body's nose, with and without what is omitted:
        white = page.page.evaluate("""() => [layout.details, {}].map((details) => {
          layout.details = details;
          viewer.drawAgain();
          const [x, y] = viewer.last.result.items.find(({ label }) => label === "pose").p;
          const [left, top, width, height] = viewer.fit(...viewer.size);
          const { data } = viewer.context.getImageData(
            left + x * width / 10000 - 4, top + y * height / 10000 - 4, 8, 8);
          return data.filter((_, i) => i % 4 === 0 && Math.min(data[i], data[i + 1], data[i + 2]) > 250).length;
        })""")
        assert white[0] < 4 and white[1] > 7, white
        page.close()


def test_background(browser, _):
    """People are shown before the background of the command line, and before one that is chosen."""
    if not has_solutions():
        raise unittest.SkipTest("models are missing")
    pink, green = 0xFF00FF, 0x00B140
    with serving(FOOTAGE / "carphone_pristine.mp4", "--task", "segment", "--loop", "--background",
                 "#ff00ff") as server:
        page = Page(browser, server.link)
        page.wait_for_image()
        assert page.page.locator("#smoothing-field").is_hidden()
        page.until(lambda: page.colored(pink) > 10000, "the background as started")
        page.until(lambda: re.fullmatch(r"[3-6]\d %", page.text("#big")), "the share")
        page.page.select_option("#background", "green")
        page.until(lambda: page.colored(green) > 10000, "the chosen background")
        page.page.select_option("#background", "tint")
        page.until(lambda: page.colored(pink, green) == 0, "the image as it is")
        page.page.select_option("#background", "")
        page.until(lambda: page.colored(pink) > 10000, "the background as started, again")
        page.page.select_option("#task", "pose")
        page.page.wait_for_selector("#background-field[hidden]", state="attached")
        page.close()


def test_controls(browser, _):
    """Task, model and smoothing can be chosen, and the run stopped and started, by keyboard."""
    with serving(FOOTAGE / "walking.mp4", "--loop", *POSE_MODEL) as server:
        page = Page(browser, server.link)
        other = Page(browser, server.link)
        page.wait_for_image()
        page.page.focus("#run")
        page.page.keyboard.press("Enter")
        page.page.wait_for_selector("#link[data-phase=stopped]")
        other.page.wait_for_selector("#link[data-phase=stopped]")
        assert page.text("#run") == "Start"
        page.page.keyboard.press("Enter")
        page.page.wait_for_selector("#link[data-phase=running]")
        page.page.select_option("#task", "exercise:squat")
        other.page.wait_for_selector("#charts:not([hidden])")
        assert other.page.input_value("#task") == "exercise:squat"
        page.page.select_option("#task", "face")
        page.page.wait_for_selector("#model-field[hidden]", state="attached")
        page.page.select_option("#smoothing", "off")
        page.page.wait_for_selector("#link[data-phase=running]")
        other.until(lambda: other.page.input_value("#smoothing") == "off", "the smoothing")
        page.page.click("#mirror")
        assert page.page.get_attribute("#mirror", "aria-pressed") == "true"
        reached = set()
        page.page.focus("body")
        for _ in range(12):
            page.page.keyboard.press("Tab")
            reached.add(page.page.evaluate("document.activeElement.id"))
        assert {"run", "task", "smoothing", "mirror", "sound"} <= reached, reached
        page.close()
        other.close()


def test_names_for_screen_readers(browser, _):
    """Everything that can be operated has a name, and alerts are in a live region."""
    with serving(FOOTAGE / "carphone_pristine.mp4", "--task", "drive", "--loop") as server:
        page = Page(browser, server.link)
        page.wait_for_image()
        tree = page.page.locator("body").aria_snapshot()
        for name in ['button "Stop"', 'combobox "Task"', 'combobox "Smoothing"', 'button "Mirror"',
                     'img "Live image with drawing"', 'heading "Driver"', "alert"]:
            assert name in tree, f"{name} is not in {tree}"
        # What Chromium reports to a screen reader, rather than how the document looks.
        session = page.page.context.new_cdp_session(page.page)
        nodes = [{"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""),
                  **{p["name"]: p["value"].get("value") for p in node.get("properties", ())}}
                 for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
        unnamed = [node for node in nodes if node.get("focusable") and not node["name"]
                   and node["role"] != "RootWebArea"]
        assert not unnamed, f"without a name: {unnamed}"
        found = {(node["role"], node["name"]) for node in nodes}
        for role, name in [("button", "Stop"), ("combobox", "Task"), ("button", "Mirror"), ("image", "Live image with drawing"),
                           ("heading", "Driver"), ("heading", "Events"), ("main", ""), ("banner", "")]:
            assert (role, name) in found, f"{role} “{name}” is not in {sorted(found)}"
        pressed = {node["name"]: node.get("pressed") for node in nodes if node["role"] == "button"}
        assert pressed["Mirror"] == "false", pressed
        page.page.click("#mirror")
        spoken = session.send("Accessibility.getFullAXTree")["nodes"]
        assert any(node.get("name", {}).get("value") == "Mirror" and any(
            p["name"] == "pressed" and p["value"].get("value") == "true" for p in node.get("properties", ()))
            for node in spoken), "the button does not say that it is pressed"
        assert {node.get("live") for node in nodes} >= {"assertive"}, "no alert is announced"
        page.close()


def test_pairing_a_phone(browser, options):
    """A page for other machines shows the code and the fingerprint; http redirects to https, and
    nowhere else."""
    with serving(FOOTAGE / "carphone_pristine.mp4", "--task", "face", "--loop", "--host", "0.0.0.0") as server:
        wait_for(lambda: any("fingerprint" in m for m in server.messages), "the fingerprint")
        told = next(m for m in server.messages if "fingerprint" in m).split(": ")[-1].strip()
        port = int(re.search(r":(\d+)/", server.link)[1])
        context = ssl._create_unverified_context()
        with socket.create_connection(("127.0.0.1", port)) as plain, context.wrap_socket(plain) as secure:
            digest = hashlib.sha256(secure.getpeercert(binary_form=True)).hexdigest().upper()
        assert told.replace(":", "") == digest, (told, digest)
        for path, host, status, location in [
                ("/", f"127.0.0.1:{port}", 307, f"https://127.0.0.1:{port}/"), ("/live", f"127.0.0.1:{port}", 307, None),
                ("/history/sessions", f"127.0.0.1:{port}", 307, None), ("/", "evil.example", 403, None)]:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                       "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} if path == "/live" else {}
            connection.request("GET", path, headers={"Host": host, **upgrade})
            answer = connection.getresponse()
            assert answer.status == status, (path, host, answer.status)
            if location:
                assert answer.getheader("Location") == location, answer.getheader("Location")
                assert location in answer.read().decode()
        page = Page(browser, server.link, 390, 844, ignore_https_errors=True)
        page.wait_for_image()
        page.page.click("#share summary")
        assert page.page.locator("#share-link").get_attribute("href") == server.link
        assert page.page.locator("#share-fingerprint").inner_text() == told
        shown = page.page.locator("#share-code")
        if shown.is_visible():
            png = shown.screenshot()
            if options.shots:
                (options.shots / "share-code.png").write_bytes(png)
                page.page.screenshot(path=options.shots / "share.png", full_page=True)
            assert decoded(png) == server.link, decoded(png)
        else:
            print("SKIPPED: libqrencode is not installed")
        page.close()


def decoded(png):
    """The text of the QR code in an image.

    OpenCV's other detector misses about 5 % of codes.
    """
    image = cv2.imdecode(numpy.frombuffer(png, numpy.uint8), cv2.IMREAD_COLOR)
    return cv2.QRCodeDetectorAruco().detectAndDecode(image)[0]


def test_widths_and_themes(browser, options):
    """Nothing is wider than the page, at any width, in light and dark."""
    tasks = {"drive": "carphone_pristine.mp4", "pose": "walking.mp4",
             "exercise:squat": "walking.mp4", "hand": "walking.mp4", "face": "carphone_pristine.mp4"}
    if has_solutions():
        tasks |= {"holistic": "carphone_pristine.mp4", "segment": "carphone_pristine.mp4"}
    for task, clip in tasks.items():
        with serving(FOOTAGE / clip, "--task", task, "--loop") as server:
            page = Page(browser, server.link, *SCREENS[0])
            page.wait_for_image()
            for screen in page.screens():
                if options.shots:
                    page.page.wait_for_timeout(2500)
                    name = f"{task.replace(':', '-')}-{screen}.png"
                    page.page.screenshot(path=options.shots / name, full_page=True)
            page.close()


def test_browser_camera(_, options):
    """The browser's camera is the input, and its results are drawn where it is shown."""
    browser = options.camera_browser
    with serving("--browser-camera", "--task", "pose", *POSE_MODEL) as server:
        page = Page(browser, server.link, permissions=["camera"])
        watcher = Page(browser, server.link)
        page.page.click("#camera-start")
        start = time.monotonic()
        page.wait_for_image()
        seconds = time.monotonic() - start
        watcher.wait_for_image()
        assert page.page.get_attribute("#mirror", "aria-pressed") == "true"
        page.until(lambda: page.colored(LEFT, RIGHT) > 100, "the drawing")
        watcher.until(lambda: watcher.colored(LEFT, RIGHT) > 100, "the drawing for others")
        page.until(lambda: page.text("#latency") != "–", "the time from the camera")
        shown, latency = page.text("#shown"), page.text("#latency")
        if options.shots:
            page.page.screenshot(path=options.shots / "camera.png", full_page=True)
        if has_solutions():
            # What the camera's browser shows is what others see, and not its own image.
            page.page.select_option("#task", "segment")
            page.page.select_option("#background", "green")
            for each in (page, watcher):
                each.until(lambda each=each: each.colored(0x00B140) > 10000, "the background")
        watcher.close()
        page.close()
    return f"first drawing after {seconds:.2f} s, {shown} fps, camera to screen {latency} ms"


def test_phone_held_upright(_, options):
    """An upright camera image is shown and drawn upright."""
    browser = options.upright_browser
    with serving("--browser-camera", "--task", "pose", *POSE_MODEL) as server:
        page = Page(browser, server.link, 390, 844, permissions=["camera"], has_touch=True,
                    is_mobile=True)
        page.page.tap("#camera-start")
        page.wait_for_image()
        page.until(lambda: page.colored(LEFT, RIGHT) > 50, "the drawing")
        width, height = page.page.evaluate("viewer.size")
        assert height > width, (width, height)
        if options.shots:
            page.page.screenshot(path=options.shots / "phone.png", full_page=True)
        page.close()


def test_mirrored_and_turned(browser, _):
    """Mirroring and turning move the drawing with the image."""
    with tempfile.TemporaryDirectory() as folder:
        clips = {}
        for name, turn in (("up", "null"), ("right", "transpose=2"), ("left", "transpose=1"),
                           ("down", "hflip,vflip")):
            clips[name] = pathlib.Path(folder) / f"{name}.mp4"
            subprocess.run(["ffmpeg", "-v", "error", "-i", FOOTAGE / "carphone_pristine.mp4", "-vf",
                            f"setsar=1,{turn}", "-an", "-frames:v", "30", clips[name]], check=True)
        centers = {}
        for name, clip in clips.items():
            with serving(clip, "--task", "face", "--orientation", name) as server:
                page = Page(browser, server.link)
                page.page.wait_for_selector("#link[data-phase=ended]")
                # The last image is also available to a page that connects later.
                page.page.wait_for_timeout(300)
                later = Page(browser, server.link)
                later.until(lambda: later.colored(LIPS) > 20, "the last image")
                assert later.page.locator("#note").is_hidden()
                later.close()
                page.until(lambda: page.colored(LIPS) > 20, "the drawing")
                centers[name] = page.page.evaluate(CENTER, LIPS)
                page.page.click("#mirror")
                mirrored = page.page.evaluate(CENTER, LIPS)
                assert abs(centers[name][0] + mirrored[0] - 1) < .02, (centers[name], mirrored)
                assert abs(centers[name][1] - mirrored[1]) < .02
                page.close()
        for name, (x, y, _) in centers.items():
            assert abs(x - centers["up"][0]) < .05 and abs(y - centers["up"][1]) < .05, centers


def test_pages_from_elsewhere(browser, _):
    """Pages from elsewhere get nothing, however they ask."""
    with serving(FOOTAGE / "walking.mp4", "--loop", *POSE_MODEL) as server:
        link = server.link
        text = f"""<!doctype html><iframe id=f src="{link}"></iframe>
          <img id=i src="{link}metrics"><script src="{link}metrics"></script><script>
          window.got = {{}};
          fetch("{link}metrics").then(r => r.text()).then(t => got.fetch = t).catch(() => got.fetch = null);
          fetch("{link}", {{mode: "no-cors"}}).then(r => got.opaque = r.type).catch(() => got.opaque = null);
          const s = new WebSocket("{link.replace('http', 'ws')}live", "landmark-live");
          s.onmessage = m => got.socket = m.data; s.onclose = () => got.closed = true;
          </script>"""
        with foreign_page(text) as address:
            context = browser.new_context()
            page = context.new_page()
            page.goto(address)
            page.wait_for_timeout(1500)
            got = page.evaluate("window.got")
            assert got.get("fetch") is None and "socket" not in got and got.get("closed"), got
            frame = page.frames[1] if len(page.frames) > 1 else None
            inside = frame.content() if frame else ""
            assert 'id="view"' not in inside, inside[:200]
            context.close()


def test_connection_comes_back(browser, _):
    """A page reconnects to the server after a restart."""
    with serving(FOOTAGE / "walking.mp4", "--loop", *POSE_MODEL) as server:
        page = Page(browser, server.link)
        page.wait_for_image()
        port = server.link.rstrip("/").rsplit(":", 1)[1]
    page.page.wait_for_selector("#link[data-phase=lost]")
    again = subprocess.Popen([PROGRAM, "serve", FOOTAGE / "walking.mp4", "--loop", *POSE_MODEL,
                              "--port", port], cwd=ROOT, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    try:
        page.page.wait_for_selector("#link[data-phase=running]", timeout=15000)
    finally:
        again.terminate()
        again.wait(timeout=10)
    page.problems.clear()  # The browser itself reports refused connections.
    page.close()


def test_damaged_images(_, options):
    """Damaged images from a browser's camera are answered, and the next intact one has a result."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "face.jpg"
        subprocess.run(["ffmpeg", "-v", "error", "-i", FOOTAGE / "astronaut.png", "-vf",
                        "crop=200:200:130:0,scale=96:96", "-q:v", "5", path], check=True)
        whole = path.read_bytes()
    random_bytes = random.Random(5)
    with serving("--browser-camera", "--task", "face") as server:
        client = Client(server.link)

        def answer(number, jpeg):
            client.image(number, jpeg)
            while True:
                kind, data = client.receive()
                assert kind != 8, f"closed at {number}"
                if kind == 2:
                    assert struct.unpack_from("<I", data, 4)[0] == number
                    client.shown(number)
                    return data[16:]

        assert b'"items":[{' in answer(1, whole)
        start = usage(server.process.pid)
        for number in range(2, options.mutations + 2):
            damaged = bytearray(whole)
            for _ in range(random_bytes.randint(1, 6)):
                damaged[random_bytes.randrange(len(damaged))] = random_bytes.randrange(256)
            if random_bytes.random() < .2:
                del damaged[random_bytes.randrange(1, len(damaged)):]
            answer(number, bytes(damaged))
        for number, odd in enumerate((b"GIF89a", b"\x89PNG\r\n\x1a\n" + whole, b"\0" * 4_000_000,
                                      b"\xff\xd8\xff" + b"\xff" * 3_000_000), number + 1):
            answer(number, odd)
        assert b'"items":[{' in answer(number + 1, whole)
        damaged = metric(server.link, "images_damaged_total")
        end = usage(server.process.pid)
        assert damaged > options.mutations / 10, damaged
        assert end[1] - start[1] < 60, f"{start[1]:.0f} to {end[1]:.0f} MB"
        assert end[3] == start[3] and end[2] <= start[2] + 4, (start, end)
        client.close()
    return f"{damaged:.0f} of {options.mutations} could not be decoded"


def test_changes_from_a_browser(_, __):
    """A browser's camera continues after every change, and invalid requests change nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "face.jpg"
        subprocess.run(["ffmpeg", "-v", "error", "-i", FOOTAGE / "astronaut.png", "-vf",
                        "crop=200:200:130:0,scale=96:96", "-q:v", "5", path], check=True)
        whole = path.read_bytes()
    with serving("--browser-camera", "--task", "face") as server:
        client = Client(server.link)
        number = 0

        def phase(wanted):
            while True:
                kind, data = client.receive()
                if kind == 1 and f'"phase":"{wanted}"'.encode() in data:
                    return

        def answer():
            nonlocal number
            number += 1
            client.image(number, whole)
            while True:
                kind, data = client.receive()
                assert kind != 8
                if kind == 2:
                    client.shown(number)
                    return data

        answer()
        for task in ("pose", "hand", "drive", "exercise:squat", "face"):
            client.send(f'{{"task":"{task}"}}'.encode(), 1)
            phase("running")
            data = answer()
            assert (b'"driver"' in data) == (task == "drive"), data[:100]
            assert (b'"people"' in data) == (task == "exercise:squat"), data[:100]
        client.send(b'{"run":"stop"}', 1)
        phase("stopped")
        client.send(b'{"run":"start"}', 1)
        phase("running")
        answer()
        for text in (b'{"task":"../../etc/passwd","model":"/etc/passwd"}', b"[[[[[", b'{"run":5}',
                     b"null", b"{}" * 4000, b'{"task":"exercise:../x","smoothing":"one-euro:1,2"}'):
            client.send(text, 1)
        time.sleep(1)
        assert b'"items"' in answer()
        client.close()


def test_starved_camera(browser, _):
    """A camera that sends too few images is reported on every page and on standard error, and
    nothing looks normal."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "face.jpg"
        subprocess.run(["ffmpeg", "-v", "error", "-i", FOOTAGE / "astronaut.png", "-vf",
                        "crop=200:200:130:0", "-q:v", "5", path], check=True)
        image = path.read_bytes()
    with serving("--browser-camera", "--task", "drive") as server:
        page = Page(browser, server.link, language="en-US")
        client = Client(server.link)
        number = 0

        def feed(rate, until, seconds):
            """Sends images until a condition holds; returns the seconds that it took."""
            nonlocal number
            start = time.monotonic()
            while not until():
                assert time.monotonic() - start < seconds, f"not within {seconds} s"
                number += 1
                client.image(number, image)
                # The page's own work needs some time of Playwright's event loop.
                page.page.wait_for_timeout(1000 / rate)
            return time.monotonic() - start

        told = lambda: [line for line in server.messages if "the camera sends" in line]
        feed(15, lambda: number > 60, 20)
        assert not told() and not page.text("#problems"), (told(), page.text("#problems"))
        page.until(lambda: page.page.is_visible("#bar"), "the driver's state")
        seconds = feed(1, lambda: told() and "Camera:" in page.text("#problems"), 4)
        # The two seconds that are counted, plus one image.
        assert seconds < 3.5, seconds
        assert "level unknown" in page.text("#bar-name"), page.text("#bar-name")
        assert "unknown" in page.text("#rows"), page.text("#rows")
        assert page.text("#banner-text") == "Too few images from the camera"
        assert "a second" in page.text("#events"), page.text("#events")
        late = Client(server.link)
        assert b'"code":"starved"' in late.receive()[1], "a page that comes later is not told"
        late.close()
        feed(15, lambda: not page.page.is_visible("#problems"), 8)
        assert "again" in told()[-1], told()
        assert "unknown" not in page.text("#rows").split("\n")[0], page.text("#rows")
        # No image arrives at all.
        start = time.monotonic()
        page.until(lambda: "Camera:" in page.text("#problems"), "no image at all")
        assert time.monotonic() - start < 3.5
        assert "sends no frames" in told()[-1] or "frame" in told()[-1], told()
        client.close()
        page.close()
    return f"told after {seconds:.1f} s"


def test_another_camera(_, __):
    """While one browser is the camera, another one is informed and watches."""
    whole = b"\xff\xd8\xff"
    with serving("--browser-camera", "--task", "face") as server:
        first, second = Client(server.link), Client(server.link)
        first.image(1, whole)
        time.sleep(.3)
        second.image(1, whole)
        # The states of the start may come before.
        while b"cameraBusy" not in second.receive()[1]:
            pass
        first.close()
        time.sleep(.3)
        third = Client(server.link)
        third.image(7, whole)
        while third.receive()[0] != 2:
            pass
        second.close()
        third.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--mutations", type=int, default=2000)
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    tests = {name.removeprefix("test_"): test
             for name, test in (globals() | vars(history_test)).items() if name.startswith("test_")}
    chosen = options.names or list(tests)
    failed = skipped = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        if "browser_camera" in chosen:
            options.camera_browser = launch(
                playwright, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={fake_camera(folder)}")
        if "phone_held_upright" in chosen:
            options.upright_browser = launch(
                playwright, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={fake_camera(folder, '480x640', name='upright')}")
        for name in chosen:
            start = time.monotonic()
            try:
                remark = tests[name](browser, options)
                verdict = f"passed{': ' + remark if remark else ''}"
            except unittest.SkipTest as reason:
                skipped += 1
                verdict = f"SKIPPED: {reason}"
            except Exception:  # noqa: BLE001
                failed += 1
                verdict = f"FAILED\n{traceback.format_exc()}"
            print(f"dashboard: {name}: {verdict} ({time.monotonic() - start:.1f} s)", flush=True)
    print(f"dashboard: {len(chosen) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
