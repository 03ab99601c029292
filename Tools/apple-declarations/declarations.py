"""What the headers beside this file declare, as Clang understands them."""

import dataclasses
import pathlib
import re
import subprocess
import tempfile

import compiler
import header

NODE = re.compile(r"^([|` -]*)(\w+)\b(.*)$")
# The place of a declaration and the words before its name.
NAME = re.compile(r"> (?:\S+:\d+:\d+|(?:line|col):[\d:]+)"
                  r"(?: implicit| used| referenced| constexpr)* (?:([-+]) )?([A-Za-z_][\w:]*)")
OWNERS = {"ObjCInterfaceDecl", "ObjCProtocolDecl", "ObjCCategoryDecl", "EnumDecl"}
KINDS = {"ObjCPropertyDecl": "property", "ObjCMethodDecl": "method", "EnumConstantDecl": "case",
         "FunctionDecl": "function", "VarDecl": "constant"}
AVAILABILITY = re.compile(r"> (?:Inherited )?(ios|macos|tvos|xros) ([\d.]+) [\d.]+ [\d.]+( Unavailable)?")


@dataclasses.dataclass
class Declaration:
    """A class, protocol or enumeration, one of its members, a function or a constant."""

    kind: str
    name: str
    # The class, protocol or enumeration that a member belongs to.
    owner: "Declaration" = None
    # The value of an enumeration's case.
    value: int = None
    # The first version of each system that is stated, as numbers; None where it is unavailable.
    stated: dict = dataclasses.field(default_factory=dict)

    @property
    def title(self):
        return f"{self.owner.name}.{self.name}" if self.owner and self.owner.name else self.name

    def since(self, system):
        """The first version of a system that has it: () if none is stated, None if none has it."""
        outer = self.owner.since(system) if self.owner else ()
        if outer is None or system not in self.stated:
            return outer
        return self.stated[system]


def version(text):
    """The numbers of a version, without zeros at its end."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def parse(dump):
    """The declarations in a syntax tree that Clang has printed as text."""
    found, path = [], []
    for line in dump.splitlines():
        match = NODE.match(line)
        if not match:
            continue
        depth, node, rest = len(match[1]) // 2, match[2], match[3]
        del path[depth:]
        path += [None] * (depth - len(path))
        parent = next((d for d in reversed(path) if d), None)
        named = NAME.search(rest)
        declaration = None
        if node == "AvailabilityAttr" and parent and path[-1] is parent:
            stated = AVAILABILITY.search(rest)
            if stated:
                parent.stated[stated[1]] = None if stated[3] else version(stated[2])
        elif node == "ObjCInterface" and parent and parent.kind == "ObjCCategoryDecl":
            # A category adds to the class that it names first.
            parent.name = re.search(r"'(\w+)'", rest)[1]
            parent.kind = "extended"
        elif node == "value" and parent and parent.kind == "case":
            parent.value = int(re.search(r"-?\d+", rest)[0])
        elif node in OWNERS:
            declaration = Declaration(node, named[2] if named else "")
            found.append(declaration)
        elif node in KINDS and named and " implicit " not in rest.split("'")[0]:
            if node == "VarDecl" and " extern" not in rest.rpartition("'")[2]:
                continue
            declaration = Declaration(KINDS[node], named[2],
                                      parent if parent and parent.kind in {*OWNERS, "extended"} else None)
            if node == "EnumConstantDecl":
                before = [d for d in found if d.owner is declaration.owner and d.kind == "case"]
                declaration.value = before[-1].value + 1 if before else 0
            found.append(declaration)
        path.append(declaration)
    return found


def declared(apple, framework):
    """The declarations of a framework's own headers."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "All.h"
        path.write_text(f"#include <{framework}/{framework}.h>\n")
        # As part of the module, its headers are read and not imported.
        return dumped(apple, path, f"-fmodule-name={framework}")


def dumped(apple, path, *flags):
    """The declarations of a header."""
    done = subprocess.run(
        ["clang", "-x", "objective-c", "-fsyntax-only", "-Wno-everything",
         "-fno-color-diagnostics", *header.clang_flags(apple), *flags, "-Xclang", "-ast-dump",
         str(path)], capture_output=True, text=True)
    if done.returncode:
        raise compiler.Failure(f"{path.name} does not compile:\n{done.stderr.strip()}")
    listed = parse(done.stdout)
    owners = {id(d.owner) for d in listed}
    # Not those that only announce a type which is declared later or elsewhere.
    return [d for d in listed if d.name and (d.kind not in OWNERS or d.stated or id(d) in owners)]
