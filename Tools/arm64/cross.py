"""Builds this package for ARM64 against one of the systems of system.py."""

import json
import subprocess

import system
from commands import CommandError
from repository import ROOT

TRIPLE = "aarch64-unknown-linux-gnu"
COMPILERS = "/usr/libexec/swift/bin"


def write(path, text):
    """Writes a file unless it has that text: SwiftPM builds again what depends on a newer one."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class CrossBuild:
    """A build for a system, in a folder of its own."""

    def __init__(self, root, scratch):
        self.root, self.scratch = root, scratch
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
                "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}, "linker": {"path": "ld.lld"},
            },
        }
        for name, content in described.items():
            write(folder / name, json.dumps(content, indent=2))
        return folder.parent

    def options(self):
        """What `swift build` needs to know."""
        return ["--swift-sdks-path", self.sdk(), "--swift-sdk", TRIPLE, "--scratch-path", self.scratch,
                "--disable-sandbox"]

    def run(self, *command, environment={}):
        """Runs a command where the compiler is."""
        words = system.inside(*command, environment=self.environment | environment)
        code = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL).returncode
        if code:
            raise CommandError(f"{' '.join(map(str, command))}: expected exit code 0, got {code}")

    def build(self, *options):
        """Builds everything with the tests, or what the options of `swift build` select."""
        self.run("swift", "build", *self.options(), "-c", "release",
                 "--explicit-target-dependency-import-check", "error", *(options or ["--build-tests"]))


def development():
    """The build that is tested, in .build/arm64."""
    return CrossBuild(system.SYSROOT, ROOT / ".build/arm64")
