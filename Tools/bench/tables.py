"""The results as Markdown tables. Every number is made here from the raw ones."""

import statistics

import resolutions
from networks import ESTIMATED_PEAK

MB = 2**20
# Instruction sets that there are kernels for, as `landmark doctor` and as people call them.
LEVELS = {"avx2": "AVX2", "avx512": "AVX-512", "neon": "NEON"}


def median(values):
    return statistics.median(values)


def wanted(value, limit, at_least, places=2):
    """A value beside what it shall be."""
    sign = "≥" if at_least else "≤"
    is_met = value >= limit if at_least else value <= limit
    return f"{value:.{places}f} ({sign} {limit:g}{'' if is_met else ', **missed**'})"


def table(titles, rows):
    """Lines of a table; the first column is text, the others numbers."""
    yield "| " + " | ".join(titles) + " |"
    yield "|---|" + "--:|" * (len(titles) - 1)
    for row in rows:
        cells = list(row) + [""] * (len(titles) - len(row))
        yield "| " + " | ".join(cells) + " |"
    yield ""


def skipped(row):
    return [row["name"], "skipped: " + row["skipped"]]


def found(sides):
    """How many objects each side saw; they must agree frame by frame."""
    lists = {name: side["found"] for name, side in sides.items()}
    theirs = lists.pop("mediapipe")
    mean = statistics.mean(theirs)
    differing = max(sum(a != b for a, b in zip(mine, theirs)) for mine in lists.values())
    if not differing:
        return f"{mean:.2f} both"
    mine = ", ".join(f"{statistics.mean(counts):.2f}" for counts in lists.values())
    return f"**differs in {differing} of {len(theirs)}**: ours {mine}, MediaPipe {mean:.2f}"


def peaks(rows):
    """What a core could do when rows were measured, in GFLOP/s, as far as it was measured too."""
    return [part["peakGigaflops"] for row in rows for part in row.get("threads", ())
            if part["peakGigaflops"]]


def footage(rows):
    """Which clips the tasks' rows are of, and how large they are."""
    subjects = {"hand": "hands", "pose": "bodies", "face": "faces"}
    shown = {}
    for row in rows:
        if "clip" in row:
            names = shown.setdefault(f"{row['clip']} ({'×'.join(map(str, row['size']))})", [])
            if subjects[row["task"]] not in names:
                names.append(subjects[row["task"]])
    return "; ".join(f"{' and '.join(names)} in {clip}" for clip, names in shown.items())


def task_rows(rows):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        sides = row["sides"]
        ms = {name: median(side["ms"]) for name, side in sides.items()}
        yield [row["name"], str(len(sides["two"]["ms"])), found(sides), f"{ms['two']:.2f}",
               f"{ms['one']:.2f}", f"{ms['mediapipe']:.2f}",
               f"{median(sides['mediapipe']['libraryMs']):.2f}",
               wanted(ms["mediapipe"] / ms["two"], row["two"], True),
               wanted(ms["mediapipe"] / ms["one"], row["one"], True)]


def processor_rows(rows):
    for row in rows:
        if "skipped" in row:
            continue
        sides = row["sides"]
        cost = {name: side["processorMs"] for name, side in sides.items()}
        yield [row["name"], f"{cost['two']:.2f}", f"{cost['one']:.2f}",
               f"{cost['mediapipe']:.2f}",
               wanted(cost["two"] / cost["mediapipe"], row["processor"], False),
               f"{cost['one'] / cost['mediapipe']:.2f}"]


def memory_rows(rows):
    for row in rows:
        if "skipped" in row or row["sides"]["two"]["residentBytes"] is None:
            continue
        mine, theirs = (row["sides"][name]["residentBytes"] - row["frameBytes"]
                        for name in ("two", "mediapipe"))
        yield [row["name"], f"{mine / MB:.0f}", f"{theirs / MB:.0f}",
               wanted(mine / theirs, 0.35, False)]


