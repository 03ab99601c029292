"""Calls of the compilers for Apple's systems, against the declarations beside this file."""

import functools
import hashlib
import os
import pathlib
import re
import subprocess
import threading

import standard_library
import swift_package

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE / "include"
LIBC = HERE / "libc"
OVERLAYS = HERE / "overlays"
# The number of compilers that run at the same time.
PROCESSORS = threading.Semaphore(os.cpu_count() or 1)
# What decides how targets are compiled.
CALLS = [HERE / name for name in ("compiler.py", "standard_library.py", "swift_package.py")]

# The lowest system of each kind that the package supports. The first two are always checked.
# Not visionOS: only its SDK lists which version introduced what.
TRIPLES = ["arm64-apple-ios15.0", "arm64-apple-macosx12.0", "arm64-apple-tvos15.0"]

# SwiftPM builds tests for the lowest system that XCTest supports, if that is newer than the package's.
TESTED = {"arm64-apple-macosx12.0": "arm64-apple-macosx13.0"}

# Frameworks that a kind of system lacks; `canImport` is false there.
MISSING = {
    "ios": ["AppKit"],
    "macosx": ["UIKit", "PhotosUI"],
    "tvos": ["AppKit", "PhotosUI"],
}

# Modules with another name than their folder.
RENAMED = {"dispatch": "Dispatch"}


def kind(triple):
    """The kind of system that a triple names."""
    return re.match(r"\w+-apple-([a-z]+)", triple)[1]


class Failure(Exception):
    """The complaint of a compiler or a comparison."""


