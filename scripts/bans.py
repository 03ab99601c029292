"""Gate: words that must not stand in the tree, each with its reason."""

import re

from gate import code_only, lines_matching

LIBRARY = r"^Sources/(?!landmark/|LandmarkTestSupport/)"
SWIFT = r"^Sources/.*\.swift$"
CODE = r"^(?:Sources|Tests)/.*\.(?:swift|c|h)$"
SOURCES = r"^Sources/.*\.(?:swift|c|h)$"
ANY = r""
# Words are put together here so that this file does not contain what it forbids.
LEFT_TO_DO = r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X"]) + r")\b"
MACHINE_PATHS = r"(?<![\w.])/(?:" + "|".join(["wo" + "rk", "ro" + "ot", "ho" + "me", "Us" + "ers"])
MACHINE_PATHS += r")/\w+"
REGISTRIES = r"\b(?:" + "|".join([
    "py" + r"pi\.org", "pythonhosted" + r"\.org", "registry" + r"\.npmjs", "crates" + r"\.io",
    "proxy" + r"\.golang", "deb" + r"\.debian\.org"]) + r")"
BUCKET = "storage" + r"\.googleapis\.com"

# (name, files, pattern, in code only, reason)
BANS = [
    ("print", LIBRARY + r".*\.swift$", r"(?<![\w.])(?:print|debugPrint|dump|NSLog)\(", True,
     "libraries print nothing; take a Logger"),
    ("trap", SWIFT, r"\bfatalError\(|\btry!|\bas!|\.unsafelyUnwrapped\b", True,
     "data from outside must not end the program; throw"),
    ("escape hatch", CODE, r"@preconcurrency\b", True, "say what is Sendable"),
    ("re-export", SWIFT, r"@_exported\b", True, "a module shows its own names only"),
    ("Foundation", LIBRARY + r"(?!MediaPipeTasksVision/).*\.swift$", r"\bimport\s+Foundation\w*",
     True, "libraries do without it: start-up time and memory"),
    ("network import", SOURCES,
     r"\bimport\s+(?:\w+\s+)?(?:Network|FoundationNetworking|NIO\w*|CFNetwork|AsyncHTTPClient)\b",
     True, "nothing in this package opens a connection"),
    ("network header", SOURCES,
     r"#\s*include\s*<(?:sys/socket|sys/un|netinet/\w+|arpa/inet|netdb|curl/curl)\.h>", False,
     "nothing in this package opens a connection"),
    ("network call", SOURCES,
     r"(?<![\w.])(?:Glibc\.|Darwin\.|Musl\.)?(?:socket|connect|getaddrinfo|gethostbyname|bind"
     r"|sendto|recvfrom|listen|accept)\s*\(|\bURLSession\b|\bURLRequest\b|\bNW(?:Connection"
     r"|Listener)\b|\bCFSocket\w*|\bCFStreamCreatePairWith\w*",
     True, "nothing in this package opens a connection"),
    ("left to do", ANY, LEFT_TO_DO, False, "finish it, or open an issue"),
    ("machine path", ANY, MACHINE_PATHS, False, "this path exists on one machine only"),
    ("registry host", ANY, REGISTRIES, False, "name the package, not the host"),
    ("model bucket", r"^(?!scripts/fetch-models$)", BUCKET, False,
     "only scripts/fetch-models knows where models come from"),
]
UNCHECKED = r"@unchecked\s+Sendable\b|\bnonisolated\(unsafe\)"


def unchecked_problems(tree):
    """Unchecked concurrency: one file a target, each use with its SAFETY reason above it."""
    homes = {}
    for path in tree.matching("Sources", "Tests", suffixes=[".swift"]):
        text = tree.text(path)
        lines = text.split("\n")
        for line, word in lines_matching(UNCHECKED, code_only(text)):
            homes.setdefault(path.split("/")[1], set()).add(path)
            if not any("SAFETY:" in above for above in lines[max(0, line - 8):line]):
                yield f"{path}:{line}: {word} without a SAFETY: reason above it"
    for target, files in homes.items():
        if len(files) > 1:
            yield f"{target}: unchecked concurrency in {len(files)} files, at most one"


def check(tree):
    problems = list(unchecked_problems(tree))
    for path in tree.files:
        text = tree.text(path)
        if text is None:
            continue
        code = code_only(text) if re.search(r"\.(?:swift|c|h)$", path) else text
        for name, files, pattern, in_code, reason in BANS:
            if re.search(files, path):
                problems += [f"{path}:{line}: {name}: “{word}”: {reason}"
                             for line, word in lines_matching(pattern, code if in_code else text)]
    return problems, f"{len(BANS) + 1} bans, {len(tree.files)} files"


_A = "Sources/LandmarkCore/A.swift"
EXAMPLES = [
    ("clean", {_A: '// print( fatalError( in a comment\nlet a = "try! socket("\n'}, None),
    ("the command prints", {"Sources/landmark/A.swift": "print(1)\n"}, None),
    ("print in a library", {_A: "func a() { print(1) }\n"}, "print"),
    ("a trap", {_A: "func a() { fatal" + "Error() }\n"}, "trap"),
    ("a forced try", {_A: "let a = try! b()\n"}, "trap"),
    ("a forced cast", {_A: "let a = b as! C\n"}, "trap"),
    ("an escape hatch", {_A: "@preconcurrency import B\n"}, "escape hatch"),
    ("a re-export", {_A: "@_exported import B\n"}, "re-export"),
    ("Foundation in a library", {_A: "import Foundation\n"}, "Foundation"),
    ("Foundation where its types are the interface",
     {"Sources/MediaPipeTasksVision/A.swift": "public import Foundation\n"}, None),
    ("Foundation in a library of a like name",
     {"Sources/MediaPipeTasksVisionMore/A.swift": "import Foundation\n"}, "Foundation"),
    ("a network import", {"Sources/landmark/A.swift": "import Network\n"}, "network import"),
    ("a network header", {"Sources/C/a.c": "#include <sys/socket.h>\n"}, "network header"),
    ("a network call in C", {"Sources/C/a.c": "int f(void) { return socket(1, 2, 3); }\n"},
     "network call"),
    ("a network call in Swift", {_A: "let a = URLSession.shared\n"}, "network call"),
    ("left to do", {"docs/a.md": "TO" + "DO\n"}, "left to do"),
    ("a machine path", {"docs/a.md": "see /ro" + "ot/models\n"}, "machine path"),
    ("a registry", {"docs/a.md": "from py" + "pi.org\n"}, "registry host"),
    ("the bucket elsewhere", {"docs/a.md": "storage" + ".googleapis.com\n"}, "model bucket"),
    ("the bucket in its place", {"scripts/fetch-models": "storage" + ".googleapis.com\n"}, None),
    ("unchecked without a reason", {_A: "final class A: @unchecked Sendable {}\n"}, "SAFETY"),
    ("unchecked with a reason",
     {_A: "// SAFETY: immutable after init.\nfinal class A: @unchecked Sendable {}\n"}, None),
]
