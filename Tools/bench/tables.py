"""The results as Markdown tables. Every number is computed here from the raw ones."""

import math
import statistics
from statistics import median

import disturbance
import host
import resolutions
from markdown import table
from networks import ESTIMATED_PEAK

MB = 2**20
# The sides of a task, in the order of the tables; the first is absent on one processor.
OURS = ("two", "one")
SIDES = (*OURS, "mediapipe")
# Instruction sets with kernels, by the names of `landmark doctor`.
LEVELS = {"avx2": "AVX2", "avx512": "AVX-512", "neon": "NEON"}


def verdict(is_met, is_disturbed=False):
    """The remark after a target."""
    return ("" if is_met else ", **missed**") + (", disturbed" if is_disturbed else "")


def rounded(value, at_least, places=2):
    """A value rounded away from its target: down if that is a minimum, up if a maximum.

    So rounding never makes a target appear met.
    """
    scale = 10**places
    whole = math.floor(value * scale) if at_least else math.ceil(value * scale)
    return f"{whole / scale:.{places}f}"


def wanted(value, limit, at_least, places=2, is_disturbed=False):
    """A value with its target."""
    sign = "≥" if at_least else "≤"
    is_met = value >= limit if at_least else value <= limit
    return f"{rounded(value, at_least, places)} ({sign} {limit:g}{verdict(is_met, is_disturbed)})"


def name_of(row, best, part=None):
    """A row's name, with a mark if the row, or this part of it, was disturbed."""
    return row["name"] + (" *" if disturbance.is_disturbed(row, best, part) else "")


def skipped(row):
    return [row["name"], "skipped: " + row["skipped"]]


def found(sides):
    """The mean number of instances that the sides found; they must agree in every frame."""
    lists = {name: side["found"] for name, side in sides.items()}
    theirs = lists.pop("mediapipe")
    mean = statistics.mean(theirs)
    differing = max(sum(a != b for a, b in zip(mine, theirs)) for mine in lists.values())
    if not differing:
        return f"{mean:.2f} both"
    mine = ", ".join(f"{statistics.mean(counts):.2f}" for counts in lists.values())
    return f"**differs in {differing} of {len(theirs)}**: ours {mine}, MediaPipe {mean:.2f}"


def footage(rows):
    """The clips of the tasks' rows, with their sizes."""
    subjects = {"hand": "hands", "pose": "poses", "face": "faces"}
    shown = {}
    for row in rows:
        if "clip" in row:
            names = shown.setdefault(f"{row['clip']} ({'×'.join(map(str, row['size']))})", [])
            if subjects[row["task"]] not in names:
                names.append(subjects[row["task"]])
    return "; ".join(f"{' and '.join(names)} in {clip}" for clip, names in shown.items())


def cells(values, names):
    """Numbers as text; empty for those that are missing."""
    return [f"{values[name]:.2f}" if name in values else "" for name in names]


def task_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        sides = row["sides"]
        ms = {name: median(side["ms"]) for name, side in sides.items()}
        theirs, is_disturbed = ms["mediapipe"], disturbance.is_disturbed(row, best)
        yield [name_of(row, best), str(len(sides["one"]["ms"])), found(sides), *cells(ms, SIDES),
               f"{median(sides['mediapipe']['libraryMs']):.2f}",
               *(wanted(theirs / ms[name], row[name], True, is_disturbed=is_disturbed)
                 if name in ms else "" for name in OURS)]


def processor_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            continue
        cost = {name: side["processorMs"] for name, side in row["sides"].items()}
        parts = {name: cost[name] / cost["mediapipe"] for name in OURS if name in cost}
        limited = (wanted(parts["two"], row["processor"], False,
                          is_disturbed=disturbance.is_disturbed(row, best))
                   if "two" in parts else "")
        yield [name_of(row, best), *cells(cost, SIDES), limited,
               *(rounded(parts[name], False) for name in OURS[1:])]


