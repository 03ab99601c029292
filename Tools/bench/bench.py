"""Measures LandmarkKit against MediaPipe and LiteRT in one run, and writes bench/.

The sides take turns, round by round, so that a machine that slows down slows all of them. Decoding
is only part of the times of whole jobs. The file of each section documents how it is measured.

usage: Tools/bench/bench [jobs|parts] [--only TEXT] [--runs N] [--frames N] [--rounds N]
                         [--from FILE] [--publish]
"""

import argparse
import dataclasses
import json
import shutil
import sys
import time

import disturbance
import driving
import job_tables
import jobs
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
from commands import CommandError
from host import Host
from repository import ROOT

OUTPUT = ROOT / "bench"
PUBLISHED = ROOT / "BENCHMARKS.md"
README = ROOT / "README.md"
PUBLISHED_PLOT = ROOT / "docs" / "images" / "bench.png"

# The maximum number of measurements of a disturbed row, and the seconds from the start after which
# neither rows nor rounds are repeated.
TRIES = 3
AGAIN_UNTIL = 480
# Results are not published if other programs took a larger share of the processors in any row, or
# with fewer frames per task or rounds per network.
UNFIT = 0.15
MIN_FRAMES = 150
MIN_ROUNDS = 7
MIN_RUNS = 5
UNCOMMITTED = "there are uncommitted changes"
# The version of the format of results.json.
FORM = 4

TASKS = ("hand", "pose", "face")
# What can be measured and published separately: whole jobs, which take longest, and their parts.
WHATS = ("jobs", "parts")
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
JOBS = [("jobs", jobs.JOBS, lambda job: job.name, jobs.measure)]


@dataclasses.dataclass
class Run:
    """The settings and the progress of a run."""
    frames: int
    rounds: int
    runs: int
    only: str
    whats: tuple
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
        """Measures the row and keeps the least disturbed result."""
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


def measure_sections(sections, rows, run):
    """Adds the measured rows of each section to `rows`."""
    for section, whats, name, measure in sections:
        all_of_them = [Row(measure, what, f"{section}: {name(what)}") for what in whats]
        rows[section] = [row for row in all_of_them if run.only in row.name]
        for row in rows[section]:
            run.say(row.name)
            row.run(run)


def measured(run):
    """The results of all sections; `stopped` is the reason if the run ended early."""
    results = {"form": FORM, "machine": machine.facts(), "stopped": None,
               "settings": {"frames": run.frames, "rounds": run.rounds, "runs": run.runs,
                            "only": run.only, "whats": run.whats}}
    rows = {}
    try:
        if "parts" in run.whats:
            measure_sections(SECTIONS, rows, run)
            repeat_disturbed([row for section in rows.values() for row in section], run)
        if "jobs" in run.whats:
            measure_sections(JOBS, rows, run)
    except KeyboardInterrupt:
        results["stopped"] = "interrupted"
    except (CommandError, sides.SideError) as error:
        results["stopped"] = str(error)
    for section, of_it in rows.items():
        results[section] = [row.result for row in of_it if row.result]
    results["machine"]["peakGigaflops"] = disturbance.best_speed(all_rows(results))
    results["seconds"] = round(run.seconds)
    return results


def all_rows(results):
    return [row for section, *_ in SECTIONS + JOBS for row in results.get(section, ())]


def markdown(results):
    """The tables, whole jobs first."""
    texts = []
    if results.get("jobs"):
        texts.append(job_tables.markdown(results))
    if any(results.get(section) for section, *_ in SECTIONS):
        texts.append(tables.markdown(results))
    return "\n".join(texts)


def earlier(path):
    """The results in a file written by this program; exits with a message if it has none."""
    try:
        with open(path, encoding="utf-8") as file:
            results = json.load(file)
    except OSError as error:
        sys.exit(f"bench: {path} cannot be read: {error.strerror}")
    except (ValueError, RecursionError):
        sys.exit(f"bench: {path} is not JSON")
    if not isinstance(results, dict) or results.get("form") != FORM:
        sys.exit(f"bench: {path} contains no results in the format of this version of the bench")
    try:
        sections = {"jobs": JOBS, "parts": SECTIONS}
        for what in results["settings"]["whats"]:
            all_rows({section: results[section] for section, *_ in sections[what]})
            published(what, results)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        sys.exit(f"bench: {path} contains incomplete results")
    return results


def write(results):
    """Writes the raw numbers, the tables, and the image."""
    OUTPUT.mkdir(exist_ok=True)
    whats = results["settings"]["whats"]
    stem = "results" if "parts" in whats else "jobs"
    (OUTPUT / f"{stem}.json").write_text(json.dumps(results, ensure_ascii=False))
    (OUTPUT / f"{stem}.md").write_text(markdown(results))
    names = f"{stem}.json, {stem}.md"
    if "parts" in whats:
        plot.plot(results, OUTPUT / "plot.png")
        names += ", plot.png"
    print(f"bench: {results['seconds']} s in total; written to {OUTPUT.name}/: {names}")