class Apple:
    """A built set of modules for one kind of system."""

    def __init__(self, triple, folder):
        self.triple = triple
        self.folder = folder
        self.library = folder / "library"
        self.overlays = folder / "overlays"
        self.modules = folder / "modules"
        self.headers = folder / "include"
        self.objc = folder / "objc"
        self.resources = folder / "resources"

    def prepare(self):
        """Builds the standard library and lays out the headers of the frameworks that exist."""
        given = os.environ.get("APPLE_STANDARD_LIBRARY")
        if given:
            self.library = pathlib.Path(given) / self.triple
        for folder in (self.library, self.overlays, self.modules, self.headers, self.objc):
            folder.mkdir(parents=True, exist_ok=True)
        standard_library.build(self.library, self.triple)
        # Only these: the toolchain's other folders hold Linux's Dispatch and CoreFoundation.
        toolchain = standard_library.toolchain().parent
        self.resources.mkdir(exist_ok=True)
        for name in ("clang", "shims"):
            link = self.resources / name
            if not link.is_symlink():
                link.symlink_to(toolchain / name)
        # Where a compiler looks that gets no other flags, such as that of an interface.
        include = self.resources / "usr" / "include"
        include.parent.mkdir(exist_ok=True)
        if not include.is_symlink():
            include.symlink_to(LIBC)
        for link in self.headers.iterdir():
            if link.is_symlink():
                link.unlink()
        self.write_module_map()

    def write_module_map(self):
        """Lists the frameworks that the system has: FRAMEWORK/FRAMEWORK.h is all of a module."""
        lines = []
        for framework in sorted(HEADERS.iterdir()):
            header = framework / f"{framework.name}.h"
            if framework.name in MISSING[kind(self.triple)] or not header.exists():
                continue
            (self.headers / framework.name).symlink_to(framework)
            name = RENAMED.get(framework.name, framework.name)
            lines.append(f'module {name} [system] {{ umbrella header "{framework.name}/'
                         f'{framework.name}.h" export * module * {{ export * }} }}\n')
        text = "".join(lines)
        path = self.headers / "module.modulemap"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)

    def swift(self, *arguments, finds_modules=True):
        """Runs the Swift compiler, which finds the package's modules unless told otherwise."""
        command = [
            "swift-frontend", "-diagnostic-style", "llvm", "-target", self.triple, "-enable-objc-interop",
            "-resource-dir", str(self.resources), "-sdk", str(self.resources),
            "-plugin-path", str(standard_library.toolchain().parent / "host" / "plugins"),
            "-Xcc", "-nostdlibinc", "-module-cache-path", str(self.folder / "cache"), "-I", str(self.library),
            "-I", str(self.overlays), *(["-I", str(self.modules)] if finds_modules else []),
            "-I", str(self.headers),
            "-Xcc", "-isystem", "-Xcc", str(LIBC), "-Xcc", f"-fmodule-map-file={LIBC}/module.modulemap",
            *map(str, arguments)]
        with PROCESSORS:
            done = subprocess.run(command, capture_output=True, text=True, cwd=swift_package.ROOT)
        if done.returncode:
            text = done.stderr.strip() or f"the compiler ended with {done.returncode}"
            if os.environ.get("APPLE_COMMANDS"):
                text += "\n" + " ".join(command)
            raise Failure(text)
        return done.stderr

    def build_overlays(self):
        """Compiles the Swift parts of the frameworks, in the order of their imports.

        Returns what does not compile: targets that do not need it can still be checked.
        """
        present = {p.stem: p for p in sorted(OVERLAYS.glob("*.swift"))
                   if p.stem not in MISSING[kind(self.triple)]}
        built, problems = [], []

        def build(name):
            if name in built or name not in present:
                return
            built.append(name)
            text = present[name].read_text()
            for imported in re.findall(r"^(?:@_exported |public )*import (\w+)", text, re.M):
                if imported != name:
                    build(imported)
            try:
                self.build_overlay(name, present[name])
            except Failure as failure:
                problems.append(str(failure))

        for name in present:
            build(name)
        return problems

    def build_overlay(self, name, source):
        """Compiles one overlay, unless nothing changed since the last time."""
        output = self.overlays / f"{name}.swiftmodule"
        stamp = self.overlays / f"{name}.txt"
        state = digest([*CALLS, *files_below(HEADERS), *files_below(LIBC), *files_below(OVERLAYS)])
        if stamp.exists() and stamp.read_text() == state:
            return
        try:
            self.swift("-emit-module", "-module-name", name, "-parse-as-library",
                       "-swift-version", "5", "-suppress-warnings", "-o", output, source)
        except Failure as failure:
            output.unlink(missing_ok=True)
            stamp.unlink(missing_ok=True)
            raise Failure(f"the declarations of {name} do not compile:\n{failure}") from None
        stamp.write_text(state)

    def c_flags(self, names, known):
        """The flags that find the C targets among those of these names."""
        flags = []
        for name in names:
            include = known[name].folder / "include"
            if known[name].kind == "system":
                flags += ["-I", known[name].folder]
            elif include.is_dir():
                flags += ["-I", include, *module_map(name, include, self.folder)]
        return flags

    def build_target(self, target, known):
        """Compiles a target, with all diagnostics, and leaves its module for those above it."""
        arguments = ["-emit-sil", "-o", os.devnull, "-module-name", target.name.replace("-", "_"),
                     *([] if target.has_main_file else ["-parse-as-library"]), "-swift-version", "6", "-enable-testing",
                     "-emit-objc-header-path", self.objc / f"{target.name}-Swift.h",
                     *target.swift_flags(), *self.c_flags(closure(target, known), known)]
        if not isinstance(target, swift_package.App):
            arguments += ["-package-name", "landmarkkit"]
        if target.kind == "test":
            arguments += ["-target", TESTED.get(self.triple, self.triple)]
        files = [*target.swift_files, *self.accessor(target)]
        output = self.modules / f"{target.name}.swiftmodule"
        stamp = self.modules / f"{target.name}.txt"
        state = self.state(target, known)
        if stamp.exists() and stamp.read_text() == state:
            return
        stamp.unlink(missing_ok=True)
        try:
            self.swift("-emit-module-path", output, *arguments, *files)
        except Failure:
            # A module in spite of the errors, so that the targets above it are checked too.
            output.unlink(missing_ok=True)
            try:
                self.swift("-emit-module", "-experimental-allow-module-with-compiler-errors",
                           "-o", output, *arguments[3:], *files)
            except Failure:
                pass
            raise
        stamp.write_text(state)

    def accessor(self, target):
        """The file with `Bundle.module` that SwiftPM adds to a library with resources."""
        if not isinstance(target, swift_package.App) or not target.has_bundle:
            return []
        path = self.folder / "maps" / target.name / "resource_bundle_accessor.swift"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("import Foundation\n\nextension Foundation.Bundle {\n"
                        "    nonisolated static let module = Bundle.main\n}\n")
        return [path]

    def forget_stale(self, targets, known, rebuilt=()):
        """Removes the modules of targets that have changed or no longer exist: nothing can import them.

        Those in `rebuilt` are compiled before anything imports them, if they have changed.
        """
        for path in self.modules.glob("*.swiftmodule"):
            stamp = path.with_suffix(".txt")
            target = targets.get(path.stem)
            if path.stem in rebuilt or (
                    target and stamp.exists() and stamp.read_text() == self.state(target, known)):
                continue
            path.unlink()
            stamp.unlink(missing_ok=True)

    def state(self, target, known):
        """Changes with everything that a target is compiled from.

        Of a Swift target that it depends on this is the module: it stays the same when only the body of
        a function changes.
        """
        below = [known[name] for name in closure(target, known)]
        modules = [self.modules / f"{t.name}.swiftmodule" for t in below if t.swift_files]
        return digest([
            *CALLS, *files_below(HEADERS), *files_below(LIBC), *files_below(OVERLAYS), swift_package.ROOT / "Package.swift",
            *(p for t in [target, *below] if t is target or not t.swift_files
              for p in files_below(t.folder) if p.suffix != ".md")]) + "".join(
                  hashlib.sha256(p.read_bytes()).hexdigest() if p.exists() else "missing" for p in modules)


