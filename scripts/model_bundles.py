"""The models of landmarkkit-models and of models fetch, made from the single ones of MediaPipe's solutions."""

import zipfile

DETECTOR_AND_LANDMARKS = ("{0}_detector.tflite", "{0}_landmarks_detector.tflite")


def task(kind, detector, landmarks):
    """The entries of a task's bundle, as Google's bundles name them, and the models in them."""
    names = (name.format(kind) for name in DETECTOR_AND_LANDMARKS)
    return dict(zip(names, (detector, landmarks)))


def mesh(landmarks):
    """The entries of a face mesh, whose name distinguishes it from the landmark model of Google's bundle."""
    return {"face_detector.tflite": "face_detection_short_range.tflite", landmarks: landmarks}


BUNDLES = {
    "hands_lite.task": task("hand", "palm_detection_lite.tflite", "hand_landmark_lite.tflite"),
    "hands_full.task": task("hand", "palm_detection_full.tflite", "hand_landmark_full.tflite"),
    "pose_lite.task": task("pose", "pose_detection.tflite", "pose_landmark_lite.tflite"),
    "pose_full.task": task("pose", "pose_detection.tflite", "pose_landmark_full.tflite"),
    "pose_heavy.task": task("pose", "pose_detection.tflite", "pose_landmark_heavy.tflite"),
    "face_mesh.task": mesh("face_landmark.tflite"),
    "face_mesh_with_attention.task": mesh("face_landmark_with_attention.tflite"),
    "holistic_hands.task": {"hand_landmarks_detector.tflite": "hand_landmark_full.tflite",
                            "hand_recrop.tflite": "hand_recrop.tflite"},
}
# These are copied unchanged.
SINGLE = ("face_detection_short_range.tflite", "face_detection_full_range_sparse.tflite",
          "selfie_segmentation.tflite", "selfie_segmentation_landscape.tflite")
# TensorFlow Lite runs weights in place if they have this alignment in memory.
ALIGNMENT = 64
# The extra field of Android's zipalign, and the size of a local record without name and extra field.
PADDING, RECORD = 0xD935, 30
EARLIEST = (1980, 1, 1, 0, 0, 0)


def write_bundle(entries, models, target):
    """Writes a bundle, to a path or a binary file, with the same bytes regardless of when and where it is
    made."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, model in entries.items():
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            header = archive.fp.tell() + RECORD + len(name) + 4
            size = -header % ALIGNMENT
            entry.extra = PADDING.to_bytes(2, "little") + size.to_bytes(2, "little") + bytes(size)
            archive.writestr(entry, (models / model).read_bytes())


def write_all(models, folder):
    """Writes all files of the package into a folder, from the folder of the single models."""
    for name, entries in BUNDLES.items():
        write_bundle(entries, models, folder / name)
    for name in SINGLE:
        (folder / name).write_bytes((models / name).read_bytes())
