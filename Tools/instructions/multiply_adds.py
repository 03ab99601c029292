"""Replaces a program's fused multiply-adds by products and sums, which valgrind runs fast.

Valgrind emulates a fused multiply-add in software, lane by lane: a frame of the pose task takes half
a minute instead of less than a second. A preloaded library (preload.c) turns each one into a jump to
a product and a sum, with one additional rounding. The function that contains them executes five
instructions per multiply-add, and the jump to it stands for the multiply-add itself: excluding the
function gives the program's own count.
"""

import pathlib
import re

from commands import output

PRELOAD = pathlib.Path(__file__).resolve().parent / "preload.c"

# In objdump's format: address, bytes, form (which operands are multiplied), operands.
_MULTIPLY_ADD = re.compile(
    r"^ *([0-9a-f]+):\t((?:[0-9a-f]{2} )+) *\tvfmadd(132|213|231)ps (.*)$", re.MULTILINE)
_OPERANDS = re.compile(r"^(.*),(%[xy]mm\d+),(%[xy]mm\d+)$")
_JUMP_LENGTH = 5


def _detour(form, source, middle, target):
    """The assembly that replaces one multiply-add; operands are in AT&T order."""
    kind = target[1]
    used = {name[4:] for name in (middle, target, source)}
    number = next(n for n in range(8) if str(n) not in used)
    spare, whole = f"%{kind}mm{number}", f"%ymm{number}"
    product, summand = {
        "231": (f"{source},{middle}", target),
        "213": (f"{target},{middle}", source),
        "132": (f"{source},{target}", middle),
    }[form]
    # Below the red zone: 128 bytes under the stack pointer that a leaf function may use.
    return [f"vmovups {whole},-192(%rsp)", f"vmulps {product},{spare}",
            f"vaddps {summand},{spare},{target}", f"vmovups -192(%rsp),{whole}"]


def assembly(program):
    """The detours of a program in the layout that preload.c expects."""
    listing = output("objdump", "-d", "--insn-width=16", "-j", ".text", program)
    code = []
    table = []
    for address, text, form, operands in _MULTIPLY_ADD.findall(listing):
        length = len(text.split())
        parts = _OPERANDS.match(operands)
        # Skipped multiply-adds merely remain slow: masked ones and those with RIP-relative
        # operands.
        if not parts or length < _JUMP_LENGTH or "%rip" in operands or int(parts[2][4:]) > 15:
            continue
        number = len(table)
        code += [f".Ls{number}:", *_detour(form, *parts.groups()),
                 # jmp rel32; preload.c fills in the distance at run time
                 f".Lb{number}: .byte 0xe9,0,0,0,0"]
        table.append(f".long 0x{address},{length}"
                     f",.Ls{number}-lk_product_and_sum,.Lb{number}-lk_product_and_sum")
    return "\n".join([
        ".text", ".globl lk_product_and_sum, lk_product_and_sum_end",
        ".type lk_product_and_sum,@function", ".balign 4096", "lk_product_and_sum:", *code,
        ".size lk_product_and_sum, .-lk_product_and_sum", ".balign 4096",
        "lk_product_and_sum_end:",
        ".section .rodata", ".globl lk_detours, lk_detour_count", ".balign 4",
        f"lk_detour_count: .long {len(table)}", "lk_detours:", *table,
        '.section .note.GNU-stack,"",@progbits', ""])


def library(program, folder):
    """Builds the library for `program` in `folder`."""
    source = folder / "detours.s"
    source.write_text(assembly(program))
    target = folder / "preload.so"
    output("clang", "-O1", "-shared", "-fPIC", "-Wall", "-Werror", "-o", target, PRELOAD, source)
