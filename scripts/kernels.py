"""What the gates that compile the C kernels share."""

import os
import subprocess
from concurrent import futures

FOLDER = os.path.join("Sources", "CLandmarkKernels")
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"]


def compile_all(tree, command):
    """What `command` says against each kernel file, and how many files there are."""
    files = tree.matching(FOLDER, suffixes=[".c"])

    def compile_one(path):
        done = subprocess.run(
            [*command, *WARNINGS, "-I", os.path.join(FOLDER, "include"), path], cwd=tree.root,
            capture_output=True, text=True)
        if done.returncode == 0:
            return []
        errors = [x for x in done.stderr.splitlines() if "error:" in x]
        return (errors or [f"{path}: {command[0]} ended with {done.returncode}"])[:1]

    with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(compile_one, files), []), len(files)
