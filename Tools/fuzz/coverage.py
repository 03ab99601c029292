"""How many lines of each reader the fuzzer has executed."""

import json
import shutil
import subprocess
import sys

from markdown import table as markdown_table
from repository import ROOT

# What reads untrusted bytes, by the files that do. Parts that no input reaches, such as those for Apple's
# systems, are in other files.
READERS = [
    ("model bundle", ["LandmarkModelFile/ModelBundle", "LandmarkModelFile/ArchiveReader",
                      "LandmarkModelFile/Inflater", "LandmarkModelFile/FileBytes"]),
    ("TensorFlow Lite", ["LandmarkModelFile/ModelParser", "LandmarkModelFile/FlatBuffer",
                         "LandmarkModelFile/OptionsReader", "LandmarkModelFile/SparseExpansion",
                         "LandmarkModelFile/TFLiteModel", "LandmarkModelFile/ModelMetadata",
                         "LandmarkModelFile/FlexBufferMap"]),
    ("face geometry", ["LandmarkModelFile/FaceGeometryMetadata", "LandmarkModelFile/WireReader"]),
    ("network graph", ["LandmarkInference/Graph/", "LandmarkInference/NetworkLimits"]),
    ("rewrites", ["LandmarkInference/Rewrites/"]),
    ("plans", ["LandmarkInference/CPU/PlanBuilder"]),
    ("graph files, text", ["LandmarkGraph/Text/"]),
    ("graph files, binary", ["LandmarkGraph/Config/Reading/"]),
    ("graph checks", ["LandmarkGraph/Config/Expansion/", "LandmarkGraph/Config/Validation/"]),
    ("images", ["LandmarkImageFiles/PNGFile", "LandmarkImageFiles/JPEGFile",
                "LandmarkImageFiles/JPEGHeader", "LandmarkImageFiles/StillHeader",
                "LandmarkImageFiles/ExifOrientation", "LandmarkImageFiles/StoredBitmap",
                "LandmarkImageFiles/PNGChecksums"]),
    ("H.264", ["LandmarkCapture/H264RecoveryPoint"]),
    ("recordings", ["LandmarkHistory/Chunk/", "LandmarkHistory/HistoryFile+Reading"]),
    ("requests", ["LandmarkDashboard/Access/RequestHead", "LandmarkDashboard/Access/AccessRules",
                  "LandmarkDashboard/Messages/IncomingMessage", "LandmarkLive/Recordings/SessionsSource",
                  "LandmarkDashboard/Fleet/MQTTAddress"]),
    ("arguments", ["LandmarkCommandSupport/Arguments", "LandmarkCommandSupport/PathPattern"]),
    ("JSON Lines", ["landmark/Motion/PoseLineContent"]),
    ("calibrations", ["LandmarkMotion/Cameras/TOMLReader", "LandmarkMotion/Cameras/CameraTable"]),
    ("exercises", ["LandmarkCore/JSONSyntaxProblem", "LandmarkMotion/Exercise/StrictObject",
                   "LandmarkMotion/Exercise/ExerciseDefinition+",
                   "LandmarkMotion/Exercise/PatientThresholds",
                   "LandmarkMotion/Exercise/SignalExpression+Coding"]),
    ("TRC", ["LandmarkMotion/Files/TRCFile", "LandmarkMotion/Files/TextTable"]),
]


def tool(name):
    """A program of the toolchain, which must be the compiler's own version."""
    swift = shutil.which("swift")
    if not swift:
        sys.exit("coverage: swift: no such program")
    return str((ROOT / swift).resolve().parent / name)


def lines(program, profiles):
    """The lines of each source file, and those executed, by path below Sources."""
    merged = profiles / "all.profdata"
    built = program.stat().st_mtime
    # Those of an older program do not fit.
    raw = [path for path in sorted(profiles.glob("*.profraw")) if path.stat().st_mtime > built]
    known = [merged] if merged.is_file() and merged.stat().st_mtime > built else []
    inputs = [str(path) for path in raw + known]
    if not inputs:
        sys.exit("coverage: nothing has run yet")
    subprocess.run([tool("llvm-profdata"), "merge", "-o", str(merged) + ".new", *inputs], check=True)
    (profiles / "all.profdata.new").replace(merged)
    for path in raw:
        path.unlink()
    exported = subprocess.run(
        [tool("llvm-cov"), "export", "--summary-only", f"--instr-profile={merged}", str(program)],
        capture_output=True, check=True).stdout
    found = {}
    for file in json.loads(exported)["data"][0]["files"]:
        _, _, path = file["filename"].partition("/Sources/")
        found[path] = (file["summary"]["lines"]["count"], file["summary"]["lines"]["covered"])
    return found


def table(program, profiles):
    found = lines(program, profiles)
    rows = []
    for reader, prefixes in READERS:
        counts = [value for path, value in found.items() if path.startswith(tuple(prefixes))]
        all_lines, covered = sum(count for count, _ in counts), sum(done for _, done in counts)
        if not all_lines:
            sys.exit(f"coverage: no file of {reader}")
        rows.append([reader, str(all_lines), f"{100 * covered / all_lines:.1f} %"])
    return "\n".join(markdown_table(["reader", "lines", "executed"], rows))