def resident(row):
    """The memory of our process and of MediaPipe's, minus the frames; 0 or None if unknown."""
    sides = row["sides"]
    mine = sides.get("two", sides["one"])
    return [side["residentBytes"] and side["residentBytes"] - row["frameBytes"]
            for side in (mine, sides["mediapipe"])]


def memory_rows(rows):
    for row in rows:
        if "skipped" in row or not resident(row)[0]:
            continue
        mine, theirs = resident(row)
        yield [row["name"], f"{mine / MB:.0f}", f"{theirs / MB:.0f}",
               wanted(mine / theirs, 0.35, False)]


def tasks(rows, machine):
    best = machine["peakGigaflops"]
    yield "**Tasks**, from the frame in memory to the result, medians:"
    if footage(rows):
        yield ""
        yield f"Clips: {footage(rows)}."
    yield ""
    yield from table(
        ["work", "frames", "found per frame", "2 threads ms", "1 thread ms", "MediaPipe ms",
         "its library alone ms", "MediaPipe ÷ ours, 2 threads", "1 thread"],
        task_rows(rows, best))
    yield "Processor time of all threads per frame, means:"
    yield ""
    yield from table(
        ["work", "2 threads ms", "1 thread ms", "MediaPipe ms", "ours ÷ MediaPipe, 2 threads",
         "1 thread"], processor_rows(rows, best))
    yield "Resident memory of the process while tracking, less the frames:"
    yield ""
    yield from table(["work", "ours MB", "MediaPipe MB", "ours ÷ MediaPipe"], memory_rows(rows))


def threads_of(machine):
    return "two threads" if machine["threads"] > 1 else "one thread"


def first_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        fresh = [median([run["ms"][0] for run in row[side]]) for side in ("ours", "mediapipe")]
        again = [median([ms for run in row[side] for ms in run["ms"][1:]])
                 for side in ("ours", "mediapipe")]
        counts = {run["found"][0] for side in ("ours", "mediapipe") for run in row[side]}
        agreed = str(counts.pop()) if len(counts) == 1 else f"**differs**: {sorted(counts)}"
        yield [f"{name_of(row, best)} ({row['image']})", agreed, f"{fresh[0]:.1f}",
               f"{fresh[1]:.1f}",
               wanted(fresh[0] / fresh[1], row["atMost"], False,
                      is_disturbed=disturbance.is_disturbed(row, best)),
               f"{again[0]:.1f}", f"{again[1]:.1f}"]


def first(rows, machine):
    yield (f"**From a bundle's path to the first result**, {threads_of(machine)}; again in the same"
           " process:")
    yield ""
    yield from table(["task", "found", "ours ms", "MediaPipe ms", "ours ÷ MediaPipe",
                      "ours again ms", "MediaPipe again ms"],
                     first_rows(rows, machine["peakGigaflops"]))


def commands(rows, machine):
    yield "**The command**, the whole process on one image:"
    yield ""
    yield from table(["command", "ms", "peak MB"], (
        [name_of(row, machine["peakGigaflops"]),
         wanted(median(row["ms"]), row["atMostMs"], False, 0,
                disturbance.is_disturbed(row, machine["peakGigaflops"])),
         wanted(max(row["peakMB"]), row["atMostMB"], False, 0)] for row in rows))


def found_alike(sizes):
    """The mean number of instances found; the sizes must agree in every frame."""
    lists = [side["found"] for side in sizes.values()]
    means = {name: f"{statistics.mean(side['found']):.2f}" for name, side in sizes.items()}
    differing = sum(len(set(counts)) > 1 for counts in zip(*lists))
    if not differing:
        return next(iter(means.values()))
    each = ", ".join(f"{name} {mean}" for name, mean in means.items())
    return f"**differs in {differing} of {len(lists[0])}**: {each}"


