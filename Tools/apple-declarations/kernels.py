"""Check: all C of the package compiles for iOS and macOS against the C library's declarations.

A Mac compiles every target of a package that is built by itself, shims for Linux included.
"""

import concurrent.futures
import os
import subprocess
import tempfile
import pathlib

import compiler
import swift_package

NAME = "c"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-nostdlibinc",
         "-isystem", str(compiler.LIBC)]


def targets():
    """The targets in C."""
    return [t for t in swift_package.targets().values() if t.kind == "regular" and t.c_files]


def compile_file(triple, path, includes):
    """The compiler's messages about a file; none when it compiles to machine code."""
    command = ["clang", "-target", triple, *FLAGS, *(f"-I{i}" for i in includes), "-O0", "-c", "-o",
               os.devnull, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stderr.strip() if done.returncode else ""


def check(build, _):
    """The problems and a summary."""
    found = targets()
    files = [path for target in found for path in target.c_files]
    state = compiler.digest([
        pathlib.Path(__file__), *compiler.files_below(compiler.LIBC),
        *(p for target in found for p in compiler.files_below(target.folder))])
    stamp = build / "c.txt"
    summary = f"{len(files)} files of {', '.join(t.name for t in found)} for iOS and macOS"
    if stamp.exists() and stamp.read_text() == state:
        return [], summary + ", as before"
    includes = [target.folder / "include" for target in found]
    jobs = [(triple, path) for triple in compiler.TRIPLES[:2] for path in files]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = pool.map(lambda job: compile_file(*job, includes), jobs)
        problems = [text for text in outcomes if text]
    if not problems:
        stamp.write_text(state)
    return problems, summary


def self_test(build):
    """What a planted fault does not cause."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "planted.c"
        path.write_text("#include <math.h>\n#include <malloc.h>\nfloat f(float x) { return x; }\n")
        if "malloc.h" not in compile_file(compiler.TRIPLES[0], path, []):
            return ["a header that only Linux has is not found out"]
        path.write_text("#include <math.h>\nfloat f(float x) { return sqrtf(x); }\n")
        text = compile_file(compiler.TRIPLES[0], path, [])
        return [f"portable C is refused: {text}"] if text else []
