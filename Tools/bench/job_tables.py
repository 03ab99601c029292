"""The whole jobs as Markdown tables for BENCHMARKS.md, and two numbers for the README."""

import textwrap
from statistics import median

import disturbance
import tables
from jobs import AT_A_TIME
from markdown import table
from tables import MB, name_of, rounded, skipped, verdict, wanted

# The row whose time and memory the README states.
README_ROW = "pose, JSON only, 720p"
# The share of frames in which the sides may differ: their decoders convert colors differently.
DIFFERING = 0.05


def agreement(row):
    """(frames, frames with instances for each side, frames that differ) of a row's sides."""
    sides = {name: {(video, frame): count for video, frame, count in side["found"]}
             for name, side in row["sides"].items()}
    frames = set().union(*sides.values())
    differing = sum(len({side.get(frame) for side in sides.values()}) > 1 for frame in frames)
    return len(frames), {name: sum(map(bool, side.values())) for name, side in sides.items()}, \
        differing


def differs(row):
    """Whether the sides of a row did not do the same work."""
    frames, finds, differing = agreement(row)
    return differing > DIFFERING * frames or not all(finds.values())


def found(row):
    frames, finds, differing = agreement(row)
    text = f"{finds['ours']} and {finds['theirs']} of {frames}"
    return f"{text}, **differs in {differing}**" if differs(row) else text


def seconds(row, side, name="ms"):
    return median(row["sides"][side][name]) / 1e3


def ratio(row, name, above, below):
    return seconds(row, above, name) / seconds(row, below, name)


def peak(row, side):
    return median(row["sides"][side]["peakMB"])


def megabytes(row, suffix):
    """The sizes of what both sides wrote."""
    sizes = [row["sides"][name]["bytes"][suffix] / MB for name in ("ours", "theirs")]
    return [f"{size:.1f}" if size else "" for size in sizes]


def single_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        is_disturbed = disturbance.is_disturbed(row, best)
        yield [name_of(row, best), found(row), f"{seconds(row, 'ours'):.2f}",
               f"{seconds(row, 'theirs'):.2f}",
               wanted(ratio(row, "ms", "theirs", "ours"), row["atLeast"], True,
                      is_disturbed=is_disturbed),
               f"{seconds(row, 'ours', 'processorMs'):.2f}",
               f"{seconds(row, 'theirs', 'processorMs'):.2f}",
               wanted(ratio(row, "processorMs", "ours", "theirs"), row["processorAtMost"], False,
                      is_disturbed=is_disturbed)]


def cost_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            continue
        ours, limit = peak(row, "ours"), row.get("memoryAtMost")
        yield [name_of(row, best),
               f"{rounded(ours, False, 0)} (≤ {limit}{verdict(ours <= limit)})" if limit
               else f"{ours:.0f}", f"{peak(row, 'theirs'):.0f}",
               *megabytes(row, "jsonl"), *megabytes(row, "mp4")]


def folder_rows(rows, best):
    for row in rows:
        if "skipped" in row:
            yield skipped(row)
            continue
        sides = [name for name in ("ours", "oursAtATime", "theirs", "theirsAtATime")]
        times = [f"{seconds(row, name):.2f}" if name in row["sides"] else "" for name in sides]
        gains = [rounded(ratio(row, "ms", above, below), True)
                 if {above, below} <= row["sides"].keys() else ""
                 for above, below in (("ours", "oursAtATime"), ("theirs", "ours"),
                                      ("theirsAtATime", "oursAtATime"))]
        fastest = "oursAtATime" if "oursAtATime" in row["sides"] else "ours"
        memory = [f"{peak(row, name):.0f}" if name in row["sides"] else ""
                  for name in (fastest, "theirsAtATime")]
        yield [name_of(row, best), found(row), *times, *gains, *memory]


def clip_words(rows):
    """The footage that the clips of the rows show."""
    names = {row["task"]: row["clip"] for row in rows if "clip" in row}
    return "; ".join(f"{task}: {clip}" for task, clip in names.items())


def disturbed(results):
    best = results["machine"]["peakGigaflops"]
    return [f"{row['name']}: {disturbance.disturbance(row, best)[1]}"
            for row in results["jobs"] if disturbance.is_disturbed(row, best)]


def heading(results):
    machine, versions = results["machine"], results["machine"]["versions"]
    runs = results["settings"]["runs"]
    yield (f"{tables.machine_words(machine)}; MediaPipe {versions['mediapipe']}, OpenCV"
           f" {versions['opencv-contrib-python']} with libavcodec"
           f" {versions['libavcodec of OpenCV']}, Python {versions['python']}; landmark"
           f" {versions['landmark']} with libavcodec {versions['libavcodec']}; medians of {runs}"
           f" run{'s' * (runs != 1)}")
    yield from tables.taken_by_others(results["jobs"])
    yield ""
    yield from tables.disturbed_words(disturbed(results))


