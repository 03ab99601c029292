"""Gate: the C kernels compile where the tests do not build them.

For 64-bit ARM, because Apple platforms run code that is otherwise not compiled on x86; and without
optimization, as in an app's debug build, because some instructions need constant operands that only
an unrolled loop provides.
"""

import os
import subprocess
from concurrent import futures

WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"]
# Debian's libc6-dev-arm64-cross, which scripts/setup installs.
ARM_HEADERS = "/usr/aarch64-linux-gnu/include"
ARM = ["clang", "--target=aarch64-linux-gnu", "-isystem", ARM_HEADERS, "-O2", "-fsyntax-only"]
COMMANDS = {
    "64-bit ARM": ARM if os.path.isdir(ARM_HEADERS) else [
        "clang", "-arch", "arm64", "-O2", "-fsyntax-only"],
    "no optimization": ["clang", "-O0", "-c", "-o", os.devnull],
}
FOLDER = "Sources/CLandmarkKernels"


def check(tree):
    files = tree.matching(FOLDER + r"/.*\.c$")

    def compile_one(job):
        title, path = job
        done = subprocess.run(
            [*COMMANDS[title], *WARNINGS, "-I", f"{FOLDER}/include", path], cwd=tree.root,
            capture_output=True, text=True)
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        return [f"{title}: {(errors or [path])[0]}"] if done.returncode else []

    with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [(title, path) for title in COMMANDS for path in files]
        return sum(pool.map(compile_one, jobs), []), f"{len(files)} files, {', '.join(COMMANDS)}"


_LOOP = """int a(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) __asm__ volatile("" : "+r"(sum) : "i"(i));
    return sum;
}
"""
EXAMPLES = [
    ("portable",
     {FOLDER + "/a.c": "#include <math.h>\nfloat a(float x) { return sqrtf(x); }\n"}, None),
    ("x86 only", {FOLDER + "/a.c": "#include <immintrin.h>\n__m256 a;\n"}, "64-bit ARM"),
    ("a constant only when unrolled", {FOLDER + "/a.c": _LOOP}, "no optimization"),
]
