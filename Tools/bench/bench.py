"""Measures LandmarkKit against MediaPipe and LiteRT in one run, and writes bench/.

The sides take turns, round by round, so that a machine that slows down slows all of them. Decoding
is not part of any time. The file of each section documents how it is measured.

usage: Tools/bench/bench [--only TEXT] [--frames N] [--rounds N] [--from FILE] [--publish]
"""

import argparse
import dataclasses
import json
import shutil
import sys
import time

import disturbance
import driving
import machine
import networks
import images
import plot
import resolutions
import sides
import startup
import streams
import summary
import tables
import tasks
from host import Host

OUTPUT = sides.ROOT / "bench"
PUBLISHED = sides.ROOT / "BENCHMARKS.md"
README = sides.ROOT / "README.md"
PUBLISHED_PLOT = sides.ROOT / "docs" / "images" / "bench.png"
MARK = "<!-- bench: {} -->\n"

# The most measurements of a disturbed row, and the seconds from the start after which neither rows
# nor rounds are repeated.
TRIES = 3
AGAIN_UNTIL = 480
# Results are not published if other programs took a larger share of the processors in any row, or
# with fewer frames per task or rounds per network.
UNFIT = 0.15
MIN_FRAMES = 150
MIN_ROUNDS = 7
# The version of the format of results.json.
FORM = 3

TASKS = ("hand", "pose", "face")
# (section, its rows, a function for the name of a row, a function that measures a row)
SECTIONS = [
    ("tasks", tasks.WORKS, lambda work: work.name, tasks.measure),
    ("firstResults", TASKS, str, startup.first),
    ("commands", TASKS, str, startup.command),
    ("resolutions", TASKS, str, resolutions.measure),
    ("streams", TASKS, str, streams.measure),
    ("networks", networks.ROWS, lambda row: row.name, networks.measure),
    ("driving", driving.ROWS, str, driving.measure),
    ("images", tuple(images.works()), lambda work: work[0], images.measure),
]


@dataclasses.dataclass
class Run:
    """The settings and the progress of a run."""
    frames: int
    rounds: int
    only: str
    start: float = dataclasses.field(default_factory=time.monotonic)
    host: Host = dataclasses.field(init=False)

    def __post_init__(self):
        self.host = Host(until=self.start + AGAIN_UNTIL)

    @property
    def seconds(self):
        return time.monotonic() - self.start

    def say(self, text):
        print(f"bench: {self.seconds:4.0f} s  {text}", flush=True)


@dataclasses.dataclass
class Row:
    """A row with its result, which can be measured again."""
    measure: object
    what: object
    name: str
    result: dict | None = None
    tries: int = 0

    def run(self, run):
        """Measures the row and keeps the result that was disturbed least."""
        others = machine.Others()
        result = self.measure(self.what, run)
        result["taken"] = others.share()
        self.tries += 1
        if self.result:
            best = disturbance.best_speed([self.result, result])
            result = min(self.result, result,
                         key=lambda each: disturbance.disturbance(each, best)[0])
        self.result = result
        self.result["tries"] = self.tries


def repeat_disturbed(rows, run):
    """Measures disturbed rows again, the worst first, as the disturbance may be over by then."""
    while run.seconds < AGAIN_UNTIL:
        best = disturbance.best_speed(row.result for row in rows)
        disturbed = [(-row.tries, *disturbance.disturbance(row.result, best), row) for row in rows
                     if row.tries < TRIES and disturbance.is_disturbed(row.result, best)]
        if not disturbed:
            return
        *_, sign, worst = max(disturbed, key=lambda each: each[:2])
        run.say(f"again: {worst.name}; {sign}")
        worst.run(run)


def measured(run):
    """The results of all sections; `stopped` is the reason if it ended early."""
    results = {"form": FORM, "machine": machine.facts(), "stopped": None,
               "settings": {"frames": run.frames, "rounds": run.rounds, "only": run.only}}
    sections = {}
    try:
        for section, whats, name, measure in SECTIONS:
            rows = [Row(measure, what, f"{section}: {name(what)}") for what in whats]
            sections[section] = [row for row in rows if run.only in row.name]
            for row in sections[section]:
                run.say(row.name)
                row.run(run)
        repeat_disturbed([row for rows in sections.values() for row in rows], run)
    except KeyboardInterrupt:
        results["stopped"] = "interrupted"
    except sides.SideError as error:
        results["stopped"] = str(error)
    for section, rows in sections.items():
        results[section] = [row.result for row in rows if row.result]
    results["machine"]["peakGigaflops"] = disturbance.best_speed(all_rows(results))
    results["seconds"] = round(run.seconds)
    return results


