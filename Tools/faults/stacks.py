"""Names the functions of a stack that the preloaded library has written."""

import bisect
import functools
import pathlib
import re
import subprocess

from judging import ENDED, OUT_OF_MEMORY


class Program:
    """The functions of a program and of its libraries, by address."""

    def __init__(self, path, others=()):
        self._files = {pathlib.Path(file).name: str(file) for file in (path, *others)}

    @functools.cache
    def _functions(self, name):
        path = self._files.get(name)
        if not path:
            return [], []
        listing = subprocess.run(["nm", "--defined-only", path], capture_output=True, text=True).stdout
        found = sorted((int(words[0], 16), words[2]) for words in map(str.split, listing.splitlines())
                       if len(words) == 3 and words[1] in "tTwW")
        return [address for address, _ in found], [function for _, function in found]

    def names(self, stack):
        """The functions of a stack, the innermost first."""
        found = []
        for frame in stack:
            if frame.startswith("faults.so"):
                continue
            file, _, offset = frame.rpartition("+")
            addresses, functions = self._functions(file)
            place = bisect.bisect_right(addresses, int(offset, 16)) - 1
            found.append(functions[place] if place >= 0 else frame)
        return found

    def ending(self, stacks, kind, errors):
        """What faults with these stacks become when a library ends the process for one; None if none does that.

        Swift's run-time library does when there is no memory or time, libdispatch when it cannot read the state of
        its threads, and libgcrypt, which FFmpeg loads, when it cannot read whether the machine runs in FIPS mode.
        """
        named = [self.names(stack) for stack in stacks]
        is_swift = re.search(r"^Fatal error: failed to allocate \d+ bytes", errors, re.MULTILINE) or any(
            re.match("swift_(slow|alloc|realloc)", name) for names in named for name in names[:2])
        if kind in ("malloc", "mmap") and is_swift:
            return OUT_OF_MEMORY
        if any("_dispatch_workq_monitor" in name or name == "swift_get_time" for names in named for name in names):
            return ENDED
        return ENDED if "in libgcrypt: " in errors else None

    def readable(self, stack):
        """The names, without Swift's mangling."""
        names = self.names(stack)
        done = subprocess.run(["swift-demangle", "--compact", "--simplified"], input="\n".join(names), capture_output=True, text=True)
        return done.stdout.splitlines() if done.returncode == 0 else names
