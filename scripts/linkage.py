"""Gate: a program that only uses tasks needs no library that the user would have to install.

It reads which shared libraries the built example programs require. `Fingertip`, which reads image files, shows
that the gate does detect libraries.
"""

import pathlib
import re
import subprocess

# Besides these, a program may need libraries that come with the C library and with Swift.
ALLOWED = re.compile(
    r"(lib(c|m|dl|pthread|rt)|ld-linux\S*|libgcc_s|libstdc\+\+|libswift\w*|lib_?Foundation\w*"
    r"|libdispatch|libBlocksRuntime)\.so(\.\d+)*$")
PROGRAM = "PoseFromPixels"
WITNESS, SEEN = "Fingertip", "libturbojpeg"


def needed(path):
    """The shared libraries that a program requires."""
    text = path.read_text() if path.suffix == ".txt" else subprocess.check_output(
        ["readelf", "--dynamic", "--wide", str(path)], text=True)
    return re.findall(r"\(NEEDED\)\s+Shared library: \[([^\]]+)\]", text)


def programs(root):
    """The examples' files in a planted tree, or in the release or debug build."""
    for folder in (root, root / ".build/release", root / ".build/debug"):
        for suffix in (".txt", ""):
            found = [pathlib.Path(folder) / (name + suffix) for name in (PROGRAM, WITNESS)]
            if all(path.is_file() for path in found):
                return found
    return None


def check(tree):
    found = programs(tree.root)
    if not found:
        return [], "SKIPPED: the examples are not built"
    program, witness = map(needed, found)
    problems = [f"{PROGRAM} links {name}" for name in program if not ALLOWED.match(name)]
    if not program:
        problems.append(f"{PROGRAM} has no list of libraries")
    if not any(name.startswith(SEEN) for name in witness):
        problems.append(f"{SEEN} is not seen in {WITNESS}, which links it")
    return problems, f"{len(program)} libraries of {PROGRAM}, all of the system and of Swift"


def listing(*names):
    """The output of readelf for a program that needs these libraries."""
    return "".join(f" 0x1 (NEEDED)             Shared library: [{name}]\n" for name in names)


WITNESS_FILE = {f"{WITNESS}.txt": listing("libc.so.6", "libturbojpeg.so.0")}
EXAMPLES = [
    ("the system and Swift", {
        f"{PROGRAM}.txt": listing("libswiftCore.so", "lib_FoundationICU.so", "libc.so.6",
                                  "ld-linux-x86-64.so.2"), **WITNESS_FILE}, None),
    ("an image library", {
        f"{PROGRAM}.txt": listing("libc.so.6", "libpng16.so.16"), **WITNESS_FILE}, "libpng16"),
    ("zlib", {f"{PROGRAM}.txt": listing("libc.so.6", "libz.so.1"), **WITNESS_FILE}, "libz.so.1"),
    ("nothing at all", {f"{PROGRAM}.txt": "", **WITNESS_FILE}, "no list"),
    ("a witness without its library", {
        f"{PROGRAM}.txt": listing("libc.so.6"), f"{WITNESS}.txt": listing("libc.so.6")},
     "not seen"),
]