def resolution_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        ms = {name: median(side["ms"]) for name, side in row["sizes"].items()}
        base = ms[next(iter(ms))]
        yield [f"{name_of(row, best)}, tracking ({row['clip']})", found_alike(row["sizes"]),
               *(f"{value:.2f}" for value in ms.values()),
               *(wanted(value / base, row["atMost"], False,
                        is_disturbed=disturbance.is_disturbed(row, best))
                 for value in list(ms.values())[1:])]


def sizes(rows, machine):
    names = list(resolutions.SIZES)
    yield f"**Larger images** of the same scene, {threads_of(machine)}:"
    yield ""
    yield from table(["task", "found per frame"] + [f"{name} ms" for name in names]
                     + [f"{name} ÷ {names[0]}" for name in names[1:]],
                     resolution_rows(rows, machine["peakGigaflops"]))


def stream_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        times = [several / one for one, several in zip(row["one"], row["several"])]
        yield [f"{name_of(row, best)} ({row['clip']})", f"{median(row['one']):.1f}",
               f"{median(row['several']):.1f}", f"{min(times):.2f} to {max(times):.2f}",
               wanted(median(times), row["atLeast"], True,
                      is_disturbed=disturbance.is_disturbed(row, best))]


def streams(rows, machine):
    yield ("**Four streams in one process** on two processors, one thread each, frames per"
           " second, medians of the rounds:")
    yield ""
    yield from table(["task", "one stream", "four streams", "gain, by round", "median"],
                     stream_rows(rows, machine["peakGigaflops"]))


def network_rows(rows, machine):
    best = machine["peakGigaflops"]
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        for part in row["threads"]:
            ours, litert = median(part["ours"]), median(part["litert"])
            peak, rate = disturbance.speed(part), 2e-6 * part["macs"] / ours
            yield [name_of(row, best, part), f"{part['macs'] / 1e6:.1f}",
                   str(part["threads"]), f"{ours:.3f}", f"{litert:.3f}",
                   f"{litert / ours:.2f}", f"{rate:.1f}",
                   f"{peak:.0f}" if peak else "",
                   f"{rate / (peak * part['threads']):.2f}" if peak else "",
                   f"{min(part['ours']):.3f}", estimated(row, part, machine)]


def estimated(row, part, machine):
    """The expected time of the fastest run on one thread, scaled to this peak without AVX-512."""
    peak, ms = disturbance.speed(part), min(part["ours"])
    if row["estimate"] is None or part["threads"] != 1 or not peak:
        return ""
    most = row["estimate"] * (1 if machine["kernels"] == "avx512" else ESTIMATED_PEAK / peak)
    is_disturbed = disturbance.is_disturbed(row, machine["peakGigaflops"], part)
    return f"≤ {most:.2f} ms{verdict(ms <= most, is_disturbed)}"


def networks(rows, machine):
    peak = machine["peakGigaflops"]
    yield ("**Networks**, on noise, LiteRT with the same threads, medians"
           + (f"; the peak of one core was {peak:.0f} GFLOP/s in the best row:" if peak
              else ":"))
    yield ""
    yield from table(["network", "M MACs", "threads", "ours ms", "LiteRT ms",
                      "LiteRT ÷ ours", "GFLOP/s", "a core's peak", "share of peak",
                      "our fastest ms", "expected"], network_rows(rows, machine))


def driving_rows(row, best):
    is_disturbed = disturbance.is_disturbed(row, best)
    ms = {name: median(side["ms"]) for name, side in row["forms"].items()}
    size = "×".join(map(str, row["size"]))
    yield [f"driver monitoring{' *' if is_disturbed else ''} ({row['clip']}, {size})",
           f"{ms['direct']:.2f} ms"]
    yield ["frames per second",
           wanted(1000 / ms["direct"], row["atLeastASecond"], True, 0, is_disturbed)]
    yield ["the assessment alone, ms, mean", wanted(row["monitorMs"], row["monitorAtMostMs"],
                                                     False, 4, is_disturbed)]
    yield ["the same in a graph", f"{ms['graph']:.2f} ms"]
    yield ["graph ÷ direct", wanted(ms["graph"] / ms["direct"], row["graphAtMost"], False,
                                    is_disturbed=is_disturbed)]


