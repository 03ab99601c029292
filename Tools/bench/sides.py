"""The programs that take turns: each runs when told to and answers with its times."""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANDMARK = ROOT / ".build" / "release" / "landmark"
MODELS = ROOT / "models"


class Side:
    """A process that answers “run K” with a line of JSON."""

    def __init__(self, command, quiet=False):
        self.command = command
        self.process = subprocess.Popen(
            command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None)
        self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(self.command)} ended with {self.process.wait()}")
        return json.loads(line)

    def run(self, count):
        """The milliseconds of each of `count` runs."""
        print(f"run {count}", file=self.process.stdin, flush=True)
        return self.answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()
