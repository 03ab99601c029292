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

import machine
import networks
import pictures
import plot
import resolutions
import sides
import startup
import streams
import summary
import tables
import tasks

OUTPUT = sides.ROOT / "bench"
PUBLISHED = sides.ROOT / "BENCHMARKS.md"
README = sides.ROOT / "README.md"
PUBLISHED_PLOT = sides.ROOT / "docs" / "images" / "bench.png"
MARK = "<!-- bench: {} -->\n"

# A row is measured again when others take more of the processors' time than this meanwhile…
DISTURBED = 0.06
# …so often at most, and not after so many seconds in all.
TRIES = 3
RETRY_UNTIL = 360
# With a row that was disturbed more than this, nothing is published.
UNFIT = 0.15

TASKS = ("hand", "pose", "face")
# (section, its rows, the name of a row, what measures a row)
SECTIONS = [
    ("tasks", tasks.WORKS, lambda work: work.name, tasks.measure),
    ("firstResults", TASKS, str, startup.first),
    ("commands", TASKS, str, startup.command),
    ("resolutions", TASKS, str, resolutions.measure),
    ("streams", TASKS, str, streams.measure),
    ("networks", networks.ROWS, lambda row: row.name, networks.measure),
    ("pictures", tuple(pictures.works()), lambda work: work[0], pictures.measure),
]


@dataclasses.dataclass
class Run:
    """What is asked for, and how far it is."""
    frames: int
    rounds: int
    only: str
    start: float = dataclasses.field(default_factory=time.monotonic)

    @property
    def seconds(self):
        return time.monotonic() - self.start

    def say(self, text):
        print(f"bench: {self.seconds:4.0f} s  {text}", flush=True)


def quietest(measure, row, run):
    """A row's results from the try that others disturbed least; most need one."""
    best = None
    for number in range(TRIES):
        others = machine.Others()
        result = measure(row, run)
        result["taken"] = taken = others.share()
        if best is None or taken < best["taken"]:
            best = result
        if taken is None or taken <= DISTURBED or "skipped" in result:
            break
        again = number + 1 < TRIES and run.seconds < RETRY_UNTIL
        run.say(f"  others took {100 * taken:.0f} % of the processors meanwhile"
                + ("; again" if again else ""))
        if not again:
            break
    return best


def measured(run):
    """Everything, section by section, until Ctrl-C or a program's end: `stopped` tells which."""
    results = {"machine": machine.facts(), "stopped": None,
               "settings": {"frames": run.frames, "rounds": run.rounds, "only": run.only}}
    try:
        for section, rows, name, measure in SECTIONS:
            results[section] = []
            for row in rows:
                text = f"{section}: {name(row)}"
                if run.only in text:
                    run.say(text)
                    results[section].append(quietest(measure, row, run))
    except KeyboardInterrupt:
        results["stopped"] = "interrupted"
    except sides.SideError as error:
        results["stopped"] = str(error)
    peaks = [part["peakGigaflops"] for row in results.get("networks", [])
             for part in row.get("threads", ()) if part["peakGigaflops"]]
    results["machine"]["peakGigaflops"] = max(peaks, default=None)
    results["seconds"] = round(run.seconds)
    return results


def write(results):
    """The raw numbers, the tables and the picture."""
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


def publish(results):
    """Puts the tables into the documentation, and the picture beside it."""
    disturbed = [row["name"] for section, *_ in SECTIONS for row in results[section]
                 if (row["taken"] or 0) > UNFIT]
    if disturbed:
        sys.exit("bench: not published, because others took too much of the processors' time in: "
                 + ", ".join(disturbed))
    differing = [row["name"] for row in results["tasks"]
                 if "sides" in row and "differs" in tables.found(row["sides"])]
    if differing:
        sys.exit("bench: not published, because the sides did not find the same in: "
                 + ", ".join(differing))
    if results["machine"]["commit"].endswith("+"):
        sys.exit("bench: not published: there are changes on top of the commit")
    put(tables.markdown(results), PUBLISHED)
    put(summary.markdown(results), README)
    shutil.copyfile(OUTPUT / "plot.png", PUBLISHED_PLOT)
    names = (path.relative_to(sides.ROOT) for path in (PUBLISHED, README, PUBLISHED_PLOT))
    print("bench: put into " + ", ".join(map(str, names)))


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
    if arguments.source:
        with open(arguments.source, encoding="utf-8") as file:
            results = json.load(file)
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
