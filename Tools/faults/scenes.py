"""The programs that run with faults: what each is given, and what it may write."""

import collections
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading

import repository
from repository import FOOTAGE, MODELS, ROOT

PROGRAM = pathlib.Path(os.environ.get("LANDMARK_PROGRAM", repository.PROGRAM))
OLD = b"old\n"
# An environment with the packages that the fleet needs: this tool's, or that of the Python tests.
PYTHON = next((path for name in ("faults", "python-tests") if (path := ROOT / ".cache" / name / "bin/python").exists()),
              ROOT / ".cache/faults/bin/python")
C_LIBRARY = ROOT / ".build/c-library"
LIBRARY = C_LIBRARY / "lib/liblandmarkkit.so.1"


class SceneError(Exception):
    """Why a scene cannot be made."""


# Those of the selection for `make test`, which are quick, with their runs.
SHORT = {"face images": 20, "segment": 20, "video overlay": 20, "drive report": 15, "export": 15, "sessions": 20,
         "fleet": 10}


class Scene:
    """A command with small inputs. Its words may contain `{in}` and `{out}`, the folders of inputs and
    outputs; outputs in `old` are there before it runs."""

    def __init__(self, name, words, inputs=(), old=(), program=None, code=0, settings=()):
        self.name, self.words, self.inputs, self.old = name, words.split(), inputs, old
        self.program = program or str(PROGRAM)
        self.code = code
        self.settings = dict(settings)

    def missing(self):
        """What the scene needs and this machine does not have; empty if nothing."""
        needed = [pathlib.Path(self.program), MODELS / "face_landmarker.task",
                  *(pathlib.Path(word) for word in self.words if word.startswith(str(MODELS)))]
        return [str(path) for path in needed if not path.exists()]

    def make(self, stock):
        """Makes what only this scene needs, once."""

    def prepare(self, folder, stock):
        """Makes the folders of a run; returns the command line."""
        for name in ("in", "out", "tmp"):
            (folder / name).mkdir(parents=True)
        for name in self.inputs:
            os.link(stock / name, folder / "in" / name)
        for name in self.old:
            path = folder / "out" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(OLD)
        return [self.program, *(word.format(**{"in": folder / "in", "out": folder / "out"}) for word in self.words)]

    def drive(self, process):
        """What happens while the program runs."""

    def accepts(self, run, path):
        """Whether an output may be neither old nor that of a clean run, for a reason of the scene's own."""
        return False

    def collect(self, process, patience):
        """What it writes to its standard streams until it ends."""
        return process.communicate(timeout=patience)

    def contents(self, folder):
        """What the run left, by path: the bytes of files, or what stands for them."""
        return {str(path.relative_to(folder)): path.read_bytes()
                for path in sorted((folder / "out").rglob("*")) if path.is_file()}


class Server(Scene):
    """`landmark serve`, with a browser that loads the page and leaves, and then a signal."""

    def missing(self):
        return super().missing() + ([] if shutil.which("sqlite3") else ["sqlite3"])

    def prepare(self, folder, stock):
        words = super().prepare(folder, stock)
        shutil.copy(stock / "old.sqlite", folder / "out/r.sqlite")
        return words

    def drive(self, process):
        threading.Thread(target=self._visit, args=(process,), daemon=True).start()

    def _visit(self, process):
        text = process.stdout.readline().decode(errors="replace")
        port = text.strip().rstrip("/").rpartition(":")[2]
        if port.isdigit():
            for path, more in (("/", ""), ("/live", LIVE.format(port=port))):
                try:
                    with socket.create_connection(("127.0.0.1", int(port)), 2) as client:
                        client.settimeout(0.15)
                        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n"
                        client.sendall(head.encode())
                        for _ in range(4):
                            client.recv(1 << 16)
                except OSError:
                    pass
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.stdout.read()

    def collect(self, process, patience):
        errors = {}
        reader = threading.Thread(target=lambda: errors.update(text=process.stderr.read()), daemon=True)
        reader.start()
        process.wait(timeout=patience)
        reader.join(patience)
        return b"", errors.get("text", b"")

    def contents(self, folder):
        found = super().contents(folder)
        path = folder / "out/r.sqlite"
        for suffix in ("", "-wal", "-shm", "-journal"):
            found.pop(f"out/r.sqlite{suffix}", None)
        script = ("PRAGMA integrity_check; SELECT id, task, frames > 0, ended IS NOT NULL FROM session ORDER BY id;"
                  " SELECT count(*) FROM chunk WHERE session = 1")
        done = subprocess.run(["sqlite3", "-batch", str(path), script], capture_output=True, text=True)
        found["out/r.sqlite"] = (done.stdout + done.stderr).encode()
        return found

    def accepts(self, run, path):
        # The file is whole and has the session that was there before; the new one may not have ended, or not have
        # begun, if a thread began so late that the browser had left.
        lines = run.contents[path].decode().splitlines()
        return bool(run.told or ", 0 processed" in run.errors) and lines[:2] == ["ok", "1|face|1|1"] and lines[-1:] == ["1"]


