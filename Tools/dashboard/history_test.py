"""Checks of the page of recorded sessions, and of problems beside a run."""

import contextlib
import json
import pathlib
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from client import metric
from repository import FOOTAGE, PROGRAM
from serving import CENTER, LEFT, LIPS, POSE_MODEL, RIGHT, SCREENS, Page, serving, wait_for


@contextlib.contextmanager
def recorded(*tasks, options=()):
    """A file with a session of some seconds for each task, and a page that shows it without a
    camera."""
    clips = {"drive": "carphone_pristine.mp4", "face": "carphone_pristine.mp4"}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "history.sqlite"
        for task in tasks:
            words = POSE_MODEL if task.split(":")[0] in ("pose", "exercise") else ()
            with serving(FOOTAGE / clips.get(task, "walking.mp4"), "--task", task, "--loop", "--record",
                         path, *words, *options) as server:
                wait_for(lambda: metric(server.link, "frames_processed_total") >= 45, "45 frames")
        with serving(path, verb=("sessions", "serve")) as server:
            yield server, path


def fetch(link, method="GET", **headers):
    """The status, headers and body of a request."""
    request = urllib.request.Request(link, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def test_history_list_and_session(browser, options):
    """Recorded sessions are listed, and one is opened, scrubbed, and drawn at the chosen time."""
    with recorded("pose", "drive", options=("--record-video",)) as (server, _):
        page = Page(browser, server.link)
        page.page.wait_for_selector("#sessions tbody tr")
        assert page.page.locator("#sessions tbody tr").count() == 2
        assert page.page.locator("#live").is_hidden()
        page.page.click("#sessions tbody tr:nth-child(2) a")
        page.page.wait_for_selector("#session:not([hidden])")
        scrub = page.page.locator("#scrub")
        page.until(lambda: int(scrub.get_attribute("max") or 0) > 500, "the length of the session")
        page.until(lambda: page.text("#big") == "1" or seek(page, "#scrub", 1000), "someone is found")
        page.until(lambda: page.colored(LEFT, RIGHT) > 50, "the drawing")
        before = page.page.evaluate(CENTER, RIGHT)
        page.page.focus("#scrub")
        for _ in range(8):
            page.page.keyboard.press("ArrowRight")
        page.until(lambda: page.page.evaluate(CENTER, RIGHT) != before, "another drawing")
        assert "of" in scrub.get_attribute("aria-valuetext")
        seek(page, "#scrub", 0)
        page.page.click("#play")
        page.until(lambda: float(scrub.input_value()) > 300, "playing")
        page.page.click("#play")
        tree = page.page.locator("body").aria_snapshot()
        for name in ('slider "Time in the session"', 'button "Play"', 'link "JSON Lines"', 'button "Delete"'):
            assert name in tree, f"{name} is not in {tree}"
        page.page.goto(server.link + "#session=2")
        page.page.wait_for_selector("#bar:not([hidden])")
        assert page.page.locator("#charts canvas").count() == 4
        page.until(lambda: bright(page) > .3, "the image")
        page.until(lambda: page.colored(LIPS) > 20, "the lips in it")
        page.close()
        for language, word in (("de-DE", "Alle Sitzungen"), ("zh-CN", "全部会话")):
            other = Page(browser, server.link + "#session=2", language=language)
            other.page.wait_for_selector("#session:not([hidden])")
            assert other.text("#session .back a") == word
            other.close()


def bright(page):
    """The share of the drawing that is not dark."""
    return page.page.evaluate("""() => {
      const c = document.getElementById("view");
      const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
      let n = 0;
      for (let i = 0; i < d.length; i += 4) if (d[i] + d[i + 1] + d[i + 2] > 120) n++;
      return 4 * n / d.length;
    }""")


def seek(page, slider, time):
    page.page.evaluate("""([s, t]) => {
      const e = document.querySelector(s);
      e.value = t;
      e.dispatchEvent(new Event("input"));
    }""", [slider, time])
    page.page.wait_for_timeout(300)


def test_history_comparison(browser, _):
    """Two sessions of one exercise are shown side by side; sessions of two tasks are not."""
    with recorded("exercise:squat", "exercise:squat", "pose") as (server, _):
        page = Page(browser, server.link)
        page.page.wait_for_selector("#sessions tbody tr")
        boxes = page.page.locator("#sessions tbody input")
        boxes.nth(0).check()
        boxes.nth(1).check()
        assert page.page.locator("#compare").is_disabled()
        boxes.nth(0).uncheck()
        boxes.nth(2).check()
        page.page.click("#compare")
        page.page.wait_for_selector("#comparison:not([hidden])")
        page.page.wait_for_selector("#figures tr:nth-child(5)")
        seek(page, "#scrub-both", 1200)
        sizes = page.page.evaluate("""() => ["a", "b"].map(s => {
          const c = document.getElementById(`view-${s}`);
          const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
          return d.filter((v, i) => i % 4 === 0 && v > 200).length;
        })""")
        assert min(sizes) > 20, sizes
        assert page.page.locator("#charts-both canvas").count() == 1
        page.page.goto(server.link + "#compare=1,3")
        page.page.wait_for_selector("#failure:not([hidden])")
        page.close()


def test_history_exports(browser, _):
    """The page's exports are what `landmark sessions export` writes, and the report is a page."""
    with recorded("drive", "hand") as (server, path):
        for session, option, name in ((1, "--csv", "csv"), (1, "--json", "jsonl"), (2, "--csv", "csv"),
                                      (2, "--json", "jsonl")):
            page = subprocess.run([PROGRAM, "sessions", "export", path, str(session), option, "-"],
                                  check=True, capture_output=True).stdout
            status, headers, body = fetch(f"{server.link}history/sessions/{session}/export.{name}")
            assert (status, body) == (200, page), (session, name, len(body), len(page))
            assert "attachment" in headers["Content-Disposition"]
        status, headers, body = fetch(f"{server.link}history/sessions/1/report")
        assert status == 200 and b"Driver report" in body
        assert "sandbox" in headers["Content-Security-Policy"]
        assert fetch(f"{server.link}history/sessions/2/report")[0] == 404
        page = Page(browser, server.link + "#session=1")
        page.page.wait_for_selector("#report:not([hidden])")
        with page.page.expect_download() as download:
            page.page.click("#export-csv")
        assert download.value.suggested_filename == "session-1-drive.csv"
        page.close()


def test_history_deletion(browser, _):
    """A session is deleted after confirmation, and not by requests from elsewhere."""
    with recorded("hand", "hand") as (server, path):
        page = Page(browser, server.link + "#session=1")
        page.page.wait_for_selector("#session:not([hidden])")
        page.until(lambda: page.text("#about"), "the session")
        page.page.click("#delete")
        page.page.click("#confirm button[value=no]")
        assert fetch(f"{server.link}history/sessions/1")[0] == 200
        page.page.click("#delete")
        page.page.click("#confirm button[value=yes]")
        page.page.wait_for_selector("#list:not([hidden])")
        page.until(lambda: page.page.locator("#sessions tbody tr").count() == 1, "one row")
        assert fetch(f"{server.link}history/sessions/1")[0] == 404
        link = f"{server.link}history/sessions/2"
        assert fetch(link, "DELETE")[0] == 403
        assert fetch(link, "DELETE", Origin="http://elsewhere.example")[0] == 403
        assert fetch(link, "POST", Origin=server.link.rstrip("/"))[0] == 405
        listed = subprocess.run([PROGRAM, "sessions", "list", path], check=True, capture_output=True)
        assert listed.stdout.count(b"\n") == 1
        page.problems.clear()  # The browser itself reports what is not found.
        page.close()


def test_history_while_recording(browser, _):
    """A session that is being recorded can be viewed, but not deleted."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "history.sqlite"
        with serving(FOOTAGE / "walking.mp4", "--task", "pose", "--loop", "--record", path,
                     *POSE_MODEL) as server:
            page = Page(browser, server.link)
            page.wait_for_image()
            wait_for(lambda: metric(server.link, "frames_processed_total") >= 40, "40 frames")
            page.page.click("#history")
            page.page.wait_for_selector("#sessions tbody tr")
            assert page.text("#status") == "Recording" and page.page.locator("#live").is_visible()
            page.page.click("#sessions tbody tr a")
            page.page.wait_for_selector("#read-only:not([hidden])")
            assert page.page.locator("#delete").is_disabled()
            origin = server.link.rstrip("/")
            assert fetch(f"{server.link}history/sessions/1", "DELETE", Origin=origin)[0] == 409
            page.page.click("#live")
            page.wait_for_image()
            page.close()


def test_history_requests(_, __):
    """Invalid requests are answered with the error as JSON, and never with a path of this machine.
    """
    with recorded("hand") as (server, path):
        link = server.link + "history/"
        for request, status, kind in (
                ("sessions/9", 404, "noSession"), ("sessions/x", 400, "wrongValue"),
                ("sessions/0", 400, "wrongValue"), ("sessions?limit=0", 400, "wrongValue"),
                ("sessions?limit=99999999999999999999", 400, "wrongValue"),
                ("sessions/1/frames?from=5&to=1", 400, "wrongValue"),
                ("sessions/1/frames?spread=-1", 400, "wrongValue"),
                ("sessions/1/frames?limit=1e3", 400, "wrongValue"),
                ("sessions/1/image", 404, "nothing"), ("sessions/1/report", 404, "nothing"),
                ("sessions/1/frames/2", 404, "unknownPath"), ("../../etc/passwd", 404, None),
                ("sessions/1/..%2f..%2fetc", 404, None), ("elsewhere", 404, "unknownPath")):
            code, headers, body = fetch(link + request)
            assert code == status, (request, code, body)
            assert str(path.parent).encode() not in body, body
            if kind:
                error = json.loads(body)["error"]
                assert error["kind"] == kind and error["message"], (request, body)
        assert len(json.loads(fetch(link + "sessions/1/frames?limit=7")[2])["frames"]) == 7
        # First the file is missing, then it is no longer a recording.
        path.rename(path.with_suffix(".away"))
        assert fetch(link + "sessions")[0] == 500
        # SQLite would read the pages of a log that is still beside it.
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        path.write_bytes(b"no database" * 1000)
        code, _, body = fetch(link + "sessions")
        assert code == 500 and b'"damaged"' in body, (code, body)


def test_history_with_token(browser, _):
    """On other addresses, recordings need the token, too."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "history.sqlite"
        with serving(FOOTAGE / "walking.mp4", "--task", "hand", "--record", path) as server:
            time.sleep(2)
        with serving(path, "--host", "0.0.0.0", verb=("sessions", "serve")) as server:
            address, token = server.link.split("?token=")
            unsafe = ssl._create_unverified_context()
            for place, given in ((("history"), ""), ("history/sessions", ""), ("history/sessions/1", ""),
                                 ("history/sessions", "?token=" + "0" * 64)):
                try:
                    urllib.request.urlopen(address + place + given, context=unsafe)
                    raise AssertionError(place)
                except urllib.error.HTTPError as error:
                    assert error.code == 401, (place, error.code)
            page = Page(browser, server.link, ignore_https_errors=True)
            page.page.wait_for_selector("#sessions tbody tr")
            assert token not in page.page.url
            page.close()


def test_problems_beside_the_run(browser, options):
    """The page reports that the broker or the file is unavailable while everything else continues.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "history.sqlite"
        with serving(FOOTAGE / "walking.mp4", "--task", "pose", "--loop", "--record", path, "--mqtt",
                     "mqtt://127.0.0.1:1/landmark-test", *POSE_MODEL) as server:
            page = Page(browser, server.link)
            page.wait_for_image()
            page.until(lambda: "Publishing waits" in page.text("#problems"), "the broker's absence")
            wait_for(lambda: metric(server.link, "frames_processed_total") >= 40, "40 frames")
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            page.until(lambda: "Another program has locked the file" in page.text("#problems"), "the lock")
            if options.shots:
                for width, scheme in ((1280, "light"), (390, "dark")):
                    seen = Page(browser, server.link, width, 844, scheme)
                    seen.wait_for_image()
                    seen.page.screenshot(path=options.shots / f"problems-{width}-{scheme}.png", full_page=True)
                    seen.close()
            later = Page(browser, server.link)
            later.page.wait_for_selector("#problems li:nth-child(2)")
            later.close()
            other.execute("ROLLBACK")
            page.until(lambda: "locked" not in page.text("#problems"), "the lock's end")
            assert page.page.locator("#problems").get_attribute("role") == "alert"
            page.close()


def test_full_disk(browser, options):
    """The page reports a full disk; once there is room again, the recording continues."""
    with tempfile.TemporaryDirectory() as folder:
        # A small disk for the server, in a user namespace, which does not require root.
        within = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                  f'mount -t tmpfs -o size=2m none {folder} && '
                  f'dd if=/dev/zero of={folder}/ballast bs=1k count=1900 status=none && exec "$@"', "sh")
        allowed = subprocess.run([*within, "true"], capture_output=True, text=True)
        if allowed.returncode:
            return f"SKIPPED: this machine gives no namespace to its users: {allowed.stderr.strip()}"
        with serving(FOOTAGE / "walking.mp4", "--task", "pose", "--loop", "--record",
                     f"{folder}/history.sqlite", "--record-video", *POSE_MODEL, within=within) as server:
            page = Page(browser, server.link)
            page.wait_for_image()
            page.until(lambda: "Recording waits: The disk is full." in page.text("#problems"), "the full disk", 60)
            assert folder not in page.text("#problems")
            before = metric(server.link, "frames_processed_total")
            wait_for(lambda: metric(server.link, "frames_processed_total") > before + 20, "further frames")
            if options.shots:
                page.page.screenshot(path=options.shots / "full-disk.png", full_page=True)
            pathlib.Path(f"/proc/{server.process.pid}/root{folder}/ballast").unlink()
            page.until(lambda: not page.page.locator("#problems").is_visible(), "the recording goes on")
            session = json.loads(fetch(f"{server.link}history/sessions/1")[2])
            assert session["frames"] > before and session["lost"] == 0, session
            page.close()


def test_refusing_broker(browser, options):
    """The page reports that a broker refuses, with the reason, without flickering."""
    with refusing_broker() as port, serving(
            FOOTAGE / "walking.mp4", "--task", "pose", "--loop", "--mqtt",
            f"mqtt://me@127.0.0.1:{port}/landmark-test", *POSE_MODEL) as server:
        page = Page(browser, server.link)
        page.wait_for_image()
        page.until(lambda: "not authorised" in page.text("#problems"), "the refusal")
        assert "cannot be reached, or refuses" in page.text("#problems")
        seen = set()
        for _ in range(30):
            seen.add(page.text("#problems"))
            page.page.wait_for_timeout(100)
        assert len(seen) == 1, seen
        if options.shots:
            page.page.screenshot(path=options.shots / "refusing-broker.png", full_page=True)
        page.close()


@contextlib.contextmanager
def refusing_broker():
    """A broker that refuses everyone; returns its port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def refuse():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.recv(4096)
                # CONNACK, not authorized.
                connection.sendall(bytes([0x20, 2, 0, 5]))
                connection.recv(4096)

    threading.Thread(target=refuse, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.close()


def test_history_widths_and_themes(browser, options):
    """Nothing about recorded sessions is wider than the page."""
    with recorded("drive", "exercise:squat", "exercise:squat", options=("--record-video",)) as (server, _):
        for name, place in (("list", ""), ("drive", "#session=1"), ("exercise", "#session=2"),
                            ("comparison", "#compare=2,3")):
            page = Page(browser, server.link + place, *SCREENS[0])
            page.page.wait_for_selector(f'body[data-shown="{place}"]')
            for screen in page.screens():
                if options.shots:
                    page.page.wait_for_timeout(800)
                    page.page.screenshot(path=options.shots / f"history-{name}-{screen}.png", full_page=True)
            page.close()
