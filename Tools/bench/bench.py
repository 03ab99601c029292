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

import driving
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

# A row is measured again when others take more of the processors' time than this meanwhile, or when
# the peak that is measured with it is so far below the run's best: a host that slows its machines
# down does not tell them…
DISTURBED = 0.06
SLOWED = 0.03
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
    ("driving", driving.ROWS, str, driving.measure),
    ("pictures", tuple(pictures.works()), lambda work: work[0], pictures.measure),
]


@dataclasses.dataclass
class Run:
    """What is asked for, and how far it is."""
    frames: int
    rounds: int
    only: str
    # The best GFLOP/s that were measured of one core so far.
    peak: float | None = None
    start: float = dataclasses.field(default_factory=time.monotonic)

    @property
    def seconds(self):
        return time.monotonic() - self.start

    def say(self, text):
        print(f"bench: {self.seconds:4.0f} s  {text}", flush=True)


def taken(result):
    """The part of the processors' time that others took; 0 where the system does not tell."""
    return result["taken"] or 0


def slowed(result, run):
    """By how much the processor was slower than at the run's best, where its peak was measured."""
    peaks = tables.peaks([result])
    return 1 - min(peaks) / run.peak if peaks else 0


def disturbance(result, run):
    """How much a row was disturbed, in parts of what is too much."""
    return max(taken(result) / DISTURBED, slowed(result, run) / SLOWED)


def again(result, run):
    """Whether a row is to be measured once more; says what disturbed it."""
    if "skipped" in result or disturbance(result, run) <= 1:
        return False
    if result["tries"] == TRIES or run.seconds >= RETRY_UNTIL:
        return False
    run.say(f"  others took {100 * taken(result):.0f} % of the processors meanwhile"
            + (f", whose peak was {100 * slowed(result, run):.0f} % below the best"
               if tables.peaks([result]) else "") + f"; again: {result['name']}")
    return True


def quietest(measure, row, run, best=None):
    """A row's results from the try that was disturbed least; most need one."""
    tries = best["tries"] if best else 0
    while best is None or again(best, run):
        others = machine.Others()
        result = measure(row, run)
        result["taken"] = others.share()
        run.peak = max(tables.peaks([result]) + [run.peak or 0])
        tries += 1
        if best is None or disturbance(result, run) < disturbance(best, run):
            best = result
        best["tries"] = tries
    return best


def measured(run):
    """Everything, section by section, until Ctrl-C or a program's end: `stopped` tells which."""
    results = {"machine": machine.facts(), "stopped": None,
               "settings": {"frames": run.frames, "rounds": run.rounds, "only": run.only}}
    try:
        for section, rows, name, measure in SECTIONS:
            results[section] = []
            rows = [row for row in rows if run.only in f"{section}: {name(row)}"]
            for row in rows:
                run.say(f"{section}: {name(row)}")
                results[section].append(quietest(measure, row, run))
            # What the processor can do at its best may only have been seen after a row.
            for place, (row, result) in enumerate(zip(rows, results[section])):
                results[section][place] = quietest(measure, row, run, result)
    except KeyboardInterrupt:
        results["stopped"] = "interrupted"
    except sides.SideError as error:
        results["stopped"] = str(error)
    results["machine"]["peakGigaflops"] = run.peak or None
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
                 if taken(row) > UNFIT]
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
