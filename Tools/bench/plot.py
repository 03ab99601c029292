"""The results as an image: the latency of tasks, and the networks' share of the peak rate."""

from statistics import median

import disturbance
from networks import ESTIMATED_PEAK
from tables import name_of, rounded

OURS, ONE, THEIRS, MARK = "#1f77b4", "#9ecae1", "#d9863d", "#222222"


def plot(results, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(13, 5.6), gridspec_kw={"width_ratios": [1.15, 1]})
    latency(left, [row for row in results["tasks"] if "sides" in row], results["machine"])
    shares(right, [row for row in results["networks"] if "skipped" not in row],
           results["machine"])
    machine = results["machine"]
    figure.suptitle(
        f"{machine['processor']}, {machine['processors']} processors, kernels:"
        f" {machine['kernels']} · MediaPipe {machine['versions']['mediapipe']} ·"
        f" {machine['date'][:10]}, {machine['commit']}", fontsize=9, color="#555555")
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


def bare(axes):
    for name in ("top", "right"):
        axes.spines[name].set_visible(False)


def name_rows(axes, rows, machine):
    best = machine["peakGigaflops"]
    axes.set_yticks(range(len(rows)), [name_of(row, best) for row in rows], fontsize=9)
    axes.set_ylim(len(rows) - 0.5, -0.6)
    if any(disturbance.is_disturbed(row, best) for row in rows):
        axes.text(-0.02, -0.17, "* disturbed", transform=axes.transAxes, ha="right", fontsize=8)


def latency(axes, rows, machine):
    """Bars one below another: ours with two threads, ours with one, MediaPipe's."""
    height = 0.26
    kinds = [("two", "LandmarkKit, 2 threads", OURS), ("one", "LandmarkKit, 1 thread", ONE),
             ("mediapipe", "MediaPipe, defaults", THEIRS)]
    longest = 0
    for offset, (side, label, color) in enumerate(kinds):
        for place, row in enumerate(rows):
            if side not in row["sides"]:
                continue
            ms = median(row["sides"][side]["ms"])
            longest = max(longest, ms)
            y = place + (offset - 1) * height
            axes.barh(y, ms, height, color=color, label=label if place == 0 else None)
            theirs = median(row["sides"]["mediapipe"]["ms"])
            gain = rounded(theirs / ms, True)
            text = f" {ms:.1f}" + ("" if side == "mediapipe" else f"  ({gain}×)")
            axes.text(ms, y, text, va="center", fontsize=7.5)
    name_rows(axes, rows, machine)
    axes.set_xlim(0, longest * 1.12 or 1)
    axes.set_xlabel("milliseconds per frame, median; less is better")
    axes.set_title("Tasks: from the frame in memory to the result", fontsize=11)
    axes.legend(loc="lower right", fontsize=8, frameon=False)
    bare(axes)


def shares(axes, rows, machine):
    """Shares of the peak: bars for each network's median run, dots for its fastest run.

    A mark shows the expected value of the fastest run on one thread.
    """
    peak = machine["peakGigaflops"]
    height = 0.38
    for place, row in enumerate(rows if peak else []):
        for offset, part in enumerate(row["threads"]):
            one = part["threads"] == 1
            whole = 2e-6 * part["macs"] / (disturbance.speed(part) * part["threads"])
            share = whole / median(part["ours"])
            y = place + (offset - 0.5) * height
            axes.barh(y, share, height, color=ONE if one else OURS,
                      label=f"{part['threads']} thread{'s' * (not one)}" if place == 0 else None)
            axes.text(0.01, y, f"{share:.2f}", va="center", fontsize=7.5,
                      color=MARK if one else "white")
            axes.plot([whole / min(part["ours"])], [y], "o", ms=3.5, color=MARK,
                      label="fastest run" if place == 0 and one else None)
        if row["estimate"]:
            work = 2e-6 * row["threads"][0]["macs"]
            expected = work / (row["estimate"] * ESTIMATED_PEAK)
            axes.plot([expected] * 2, [place - height, place], color=MARK, lw=1.2,
                      label="expected of the fastest run" if place == 0 else None)
    name_rows(axes, rows, machine)
    axes.set_xlim(0, 1)
    axes.axvline(1, color="#999999", lw=0.8)
    axes.set_xlabel(f"share of a core's peak at the time; {peak:.0f} GFLOP/s at best" if peak
                    else "the peak is unknown")
    axes.set_title("Networks: share of the processor's peak", fontsize=11)
    if peak:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncol=4, fontsize=8,
                    columnspacing=1, handlelength=1, handletextpad=0.5,
                    frameon=False)
    bare(axes)
