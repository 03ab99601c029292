"""The symbol graphs of the library products, extracted from the files that `swift build` left."""

import json
import os
import platform
import shutil
import subprocess
from concurrent import futures

import manifest
from repository import ROOT

FOLDER = ROOT / ".build" / "symbol-graphs"


class Unavailable(Exception):
    """The graphs cannot be extracted; the message states why."""


def library_modules():
    """The modules of the library products, from the manifest, except the static one, which is the C interface
    and is documented in its header."""
    return list(dict.fromkeys(
        target for product in manifest.description(ROOT)["products"]
        if product["type"].get("library") == ["automatic"] for target in product["targets"]))


def _c_flags(configuration):
    """The flags with the places of the system modules and their headers."""
    # SwiftPM writes module maps for C targets that have none; maps of targets that are gone stay.
    own = sorted(ROOT.glob("Sources/C*/**/module.modulemap"))
    having = {path.relative_to(ROOT / "Sources").parts[0] for path in own}
    maps = own + [path for path in sorted((ROOT / ".build" / configuration).glob("C*.build/module.modulemap"))
                  if path.parent.stem not in having and (ROOT / "Sources" / path.parent.stem).is_dir()]
    listed = subprocess.run(
        ["pkg-config", "--cflags", "cairo", "libpng", "libturbojpeg", "zlib", "libavformat"],
        capture_output=True, text=True)
    flags = [flag for path in maps for flag in ("-I", str(path.parent))]
    return flags + [part for flag in listed.stdout.split() for part in ("-Xcc", flag)]


def compiler_flags(configuration="release"):
    """The flags with which the compiler finds the library modules of a build."""
    modules = ROOT / ".build" / configuration / "Modules"
    missing = [name for name in library_modules() if not (modules / f"{name}.swiftmodule").exists()]
    if missing:
        raise Unavailable(f"{missing[0]} is not built")
    info = json.loads(subprocess.check_output(["swift", "-print-target-info"]))
    flags = ["-I", str(modules), *_c_flags(configuration), "-target", info["target"]["triple"]]
    if platform.system() == "Darwin":
        flags += ["-sdk", subprocess.check_output(["xcrun", "--show-sdk-path"], text=True).strip()]
    return flags


def extract(configuration="release"):
    """Extracts the public symbols of the library modules; returns {module: folder of its graphs}.
    """
    names = library_modules()
    flags = [*compiler_flags(configuration), "-minimum-access-level", "public",
             "-skip-synthesized-members"]
    shutil.rmtree(FOLDER, ignore_errors=True)

    def extract_one(name):
        folder = FOLDER / name
        folder.mkdir(parents=True)
        done = subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", name, *flags, "-output-dir", str(folder)],
            capture_output=True, text=True)
        if done.returncode:
            raise Unavailable(f"{name}: {done.stderr.strip()}")
        return folder

    with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(extract_one, names)))


def extract_all(configuration="release"):
    """The files of all symbol graphs."""
    folders = extract(configuration).values()
    return sorted(path for folder in folders for path in folder.glob("*.json"))
