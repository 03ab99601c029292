"""Measures LandmarkKit beside MediaPipe and LiteRT, in one run, and writes bench/.

The sides take turns, round by round, so that a machine that slows down slows all. Decoding is on
nobody's bill. What is measured how stands in the file of each section.

usage: Tools/bench/bench [--only TEXT] [--frames N] [--rounds N] [--from FILE] [--publish]
"""

import argparse
import dataclasses
import json
import shutil
import statistics
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
# When others take more of the processors' time than this, the numbers are not worth publishing.
MOST_TAKEN = 0.15
MARK = "<!-- bench: {} -->\n"
SECTIONS = {
    "tasks": tasks.measure, "firstResults": startup.first, "commands": startup.commands,
    "resolutions": resolutions.measure, "streams": streams.measure,
    "networks": networks.measure, "pictures": pictures.measure,
}


@dataclasses.dataclass
class Run:
    """What is asked for, and how far it is."""
    frames: int
    rounds: int
    only: str
    start: float = dataclasses.field(default_factory=time.monotonic)

    def say(self, text):
        print(f"bench: {time.monotonic() - self.start:4.0f} s  {text}", flush=True)

    def wanted(self, section, rows, name):
        """Those of a section's rows that are asked for; says each when its turn comes."""
        for row in rows:
            text = f"{section}: {name(row)}"
            if self.only in text:
                self.say(text)
                yield row

    def missing(self, file):
        """Why a model is not there; None when it is."""
        return None if (sides.MODELS / file).is_file() else f"{file} is not here"


def measured(run):
    """Everything, section by section, until Ctrl-C or a program's end: `stopped` tells which."""
    results = {"machine": machine.facts(), "stopped": None,
               "settings": {"frames": run.frames, "rounds": run.rounds, "only": run.only}}
    others = machine.others()
    try:
        for name, measure in SECTIONS.items():
            results[name] = []
            for row in measure(run):
                results[name].append(row)
    except KeyboardInterrupt:
        results["stopped"] = "interrupted"
    except sides.SideError as error:
        results["stopped"] = str(error)
    peaks = [part["peakGigaflops"] for row in results.get("networks", [])
             for part in row.get("threads", ()) if part["peakGigaflops"]]
    results["machine"]["peakGigaflops"] = max(peaks, default=None)
    if others:
        results["machine"]["taken"] = others.shares()
    results["seconds"] = round(time.monotonic() - run.start)
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
    taken = sum(results["machine"].get("taken", {}).values())
    if taken > MOST_TAKEN:
        sys.exit(f"bench: not published, because others took {100 * taken:.0f} % of the"
                 " processors' time meanwhile; run it where nothing else runs")
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
