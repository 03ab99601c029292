"""Check: clients in Objective-C, Objective-C++ and Swift compile against the libraries.

Those in Swift compile in the settings of old and new apps.
"""

import pathlib
import subprocess
import tempfile

import compiler
import header
import settings

NAME = "clients"
FOLDER = compiler.HERE / "clients"
LANGUAGES = {".m": ["-x", "objective-c"], ".mm": ["-x", "objective-c++", "-std=c++17",
                                                    "-fcxx-modules", "-isystem",
                                                    str(compiler.HERE / "libcxx")]}

# As the articles print it: it sends a pixel buffer to a queue, which Swift 6 refuses.
ONLY_SWIFT_5 = ["DriverSeries.swift"]
# What the clients in Swift import.
IMPORTS = ["MediaPipeTasksVision", "DriverMonitoringGraph", "LandmarkApple"]


def settings_of(path):
    """The settings in which a client in Swift must compile."""
    return [name for name in settings.SETTINGS
            if path.name not in ONLY_SWIFT_5 or not settings.is_swift_6(name)]


def compile_client(apple, path):
    """The compiler's messages about a client; none when it compiles."""
    if path.suffix == ".swift":
        found = settings.failures(apple, path.stem, [path], IMPORTS, settings_of(path))
        return "\n".join(f"In {setting}:\n{text}" for setting, text in found.items())
    command = ["clang", "-fsyntax-only", *LANGUAGES[path.suffix], "-Wall", "-Wextra", "-Werror",
               "-Wno-unused-parameter", "-Wno-incomplete-module", *header.clang_flags(apple),
               str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stderr.strip() if done.returncode else ""


def write_module_map(apple):
    """Makes `@import MediaPipeTasksVision` work as it does in Xcode."""
    text = "".join(f'module {m} {{ header "{m}-Swift.h" export * }}\n' for m in header.HEADERS
                   if (apple.objc / f"{m}-Swift.h").exists())
    path = apple.objc / "module.modulemap"
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def check(build, _):
    """The problems and a summary."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    write_module_map(apple)
    clients = sorted(p for p in FOLDER.iterdir() if p.suffix in (*LANGUAGES, ".swift"))
    problems = [text for text in (compile_client(apple, p) for p in clients) if text]
    return problems, (f"{len(clients)} files: {', '.join(p.name for p in clients)};"
                      f" those in Swift in {len(settings.SETTINGS)} settings")


def self_test(build):
    """What a planted fault does not cause."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    problems = []
    for suffix in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / f"planted{suffix}"
            path.write_text("@import Foundation;\nBOOL f(NSBundle *b) { return b.bundleURL.path"
                            ".length > 0; }\n")
            text = compile_client(apple, path)
            if text:
                problems.append(f"a right client is refused: {text}")
            path.write_text("@import Foundation;\nBOOL f(NSBundle *b) { return b.bundle != nil; }\n")
            if "property 'bundle' not found" not in compile_client(apple, path):
                problems.append(f"a property that does not exist is accepted in {path.name}")
    problems += planted_swift(apple) + settings.self_test(apple)
    return problems


def planted_swift(apple):
    """What a wrong label in a client in Swift does not cause."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "Planted.swift"
        text = (FOLDER / "DriverSeries.swift").read_text()
        path.write_text(text.replace("graph.process(pixelBuffer, timestamp", "graph.process(pixelBuffer, time"))
        if "incorrect argument label" in compile_client(apple, path):
            return []
        return ["a wrong argument label is accepted in Swift"]