def lines(results):
    rows, best = results["jobs"], results["machine"]["peakGigaflops"]
    singles = [row for row in rows if not row["isFolder"]]
    folders = [row for row in rows if row["isFolder"]]
    yield from heading(results)
    if singles:
        yield "**Whole jobs**, a video in, results out, from the start of the process to its end:"
        yield ""
        if clip_words(rows):
            yield f"Footage: {clip_words(rows)}."
            yield ""
        yield from table(
            ["job", "frames with something: ours and MediaPipe's", "ours s",
             "MediaPipe + OpenCV s", "MediaPipe ÷ ours", "ours processor s",
             "MediaPipe processor s", "ours ÷ MediaPipe"], single_rows(singles, best))
        yield "Peak memory of the processes, and what they write:"
        yield ""
        yield from table(["job", "ours MB", "MediaPipe MB", "JSON ours MB", "MediaPipe MB",
                          "video ours MB", "MediaPipe MB"], cost_rows(singles, best))
    if folders:
        count = max((row["videos"] for row in folders if "videos" in row), default=0)
        yield (f"**A folder** of {count} videos, one after another and {AT_A_TIME} at a time"
               f" (`--jobs {AT_A_TIME}`; {AT_A_TIME} processes of the script):")
        yield ""
        yield from table(
            ["job", "frames with something: ours and MediaPipe's", "ours s",
             f"ours, {AT_A_TIME} at a time s", "MediaPipe s", f"MediaPipe, {AT_A_TIME} processes s",
             "ours, gain", "MediaPipe ÷ ours", f"both {AT_A_TIME} at a time",
             "ours MB", "MediaPipe MB"], folder_rows(folders, best))


def markdown(results):
    return "\n".join(lines(results)).rstrip() + "\n"


def summary_rows(rows, best):
    for row in rows:
        if "sides" not in row:
            continue
        ours, theirs = "ours", "theirs"
        if row["isFolder"] and {"oursAtATime", "theirsAtATime"} <= row["sides"].keys():
            ours, theirs = "oursAtATime", "theirsAtATime"
        yield [name_of(row, best), f"{seconds(row, ours):.1f}", f"{seconds(row, theirs):.1f}",
               rounded(ratio(row, "ms", theirs, ours), True, 1) + "×",
               rounded(ratio(row, "processorMs", ours, theirs), False),
               f"{peak(row, ours):.0f}", f"{peak(row, theirs):.0f}"]


def summary(results):
    """The jobs in a few lines."""
    machine, rows = results["machine"], results["jobs"]
    versions = machine["versions"]
    folders = [row["videos"] for row in rows if row["isFolder"] and "videos" in row]
    frames = {agreement(row)[0] for row in rows if "sides" in row and not row["isFolder"]}
    head = (f"Whole jobs, from a video to landmarks as JSON Lines and to a drawn video: seconds of"
            f" `landmark` and of [the usual Python script](Tools/bench/mediapipe_job.py) with"
            f" MediaPipe {versions['mediapipe']} and OpenCV {versions['opencv-contrib-python']}"
            f" ({machine['processor']}, {machine['processors']} processors, kernels:"
            f" {machine['kernels']}; `make bench`):")
    tail = [f"Videos of {'/'.join(map(str, sorted(frames)))} frames."] if frames else []
    if folders:
        tail.append(f"Folders have {folders[0]} shorter videos, {AT_A_TIME} at a time on both"
                    " sides.")
    tail.append(f"Footage: {clip_words(rows)}.")
    if disturbed(results):
        tail.append("A * marks rows that were disturbed.")
    return "\n".join([
        textwrap.fill(head, 100, break_long_words=False, break_on_hyphens=False), "",
        *table(["job", "ours s", "MediaPipe + OpenCV s", "speedup", "processor time",
                "ours MB", "MediaPipe MB"], summary_rows(rows, machine["peakGigaflops"])),
        textwrap.fill(" ".join(tail), 100)]) + "\n"


def readme(results):
    """The rows of the README's table by name, as their other columns."""
    row = next((row for row in results["jobs"]
                if row["name"] == README_ROW and "sides" in row), None)
    if row is None:
        return {}
    frames, best = agreement(row)[0], results["machine"]["peakGigaflops"]
    return {
        "Speed": [f"the poses of a 720p video of {frames} frames, from the start of the process to"
                  " its end",
                  f"{seconds(row, 'ours'):.1f} s" + ", disturbed" * disturbance.is_disturbed(row, best),
                  f"{seconds(row, 'theirs'):.1f} s with OpenCV", "`make bench`"],
        "Memory": ["peak of that process", f"{peak(row, 'ours'):.0f} MB",
                   f"{peak(row, 'theirs'):.0f} MB", "`make bench`"]}
