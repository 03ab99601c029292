"""One run of the command, and what goes wrong in it."""

import os
import resource
import shutil
import signal
import subprocess
import threading
import time

from repository import FOOTAGE, MODELS, PROGRAM

# What may go wrong; "nothing" shows that the rules accept a correct run.
HAZARDS = [
    "nothing", "signal", "two signals", "kill", "quit", "closed reader", "full file", "full disk",
    "folder vanishes", "no folder", "cut input", "damaged input", "ended input", "damaged model",
    "few descriptors", "little memory", "silent pipe",
]

# Seconds after which a run counts as one that never ends; machines may be busy.
PATIENCE = 90
OLD = b"old\n"


class Outcome:
    def __init__(self, code, output, errors, timed_out):
        self.code = code
        self.output = output
        self.errors = errors
        self.timed_out = timed_out


class Scene:
    def __init__(self, random, folder, only=None):
        self.random = random
        self.folder = folder
        self.hazard = only or random.choice(HAZARDS)
        self.models = MODELS
        self.stdin = None
        self.out = folder / "out"
        self.out.mkdir(parents=True)
        # What is limited, and to which values.
        self.limits = []
        self.mounts = None
        # More than the longest time that a run without a hazard takes.
        self.moment = random.choice([random.uniform(0, 0.2), random.uniform(0, 1.5)])
        self.words = [os.environ.get("LANDMARK_PROGRAM", str(PROGRAM)), *self._command(), "--threads", str(random.randint(1, 2))]
        self._prepare()

    # MARK: The command line

    def _command(self):
        kind = self.random.choice(["face", "face", "pose", "drive", "graph", "exercise", "motion"])
        words = [kind]
        if kind == "exercise":
            words.append("squat")
        if kind == "graph":
            words += ["dms_graph.pbtxt", "--input", f"input={self._input()}"]
            if self.stdin is not None:
                words += ["--size", "96x72"]
            words += ["--output", f"result={self._file('a.jsonl')}"]
            return words
        words.append(self._input(images=kind in ("face", "pose")))
        if self.stdin is not None:
            words += ["--size", "96x72"]
        outputs = [["--json", self.random.choice(["-", self._file("a.jsonl")])]]
        if not self.is_image:
            outputs.append(["--overlay", self._file("a.mp4")])
        else:
            outputs.append(["--overlay", self._file("a.png")])
        if kind in ("face", "pose", "exercise", "motion"):
            outputs.append(["--csv", self._file("a.csv")])
        if kind in ("drive", "exercise"):
            outputs += [["--events", self._file("e.jsonl")], ["--report", self._file("r.html")]]
        if kind == "motion":
            outputs.append(["--mot", self._file("a.mot")])
        if kind == "pose":
            outputs.append(["--masks", str(self.out / "masks")])
        chosen = self.random.sample(outputs, self.random.randint(1, len(outputs)))
        return words + [word for output in chosen for word in output]

    def _input(self, images=False):
        self.is_image = images and self.random.random() < 0.2
        if self.hazard == "silent pipe":
            name = "in.png" if self.is_image else "in.mp4"
            os.mkfifo(self.folder / name)
            return str(self.folder / name)
        if self.is_image:
            return self._copy("carphone_0030.png")
        if self.hazard == "ended input" or self.random.random() < 0.3:
            frames = self.random.randint(0 if self.hazard == "ended input" else 1, 20)
            size = 96 * 72 * 3
            more = self.random.randrange(1, size) if self.hazard == "ended input" else 0
            self.stdin = bytes(self.random.randrange(256) for _ in range(64)) * (
                (frames * size + more) // 64)
            return "-"
        return self._copy("carphone_distorted.mp4")

    def _copy(self, name):
        content = bytearray((FOOTAGE / name).read_bytes())
        if self.hazard == "cut input":
            del content[self.random.randrange(len(content)):]
        if self.hazard == "damaged input":
            for _ in range(self.random.randint(1, 20)):
                content[self.random.randrange(len(content))] = self.random.randrange(256)
        target = self.folder / name
        target.write_bytes(content)
        return str(target)

    def _file(self, name):
        folder = self.out / "missing" if self.hazard == "no folder" else self.out
        if self.hazard != "no folder" and self.random.random() < 0.5:
            (folder / name).write_bytes(OLD)
        return str(folder / name)

    # MARK: The hazard

    def _prepare(self):
        chosen = self.random
        if self.hazard == "full file":
            self.limits = [(resource.RLIMIT_FSIZE, chosen.choice([0, 1, 100, 5000, 70000, 300000]))]
        elif self.hazard == "few descriptors":
            self.limits = [(resource.RLIMIT_NOFILE, chosen.randint(8, 40))]
        elif self.hazard == "little memory":
            self.limits = [(resource.RLIMIT_AS, chosen.randint(100, 900) << 20)]
        elif self.hazard == "full disk" and os.geteuid() == 0 and shutil.which("unshare"):
            # Existing files move to the small disk.
            self.mounts = chosen.choice([4, 16, 64, 256, 1024])
        elif self.hazard == "damaged model":
            face = (self.models / "face_landmarker.task").read_bytes()
            place = chosen.randrange(len(face) - 4)
            models = self.folder / "models"
            shutil.copytree(
                self.models, models, copy_function=os.symlink, ignore=shutil.ignore_patterns("me*"))
            (models / "face_landmarker.task").unlink()
            (models / "face_landmarker.task").write_bytes(
                face[:place] + bytes(byte ^ 0xA5 for byte in face[place:place + 4]) + face[place + 4:])
            self.models = models

    def _limit(self):
        # A shell that starts a background job would make the job ignore these signals.
        for number in (signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for limit, value in self.limits:
            resource.setrlimit(limit, (value, value))

    def run(self):
        words = self.words
        if self.mounts:
            script = 'mount -t tmpfs -o size="$0"k none "$1" && shift && "$@"; code=$?; '
            script += f'cp -a "{self.out}/." "{self.folder}/kept/"; exit $code'
            (self.folder / "kept").mkdir()
            words = ["unshare", "-m", "bash", "-c", script, str(self.mounts), str(self.out), *words]
        environment = dict(os.environ, LANDMARK_MODELS=str(self.models))
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, preexec_fn=self._limit)
        collected = {}
        threads = [
            threading.Thread(target=self._feed, args=(process,)),
            threading.Thread(target=self._read, args=(process, collected)),
            threading.Thread(target=lambda: collected.update(errors=process.stderr.read())),
            threading.Thread(target=self._strike, args=(process,)),
        ]
        for thread in threads:
            thread.daemon = True
            thread.start()
        timed_out = False
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            timed_out = True
            process.kill()
            process.wait()
        for thread in threads:
            thread.join(timeout=10)
        if self.mounts:
            self.out = self.folder / "kept"
        return Outcome(
            process.returncode, collected.get("output", b""), collected.get("errors", b""), timed_out)

    def _feed(self, process):
        try:
            if self.stdin:
                process.stdin.write(self.stdin)
            process.stdin.close()
        except OSError:
            pass

    def _read(self, process, collected):
        if self.hazard == "closed reader":
            collected["output"] = process.stdout.read(self.random.choice([0, 1, 100, 20000]))
            process.stdout.close()
        else:
            collected["output"] = process.stdout.read()

    def _strike(self, process):
        """Triggers what happens while the program runs."""
        polite = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
        strikes = {
            "signal": [self.random.choice(polite)],
            "silent pipe": [self.random.choice(polite)],
            "two signals": [self.random.choice(polite), signal.SIGTERM],
            "kill": [signal.SIGKILL],
            "quit": [signal.SIGQUIT],
        }.get(self.hazard, [])
        if not strikes and self.hazard != "folder vanishes":
            return
        # Later than the program's own preparations; before those, signals end it like any other
        # program.
        time.sleep(self.moment + (0.5 if self.hazard == "silent pipe" else 0))
        if self.hazard == "folder vanishes":
            shutil.rmtree(self.out, ignore_errors=True)
        for number in strikes:
            if process.poll() is None:
                process.send_signal(number)
            time.sleep(0.15)
