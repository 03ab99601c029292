"""The cost of driver monitoring, directly and as a graph, and of validating a graph."""

import contextlib

import clips
import sides

SIZE = (640, 480)
# The maximum number of frames in memory, and the number that are timed.
MAX_FRAMES = 120
COUNT = 240
BATCH = 10
AT_LEAST_A_SECOND = 200
MONITOR_MS = 0.05
# The maximum time of a frame in a graph, as a multiple of one outside a graph.
GRAPH_AT_MOST = 1.05
NODES = 100
CHECK_MS = 10
ROWS = ("monitoring", "validation")


def measure(name, run):
    return {"name": name} | (monitoring(run) if name == "monitoring" else validation())


def monitoring(run):
    """The same frames directly and through dms_graph.pbtxt, in turns; then stage by stage."""
    clip = clips.CARPHONE
    if clips.missing(clip):
        return {"skipped": clips.missing(clip)}
    with contextlib.ExitStack() as stack:
        frames, size = stack.enter_context(clips.raw_frames(clip, MAX_FRAMES, SIZE))
        words = ("drive", frames, "--size", "x".join(map(str, size)), "--threads",
                 sides.most_threads())
        forms = {"direct": (), "graph": ("--graph",)}
        made = {name: stack.enter_context(
            sides.landmark(f"landmark bench drive, {name}", *words, *more))
            for name, more in forms.items()}
        answers, facts = sides.take_turns(sides.batches(made, BATCH), COUNT // BATCH, run.host)
        report = sides.report(*words, "--runs", COUNT)
    return {"clip": clip.name, "size": size, "monitorMs": report["stages"]["assessment"]["mean"],
            "atLeastASecond": AT_LEAST_A_SECOND, "monitorAtMostMs": MONITOR_MS,
            "graphAtMost": GRAPH_AT_MOST,
            "forms": {name: sides.total(each) for name, each in answers.items()}} | facts


def validation():
    """A chain of nodes, from its text to a graph that could run."""
    nodes = [f'node {{\n  name: "step{i}"\n  calculator: "PassThroughCalculator"\n'
             f'  input_stream: "s{i}"\n  output_stream: "s{i + 1}"\n}}\n' for i in range(NODES)]
    clips.CACHE.mkdir(parents=True, exist_ok=True)
    path = clips.CACHE / "nodes.pbtxt"
    path.write_text(f'input_stream: "s0"\noutput_stream: "s{NODES}"\n' + "".join(nodes))
    try:
        report = sides.report("graph", path, "--runs", COUNT)
    finally:
        path.unlink()
    return {"nodes": NODES, "ms": report["times"], "atMostMs": CHECK_MS}
