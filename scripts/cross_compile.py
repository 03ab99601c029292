"""Gate: the C kernels compile for 64-bit ARM, which nothing here runs."""

import shutil
import subprocess
import tempfile

import kernels

TARGET = "aarch64-linux-gnu"
FLAGS = ["-O2", "-fsyntax-only"]
PROBE = "#include <arm_neon.h>\n#include <math.h>\n#include <stdint.h>\n#include <string.h>\n"
PROBE += "int main(void) { float32x4_t v = vdupq_n_f32(sqrtf(2)); return (int)vaddvq_f32(v); }\n"


def compilers():
    """Command lines that may be able to, best first."""
    yield ["clang", f"--target={TARGET}"]
    yield ["clang", f"--target={TARGET}", "-isystem", f"/usr/{TARGET}/include"]
    yield [f"{TARGET}-gcc"]
    # Syntax needs headers only, and the host's differ little.
    yield ["clang", f"--target={TARGET}", "-isystem", "/usr/include/x86_64-linux-gnu"]
    yield ["clang", "-arch", "arm64"]


def working_compiler():
    """The first compiler that passes a probe, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as probe:
        probe.write(PROBE)
        probe.flush()
        for command in compilers():
            if shutil.which(command[0]) and not subprocess.run(
                    [*command, *kernels.WARNINGS, *FLAGS, probe.name],
                    capture_output=True).returncode:
                return command
    return None


def check(tree):
    command = working_compiler()
    if command is None:
        return [], f"SKIPPED: no compiler here can aim at {TARGET}"
    problems, count = kernels.compile_all(tree, [*command, *FLAGS])
    return problems, f"{count} files by {' '.join(command)}"


EXAMPLES = [
    ("portable", {"Sources/CLandmarkKernels/a.c": "int a(void) { return 1; }\n"}, None),
    ("x86 only", {"Sources/CLandmarkKernels/a.c": "#include <immintrin.h>\n__m256 a;\n"},
     "error" if working_compiler() else None),
]
