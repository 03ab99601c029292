"""The things that pages name, and their stand-ins: files, cameras, servers.

The commands that make files find the footage in `$FOOTAGE`, the repository in `$ROOT`, and the stand-ins that
they name in their own folder. Clips are short, so that running every page takes a minute.
"""

import re
import socket


def _clip(name, seconds=0.6):
    """The beginning of a clip of the footage, at most 640 columns wide."""
    return (f"ffmpeg -v error -i $FOOTAGE/{name} -t {seconds} -vf \"scale='min(640,iw)':-2\""
            " -c:v libx264 -preset ultrafast -c:a copy {0}")


def _image(name):
    return f"ffmpeg -v error -i $FOOTAGE/{name} {{0}}"


def _graph(text):
    return f"printf '%s' '{text}' > {{0}}"


def _camera(number):
    """A table of a camera in a calibration.

    All see the same image: each is half a meter to the side of the last, and its center is shifted by as much
    as a person four meters away moves.
    """
    return (f'[cam{number}]\\nname = "cam{number}"\\nsize = [ 1768.0, 994.0]\\n'
            f"matrix = [ [ 1700.0, 0.0, {884 + 212.5 * number}], [ 0.0, 1700.0, 497.0], [ 0.0, 0.0, 1.0]]\\n"
            "distortions = [ 0.0, 0.0, 0.0, 0.0]\\nrotation = [ 1.5708, 0.0, 0.0]\\n"
            f"translation = [ {-0.5 * number}, 0.0, 4.0]\\nfisheye = false\\n")


_LINK = "ln -s $ROOT/{0} {0}"
_SAME_LANDMARKS = "cp cam1.jsonl {0}"
# Three sessions, each of which ends when it is listed.
_RECORD = """for session in 1 2 3; do
    landmark serve clip.mp4 --port 0 --task exercise:squat --record {0} &
    until landmark sessions list {0} | grep -q ^$session; do sleep 0.1; done
    kill $!
    wait $! || [ $? = 130 ]
done"""
# MediaPipe's files are not ours; their streams have these names.
_MESH = """input_stream: "input_video" output_stream: "output_video"
node { calculator: "PassThroughCalculator" input_stream: "input_video" output_stream: "output_video" }"""
_MESH_FILES = """
input_side_packet: "input_video_path" input_side_packet: "output_video_path"
node {
  calculator: "OpenCvVideoDecoderCalculator" input_side_packet: "INPUT_FILE_PATH:input_video_path"
  output_stream: "VIDEO:video" output_stream: "VIDEO_PRESTREAM:header"
}
node {
  calculator: "OpenCvVideoEncoderCalculator" input_side_packet: "OUTPUT_FILE_PATH:output_video_path"
  input_stream: "VIDEO:video" input_stream: "VIDEO_PRESTREAM:header"
  node_options: {
    [type.googleapis.com/mediapipe.OpenCvVideoEncoderCalculatorOptions] { codec: "avc1" video_format: "mp4" }
  }
}"""
_CAMERAS = """input_stream: "driver" input_stream: "road" output_stream: "result"
node { calculator: "ImagePropertiesCalculator" input_stream: "IMAGE:driver" output_stream: "SIZE:result" }"""

# Each name, and the command that makes it, with {0} for the name.
STAND_INS = {
    "models": _LINK,
    "footage": _LINK,
    ".build": _LINK,
    "Examples": _LINK,
    "find_hands.c": "ln -s $ROOT/Examples/C/find_hands.c {0}",
    "hand_landmarker.task": "ln -s $ROOT/models/{0} {0}",
    "clip.mp4": _clip("walking.mp4"),
    "walking.mp4": _clip("walking.mp4", 2.6),
    "squats.mp4": _clip("walking.mp4"),
    "drive.mp4": _clip("carphone_pristine.mp4"),
    "cabin.mp4": _clip("carphone_pristine.mp4"),
    "a.mp4": _clip("carphone_pristine.mp4"),
    "b.mp4": _clip("carphone_pristine.mp4"),
    "photo.jpg": _image("astronaut.png"),
    "photo.ppm": _image("astronaut.png"),
    "hands.jpg": _image("bunny_0040.png"),
    "photos": "mkdir {0} && cp $FOOTAGE/faces/*.jpg {0}",
    "clips": "mkdir -p {0}/monday && cp clip.mp4 {0} && cp clip.mp4 {0}/monday",
    "videos": "mkdir {0} && cp clip.mp4 {0}/one.mp4 && cp clip.mp4 {0}/two.mp4",
    "cam1.jsonl": "landmark pose clip.mp4 --json {0}",
    "cam2.jsonl": _SAME_LANDMARKS,
    "cam3.jsonl": _SAME_LANDMARKS,
    "calibration.toml": f"printf '{''.join(map(_camera, (1, 2, 3)))}' > {{0}}",
    "my.pbtxt": "sed 's/\\binput\"/video\"/' $ROOT/Examples/graphs/dms_graph.pbtxt > {0}",
    "two_cameras.pbtxt": _graph(_CAMERAS),
    "face_mesh_desktop.pbtxt": _graph(_MESH_FILES),
    "face_mesh_desktop_live.pbtxt": _graph(_MESH),
    "face_detection_desktop_live.pbtxt": _graph(_MESH),
    "face_detection_short_range_cpu.pbtxt": _graph('type: "FaceDetectionShortRangeCpu" ' + _MESH),
    "face_detection_short_range.pbtxt": _graph('type: "FaceDetectionShortRange" ' + _MESH),
    "face_detection.pbtxt": _graph('type: "FaceDetection" ' + _MESH),
    "h.sqlite": _RECORD,
    "training.sqlite": _RECORD,
}

# Programs that are missing here, or take long, and what runs in their place.
_REPLACEMENTS = [
    (r"\bcamera:0\b", "clip.mp4"),
    (r"https://example\.org/", "file://$PWD/"),
    # Nobody listens there: the program reports this, and serves.
    (r"\bbroker\.local\b|(?<=@)broker\b", "localhost"),
    # The usual port may be taken.
    (r"\b(landmark|sessions) serve\b", r"\1 serve --port 0"),
    (r"\b(landmark bench \w+)\b", r"\1 --runs 3 --warmup 1"),
    (r"\bswift run -c release ", "$ROOT/.build/release/"),
    # This one comes with Swift.
    (r"^cc ", "clang "),
]


def own_address():
    """This machine's address in its network, if it has one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def with_stand_ins(command):
    """A command with the stand-ins for cameras and servers."""
    for pattern, here in _REPLACEMENTS:
        command = re.sub(pattern, here, command)
    return command.replace("192.168.1.20", own_address())
