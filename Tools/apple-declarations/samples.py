"""Check: code written for MediaPipe's own library compiles unchanged against this package's façade.

The README's code for apps is compiled, too. The blocks of MediaPipe's guides stand in guides/. The
sample apps are not part of this repository: with google-ai-edge/mediapipe-samples in
.build/apple/samples, their services, configurations, views and tests are compiled as well.
"""

import pathlib
import re

import compiler
import settings
import swift_package

NAME = "samples"
IMPORTS = ["MediaPipeTasksVision", "LandmarkApple", "DriverMonitoringGraph", "AppSupport"]
GUIDES = compiler.HERE / "guides"
APPS = {
    "HandLandmarker": "hand_landmarker", "PoseLandmarker": "pose_landmarker",
    "FaceLandmarker": "face_landmarker", "FaceDetector": "face_detector",
}
# The folders of an app that are compiled; its view controllers need its storyboard.
FOLDERS = {"Services", "Configurations", "Configs", "Views"}


def errors(failure):
    """The errors of a compilation, a line each."""
    found = [line for line in str(failure).splitlines() if re.match(r"\S.*error: ", line)]
    return found or [str(failure)]


def listed(failures):
    """The errors of `settings.failures`, a line each, with the setting."""
    return [f"{line} [{setting}]" for setting, text in failures.items() for line in errors(text)]


def compile_guides(apple, folder=GUIDES):
    """What is wrong with the guides' blocks, and how many there are."""
    files = sorted(folder.glob("*.swift"))
    texts = [p.read_text() for p in files]
    blocks = sum(len(re.findall(r"^// \d+\. (?!.*a pixel buffer$)", t, re.M)) for t in texts)
    # The guides print neither, and hand the optional path of a resource on as it is.
    added = [f"{p.name}: {word} is not in the guide" for p, t in zip(files, texts)
             for word in re.findall(r"\w+!(?!=)|\?\?", re.sub(r"//.*", "", t))]
    if added:
        return added, blocks
    failures = settings.failures(apple, "Guides", files, ["MediaPipeTasksVision"])
    return listed(failures), blocks


def compile_pages(apple, pages):
    """What is wrong with the code for apps in pages, and how many blocks there are.

    A block that imports LandmarkApple or DriverMonitoringGraph is a file of an app; tests on Linux
    cover those for Linux.
    """
    problems, count = [], 0
    file = apple.folder / "Page.swift"
    for page in pages:
        for block in re.findall(r"^```swift\n(.*?)^```", page.read_text(), re.S | re.M):
            targets = [name for name in ("LandmarkApple", "DriverMonitoringGraph")
                       if f"import {name}\n" in block]
            if not targets:
                continue
            count += 1
            file.write_text(block)
            found = settings.failures(apple, "Page", [file], targets)
            problems += [line.replace(str(file), page.name) for line in listed(found)]
    return problems, count


def pages():
    """The README, the pages in docs, and all articles."""
    root = swift_package.ROOT
    return [root / "README.md", *sorted(root.glob("docs/*.md")),
            *sorted(root.glob("Sources/*/Documentation.docc/**/*.md"))]


def compile_examples(apple):
    """What is wrong with the example apps in the settings of new projects, and how many they are."""
    apps = [a for a in swift_package.apps().values() if a.name != "AppSupport"]
    problems = [line for app in apps for line in listed(
        settings.failures(apple, app.name, app.swift_files, app.dependencies))]
    return problems, len(apps)


def compile_app(apple, name, folder):
    """What is wrong with a sample app and its tests, and how many files they have."""
    files = [p for p in sorted((folder / name).rglob("*.swift")) if p.parent.name in FOLDERS]
    tests = sorted((folder / f"{name}Tests").glob("*.swift"))
    modules = apple.folder / "samples"
    modules.mkdir(exist_ok=True)
    mode = ["-swift-version", "5", "-parse-as-library", *settings.arguments(apple, "MediaPipeTasksVision")]
    problems = []
    try:
        apple.swift("-emit-module", "-enable-testing", "-module-name", name, "-suppress-warnings",
                    "-o", modules / f"{name}.swiftmodule", *mode, *files)
        apple.swift("-typecheck", "-module-name", f"{name}Tests", "-suppress-warnings", "-I",
                    modules, *mode, *tests)
    except compiler.Failure as failure:
        problems = errors(failure)
    return problems, len(files) + len(tests)


def check(build, _):
    """The problems and a summary."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    problems, blocks = compile_guides(apple)
    found, printed = compile_pages(apple, pages())
    problems += found
    found, apps = compile_examples(apple)
    problems += found
    summary = (f"{blocks} blocks of guides as printed, {printed} of articles, {apps} example apps, in"
               f" {len(settings.SETTINGS)} settings")
    samples = build / "samples" / "examples"
    if not samples.is_dir():
        return problems, summary + f"; NOT CHECKED: sample apps, there is no {samples}"
    for name, folder in APPS.items():
        found, count = compile_app(apple, name, samples / folder / "ios")
        problems += found
        summary += f"; {name}: {count} files"
    return problems, summary


def self_test(build):
    """What a planted fault does not cause."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    folder = apple.folder / "planted-guide"
    folder.mkdir(exist_ok=True)
    text = (GUIDES / "HandLandmarkerGuide.swift").read_text()
    problems = []
    for title, old, new, expected in [
            ("an unwrapped path", "= modelPath\n", "= modelPath!\n", "is not in the guide"),
            ("a wrong label", "videoFrame: image", "frame: image", "incorrect argument label")]:
        (folder / "Planted.swift").write_text(text.replace(old, new))
        if not any(expected in p for p in compile_guides(apple, folder)[0]):
            problems.append(f"{title} is accepted")
    return problems
