"""Runs a script as it is, with a video as camera, and records what it does."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import scripts_table

SITE = Path(__file__).resolve().parent / "site"
# Answers for scripts that ask at a prompt.
ANSWERS = "1\n" * 1000
# What a run may need beyond its own time limit: start, and the end of the interpreter.
GRACE = 60
LINES = 40
# That of the tool, and the alarm's after the interpreter has given its handlers back.
LATE = (124, -signal.SIGALRM)


def run(script, command, folder, frames, seconds):
    """Runs a script in a copy of its folder; writes its record into a folder, and returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        copy = Path(work) / script.name
        shutil.copytree(script.folder, copy)
        path = copy / script.script
        if path.suffix == ".ipynb":
            text = scripts_table.program(path.read_text(encoding="utf-8"))
            path = path.with_suffix(".py")
            path.write_text(text, encoding="utf-8")
        before = {file for file in copy.rglob("*") if file.is_file()}
        environment = os.environ | {
            "PYTHONPATH": str(SITE), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8",
            "PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1", "MPLBACKEND": "module://peer_matplotlib",
            "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
            "PEER_RECORD": str(folder), "PEER_FOOTAGE": str(script.footage.resolve()),
            "PEER_FRAMES": str(frames), "PEER_SECONDS": str(seconds)}
        try:
            done = subprocess.run([*shlex.split(command), str(path), *script.arguments], cwd=path.parent,
                                  env=environment, input=ANSWERS, capture_output=True, text=True, errors="replace",
                                  timeout=seconds + GRACE)
            code, said, errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            code, said, errors = 124, _text(late.stdout), _text(late.stderr)
        said = said.replace(str(copy), ".")
        for file in sorted(copy.rglob("*")):
            if file.is_file() and file not in before and file.suffix in (".csv", ".txt", ".json", ".npy"):
                target = folder / "files" / file.relative_to(copy)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)
    (folder / "stdout.txt").write_text(said, encoding="utf-8")
    (folder / "stderr.txt").write_text("\n".join(errors.splitlines()[-LINES:]) + "\n", encoding="utf-8")
    path = folder / "record.json"
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    record |= {"code": code, "command": command}
    path.write_text(json.dumps(record, indent=1), encoding="utf-8")
    return record


def outcome(record):
    """How a run ended, in a few words."""
    if record.get("exception"):
        message = record["exception"]["message"].strip().splitlines() or [""]
        return f"{record['exception']['type']}: {message[0][:120]}"
    if record["code"] in LATE:
        return "time limit"
    return "ran" if record["code"] == 0 else f"exit code {record['code']}"


def _text(data):
    return data.decode(errors="replace") if isinstance(data, bytes) else data or ""
