"""Runs MediaPipe's own graph files of `mp.solutions` on `landmark graph`, beside `landmarkkit.solutions`.

Both use the same engine, so they agree where our pipelines follow MediaPipe's graphs.
"""

import json
import operator
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy

from solution_tests import TAG, shown

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/landmark"
MODELS = ROOT / "models/mediapipe-0.10.21"
MODULES = "mediapipe/modules"
LABELS = f"{MODULES}/hand_landmark/handedness.txt"
# MediaPipe's Python package loses this option and uses 9, as `landmarkkit.solutions` does.
KERNEL = b"kernel_size: 7"
HEATMAP = "pose_landmark/tensors_to_pose_landmarks_and_segmentation"


@dataclass
class Graph:
    """A graph file with the solution that it is of, and the options of each."""

    title: str
    # In the folder of modules, without .pbtxt: the graph, and the graphs that it consists of.
    path: str
    parts: list
    stream: str
    solution: str
    side_packets: dict
    options: dict = field(default_factory=dict)


def _hands(title, is_tracking, complexity):
    return Graph(
        title, "hand_landmark/hand_landmark_tracking_cpu",
        ["hand_landmark/hand_landmark_cpu", "hand_landmark/hand_landmark_landmarks_to_roi",
         "hand_landmark/hand_landmark_model_loader", "palm_detection/palm_detection_cpu",
         "hand_landmark/palm_detection_detection_to_roi", "palm_detection/palm_detection_model_loader"],
        "multi_hand_landmarks", "hands.Hands",
        {"num_hands": 2, "model_complexity": complexity, "use_prev_landmarks": is_tracking},
        {"static_image_mode": not is_tracking, "model_complexity": complexity})


def _faces(title, is_tracking, is_refined):
    return Graph(
        title, "face_landmark/face_landmark_front_cpu",
        ["face_landmark/face_landmark_cpu", "face_landmark/face_landmark_landmarks_to_roi",
         "face_landmark/face_landmarks_model_loader", "face_landmark/tensors_to_face_landmarks",
         "face_landmark/tensors_to_face_landmarks_with_attention",
         "face_landmark/face_detection_front_detection_to_roi", "face_detection/face_detection",
         "face_detection/face_detection_short_range", "face_detection/face_detection_short_range_cpu",
         "face_detection/face_detection_without_roi"],
        "multi_face_landmarks", "face_mesh.FaceMesh",
        {"num_faces": 1, "with_attention": is_refined, "use_prev_landmarks": is_tracking},
        {"static_image_mode": not is_tracking, "refine_landmarks": is_refined})


def _poses(title, is_tracking, complexity):
    return Graph(
        title, "pose_landmark/pose_landmark_cpu",
        ["pose_landmark/pose_landmark_by_roi_cpu", "pose_landmark/pose_landmark_filtering",
         "pose_landmark/pose_landmark_model_loader", "pose_landmark/pose_landmarks_to_roi",
         "pose_landmark/pose_landmarks_and_segmentation_inverse_projection",
         "pose_landmark/pose_segmentation_filtering", "pose_landmark/pose_detection_to_roi",
         HEATMAP, "pose_detection/pose_detection_cpu"],
        "pose_landmarks", "pose.Pose",
        {"model_complexity": complexity, "smooth_landmarks": is_tracking, "use_prev_landmarks": is_tracking,
         "enable_segmentation": True, "smooth_segmentation": True},
        {"static_image_mode": not is_tracking, "model_complexity": complexity})


HANDS = [_hands("`Hands`", True, 1), _hands("`Hands`, `model_complexity=0`", True, 0),
         _hands("`Hands`, `static_image_mode`", False, 1)]
FACES = [_faces("`FaceMesh`", True, False), _faces("`FaceMesh`, `refine_landmarks`", True, True),
         _faces("`FaceMesh`, `static_image_mode`", False, False)]
