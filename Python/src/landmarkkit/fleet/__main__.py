"""The command: `python -m landmarkkit.fleet TASK VIDEOS… --out FOLDER`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any, List, Optional, Tuple

from .. import errors
from ..models import FILES, find_model
from ..tables import Tracker
from .job import Job, JobError
from .plan import find_videos
from .run import Summary, run
from .storage import shown

_PAUSED = 130


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command; returns its exit code: 0 if all videos are done, 1 if some failed, 2 if the
    job could not begin, 130 if it was paused."""
    given = _parser().parse_args(arguments)
    try:
        videos = find_videos(given.videos, given.list)
        if not videos:
            raise JobError("there are no videos")
        model = find_model(given.task, given.model)
        options = dict(given.option)
        # An error in the model or an option affects all videos.
        with Tracker(given.task, model, **{"threads": given.threads, **options}) as tracker:
            model_sha256 = tracker.model_sha256
        job = Job(
            folder=given.out,
            task=given.task,
            model=model,
            model_sha256=model_sha256,
            options=options,
            start=given.start,
            end=given.end,
            stride=given.stride,
            allow_damage=given.allow_damage,
            empty_frames=given.empty_frames,
            threads=given.threads,
        )
        progress = None if given.quiet else _Progress()
        summary = run(
            job,
            videos,
            workers=given.workers,
            address=given.address,
            wait=given.wait,
            resume=given.resume,
            retry_failures=given.retry_failures,
            on_progress=progress,
            on_notice=lambda notice: print(f"fleet: {notice}", file=sys.stderr),
        )
    except errors.Error as error:
        print(f"fleet: {error}", file=sys.stderr)
        return 2
    if progress is not None:
        progress.end(summary, shown(given.out))
    if summary.was_paused:
        return _PAUSED
    return 1 if summary.failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m landmarkkit.fleet",
        description="Finds and follows hands, poses or faces in many videos, on Ray, and writes "
        "them as Parquet files.",
    )
    parser.add_argument("task", choices=sorted(FILES))
    parser.add_argument(
        "videos",
        nargs="*",
        help="files, folders, patterns such as 'clips/**/*.mp4', also at s3://…, gs://…, https://…",
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="FOLDER",
        help="where the results go; may be on storage such as s3://bucket/folder",
    )
    parser.add_argument(
        "--list",
        action="append",
        default=[],
        metavar="FILE",
        help="a text file with one video per line; - for standard input",
    )
    parser.add_argument("--model", metavar="FILE", help="the model bundle to use")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="NAME=VALUE",
        help="an option of the task, such as num_poses=2",
    )
    parser.add_argument("--start", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--end", type=float, metavar="SECONDS")
    parser.add_argument(
        "--stride", type=_positive, default=1, metavar="N", help="process only every Nth frame"
    )
    parser.add_argument(
        "--allow-damage",
        action="store_true",
        help="keep the frames of damaged videos that can be decoded",
    )
    parser.add_argument(
        "--empty-frames",
        action="store_true",
        help="write a row for each frame in which nothing was found, too",
    )
    parser.add_argument(
        "--workers",
        type=_positive,
        metavar="N",
        help="number of workers (default: as many as the processors allow)",
    )
    parser.add_argument(
        "--threads", type=_positive, default=1, metavar="N", help="threads per worker (default 1)"
    )
    parser.add_argument(
        "--address", help="a Ray cluster (default: that in RAY_ADDRESS, or this machine alone)"
    )
    parser.add_argument(
        "--wait",
        type=float,
        default=600,
        metavar="SECONDS",
        help="how long to wait for a processor while the cluster has none (default 600)",
    )
    parser.add_argument("--resume", action="store_true", help="continue the job in FOLDER")
    parser.add_argument(
        "--retry-failures",
        action="store_true",
        help="retry videos that failed before",
    )
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    return parser


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not at least 1")
    return value


def _option(text: str) -> Tuple[str, Any]:
    name, separator, value = text.partition("=")
    if not separator or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, {"True": True, "False": False}.get(value, value)


class _Progress:
    """Reports the progress of a run on standard error."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._began = self._told = time.monotonic()
        self._before = Summary()

    def __call__(self, summary: Summary, is_before: bool) -> None:
        if is_before:
            self._before = Summary(**vars(summary))
            if summary.done or summary.failed:
                print(f"fleet: {_state(summary)} done before", file=sys.stderr)
            return
        now = time.monotonic()
        if now - self._told < (0.5 if self._is_terminal else 10):
            return
        self._told = now
        ended = summary.done + summary.failed
        new = ended - self._before.done - self._before.failed
        seconds = (now - self._began) * (summary.videos - ended) / new
        text = f"fleet: {_state(summary)}, {self._rate(summary)}, {_duration(seconds)} left"
        if self._is_terminal:
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr)

    def end(self, summary: Summary, folder: str) -> None:
        """Reports how a run ended."""
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr)
        parts = [_state(summary), f"{summary.rows} rows"]
        if summary.frames > self._before.frames:
            parts.append(self._rate(summary))
        print(f"fleet: {', '.join(parts)}: {folder}", file=sys.stderr)
        if summary.failed:
            print(f"fleet: failures are listed in {folder}/failures.csv", file=sys.stderr)
        if summary.was_paused:
            print("fleet: paused; run the same command with --resume to continue", file=sys.stderr)

    def _rate(self, summary: Summary) -> str:
        seconds = time.monotonic() - self._began
        return f"{(summary.frames - self._before.frames) / seconds:.0f} frames/s"


def _state(summary: Summary) -> str:
    failed = f", {summary.failed} failed" if summary.failed else ""
    return f"{summary.done} of {summary.videos} videos{failed}, {summary.frames} frames"


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


if __name__ == "__main__":
    sys.exit(main())
