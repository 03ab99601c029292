"""Check: every Swift line under a condition is compiled by at least one check.

The compiler itself reports which conditions hold on a system: it compiles a file with all of them.
"""

import pathlib
import re
import subprocess

import compiler
import swift_package

NAME = "coverage"
DIRECTIVE = re.compile(r"^\s*#(if|elseif|else|endif)\b\s*(.*?)\s*(?://.*)?$")

# Conditions of systems that no check has a library for, which are not Apple's, and of the older compiler that
# builds for 64-bit ARM Linux.
EXEMPT = {"canImport(Musl)", "compiler(<6.3)", "!(compiler(>=6.3))"}


class Block:
    """Lines under conditions: all of `required` hold and none of `excluded`."""

    def __init__(self, path, line, required, excluded):
        self.path = path
        self.line = line
        self.required = required
        self.excluded = excluded
        self.lines = 0

    @property
    def parts(self):
        return [*self.required, *(f"!({c})" for c in self.excluded)]

    @property
    def title(self):
        return " && ".join(f"({p})" if "||" in p else p for p in self.parts)

    def active(self, holding):
        return all(c in holding for c in self.required) and not any(
            c in holding for c in self.excluded)


def blocks(path, text):
    """The conditional blocks of a file."""
    found, stack, top = [], [], Block(path, 0, [], [])
    for number, line in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.match(line)
        if not match:
            inner = stack[-1]["block"] if stack else top
            inner.lines += bool(line.strip())
            continue
        word, condition = match.groups()
        if word == "endif":
            stack.pop()
            continue
        if word == "if":
            outer = stack[-1]["block"] if stack else top
            stack.append({"outer": outer, "before": []})
        level = stack[-1]
        required = [*level["outer"].required, *([condition] if word != "else" else [])]
        block = Block(path, number, required, [*level["outer"].excluded, *level["before"]])
        level["block"] = block
        level["before"] = level["before"] + [condition]
        found.append(block)
    return found


def holding(conditions, run):
    """Those of the conditions that hold where `run` compiles a file."""
    source = "".join(f'#if {condition}\n#warning("active {index}")\n#endif\n'
                     for index, condition in enumerate(conditions))
    text = run(source)
    unknown = [line for line in text.splitlines() if "error:" in line]
    if unknown:
        raise compiler.Failure("\n".join(unknown))
    return {conditions[int(n)] for n in re.findall(r"warning: active (\d+)", text)}


def on_linux(defines):
    """A function that compiles a file for this machine."""
    def run(source):
        return subprocess.run(["swift-frontend", "-typecheck", "-diagnostic-style", "llvm",
                               *defines, "-"], input=source, capture_output=True, text=True).stderr
    return run


def on_apple(apple):
    """A function that compiles a file for one of Apple's systems."""
    def run(source):
        path = apple.folder / "conditions.swift"
        path.write_text(source)
        try:
            return apple.swift("-typecheck", path)
        except compiler.Failure as failure:
            return str(failure)
    return run


def judge(sources, systems):
    """The blocks that no system compiles, and the number of lines under conditions.

    `sources`: the text of each file; `systems`: (name, files that are compiled there, compiler).
    """
    found = [block for path, text in sources.items() for block in blocks(path, text)]
    conditions = sorted({c for b in found for c in [*b.required, *b.excluded]})
    seen = set()
    for _, files, run in systems:
        true = holding(conditions, run) if conditions else set()
        seen.update(b for b in found if b.path in files and b.active(true))
    problems = [f"{b.path}:{b.line}: {b.lines} lines that no check compiles: {b.title}"
                for b in found if b.lines and b not in seen and not EXEMPT.intersection(b.parts)]
    return problems, sum(b.lines for b in found)


def check(build, triples):
    """The problems and a summary."""
    root = swift_package.ROOT
    known = swift_package.targets()
    apps = swift_package.apps()
    everywhere = {p for target in known.values() for p in target.swift_files
                  if target.kind in ("regular", "executable")}
    systems = [("Linux", everywhere, on_linux([])), ("Linux", everywhere, on_linux(["-D", "DEBUG"]))]
    for triple in triples:
        files = {p for target in [*known.values(), *apps.values()] if target.supports(triple)
                 for p in target.swift_files}
        systems.append((triple, files, on_apple(compiler.Apple(triple, build / triple))))
    paths = everywhere | {p for p in (root / "Examples").rglob("*.swift")
                          if p.name != "Package.swift" and ".build" not in p.parts}
    sources = {p: p.read_text() for p in sorted(paths)}
    unseen = [f"{p.relative_to(root)}: no check compiles it" for p in sources
              if not any(p in files for _, files, _ in systems)]
    problems, lines = judge(sources, systems)
    return ([*unseen, *(p.replace(f"{root}/", "") for p in problems)],
            f"{lines} lines under conditions in {len(sources)} files, seen on Linux,"
            f" {', '.join(triples)}")


PLANTED = """#if canImport(UIKit)
let a = 1
#elseif os(watchOS)
let b = 1
#else
#if !os(Linux)
let c = 1
#endif
#endif
"""


def self_test(build):
    """What a planted fault does not cause."""
    path = pathlib.Path("planted.swift")
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    systems = [("Linux", {path}, on_linux([])), ("iOS", {path}, on_apple(apple))]
    problems, lines = judge({path: PLANTED}, systems)
    expected = ["planted.swift:3: ", "planted.swift:6: "]
    if lines != 3 or [p[:17] for p in problems] != expected:
        return [f"code for other systems is not found out: {problems}"]
    return []
