"""LLVM's machine-code analyzer, which computes how long a processor's model takes for instructions."""

import re
import shutil

from commands import output
from machine_code import TARGET, products

# Older ones were not tried.
OLDEST, NEWEST = 19, 30
ROUNDS = 200
CYCLES = re.compile(r"Total Cycles:\s+(\d+)")
VERSION = re.compile(r"LLVM version (\d+)\.([\d.]+)")
# No one waits for another: more than any processor has under way.
INDEPENDENT = [f"fmla v{n}.4s, v30.4s, v31.s[0]" for n in range(24)]


class Missing(Exception):
    """LLVM's tools are not installed; the message states what to install."""


def llvm():
    """The suffix of LLVM's newest tools, such as -19, and their version."""
    for suffix in [*(f"-{number}" for number in range(NEWEST, OLDEST - 1, -1)), ""]:
        if all(shutil.which(f"{name}{suffix}") for name in ("llvm-mca", "llvm-objdump")):
            major, minor = VERSION.search(output(f"llvm-mca{suffix}", "--version")).groups()
            if int(major) >= OLDEST:
                return suffix, f"{major}.{minor}"
    raise Missing(f"llvm-mca {OLDEST} or newer is missing; Debian's package llvm-{OLDEST} has it")


class Analyzer:
    """The model of one processor."""

    def __init__(self, suffix, processor):
        self.program, self.processor = f"llvm-mca{suffix}", processor
        self.peak = len(INDEPENDENT) / self.cycles(INDEPENDENT)

    def cycles(self, words):
        """Cycles of instructions that are repeated, if every load hits the first cache."""
        # Where branches lead makes no difference.
        lines = (TARGET.sub("#0", word) for word in words)
        said = output(self.program, "-mtriple=aarch64", f"-mcpu={self.processor}", f"-iterations={ROUNDS}",
                      input="\n".join(lines) + "\n")
        return int(CYCLES.search(said)[1]) / ROUNDS

    def least(self, words):
        """Cycles that the multiply-adds among the instructions need at least."""
        return products(words) / self.peak
