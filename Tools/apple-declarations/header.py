"""Check: the Objective-C headers that the compiler emits have the names of Google's headers.

google-selectors.txt lists them. A line is one of
    CLASS-OR-PROTOCOL -selector    an instance method, or a property's getter or setter
    CLASS +selector                a class method, or a class property's getter
    ENUMERATION CASE VALUE
    FUNCTION()
The list may state what is not offered and why: a line `- REST` names a line that is missing on
purpose, with the reason after ` # `.
"""

import json
import pathlib
import re
import subprocess
import tempfile

import compiler

NAME = "header"
HEADERS = ["MediaPipeTasksVision", "DriverMonitoringGraph"]
IMPORTS = HEADERS
LIST = compiler.HERE / "google-selectors.txt"


def clang_flags(apple):
    """The flags with which a client of the emitted headers compiles."""
    return ["-target", apple.triple, "-fobjc-arc", "-fmodules", "-fmodules-cache-path="
            + str(apple.folder / "cache"), "-nostdlibinc", "-isystem", str(compiler.LIBC),
            f"-fmodule-map-file={compiler.LIBC}/module.modulemap", "-I", str(apple.headers),
            "-I", str(apple.objc)]


def syntax_tree(apple, header):
    """Clang's syntax tree of a header."""
    done = subprocess.run(
        ["clang", "-x", "objective-c", "-fsyntax-only", "-Wno-everything", *clang_flags(apple),
         "-Xclang", "-ast-dump=json", str(header)], capture_output=True, text=True)
    if done.returncode:
        raise compiler.Failure(f"{header.name} does not compile:\n{done.stderr.strip()}")
    return json.loads(done.stdout)


def value(node):
    """The number that an expression is known to have."""
    if node.get("kind") == "ConstantExpr" and "value" in node:
        return int(node["value"])
    for inner in node.get("inner", []):
        found = value(inner)
        if found is not None:
            return found
    return None


class Names:
    """What headers declare: (class, selector), (enumeration, case, value), functions."""

    def __init__(self):
        self.methods = {}
        self.parents = {}
        self.cases = {}
        self.functions = set()

    def add(self, tree):
        """Adds what a syntax tree declares."""
        for node in tree.get("inner", []):
            kind, name = node.get("kind"), node.get("name", "")
            if kind in ("ObjCInterfaceDecl", "ObjCProtocolDecl", "ObjCCategoryDecl"):
                owner = name
                if kind == "ObjCCategoryDecl":
                    owner = node["interface"].get("name", "")
                parents = self.parents.setdefault(owner, set())
                parents.update(p["name"] for p in node.get("protocols", []) if "name" in p)
                # Those of other modules have no name here.
                parents.update(filter(None, [node.get("super", {}).get("name")]))
                for member in node.get("inner", []):
                    if member.get("kind") == "ObjCMethodDecl" and not unavailable(member):
                        sign = "-" if member.get("instance") else "+"
                        self.methods.setdefault(owner, set()).add(sign + member["name"])
            elif kind == "EnumDecl":
                last = -1
                for case in node.get("inner", []):
                    if case.get("kind") == "EnumConstantDecl":
                        stated = value(case)
                        last = last + 1 if stated is None else stated
                        self.cases[(name, case["name"])] = last
            elif kind in ("FunctionDecl", "VarDecl"):
                self.functions.add(name)
            elif kind == "LinkageSpecDecl":
                self.add(node)

    def has(self, owner, selector):
        """Whether a class or something it inherits from declares a method."""
        if selector in self.methods.get(owner, ()):
            return True
        return any(self.has(parent, selector) for parent in self.parents.get(owner, ()))


def unavailable(member):
    """Whether a method exists only so that nobody calls it."""
    return any(a.get("kind") == "UnavailableAttr" for a in member.get("inner", []))


def compare(lines, names):
    """The lines of the list that the headers lack, and the number of lines."""
    problems, count = [], 0
    for number, line in enumerate(lines, 1):
        words = line.split(" # ")[0].split()
        if not words or words[0].startswith("#"):
            continue
        absent = words[0] == "-"
        words = words[absent:]
        count += not absent
        if len(words) == 1:
            found = words[0].removesuffix("()") in names.functions
        elif words[1][0] in "+-":
            found = names.has(words[0], words[1])
        else:
            # A case's name is global in C, whatever enumeration it belongs to.
            values = [v for (_, case), v in names.cases.items() if case == words[1]]
            found = int(words[2]) in values if len(words) > 2 else bool(values)
        if absent and found:
            problems.append(f"{LIST.name}:{number}: {' '.join(words)} is no longer missing")
        elif absent and " # " not in line:
            problems.append(f"{LIST.name}:{number}: no reason is given why {words[1]} is missing")
        elif not absent and not found:
            problems.append(f"{LIST.name}:{number}: {' '.join(words)} is not in the header")
    return problems, count


def check(build, _):
    """The problems and a summary."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    names, problems = Names(), []
    for module in HEADERS:
        header = apple.objc / f"{module}-Swift.h"
        if not header.exists():
            problems.append(f"{header.name} has not been emitted; does {module} compile?")
            continue
        try:
            names.add(syntax_tree(apple, header))
        except compiler.Failure as failure:
            problems.append(str(failure))
    if problems or not LIST.exists():
        return problems or [f"there is no {LIST.name}"], "nothing compared"
    problems, count = compare(LIST.read_text().splitlines(), names)
    return problems, f"{count} of Google's names in {' and '.join(HEADERS)}"


PLANTED = """@import Foundation;
typedef NS_ENUM(NSInteger, MPPMode) { MPPModeImage = 0, MPPModeVideo = 1 };
@interface MPPBase : NSObject
@property(nonatomic) NSInteger count;
@end
@interface MPPTask : MPPBase
- (nullable id)detectImage:(nonnull id)image error:(NSError * _Nullable * _Nullable)error;
@end
"""


def self_test(build):
    """What a planted fault does not cause."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder) / "Planted.h"
        header.write_text(PLANTED)
        names = Names()
        names.add(syntax_tree(apple, header))
    right = ["MPPTask -detectImage:error:", "MPPTask -setCount:", "MPPMode MPPModeVideo 1"]
    wrong = ["MPPTask -detectPicture:error:", "MPPTask +count", "MPPMode MPPModeVideo 2",
             "MPPMode MPPModeLive 2", "- MPPTask -count # no reason", "MPPFunction()"]
    problems, _ = compare(right + wrong, names)
    found = [int(re.search(r":(\d+):", p)[1]) for p in problems]
    expected = list(range(len(right) + 1, len(right) + len(wrong) + 1))
    return [] if found == expected else [f"{problems} do not match the planted faults"]
