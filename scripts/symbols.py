"""Gate: the built command asks the system for no function that opens a connection."""

import subprocess

FORBIDDEN = {"socket", "connect", "getaddrinfo", "gethostbyname", "sendto", "recvfrom", "bind",
             "listen", "accept", "accept4", "socketpair"}
BINARY = ".build/release/landmark"


def undefined_symbols(root):
    """The names the program takes from shared libraries, or None when it is not built."""
    given = root / "symbols.txt"
    if given.is_file():
        return given.read_text().split()
    if not (root / BINARY).is_file():
        return None
    listing = subprocess.check_output(["nm", "-u", str(root / BINARY)], text=True)
    return [line.split()[-1] for line in listing.splitlines() if line.split()]


def check(tree):
    names = undefined_symbols(tree.root)
    if names is None:
        return [], "SKIPPED: the command is not built"
    plain = {name.split("@")[0].removeprefix("_") for name in names}
    problems = [f"{BINARY} calls {name}" for name in sorted(plain & FORBIDDEN)]
    return problems, f"{len(plain)} functions from outside"


EXAMPLES = [
    ("quiet", {"symbols.txt": "read@GLIBC_2.2.5 write\n"}, None),
    ("talkative", {"symbols.txt": "read@GLIBC_2.2.5 getaddrinfo@GLIBC_2.2.5\n"}, "getaddrinfo"),
]