POSES = [_poses("`Pose`", True, 1), _poses("`Pose`, `model_complexity=0`", True, 0),
         _poses("`Pose`, `static_image_mode`", False, 1)]


def frames(path, count):
    """The first frames of a video as RGB arrays."""
    video, read = cv2.VideoCapture(str(path)), []
    while len(read) < count and (frame := video.read())[0]:
        read.append(cv2.cvtColor(frame[1], cv2.COLOR_BGR2RGB))
    if not read:
        raise SystemExit(f"python-peer: {path} has no frames that can be decoded")
    return read


def prepare(folder, clone):
    """Makes a folder with the graph files of a clone and the models, where the graphs expect them."""
    for graph in HANDS[:1] + FACES[:1] + POSES[:1]:
        for path in (graph.path, *graph.parts):
            target = folder / MODULES / f"{path}.pbtxt"
            target.parent.mkdir(parents=True, exist_ok=True)
            text = shown(clone, f"{MODULES}/{path}.pbtxt", TAG)
            if path == HEATMAP:
                assert KERNEL in text, f"{path} has no {KERNEL.decode()}"
            target.write_bytes(text.replace(KERNEL, b""))
    (folder / LABELS).write_bytes(shown(clone, LABELS, TAG))
    for model in MODELS.glob("*.tflite"):
        module = "palm_detection" if model.name.startswith("palm") else "_".join(model.stem.split("_")[:2])
        if (folder / MODULES / module).is_dir():
            (folder / MODULES / module / model.name).symlink_to(model)


def by_graph(graph, images, folder):
    """The landmarks of each image by the graph files, in pixels."""
    height, width = images[0].shape[:2]
    command = [PROGRAM, "graph", f"{MODULES}/{graph.path}.pbtxt", "--quiet", "--input", "image=-", "--size",
               f"{width}x{height}", "--pixel-format", "rgb24", "--output", f"{graph.stream}=-"]
    for part in graph.parts:
        command += ["--subgraph", f"{MODULES}/{part}.pbtxt"]
    for name, value in graph.side_packets.items():
        command += ["--side-packet", f"{name}={str(value).lower()}"]
    done = subprocess.run(command, input=b"".join(map(bytes, images)), capture_output=True, cwd=folder)
    if done.returncode:
        raise SystemExit(f"python-peer: {graph.path}: {done.stderr.decode()}")
    found = [[] for _ in images]
    for line in done.stdout.splitlines():
        packet = json.loads(line)
        # The packets of poses have one, and the others a list of them.
        found[packet["frame"]] = [numpy.array(instance["landmarks"])[:, :2] * [width, height]
                                  for instance in packet.get("objects", [packet])]
    return found


def by_solution(graph, images):
    """The same by `landmarkkit.solutions`."""
    import landmarkkit

    height, width = images[0].shape[:2]
    with operator.attrgetter(graph.solution)(landmarkkit.solutions)(**graph.options) as solution:
        return [[numpy.array([(point.x * width, point.y * height) for point in instance.landmark])
                 for instance in instances(getattr(solution.process(image), graph.stream))] for image in images]


def instances(field):
    """What a field of a result has: none, one or a list."""
    return [] if field is None else field if isinstance(field, list) else [field]


def compare(graph, images, folder):
    """A row of the table: how often both find as many, and how far landmarks are apart in pixels."""
    ours, theirs = by_solution(graph, images), by_graph(graph, images, folder)
    same = [(one, other) for one, other in zip(ours, theirs) if len(one) == len(other)]
    apart = [numpy.hypot(*(p - q).T) for one, other in same for p, q in zip(one, other)]
    if not apart:
        return [graph.title, f"{len(same)} of {len(images)}", "nothing found", ""]
    apart = numpy.concatenate(apart)
    return [graph.title, f"{len(same)} of {len(images)}", f"{numpy.median(apart):.4f} px",
            f"{numpy.percentile(apart, 99):.4f} px"]