def all_rows(results):
    return [row for section, *_ in SECTIONS for row in results.get(section, ())]


def earlier(path):
    """The results in a file that this program wrote; exits with a message if it has none."""
    try:
        with open(path, encoding="utf-8") as file:
            results = json.load(file)
    except OSError as error:
        sys.exit(f"bench: {path} cannot be read: {error.strerror}")
    except (ValueError, RecursionError):
        sys.exit(f"bench: {path} is not JSON")
    if not isinstance(results, dict) or results.get("form") != FORM:
        sys.exit(f"bench: {path} holds no results as this version of the bench writes them")
    try:
        all_rows({section: results[section] for section, *_ in SECTIONS})
        tables.markdown(results)
        summary.markdown(results)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        sys.exit(f"bench: {path} holds results that are not whole")
    return results


def write(results):
    """Writes the raw numbers, the tables, and the image."""
    OUTPUT.mkdir(exist_ok=True)
    (OUTPUT / "results.json").write_text(json.dumps(results, ensure_ascii=False))
    (OUTPUT / "results.md").write_text(tables.markdown(results))
    plot.plot(results, OUTPUT / "plot.png")
    names = "results.json, results.md, plot.png"
    print(f"bench: {results['seconds']} s in all; written to {OUTPUT.name}/: {names}")


def insert(text, path):
    """Replaces the text between the marks in a file."""
    head, rest = path.read_text().split(MARK.format("begin"))
    tail = rest.split(MARK.format("end"))[1]
    path.write_text(head + MARK.format("begin") + text + MARK.format("end") + tail)


def unfit(results):
    """Why results cannot be published; None if they can."""
    settings = results["settings"]
    if settings["frames"] < MIN_FRAMES or settings["rounds"] < MIN_ROUNDS:
        return too_few(settings["frames"], settings["rounds"])
    if results["machine"]["threads"] < 2:
        return sides.two_processors_problem()
    taken = [row["name"] for row in all_rows(results) if (row["taken"] or 0) > UNFIT]
    if taken:
        return "other programs took too much of the processors' time in: " + "; ".join(taken)
    differing = [row["name"] for row in results["tasks"]
                 if "sides" in row and "differs" in tables.found(row["sides"])]
    if differing:
        return "the sides did not find the same in: " + "; ".join(differing)
    if results["machine"]["commit"].endswith("+"):
        return "there are uncommitted changes"
    return None


def too_few(frames, rounds):
    return (f"{frames} frames of each task and {rounds} rounds of each network are too few;"
            f" the minimum is {MIN_FRAMES} and {MIN_ROUNDS}")


def publish(results):
    """Puts the tables and the image into the documentation."""
    reason = unfit(results)
    if reason:
        sys.exit(f"bench: not published: {reason}")
    insert(tables.markdown(results), PUBLISHED)
    insert(summary.markdown(results), README)
    shutil.copyfile(OUTPUT / "plot.png", PUBLISHED_PLOT)
    names = (path.relative_to(sides.ROOT) for path in (PUBLISHED, README, PUBLISHED_PLOT))
    print("bench: published in " + ", ".join(map(str, names)))
    for words in tables.disturbed(results):
        print(f"bench: disturbed: {words}")


def main():
    parser = argparse.ArgumentParser(prog="Tools/bench/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="measure only rows with TEXT in “section: row”; writes nothing")
    parser.add_argument("--frames", type=int, default=200, help="frames per task")
    parser.add_argument("--rounds", type=int, default=7, help="rounds per network")
    parser.add_argument("--publish", action="store_true",
                        help="put the results into BENCHMARKS.md and README.md")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="measure nothing; use the numbers of an earlier results.json")
    arguments = parser.parse_args()
    if arguments.frames < 1 or arguments.rounds < 1:
        parser.error("--frames and --rounds must be at least 1")
    if arguments.publish and arguments.only:
        parser.error("--publish needs all rows")
    if arguments.publish and not arguments.source:
        if arguments.frames < MIN_FRAMES or arguments.rounds < MIN_ROUNDS:
            parser.error("--publish: " + too_few(arguments.frames, arguments.rounds))
        if sides.most_threads() < 2:
            parser.error(f"--publish: {sides.two_processors_problem()}")
    if arguments.source:
        results = earlier(arguments.source)
    else:
        results = measured(Run(arguments.frames, arguments.rounds, arguments.only))
    print()
    print(tables.markdown(results))
    if results["stopped"]:
        print(f"bench: {results['stopped']}\nbench: nothing was written", file=sys.stderr)
        sys.exit(130 if results["stopped"] == "interrupted" else 1)
    if results["settings"]["only"]:
        return
    write(results)
    if arguments.publish:
        publish(results)


if __name__ == "__main__":
    main()
