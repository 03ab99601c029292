"""Measures LandmarkKit beside MediaPipe and LiteRT, in one run, and writes bench/.

The sides take turns, round by round, so that a machine that slows down slows all. Decoding is on
nobody's bill. What is measured how stands in the file of each section.

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

# A disturbed row is measured so often at most; and neither it nor a round of it again after so many
# seconds in all.
TRIES = 3
AGAIN_UNTIL = 480
# With a row of which others took more of the processors than this, nothing is published…
UNFIT = 0.15
# …and neither with fewer frames of each task or rounds of each network.
FEWEST_FRAMES = 150
FEWEST_ROUNDS = 7
# What a results.json holds; another number is another form.
FORM = 2

TASKS = ("hand", "pose", "face")
# (section, its rows, the name of a row, what measures a row)
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
    """What is asked for, and how far it is."""
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
    """A row that was measured, and how to do it again."""
    measure: object
    what: object
    name: str
    result: dict | None = None
    tries: int = 0

    def run(self, run):
        """Measures it (again), and keeps what was disturbed least."""
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


def again(rows, run):
    """Measures disturbed rows again, the worst first: by then the disturbance may be over."""
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
    """Everything, section by section, until Ctrl-C or a program's end: `stopped` tells which."""
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
        again([row for rows in sections.values() for row in rows], run)
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
    """The results in a file that this program wrote, or an end that says why not."""
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
    """The raw numbers, the tables and the image."""
    OUTPUT.mkdir(exist_ok=True)
    (OUTPUT / "results.json").write_text(json.dumps(results, ensure_ascii=False))
    (OUTPUT / "results.md").write_text(tables.markdown(results))
    plot.plot(results, OUTPUT / "plot.png")
    names = "results.json, results.md, plot.png"
    print(f"bench: {results['seconds']} s in all; written to {OUTPUT.name}/: {names}")


def put(text, path):
    """Replaces what stands between the marks in a file."""
    head, rest = path.read_text().split(MARK.format("begin"))
    tail = rest.split(MARK.format("end"))[1]
    path.write_text(head + MARK.format("begin") + text + MARK.format("end") + tail)


def unfit(results):
    """Why results are not to be published; None when they are."""
    settings = results["settings"]
    if settings["frames"] < FEWEST_FRAMES or settings["rounds"] < FEWEST_ROUNDS:
        return few_are_too_few(settings["frames"], settings["rounds"])
    if results["machine"]["threads"] < 2:
        return sides.cannot_be_two()
    taken = [row["name"] for row in all_rows(results) if (row["taken"] or 0) > UNFIT]
    if taken:
        return "others took too much of the processors' time in: " + "; ".join(taken)
    differing = [row["name"] for row in results["tasks"]
                 if "sides" in row and "differs" in tables.found(row["sides"])]
    if differing:
        return "the sides did not find the same in: " + "; ".join(differing)
    if results["machine"]["commit"].endswith("+"):
        return "there are changes on top of the commit"
    return None


def few_are_too_few(frames, rounds):
    return (f"{frames} frames of each task and {rounds} rounds of each network are too few;"
            f" it takes {FEWEST_FRAMES} and {FEWEST_ROUNDS} at least")


def publish(results):
    """Puts the tables into the documentation, and the image beside it."""
    reason = unfit(results)
    if reason:
        sys.exit(f"bench: not published: {reason}")
    put(tables.markdown(results), PUBLISHED)
    put(summary.markdown(results), README)
    shutil.copyfile(OUTPUT / "plot.png", PUBLISHED_PLOT)
    names = (path.relative_to(sides.ROOT) for path in (PUBLISHED, README, PUBLISHED_PLOT))
    print("bench: put into " + ", ".join(map(str, names)))
    for words in tables.disturbed(results):
        print(f"bench: disturbed: {words}")


def main():
    parser = argparse.ArgumentParser(prog="Tools/bench/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="only rows with TEXT in “section: row”; writes nothing")
    parser.add_argument("--frames", type=int, default=200, help="frames of each task")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each network")
    parser.add_argument("--publish", action="store_true",
                        help="put the results into BENCHMARKS.md and README.md")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="measure nothing: take the numbers of an earlier results.json")
    arguments = parser.parse_args()
    if arguments.frames < 1 or arguments.rounds < 1:
        parser.error("--frames and --rounds take at least 1")
    if arguments.publish and arguments.only:
        parser.error("--publish needs all rows")
    if arguments.publish and not arguments.source:
        if arguments.frames < FEWEST_FRAMES or arguments.rounds < FEWEST_ROUNDS:
            parser.error("--publish: " + few_are_too_few(arguments.frames, arguments.rounds))
        if sides.most_threads() < 2:
            parser.error(f"--publish: {sides.cannot_be_two()}")
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
