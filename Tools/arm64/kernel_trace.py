"""Counts under emulation how often a network executes each block of the kernels' instructions."""

import collections
import re
import subprocess
import tempfile

from commands import CommandError, output
from machine_code import PAGE, MachineCode

# The part of a program that is executed: where it is in the file's plan of memory, and in memory.
PLANNED = re.compile(r"LOAD off +\S+ vaddr 0x([0-9a-f]+) .*\n.*flags r-x")
LOADED = re.compile(r"^0*([0-9a-f]+)-[0-9a-f]+ [0-9a-f]+ r-x", re.MULTILINE)
SYMBOL = re.compile(r"^([0-9a-f]+) g .* (\S+)$", re.MULTILINE)
# With it the benchmark measures what a processor can do at most; it is no part of a network.
PEAK = "lk_f32_peak__"


class TracedProgram:
    """A benchmark that runs under emulation, whose kernels come from one object file."""

    def __init__(self, objdump, program, kernels, emulated):
        """`emulated` returns the words that run the program with arguments; the first one is QEMU."""
        self.path, self.emulated = program, emulated
        self.code = MachineCode(objdump, kernels)
        start, name = next((start, name) for start, name in self.code.functions.items() if "__" in name)
        symbols = dict((name, int(address, 16)) for address, name
                       in SYMBOL.findall(output(objdump, "-t", program)))
        planned = int(PLANNED.search(output(objdump, "-p", program))[1], 16)
        with tempfile.NamedTemporaryFile("r") as log:
            output(*self._command(["-d", "page", "-D", log.name], "--help"))
            loaded = int(LOADED.search(log.read())[1], 16)
        self.base = loaded - planned // PAGE * PAGE + symbols[name] - start

    def _command(self, options, *arguments):
        qemu, *words = self.emulated(*arguments)
        # The program is then at the same address in each run: QEMU's threads have no memory of their own.
        return ["env", "MALLOC_ARENA_MAX=1", "setarch", "-R", qemu, *options, *words]

    def _ranges(self):
        """The addresses of the kernels without that one, as QEMU expects them."""
        starts = [*sorted(self.code.functions), max(self.code.addresses) + 1]
        peak = [start for start, name in self.code.functions.items() if name.startswith(PEAK)]
        after = [starts[starts.index(start) + 1] for start in peak]
        for start, end in zip([starts[0], *after], [*peak, starts[-1]]):
            yield f"{self.base + start:#x}..{self.base + end - 1:#x}"

    def executed(self, network, *arguments):
        """How often each block was executed by one run of a network, given as its path and entry, then options:
        the difference between two timed runs and one. Preparation, which uses some kernels, too, cancels out."""
        once, twice = (self._trace(runs, network, *arguments) for runs in (1, 2))
        twice.subtract(once)
        return self.code.executed(twice, self.base)

    def _trace(self, runs, network, *arguments):
        """How often each block that QEMU translated was executed, by its offset."""
        # Without nochain, blocks that follow each other would be logged only once.
        options = ["-d", "exec,nochain", "-D", "/dev/stderr", "-dfilter", ",".join(self._ranges())]
        command = self._command(options, "network", network, "--runs", runs, "--warmup", 0, "--threads", 1, "--quiet",
                                *arguments)
        translated = collections.Counter()
        with subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as process:
            for line in process.stderr:
                # Trace 0: 0x7fffe8654f40 [80081009b31/00007ffff56d0380/00000001/00008200] lk_f32_conv__neon
                if line.startswith(b"Trace"):
                    translated[line.split(b"/", 2)[1]] += 1
        if process.returncode or not translated:
            raise CommandError(f"{network}: expected a trace and exit code 0, got {translated.total()} lines "
                               f"and {process.returncode}")
        starts = collections.Counter(
            {int(address, 16) - self.base: count for address, count in translated.items()})
        if not starts.keys() <= self.code.words.keys():
            raise CommandError(f"{self.path}: expected instructions of the object file, got others; build it again")
        return starts