LIVE = ("Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: landmark-live\r\n")


class Resumed(Scene):
    """A run that continues another one."""

    def prepare(self, folder, stock):
        words = super().prepare(folder, stock)
        shutil.copytree(stock / "resumed", folder / "out", dirs_exist_ok=True)
        # As if this folder's image had been processed.
        lines = folder / "out/a.jsonl"
        lines.write_bytes(lines.read_bytes().replace(bytes(stock), bytes(folder / "in")))
        return words


class Fleet(Scene):
    """The fleet's worker and its tables, in one process without Ray."""

    def __init__(self, name):
        super().__init__(name, f"{pathlib.Path(__file__).parent / 'fleet_writer.py'} {{in}}/clip.mp4 {{out}}/job "
                         f"{MODELS / 'face_landmarker.task'}", ["clip.mp4"], program=str(PYTHON),
                         settings={"FAULT_WAIT": "1"})
        self._lock = threading.Lock()
        self._reader = None

    def missing(self):
        return super().missing() + ([] if LIBRARY.exists() else [str(LIBRARY)])

    def make(self, stock):
        done = subprocess.run([self.program, pathlib.Path(__file__).parent / "fleet_writer.py", stock / "clip.mp4",
                               stock / "job", MODELS / "face_landmarker.task"], capture_output=True, text=True,
                              env=environment())
        if done.returncode:
            raise SceneError(f"{self.name}: expected a job, got {done.stderr.strip()[-300:]}")

    def prepare(self, folder, stock):
        words = super().prepare(folder, stock)
        shutil.copytree(stock / "job", folder / "out/job")
        return words

    def contents(self, folder):
        # Records say how long a video took.
        found = {name: content for name, content in super().contents(folder).items() if name.endswith(".part")}
        with self._lock:
            if not self._reader:
                self._reader = subprocess.Popen([self.program, pathlib.Path(__file__).parent / "fleet_contents.py"],
                                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment())
            print(folder / "out/job", file=self._reader.stdin, flush=True)
            return found | {"out/job": json.loads(self._reader.stdout.readline()).encode()}

    def accepts(self, run, path):
        # An error ends the job between two files, or the video has a record that says why it failed. All that was
        # there before still is, and every file can be read.
        content = run.contents[path]
        is_kept = not collections.Counter(run.before[path].splitlines()) - collections.Counter(content.splitlines())
        return run.code in (1, 2) and "fleet: " in run.errors and is_kept and b"broken" not in content


class Example(Scene):
    """The example in C."""

    def missing(self):
        return [] if LIBRARY.exists() else [str(LIBRARY)]

    def make(self, stock):
        subprocess.run(["cc", ROOT / "Examples/C/find_hands.c", "-I", C_LIBRARY / "include", "-L", C_LIBRARY / "lib",
                        "-llandmarkkit", f"-Wl,-rpath,{C_LIBRARY / 'lib'}", "-o", self.program], check=True)


