"""Gate: the C kernels compile without optimization too, as they do in an app's debug build."""

import os

import kernels

COMMAND = ["clang", "-O0", "-c", "-o", os.devnull]


def check(tree):
    problems, count = kernels.compile_all(tree, COMMAND)
    return problems, f"{count} files by {' '.join(COMMAND[:2])}"


# An instruction's immediate operand that only an unrolled loop makes a constant; on every
# processor "i" asks for one.
LOOP = """int a(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) __asm__ volatile("" : "+r"(sum) : "i"(i));
    return sum;
}
"""

EXAMPLES = [
    ("plain", {"Sources/CLandmarkKernels/a.c": "int a(void) { return 1; }\n"}, None),
    ("a constant only when unrolled", {"Sources/CLandmarkKernels/a.c": LOOP}, "error"),
]
