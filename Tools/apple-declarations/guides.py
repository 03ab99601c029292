"""Check: code that is written as in Google's guides compiles with one import."""

import tempfile
import pathlib

import compiler

NAME = "guides"
FOLDER = compiler.HERE / "guides"


def compile_file(apple, path):
    """The compiler's messages about a file compiled like an app: Swift 5, no upcoming features."""
    try:
        apple.swift("-typecheck", "-swift-version", "5", "-parse-as-library", "-I",
                    compiler.swift_package.ROOT / "Sources/CLandmarkKernels/include", path)
    except compiler.Failure as failure:
        return str(failure)
    return ""


def check(build, _):
    """The problems and a summary."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    files = sorted(FOLDER.glob("*.swift"))
    problems = [text for text in (compile_file(apple, p) for p in files) if text]
    return problems, f"{len(files)} files: {', '.join(p.stem for p in files)}"


def self_test(build):
    """What a planted fault does not cause."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "planted.swift"
        path.write_text("import Foundation\nlet a = Bundle.main.path(forResource: 1)\n")
        return [] if compile_file(apple, path) else ["a call with wrong arguments is accepted"]
