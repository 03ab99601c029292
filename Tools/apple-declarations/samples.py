"""Check: code written for MediaPipe's own library compiles unchanged against this package's façade.

The README's code for apps is compiled, too. The blocks of MediaPipe's guides stand in guides/. The
sample apps are not part of this repository: with google-ai-edge/mediapipe-samples in
.build/apple/samples, their services, configurations, views and tests are compiled as well.
"""

import os
import pathlib
import re

import compiler
import swift_package

NAME = "samples"
IMPORTS = ["MediaPipeTasksVision", "LandmarkApple"]
GUIDES = compiler.HERE / "guides"
APPS = {
    "HandLandmarker": "hand_landmarker", "PoseLandmarker": "pose_landmarker",
    "FaceLandmarker": "face_landmarker", "FaceDetector": "face_detector",
}
# The folders of an app that are compiled; its view controllers need its storyboard.
FOLDERS = {"Services", "Configurations", "Configs", "Views"}


def arguments(apple, *targets, version="5"):
    """The flags for code that imports targets."""
    known = swift_package.targets()
    needed = {name for target in targets or ["MediaPipeTasksVision"]
              for name in compiler.closure(known[target], known)}
    return ["-swift-version", version, "-parse-as-library", *apple.c_flags(sorted(needed), known)]


def errors(failure):
    """The errors of a compilation, a line each."""
    found = [line for line in str(failure).splitlines() if re.match(r"\S.*error: ", line)]
    return found or [str(failure)]


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
    try:
        apple.swift("-typecheck", "-module-name", "Guides", "-warnings-as-errors",
                    *arguments(apple), *files)
        return [], blocks
    except compiler.Failure as failure:
        return errors(failure), blocks


def compile_readme(apple):
    """What is wrong with the README's code for apps; that for Linux is tested there."""
    text = (swift_package.ROOT / "README.md").read_text()
    blocks = [block for block in re.findall(r"```swift\n(.*?)```", text, re.S)
              if "import LandmarkApple\n" in block]
    problems = [] if blocks else ["README.md has no code for apps"]
    file = apple.folder / "Readme.swift"
    for block in blocks:
        file.write_text(block)
        try:
            apple.swift("-typecheck", "-module-name", "Readme", "-warnings-as-errors",
                        *arguments(apple, "LandmarkApple", version="6"), file)
        except compiler.Failure as failure:
            problems += errors(failure)
    return problems


def compile_app(apple, name, folder):
    """What is wrong with a sample app and its tests, and how many files they have."""
    files = [p for p in sorted((folder / name).rglob("*.swift")) if p.parent.name in FOLDERS]
    tests = sorted((folder / f"{name}Tests").glob("*.swift"))
    modules = apple.folder / "samples"
    modules.mkdir(exist_ok=True)
    problems = []
    try:
        apple.swift("-emit-module", "-enable-testing", "-module-name", name, "-suppress-warnings",
                    "-o", modules / f"{name}.swiftmodule", *arguments(apple), *files)
        apple.swift("-typecheck", "-module-name", f"{name}Tests", "-suppress-warnings", "-I",
                    modules, *arguments(apple), *tests)
    except compiler.Failure as failure:
        problems = errors(failure)
    return problems, len(files) + len(tests)


def check(build, _):
    """The problems and a summary."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    problems, blocks = compile_guides(apple)
    problems += compile_readme(apple)
    summary = f"{blocks} blocks of guides as printed"
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
