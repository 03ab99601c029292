"""The instructions of an object file for ARM64 or x86-64, and the blocks of them without a branch inside."""

import bisect
import collections
import re

from commands import output

# In llvm-objdump's format.
FUNCTION = re.compile(r"([0-9a-f]+) <(.+)>:")
INSTRUCTION = re.compile(r" *([0-9a-f]+): +\t(\S.*?)\s*(?:(?://|# 0x).*)?")
BRANCH = re.compile(r"(?:bl?r?|b\.\w+|ret|cbn?z|tbn?z|j\w+|callq?|retq)(?: .*)?")
TARGET = re.compile(r"0x([0-9a-f]+) <.*>")
PRODUCTS = re.compile(r"(?:fmla|vfmadd\d+ps) ")
PAGE = 4096


def products(words):
    """The number of fused multiply-adds of vectors among instructions."""
    return sum(bool(PRODUCTS.match(word)) for word in words)


class MachineCode:
    """The text of an object file; addresses are offsets in it."""

    def __init__(self, objdump, path):
        self.functions, self.words = {}, {}
        for line in output(objdump, "-d", "-j", ".text", "--no-show-raw-insn", path).splitlines():
            if found := FUNCTION.fullmatch(line):
                self.functions[int(found[1], 16)] = found[2]
            elif found := INSTRUCTION.fullmatch(line):
                self.words[int(found[1], 16)] = found[2].replace("\t", " ")
        self.addresses = list(self.words)
        self.branches, self.leaders = set(), set(self.functions)
        for address, following in zip(self.addresses, [*self.addresses[1:], None]):
            word = self.words[address]
            if BRANCH.fullmatch(word):
                self.branches.add(address)
                self.leaders.add(following)
                self.leaders.update(int(target, 16) for target in TARGET.findall(word))

    def executed(self, translated, base):
        """How often each block of `blocks` was executed, given how often each block was that an emulator
        translated; `base` is the address of the text in memory.

        A translated block ends with a branch, where a page ends, or earlier if it is too large: the next one
        then starts where no branch leads. One that starts with an instruction on two pages may end on either,
        so not all instructions of a block get its count, which is the largest.
        """
        counts = dict.fromkeys(self.addresses, 0)
        for start, count in translated.items():
            page = (start + base) // PAGE
            for index in range(bisect.bisect_left(self.addresses, start), len(self.addresses)):
                address = self.addresses[index]
                continued = address in translated and address not in self.leaders
                if address != start and (continued or (address + base) // PAGE != page):
                    break
                counts[address] += count
                if address in self.branches:
                    break
        executed, block = collections.Counter(), 0
        for address in self.addresses:
            block = address if address in self.leaders else block
            executed[block] = max(executed[block], counts[address])
        return executed

    def blocks(self):
        """The longest blocks without a branch to or from their middle: {address: (function, instructions)}."""
        blocks, function = {}, None
        for address in self.addresses:
            function = self.functions.get(address, function)
            if address in self.leaders:
                words = blocks[address] = (function, [])
            words[1].append(self.words[address])
        return blocks