def validation_rows(row, best):
    is_disturbed = disturbance.is_disturbed(row, best)
    mark = " *" if is_disturbed else ""
    yield [f"parsing and validating a graph of {row['nodes']} nodes{mark}, ms",
           wanted(median(row["ms"]), row["atMostMs"], False, is_disturbed=is_disturbed)]


def driving(rows, machine):
    best = machine["peakGigaflops"]
    yield (f"**Driver monitoring and graphs**, {threads_of(machine)}, from the frame in memory to"
           " the result, medians:")
    yield ""
    lines = []
    for row in rows:
        if "skipped" in row:
            lines.append(skipped(row))
        else:
            lines += (driving_rows if "forms" in row else validation_rows)(row, best)
    yield from table(["work", ""], lines)


def images(rows, machine):
    yield "**Around the tasks**, not part of the times above, means:"
    yield ""
    yield from table(["work", "size", "ms per frame"], (
        [name_of(row, machine["peakGigaflops"]), row["size"].replace("x", "×"),
         f"{statistics.mean(row['ms']):.3f}"]
        for row in rows))


def disturbed(results):
    """The rows that were disturbed, and how."""
    best = results["machine"]["peakGigaflops"]
    rows = [(TABLES.get(name, ""), row) for name in SECTIONS for row in results.get(name, ())]
    return [f"{table}{row['name']}: {disturbance.disturbance(row, best)[1]}"
            for table, row in rows if disturbance.is_disturbed(row, best)]


def heading(results):
    machine, settings = results["machine"], results["settings"]
    versions = machine["versions"]
    yield (f"{machine_words(machine)};"
           f" MediaPipe {versions['mediapipe']}, LiteRT {versions['ai-edge-litert']},"
           f" Python {versions['python']}; {settings['frames']} frames per"
           f" task, {settings['rounds']} rounds per network")
    yield from taken_by_others([row for name in SECTIONS for row in results.get(name, ())])
    if machine["threads"] < 2:
        yield ("There is one processor only, also for MediaPipe and LiteRT: nothing was measured"
               " with two threads.")
    unknown = [name for level, name in LEVELS.items() if level not in machine["kernelsHere"]]
    if unknown:
        yield (f"This machine cannot run the kernels for {' and '.join(unknown)}: their speed"
               " is unknown here.")
    yield ""
    yield from disturbed_words(disturbed(results))


def machine_words(machine):
    return (f"{machine['date']}, commit {machine['commit']}: {machine['processor']},"
            f" {machine['processors']} processor{'s' * (machine['processors'] > 1)};"
            f" kernels: {machine['kernels']} (here: {', '.join(machine['kernelsHere'])})")


def taken_by_others(rows):
    taken = [row["taken"] for row in rows if row.get("taken") is not None]
    if taken:
        yield (f"Other programs took {100 * statistics.mean(taken):.0f} % of the processors' time"
               f" on average, and {100 * max(taken):.0f} % in the worst row.")


def disturbed_words(words):
    if words:
        yield ("Rows with a * were disturbed even in the best of the tries that there was time"
               " for; their numbers mean little:")
        yield ""
        yield from (f"- {each}" for each in words)
        yield ""


SECTIONS = {
    "tasks": tasks, "firstResults": first, "commands": commands, "resolutions": sizes,
    "streams": streams, "networks": networks, "driving": driving, "images": images,
}


# Prefixes of rows whose names do not identify their table.
TABLES = {"firstResults": "first result, ", "resolutions": "larger images, ",
          "streams": "streams, "}


def markdown(results):
    lines = list(heading(results))
    for name, section in SECTIONS.items():
        if results.get(name):
            lines += section(results[name], results["machine"])
            words = host.summary(results[name])
            if words:
                lines += [words, ""]
    return "\n".join(lines).rstrip() + "\n"