def tasks(rows):
    yield "**Tasks**, from the frame in memory to the result in hand, medians:"
    if footage(rows):
        yield ""
        yield f"Clips: {footage(rows)}."
    yield ""
    yield from table(
        ["work", "frames", "found a frame", "2 threads ms", "1 thread ms", "MediaPipe ms",
         "its library alone ms", "MediaPipe ÷ ours, 2 threads", "1 thread"], task_rows(rows))
    yield "What all threads together take of the processors for a frame, means:"
    yield ""
    yield from table(
        ["work", "2 threads ms", "1 thread ms", "MediaPipe ms", "ours ÷ MediaPipe, 2 threads",
         "1 thread"], processor_rows(rows))
    yield "Resident memory of the process while it tracks, without the frames themselves:"
    yield ""
    yield from table(["work", "ours MB", "MediaPipe MB", "ours ÷ MediaPipe"], memory_rows(rows))


def first_rows(rows):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        fresh = [median([run["ms"][0] for run in row[side]]) for side in ("ours", "mediapipe")]
        again = [median([ms for run in row[side] for ms in run["ms"][1:]])
                 for side in ("ours", "mediapipe")]
        counts = {run["found"][0] for side in ("ours", "mediapipe") for run in row[side]}
        agreed = str(counts.pop()) if len(counts) == 1 else f"**differs**: {sorted(counts)}"
        yield [f"{row['name']} ({row['picture']})", agreed, f"{fresh[0]:.1f}", f"{fresh[1]:.1f}",
               wanted(fresh[0] / fresh[1], row["atMost"], False), f"{again[0]:.1f}",
               f"{again[1]:.1f}"]


def first(rows):
    yield "**From a bundle's path to the first result**, two threads; again in the same process:"
    yield ""
    yield from table(["task", "found", "ours ms", "MediaPipe ms", "ours ÷ MediaPipe",
                      "ours again ms", "MediaPipe again ms"], first_rows(rows))


def commands(rows):
    yield "**The command**, the whole process on one picture:"
    yield ""
    yield from table(["command", "ms", "peak MB"], (
        [row["name"], wanted(median(row["ms"]), row["atMostMs"], False, 0),
         wanted(max(row["peakMB"]), row["atMostMB"], False, 0)] for row in rows))


def found_alike(sizes):
    """How many objects each size showed; they must agree frame by frame."""
    lists = [side["found"] for side in sizes.values()]
    means = {name: f"{statistics.mean(side['found']):.2f}" for name, side in sizes.items()}
    differing = sum(len(set(counts)) > 1 for counts in zip(*lists))
    if not differing:
        return next(iter(means.values()))
    each = ", ".join(f"{name} {mean}" for name, mean in means.items())
    return f"**differs in {differing} of {len(lists[0])}**: {each}"


def resolution_rows(rows):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        ms = {name: median(side["ms"]) for name, side in row["sizes"].items()}
        base = ms[next(iter(ms))]
        yield [f"{row['name']}, tracking ({row['clip']})", found_alike(row["sizes"]),
               *(f"{value:.2f}" for value in ms.values()),
               *(wanted(value / base, row["atMost"], False) for value in list(ms.values())[1:])]


def sizes(rows):
    names = list(resolutions.SIZES)
    yield "**Larger pictures** of the same scene, two threads:"
    yield ""
    yield from table(["task", "found a frame"] + [f"{name} ms" for name in names]
                     + [f"{name} ÷ {names[0]}" for name in names[1:]], resolution_rows(rows))


def stream_rows(rows):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        times = [several / one for one, several in zip(row["one"], row["several"])]
        yield [f"{row['name']} ({row['clip']})", f"{median(row['one']):.1f}",
               f"{median(row['several']):.1f}", f"{min(times):.2f} to {max(times):.2f}",
               wanted(median(times), row["atLeast"], True)]


def streams(rows):
    yield ("**Four streams in one process** on two processors, one thread each, frames a second,"
           " medians of the rounds:")
    yield ""
    yield from table(["task", "one stream", "four streams", "times, each round", "median"],
                     stream_rows(rows))


def network_rows(rows, peak, kernels):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        for part in row["threads"]:
            ours, litert = median(part["ours"]), median(part["litert"])
            rate = 2e-6 * part["multiplyAdds"] / ours
            share = rate / (peak * part["threads"]) if peak else None
            yield [row["name"], f"{part['multiplyAdds'] / 1e6:.1f}", str(part["threads"]),
                   f"{ours:.3f}", f"{litert:.3f}", f"{litert / ours:.2f}", f"{rate:.1f}",
                   f"{share:.2f}" if share else "",
                   estimated(row, part["threads"], ours, peak, kernels)]


