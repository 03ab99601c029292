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
import tables
import tasks

OUTPUT = sides.ROOT / "bench"
PUBLISHED = sides.ROOT / "BENCHMARKS.md"
PUBLISHED_PLOT = sides.ROOT / "docs" / "images" / "bench.png"
MARKS = ("<!-- measured: begin -->\n", "<!-- measured: end -->\n")
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
    """Everything, section by section; `complete` says whether it came to its end."""
    results = {"machine": machine.facts(), "complete": False,
               "settings": {"frames": run.frames, "rounds": run.rounds, "only": run.only}}
    others = machine.others()
    try:
        for name, measure in SECTIONS.items():
            results[name] = []
            for row in measure(run):
                results[name].append(row)
        results["complete"] = not run.only
    except KeyboardInterrupt:
        run.say("interrupted")
    except sides.SideError as error:
        run.say(f"stopped: {error}")
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


def publish():
    """Puts the tables between the marks in the documentation, and the picture beside it."""
    whole = PUBLISHED.read_text()
    head, rest = whole.split(MARKS[0])
    tail = rest.split(MARKS[1])[1]
    text = (OUTPUT / "results.md").read_text()
    PUBLISHED.write_text(head + MARKS[0] + text + MARKS[1] + tail)
    shutil.copyfile(OUTPUT / "plot.png", PUBLISHED_PLOT)
    print(f"bench: put into {PUBLISHED.name} and {PUBLISHED_PLOT.relative_to(sides.ROOT)}")


def main():
    parser = argparse.ArgumentParser(prog="Tools/bench/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="only rows with TEXT in “section: row”; writes nothing")
    parser.add_argument("--frames", type=int, default=200, help="frames of each task")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each network")
    parser.add_argument("--publish", action="store_true", help="put the results into BENCHMARKS.md")
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
    if not results["complete"]:
        sys.exit(0 if arguments.only else "bench: incomplete, so nothing was written")
    write(results)
    if arguments.publish:
        publish()


if __name__ == "__main__":
    main()
