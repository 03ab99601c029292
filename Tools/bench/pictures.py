"""What else there is to do with a frame, none of it in the times of tasks."""

import clips
import sides


def measure(run):
    videos = [v for v in map(clips.here, (clips.CARPHONE, clips.HANDS)) if v]
    works = [("decoding", "decode", (video,), 200) for video in videos]
    works += [(f"drawing a {task} on", "draw", (task, clips.ASTRONAUT), 60)
              for task in ("pose", "face")]
    works += [("encoding", "encode", (video,), 200) for video in videos]
    for verb, kind, operands, runs in run.wanted("pictures", works, lambda work: work[0]):
        report = sides.report(kind, *operands, "--runs", runs)
        yield {"row": f"{verb} {operands[-1].name}", "size": report["size"],
               "ms": report["times"]}