@functools.cache
def files_below(folder):
    """All files in a folder."""
    return [p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix != ".pyc"]


@functools.cache
def content(path):
    """The hash of a file's path and content."""
    return hashlib.sha256(str(path).encode() + path.read_bytes()).hexdigest()


def digest(paths):
    """The hash of many files."""
    return hashlib.sha256("".join(map(content, paths)).encode()).hexdigest()


def closure(target, known):
    """The names of all targets that a target depends on, directly or not."""
    names = []
    for name in target.dependencies:
        if name in known and name not in names:
            names.append(name)
            names += [n for n in closure(known[name], known) if n not in names]
    return names


def module_map(name, include, folder):
    """The flags for a C target without a module map, which SwiftPM writes for it."""
    if (include / "module.modulemap").exists():
        return []
    path = folder / "maps" / name / "module.modulemap"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'module {name} {{ umbrella "{include}" export * }}\n')
    return ["-Xcc", f"-fmodule-map-file={path}"]


PLANTED = {
    "a name that Apple's API does not have": (
        "import Foundation\nlet a = ProcessInfo.processInfo.thermalLevel\n", "thermalLevel"),
    "what the lowest system lacks": (
        "let a = ContinuousClock.now\n", "only available in iOS 16.0 or newer"),
    "a new method of Foundation": (
        "import Foundation\nlet a = URL(filePath: \"a\")\n", "only available in iOS 16 or newer"),
    "a missing cast of a nullable value": (
        "import Foundation\nlet a: String = Bundle.main.resourcePath\n", "must be unwrapped"),
    "a program, which a device does not start": (
        "import Foundation\nlet a = Process()\n", "cannot find 'Process'"),
    "code for iOS": ("#if os(iOS)\nlet a: Int = \"\"\n#endif\n", "cannot convert"),
    "a value sent to another thread": (
        "import Dispatch\nfinal class A { var a = 0 }\nfunc f(_ a: A) {\n"
        "    DispatchQueue.main.async { a.a = 1 }\n}\n", "data race"),
}


def self_test(build):
    """What planted faults do not cause."""
    apple = Apple(TRIPLES[0], build / TRIPLES[0])
    problems = apple.build_overlays()
    stale = apple.modules / "Planted.swiftmodule"
    stale.touch()
    known = swift_package.targets()
    apple.forget_stale({**known, **swift_package.apps()}, {**known, **swift_package.apps()})
    if stale.exists():
        problems.append("the module of a target that does not exist is kept")
    for title, (source, expected) in PLANTED.items():
        path = apple.folder / "planted.swift"
        path.write_text(source)
        try:
            apple.swift("-emit-sil", "-o", os.devnull, "-swift-version", "6", "-parse-as-library",
                        "-warnings-as-errors", path)
            problems.append(f"{title} is accepted")
        except Failure as failure:
            if expected.lower() not in str(failure).lower():
                problems.append(f"{title} is refused for another reason:\n{failure}")
    return problems
