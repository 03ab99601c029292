"""Runs a script that imports MediaPipe on LandmarkKit instead.

usage: python -m landmarkkit.run SCRIPT [ARGUMENT…]
       python -m landmarkkit.run -m MODULE [ARGUMENT…]
       python -m landmarkkit.run -c CODE [ARGUMENT…]

Everything else is as with `python SCRIPT`: arguments, `__main__`, tracebacks, exit codes. The
processes that the script starts get LandmarkKit, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import List, NoReturn

from ._mediapipe import STAND_IN


def main(arguments: List[str]) -> NoReturn:
    """Replaces this process with Python running a script.

    Args:
        arguments: Those of Python, from the script's name.
    """
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stdout if arguments else sys.stderr)
        sys.exit(0 if arguments else 2)
    if sys.flags.ignore_environment:
        sys.exit("landmarkkit.run: Python's options -E and -I hide LandmarkKit from the script")
    paths = [STAND_IN, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    # A private function, but the one with which the standard library starts Python alike.
    flags: List[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    if getattr(sys.stdout, "write_through", False):
        flags.append("-u")
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, *flags, *arguments], environment)


if __name__ == "__main__":
    main(sys.argv[1:])
