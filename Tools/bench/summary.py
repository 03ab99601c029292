"""The results in a few lines, and a number for the README."""

import textwrap
from statistics import median

import disturbance
from markdown import table
from tables import OURS, footage, name_of, resident, rounded


def task_rows(rows, best):
    for row in rows:
        sides = row["sides"]
        theirs = median(sides["mediapipe"]["ms"])
        cost = sides["mediapipe"]["processorMs"]
        yield [name_of(row, best), *(
            rounded(theirs / median(sides[name]["ms"]), True) + "×"
            if name in sides else "" for name in OURS), *(
            rounded(sides[name]["processorMs"] / cost, False)
            if name in sides else "" for name in OURS)]


def span(values):
    low, high = min(values), max(values)
    return f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"


def sentences(results, tasks):
    memory = [mine / theirs for mine, theirs in map(resident, tasks) if mine]
    first = [median([run["ms"][0] for run in row["ours"]])
             / median([run["ms"][0] for run in row["mediapipe"]])
             for row in results["firstResults"] if "ours" in row]
    networks = [median(part["ours"]) / median(part["litert"])
                for row in results["networks"] for part in row.get("threads", ())]
    yield f"Clips: {footage(tasks)}."
    if any(disturbance.is_disturbed(row, results["machine"]["peakGigaflops"]) for row in tasks):
        yield "A * marks rows that were disturbed."
    if first:
        yield f"Time from a bundle's path to the first result: {span(first)} of MediaPipe's."
    if memory:
        yield f"Memory of the process while tracking: {span(memory)} of MediaPipe's."
    if networks:
        yield f"Time of single networks: {span(networks)} of LiteRT's with the same threads."
    for row in results["commands"]:
        if " pose " in row["name"]:
            yield (f"The whole process of `{row['name']}`: {median(row['ms']):.0f} ms and"
                   f" {max(row['peakMB']):.0f} MB.")


def markdown(results):
    machine = results["machine"]
    tasks = [row for row in results["tasks"] if "sides" in row]
    head = (f"Speedup over MediaPipe {machine['versions']['mediapipe']} with its defaults on the same"
            f" frames, and processor time as a share of MediaPipe's ({machine['processor']},"
            f" {machine['processors']} processors, kernels: {machine['kernels']}; `make bench`):")
    lines = [
        textwrap.fill(head, 100), "",
        *table(["", "speedup, 2 threads", "1 thread", "processor time, 2 threads", "1 thread"],
               task_rows(tasks, machine["peakGigaflops"])),
        textwrap.fill(" ".join(sentences(results, tasks)), 100)]
    return "\n".join(lines) + "\n"


def readme(results):
    """The rows of the README's table by name, as their other columns."""
    row = next((row for row in results["firstResults"]
                if row["name"] == "pose" and "ours" in row), None)
    if row is None:
        return {}
    ours, theirs = (median([run["ms"][0] for run in row[side]]) for side in ("ours", "mediapipe"))
    return {"Start": ["from a model's path to the first pose in an image", f"{ours:.0f} ms",
                      f"{theirs:.0f} ms", "`make bench`"]}