def published(what, results):
    """The tables and their summary for BENCHMARKS.md, and the rows for README.md."""
    if what == "jobs":
        return (job_tables.markdown(results), job_tables.summary(results),
                job_tables.readme(results))
    return tables.markdown(results), summary.markdown(results), summary.readme(results)


def between(name, page, change):
    """A page, with what stands between two marks changed."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    head, rest = page.split(begin)
    inside, tail = rest.split(end)
    return head + begin + change(inside) + end + tail


def with_tables(page, what, text, short):
    """BENCHMARKS.md with new tables."""
    name = {"jobs": "jobs", "parts": "bench"}[what]
    page = between(name, page, lambda _: text)
    return between(f"{name} summary", page, lambda _: short)


def with_numbers(page, rows):
    """README.md with new numbers: each row replaces the one that begins with its name."""
    def replaced(table):
        lines = table.splitlines()
        for name, cells in rows.items():
            place, = [i for i, line in enumerate(lines) if line.startswith(f"| {name} |")]
            lines[place] = "| " + " | ".join([name, *cells]) + " |"
        return "\n".join(lines) + "\n"
    return between("numbers", page, replaced)


def unfit(results):
    """Why results cannot be published; None if they can."""
    few = too_few(**{name: results["settings"][name]
                     for name in ("whats", "frames", "rounds", "runs")})
    if few:
        return few
    if results["machine"]["threads"] < 2:
        return sides.two_processors_problem()
    taken = [row["name"] for row in all_rows(results) if (row["taken"] or 0) > UNFIT]
    if taken:
        return "other programs used too much processor time in: " + "; ".join(taken)
    differing = [row["name"] for row in results.get("tasks", ())
                 if "sides" in row and "differs" in tables.found(row["sides"])]
    differing += [row["name"] for row in results.get("jobs", ())
                  if "sides" in row and job_tables.differs(row)]
    if differing:
        return "the sides found different results in: " + "; ".join(differing)
    if results["machine"]["commit"].endswith("+"):
        return UNCOMMITTED
    return None


def too_few(whats, frames, rounds, runs):
    """Why these settings are insufficient for publishing results; None if they are sufficient."""
    if frames < MIN_FRAMES:
        return f"{frames} frames of each task are too few; the minimum is {MIN_FRAMES}"
    if "parts" in whats and rounds < MIN_ROUNDS:
        return f"{rounds} rounds of each network are too few; the minimum is {MIN_ROUNDS}"
    if "jobs" in whats and runs < MIN_RUNS:
        return f"{runs} runs of each job are too few; the minimum is {MIN_RUNS}"
    return None


def publish(results):
    """Puts the tables and the image into the documentation."""
    reason = unfit(results)
    if reason:
        sys.exit(f"bench: not published: {reason}")
    paths = [PUBLISHED, README]
    for what in results["settings"]["whats"]:
        text, short, rows = published(what, results)
        PUBLISHED.write_text(with_tables(PUBLISHED.read_text(), what, text, short))
        README.write_text(with_numbers(README.read_text(), rows))
    if "parts" in results["settings"]["whats"]:
        shutil.copyfile(OUTPUT / "plot.png", PUBLISHED_PLOT)
        paths.append(PUBLISHED_PLOT)
    print("bench: published in " + ", ".join(str(path.relative_to(ROOT)) for path in paths))
    words = tables.disturbed(results)
    words += job_tables.disturbed(results) if results.get("jobs") else []
    for each in words:
        print(f"bench: disturbed: {each}")


def main():
    parser = argparse.ArgumentParser(prog="Tools/bench/bench", description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=WHATS,
                        help="measure only whole jobs, or everything except them (default: everything)")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="measure only rows with TEXT in “section: row”; writes nothing")
    parser.add_argument("--runs", type=int, default=MIN_RUNS, metavar="N",
                        help="runs per job on each side")
    parser.add_argument("--frames", type=int, default=200, metavar="N", help="frames per task")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="rounds per network")
    parser.add_argument("--publish", action="store_true",
                        help="write the results to BENCHMARKS.md and README.md")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="measure nothing; use the numbers of an earlier results.json")
    arguments = parser.parse_args()
    whats = (arguments.what,) if arguments.what else WHATS
    if min(arguments.frames, arguments.rounds, arguments.runs) < 1:
        parser.error("--frames, --rounds and --runs must be at least 1")
    if arguments.publish and arguments.only:
        parser.error("--publish requires all rows")
    if arguments.publish and not arguments.source:
        reason = (too_few(whats, arguments.frames, arguments.rounds, arguments.runs)
                  or (sides.two_processors_problem() if sides.most_threads() < 2 else None)
                  or (UNCOMMITTED if machine.commit().endswith("+") else None))
        if reason:
            parser.error("--publish: " + reason)
    if arguments.source:
        results = earlier(arguments.source)
    else:
        results = measured(Run(arguments.frames, arguments.rounds, arguments.runs,
                               arguments.only, whats))
    print()
    print(markdown(results))
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