def estimated(row, threads, ms, peak, kernels):
    """The time expected of one thread: with AVX-512 as it is, elsewhere at this peak."""
    if row["estimate"] is None or threads != 1 or not peak:
        return ""
    most = row["estimate"] * (1 if kernels == "avx512" else ESTIMATED_PEAK / peak)
    return f"≤ {most:.2f} ms{'' if ms <= most else ', **missed**'}"


def networks(rows, machine):
    peak = machine.get("peakGigaflops")
    yield ("**Networks**, on noise, LiteRT with the same threads, medians"
           + (f"; one core multiplies and adds {peak:.0f} GFLOP/s at most:" if peak else ":"))
    yield ""
    yield from table(["network", "M multiply-adds", "threads", "ours ms", "LiteRT ms",
                      "LiteRT ÷ ours", "GFLOP/s", "share of peak", "expected"],
                     network_rows(rows, peak, machine["kernels"]))


def driving_rows(row):
    ms = {name: median(side["ms"]) for name, side in row["forms"].items()}
    size = "×".join(map(str, row["size"]))
    yield [f"watching a driver ({row['clip']}, {size})", f"{ms['direct']:.2f} ms"]
    yield ["frames a second",
           wanted(1000 / ms["direct"], row["atLeastASecond"], True, 0)]
    yield ["the monitor by itself, ms, mean", wanted(row["monitorMs"], row["monitorAtMostMs"],
                                                     False, 4)]
    yield ["the same in a graph", f"{ms['graph']:.2f} ms"]
    yield ["graph ÷ direct", wanted(ms["graph"] / ms["direct"], row["graphAtMost"], False)]


def checking_rows(row):
    yield [f"reading and checking a graph of {row['nodes']} nodes, ms",
           wanted(median(row["ms"]), row["atMostMs"], False)]


def driving(rows):
    yield ("**Driver monitoring and graphs**, two threads, from the frame in memory to the result"
           " in hand, medians:")
    yield ""
    lines = []
    for row in rows:
        if "skipped" in row:
            lines.append(skipped(row))
        else:
            lines += driving_rows(row) if "forms" in row else checking_rows(row)
    yield from table(["work", ""], lines)


def pictures(rows):
    yield "**Around the tasks**, none of it in the times above, means:"
    yield ""
    yield from table(["work", "size", "ms a frame"], (
        [row["name"], row["size"].replace("x", "×"), f"{statistics.mean(row['ms']):.3f}"]
        for row in rows))


def heading(results):
    machine, settings = results["machine"], results["settings"]
    versions = machine["versions"]
    yield (f"{machine['date']}, commit {machine['commit']}: {machine['processor']},"
           f" {machine['processors']} processors; kernels: {machine['kernels']}"
           f" (here: {', '.join(machine['kernelsHere'])});"
           f" MediaPipe {versions['mediapipe']}, LiteRT {versions['ai-edge-litert']},"
           f" Python {versions['python']}; {settings['frames']} frames a task,"
           f" {settings['rounds']} rounds a network")
    taken = [row["taken"] for name in SECTIONS for row in results.get(name, ())
             if row.get("taken") is not None]
    if taken:
        yield (f"Meanwhile others took {100 * statistics.mean(taken):.0f} % of the processors'"
               f" time, and {100 * max(taken):.0f} % in the row that they disturbed most.")
    beside = peaks(results.get("networks", ()))
    if beside:
        least = 100 * (1 - min(beside) / machine["peakGigaflops"])
        yield (f"The peak that was measured with a network was {least:.0f} % below the best one"
               " where it was lowest.")
    unknown = [name for level, name in LEVELS.items() if level not in machine["kernelsHere"]]
    if unknown:
        yield (f"This machine cannot run the kernels for {' and '.join(unknown)}: nothing here"
               " says how fast they are.")
    yield ""


SECTIONS = {
    "tasks": tasks, "firstResults": first, "commands": commands, "resolutions": sizes,
    "streams": streams, "networks": networks, "driving": driving, "pictures": pictures,
}


def markdown(results):
    lines = list(heading(results))
    for name, section in SECTIONS.items():
        if results.get(name):
            extra = (results["machine"],) if name == "networks" else ()
            lines += section(results[name], *extra)
    return "\n".join(lines).rstrip() + "\n"