def all_scenes(stock):
    """The scenes, in the order in which they run."""
    lite = str(MODELS / "pose_landmarker_lite.task")
    selfie = str(MODELS / "mediapipe-0.10.21/selfie_segmentation.tflite")
    scenes = [
        Scene("face images", "face {in}/a.png {in}/b.jpg --threads 1 --json {out}/a.jsonl --csv {out}/a.csv"
              " --overlay {out}/drawn --crops {out}/crops", ["a.png", "b.jpg"], ["a.jsonl", "a.csv", "drawn/a.png"]),
        Scene("hand images", "hand {in}/a.webp {in}/b.tiff {in}/c.bmp --threads 1 --json {out}/a.jsonl --jobs 2",
              ["a.webp", "b.tiff", "c.bmp"], ["a.jsonl"]),
        Scene("pose masks", f"pose {{in}}/b.jpg --model {lite} --threads 1 --masks {{out}}/masks --json - --csv"
              " {out}/a.csv --overlay {out}/a.jpg", ["b.jpg"], ["masks/b-1.png", "a.csv", "a.jpg"]),
        Scene("segment", f"segment {{in}}/a.png --model {selfie} --threads 1 --masks {{out}}/masks --cutouts"
              " {out}/cutouts --overlay {out}/a.png --background blur", ["a.png"], ["a.png"]),
        Scene("video overlay", "face {in}/clip.mp4 --threads 1 --overlay {out}/a.mp4 --json {out}/a.jsonl --csv"
              " {out}/a.csv", ["clip.mp4"], ["a.mp4", "a.jsonl", "a.csv"]),
        Resumed("resume", "face {in} --threads 1 --json {out} --overlay {out} --resume",
                ["a.png", "b.jpg", "clip.mp4"]),
        Scene("drive report", "drive {in}/clip.mp4 --threads 1 --report {out}/r.html --report-images --json"
              " {out}/a.jsonl --events {out}/e.jsonl", ["clip.mp4"], ["r.html", "a.jsonl", "e.jsonl"]),
        Server("serve record", "serve {in}/clip.mp4 --task face --record {out}/r.sqlite --record-video --port 0 --loop",
               ["clip.mp4"], code=130),
        Scene("exercise", f"exercise squat {{in}}/clip.mp4 --model {lite} --threads 1 --report {{out}}/r.html --csv {{out}}/a.csv"
              " --events {out}/e.jsonl --overlay {out}/a.mp4", ["clip.mp4"], ["r.html", "a.csv", "e.jsonl", "a.mp4"]),
        Scene("motion", f"motion {{in}}/clip.mp4 --model {lite} --threads 1 --mot {{out}}/a.mot --csv {{out}}/a.csv --json -",
              ["clip.mp4"], ["a.mot", "a.csv"]),
        Scene("holistic", f"holistic {{in}}/hand.jpg --model {lite} --hand-model {MODELS / 'holistic_hands.task'}"
              f" --face-model {MODELS / 'face_mesh_with_attention.task'} --threads 1 --masks {{out}}/masks --json"
              " {out}/a.jsonl --csv {out}/a.csv --overlay {out}/a.png", ["hand.jpg"],
              ["masks/hand-1.png", "a.jsonl", "a.csv", "a.png"]),
        Scene("rom", f"rom elbow-flexion {{in}}/walk.mp4 --model {lite} --threads 1 --json {{out}}/a.json --picture"
              " {out}/a.png", ["walk.mp4"], ["a.json", "a.png"]),
        Scene("graph", "graph dms_graph.pbtxt --input input={in}/clip.mp4 --threads 1 --output result={out}/a.jsonl",
              ["clip.mp4"], ["a.jsonl"]),
        Scene("export", f"export {selfie} --format coreml --into {{out}}"),
        Scene("export onnx", f"export {selfie} --into {{out}}", [], ["selfie_segmentation.onnx"]),
        Scene("sessions", "sessions export {in}/old.sqlite 1 --json {out}/a.jsonl --csv {out}/a.csv", ["old.sqlite"],
              ["a.jsonl", "a.csv"]),
        Fleet("fleet"),
        Example("C interface", f"{MODELS / 'hand_landmarker.task'} {{in}}/hand.jpg", ["hand.jpg"],
                program=str(stock / "find_hands")),
    ]
    return scenes


def make_stock(folder):
    """Makes the inputs, which runs share."""
    def run(*words):
        subprocess.run(list(map(str, words)), check=True, capture_output=True, env=environment(), stdin=subprocess.DEVNULL)

    still = FOOTAGE / "carphone_0030.png"
    shutil.copy(still, folder / "a.png")
    for name in ("b.jpg", "a.webp", "b.tiff", "c.bmp"):
        run("ffmpeg", "-v", "error", "-i", still, folder / name)
    run("ffmpeg", "-v", "error", "-i", FOOTAGE / "carphone_pristine.mp4", "-frames:v", 4, "-c:v", "libx264", "-an",
        folder / "clip.mp4")
    # Someone whose elbow is measured.
    run("ffmpeg", "-v", "error", "-i", FOOTAGE / "walking.mp4", "-frames:v", 12, "-vf", "scale=480:-2", "-c:v",
        "libx264", "-an", folder / "walk.mp4")
    run("ffmpeg", "-v", "error", "-i", FOOTAGE / "astronaut.png", "-vf", "scale=256:256", folder / "hand.jpg")
    run(PROGRAM, "serve", folder / "clip.mp4", "--task", "face", "--record", folder / "old.sqlite", "--port", 0,
        "--end-with-input")
    (folder / "resumed").mkdir()
    run(PROGRAM, "face", folder / "a.png", "--json", f"{folder / 'resumed'}/", "--overlay", folder / "resumed")


def environment():
    """The variables of every run."""
    return os.environ | {"LANDMARK_MODELS": str(MODELS), "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "SOURCE_DATE_EPOCH": "1790000000",
                         "PYTHONPATH": str(ROOT / "Python/src"), "LANDMARKKIT_LIBRARY": str(LIBRARY),
                         "PYTHONDONTWRITEBYTECODE": "1"}
