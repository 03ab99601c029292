"""Check: the declarations agree with PyObjC's, which were taken from Apple's SDK for macOS.

Values of enumerations, names of functions and of constants are compared; selectors only as far as
PyObjC lists them, so they prove nothing when absent.
"""

import re
import subprocess
import tempfile
import pathlib
import sys
import zipfile

import compiler
import declarations

NAME = "pyobjc"
WHEELS = ["pyobjc-framework-AVFoundation==12.2.2", "pyobjc-framework-Cocoa==13.0", "pyobjc-framework-CoreML==12.2.2",
          "pyobjc-framework-CoreMedia==12.2.2", "pyobjc-framework-CoreText==13.0", "pyobjc-framework-Metal==12.2.2",
          "pyobjc-framework-MetalPerformanceShaders==12.2.2", "pyobjc-framework-Quartz==13.0",
          "pyobjc-framework-UniformTypeIdentifiers==12.2.2", "pyobjc-framework-VideoToolbox==12.2.2"]
# The wheels' files by framework; some frameworks re-export others.
METADATA = {
    "AVFoundation": ["AVFoundation", "AVFAudio"],
    "AppKit": ["AppKit"],
    "CoreFoundation": ["CoreFoundation"],
    "CoreGraphics": ["Quartz/CoreGraphics"],
    "CoreML": ["CoreML"],
    "CoreImage": ["Quartz/QuartzCore", "Quartz/CoreGraphics"],
    "CoreMedia": ["CoreMedia"],
    "CoreText": ["CoreText"],
    "CoreVideo": ["Quartz/CoreVideo"],
    "Foundation": ["Foundation"],
    "ImageIO": ["Quartz/ImageIO", "Quartz/CoreGraphics"],
    "Metal": ["Metal"],
    "MetalPerformanceShaders": ["MetalPerformanceShaders"],
    "QuartzCore": ["Quartz/QuartzCore"],
    "UniformTypeIdentifiers": ["UniformTypeIdentifiers"],
    "VideoToolbox": ["VideoToolbox"],
}
# What PyObjC leaves out, or what macOS does not have.
UNLISTED = {
}


def download(folder):
    """Fetches the wheels once; False without a package index."""
    if (folder / "wheels.txt").exists() and (folder / "wheels.txt").read_text() == str(WHEELS):
        return True
    with tempfile.TemporaryDirectory() as wheels:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:",
             "--platform", "macosx_10_9_universal2", "--python-version", "3.11", "--no-deps",
             "--disable-pip-version-check", "--dest", wheels, *WHEELS],
            capture_output=True, text=True)
        if done.returncode:
            return False
        for wheel in pathlib.Path(wheels).glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                for name in archive.namelist():
                    if name.endswith("/_metadata.py"):
                        archive.extract(name, folder)
    (folder / "wheels.txt").write_text(str(WHEELS))
    return True


class Metadata:
    """What PyObjC knows of some frameworks."""

    def __init__(self, text):
        self.numbers = {name: int(number) for name, number in
                        re.findall(r"\$?\b(\w+)@(-?\d+)(?=\$|\")", text)}
        self.constants = set(re.findall(r"\$(\w+)(?=@|\$|\")", text))
        self.constants.update(re.findall(r'"(\w+)": (?:sel32or64|NewType|b?")', text))
        self.functions = set(re.findall(r'^\s+"(\w+)": \(', text, re.M))


def compare(listed, metadata, where):
    """The problems of one framework's declarations, and the number of things compared."""
    problems, count = [], 0
    for declaration in listed:
        name = declaration.name
        if declaration.kind == "case":
            count += 1
            known = metadata.numbers.get(name)
            if known is None and name not in UNLISTED:
                problems.append(f"{where}: PyObjC does not know {name}")
            elif known is not None and (known - declaration.value) % 2**64:
                problems.append(f"{where}: {name} is {declaration.value}, but {known} for PyObjC")
        elif declaration.kind == "function":
            count += 1
            if name not in metadata.functions | UNLISTED.keys():
                problems.append(f"{where}: PyObjC does not know {name}()")
        elif declaration.kind == "constant":
            count += 1
            if name not in metadata.constants | metadata.numbers.keys() | UNLISTED.keys():
                problems.append(f"{where}: PyObjC does not know {name}")
    return problems, count


def known_names(build):
    """All names that PyObjC's lists contain, selectors included; none before they are downloaded."""
    texts = [p.read_text() for p in (build / "pyobjc").rglob("_metadata.py")]
    return {name for text in texts for name in re.findall(r"[A-Za-z_][\w:]*", text)}


def check(build, _):
    """The problems and a summary."""
    folder = build / "pyobjc"
    folder.mkdir(parents=True, exist_ok=True)
    if not download(folder):
        print("apple: pyobjc: SKIPPED: the package index cannot be reached", file=sys.stderr)
        return [], "skipped, nothing was compared"
    apple = compiler.Apple(compiler.TRIPLES[1], build / compiler.TRIPLES[1])
    problems, total, frameworks = [], 0, []
    for framework, files in METADATA.items():
        if not (apple.headers / framework).exists():
            continue
        text = "".join((folder / name / "_metadata.py").read_text() for name in files)
        try:
            found, count = compare(
                declarations.declared(apple, framework), Metadata(text), framework)
        except compiler.Failure as failure:
            found, count = [str(failure)], 0
        problems += found
        total += count
        frameworks.append(framework)
    return problems, f"{total} values and names of {', '.join(frameworks)}"


METADATA_EXAMPLE = '''
constants = """$AVMediaTypeVideo$kVersion@d$"""
enums = """$AVModeBack@1$AVModeFront@2$"""
functions = {
    "AVMakeRect": (b"",),
}
'''
PLANTED = """
enum { AVModeBack = 1, AVModeFront = 3, AVModeSide = 4 };
extern int AVMediaTypeVideo, AVMediaTypeSmell;
void AVMakeRect(void);
void AVMakeRound(void);
"""


def self_test(build):
    """What a planted fault does not cause."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "Planted.h"
        path.write_text(PLANTED)
        listed = declarations.dumped(
            compiler.Apple(compiler.TRIPLES[1], build / compiler.TRIPLES[1]), path)
    problems, count = compare(listed, Metadata(METADATA_EXAMPLE), "planted")
    expected = ["AVModeFront is 3", "AVModeSide", "AVMediaTypeSmell", "AVMakeRound()"]
    good = count == 7 and len(problems) == 4 and all(
        e in p for e, p in zip(expected, problems))
    return [] if good else [f"{problems} do not match the planted faults"]
