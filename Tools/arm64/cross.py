"""Builds this package for ARM64 against one of the systems of system.py."""

import json
import subprocess

import system
from commands import CommandError
from repository import ROOT

TRIPLE = "aarch64-unknown-linux-gnu"
COMPILERS = "/usr/libexec/swift/bin"
# The targets of tests that Tools/arm64/test runs by default, and all that it can run.
TESTS = [f"{name}Tests" for name in (
    "CLandmarkKernels", "LandmarkCore", "LandmarkModelFile", "LandmarkImaging", "LandmarkInference",
    "LandmarkMotion", "DriverMonitoring", "LandmarkC")]
ALL_TESTS = [*TESTS, "LandmarkTasksTests", "LandmarkGraphTests"]


def write(path, text, mode=0o644):
    """Writes a file unless it has that text: SwiftPM builds again what depends on a newer one."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)


class CrossBuild:
    """A build for a system, in a folder of its own."""

    def __init__(self, root, scratch, linked=()):
        """`linked` are options for the compiler when it links."""
        self.root, self.scratch, self.linked = root, scratch, list(map(str, linked))
        self.libraries = root / system.SWIFT_LIBRARIES
        self.products = scratch / TRIPLE / "release"

    @property
    def environment(self):
        return {
            "LANDMARK_DEVELOPMENT": "1",
            "PKG_CONFIG_LIBDIR": f"{self.root}/usr/lib/aarch64-linux-gnu/pkgconfig:{self.root}/usr/share/pkgconfig",
            "PKG_CONFIG_SYSROOT_DIR": self.root,
            "LANDMARK_STATIC_RESOURCES": self.libraries / "swift_static",
        }

    def sdk(self):
        """Describes the system to SwiftPM; returns the folder of the description."""
        folder = self.scratch / "sdks/landmarkkit.artifactbundle"
        described = {
            "info.json": {
                "schemaVersion": "1.0",
                "artifacts": {
                    TRIPLE: {"type": "swiftSDK", "version": "1.0.0", "variants": [{"path": "debian"}]}},
            },
            "debian/swift-sdk.json": {
                "schemaVersion": "4.0",
                "targetTriples": {TRIPLE: {
                    "sdkRootPath": str(self.root),
                    "swiftResourcesPath": str(self.libraries / "swift"),
                    "swiftStaticResourcesPath": str(self.libraries / "swift_static"),
                    "toolsetPaths": ["toolset.json"],
                }},
            },
            "debian/toolset.json": {
                "schemaVersion": "1.0", "rootPath": COMPILERS,
                "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld", *self.linked]}, "linker": {"path": "ld.lld"},
                # As SwiftPM does for this machine; the C library needs it.
                "cCompiler": {"extraCLIOptions": ["-fPIC"]},
            },
        }
        for name, content in described.items():
            write(folder / name, json.dumps(content, indent=2))
        return folder.parent

    def options(self):
        """What `swift build` needs to know."""
        return ["--swift-sdks-path", self.sdk(), "--swift-sdk", TRIPLE, "--scratch-path", self.scratch,
                "--disable-sandbox"]

    def compilers(self):
        """A folder with `swift`, `swiftc` and `clang` that compile for the system."""
        options = " ".join(map(str, self.options()))
        arguments = {
            "swift": f'"$1" {options} "${{@:2}}"',
            "swiftc": f'-target {TRIPLE} -sdk {self.root} -resource-dir {self.libraries}/swift_static "$@"',
            "clang": f'--target={TRIPLE} --sysroot={self.root} "$@"',
        }
        for name, words in arguments.items():
            write(self.scratch / "compilers" / name, f"#!/bin/bash\nexec {COMPILERS}/{name} {words}\n", 0o755)
        return self.scratch / "compilers"

    def run(self, *command, environment={}):
        """Runs a command where the compiler is."""
        words = system.inside(*command, environment=self.environment | environment)
        code = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL).returncode
        if code:
            raise CommandError(f"{' '.join(map(str, command))}: expected exit code 0, got {code}")

    def build(self, *options, tests=TESTS):
        """Builds everything with some tests, or what the options of `swift build` select."""
        self.run("swift", "build", *self.options(), "-c", "release",
                 "--explicit-target-dependency-import-check", "error", *(options or ["--build-tests"]),
                 environment={"LANDMARK_TESTS": " ".join(tests)})


def development():
    """The build that is tested, in .build/arm64."""
    return CrossBuild(system.SYSROOT, ROOT / ".build/arm64")


def release():
    """The build that is packaged, in .build/arm64-release, for this machine's release of Debian."""
    scratch, added = ROOT / ".build/arm64-release", ROOT / ".build/arm64-release/newer_glibc.o"
    build = CrossBuild(system.prepare_release(), scratch, ["-Xlinker", added])
    scratch.mkdir(parents=True, exist_ok=True)
    build.run(f"{COMPILERS}/clang", f"--target={TRIPLE}", f"--sysroot={build.root}", "-O2", "-fPIC", "-c",
              ROOT / "scripts/newer_glibc.c", "-o", added)
    return build
