"""Gate: nothing in this package calls a function that opens a network connection, as promised.

Only `LandmarkDashboard` may call libwebsockets for the server that `landmark serve` starts, call
libmosquitto to connect to the broker given by `--mqtt`, and look up the name given by `--host`. It
reads the package's own object files: the programs also contain Swift's run-time libraries, which
hold functions that nothing here calls.
"""

import subprocess

FORBIDDEN = {"socket", "connect", "gethostbyname", "gethostbyaddr", "sendto", "recvfrom", "sendmsg", "recvmsg",
             "sendmmsg", "recvmmsg", "bind", "listen", "accept", "accept4", "socketpair", "res_query", "syscall",
             "io_uring_setup"}
NETWORKING = "20FoundationNetworking"  # as in the mangled names of its symbols
# The functions of libwebsockets and libmosquitto, and the one that looks up a name.
CONNECTED = ("lws_", "mosquitto_", "getaddrinfo")
SERVING = "LandmarkDashboard.build"


def objects(root):
    """The object files of a release build, except those of tests."""
    return [path for folder in sorted(root.glob(".build/release/*.build"))
            if "Test" not in folder.name for path in sorted(folder.rglob("*.o"))]


def undefined(paths):
    """The undefined symbols of object files."""
    if all(path.suffix == ".txt" for path in paths):
        return {name for path in paths for name in path.read_text().split()}
    listing = subprocess.check_output(["nm", "-u", *map(str, paths)], text=True)
    return {line.split()[-1] for line in listing.splitlines() if line.split()[:1] == ["U"]}


def check(tree):
    given = [tree.root / n for n in tree.matching(r".*\.txt$")] if tree.matching("symbols") else []
    paths = given or objects(tree.root)
    if not paths:
        return [], "SKIPPED: nothing is built"
    names = {name.split("@")[0] for name in undefined(paths)}
    problems = [f"a call of {name}" for name in sorted(names)
                if name.removeprefix("_") in FORBIDDEN or NETWORKING in name]
    others = [path for path in paths if SERVING not in path.parts]
    problems += [f"a call of {name} outside of {SERVING.removesuffix('.build')}"
                 for name in sorted(undefined(others) if others else ())
                 if name.removeprefix("_").startswith(CONNECTED)]
    return problems, f"{len(names)} symbols of {len(paths)} object files"


EXAMPLES = [
    ("offline", {"symbols.txt": "read write\n"}, None),
    ("online", {"symbols.txt": "read socket\n"}, "socket"),
    ("a message to a socket", {"symbols.txt": "read sendmsg\n"}, "sendmsg"),
    ("a system call by its number", {"symbols.txt": "read syscall\n"}, "syscall"),
    ("a name looked up", {"symbols/LandmarkTasks.build/a.txt": "_getaddrinfo\n"}, "getaddrinfo"),
    ("a name looked up for a server", {f"symbols/{SERVING}/a.txt": "getaddrinfo read\n"}, None),
    ("a server", {f"symbols/{SERVING}/a.txt": "lws_service read\n"}, None),
    ("a server elsewhere", {"symbols/LandmarkTasks.build/a.txt": "lws_service read\n"},
     "lws_service outside"),
    ("a broker elsewhere", {"symbols/LandmarkHistory.build/a.txt": "mosquitto_connect\n"},
     "mosquitto_connect outside"),
    ("online through Foundation", {"symbols.txt": "$s20FoundationNetworking10URLSessionC\n"},
     "URLSession"),
]
