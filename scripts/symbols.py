"""Gate: the built programs link no function that opens a network connection, as promised."""

import subprocess

FORBIDDEN = {"socket", "connect", "getaddrinfo", "gethostbyname", "sendto", "recvfrom", "bind",
             "listen", "accept", "accept4", "socketpair"}
PROGRAMS = [".build/release/landmark", ".build/release/landmark-bench"]


def undefined(path):
    """The functions that a program takes from shared libraries."""
    if path.suffix == ".txt":
        return path.read_text().split()
    listing = subprocess.check_output(["nm", "-u", str(path)], text=True)
    return [line.split()[-1] for line in listing.splitlines() if line.split()]


def check(tree):
    given = [tree.root / n for n in tree.matching(r".*\.txt$")] if tree.matching("symbols") else []
    paths = given or [tree.root / p for p in PROGRAMS if (tree.root / p).is_file()]
    if not paths:
        return [], "SKIPPED: no program is built"
    problems, count = [], 0
    for path in paths:
        names = {name.split("@")[0].removeprefix("_") for name in undefined(path)}
        count += len(names)
        problems += [f"{path.name} calls {name}" for name in sorted(names & FORBIDDEN)]
    return problems, f"{count} functions of {len(paths)} programs"


EXAMPLES = [
    ("offline", {"symbols.txt": "read@GLIBC_2.2.5 write\n"}, None),
    ("online", {"symbols.txt": "read@GLIBC_2.2.5 getaddrinfo@GLIBC_2.2.5\n"}, "getaddrinfo"),
]
