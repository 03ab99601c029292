"""Check: the libraries can be distributed as binary frameworks.

`scripts/build-xcframeworks` builds with library evolution, which refuses code that compiles without it, and
other compilers read a framework's public interface instead of its module. Each library is compiled that way
for iOS, then its interface against the interfaces of the others, and at last the Swift code in clients/
against interfaces alone.
"""

import pathlib
import tempfile

import clients
import compiler
import swift_package

NAME = "distribution"


def libraries():
    """The targets of the library products and of what they need, in the order of their imports."""
    known = swift_package.targets()
    names = [name for targets in swift_package.products().values() for name in targets]
    needed = {*names, *(n for name in names for n in compiler.closure(known[name], known))}
    return {name: target for name, target in swift_package.libraries().items() if name in needed}


def compile_library(apple, target, known, folder):
    """Compiles a library for distribution, and then its interface as an app's compiler does."""
    modules, interfaces = folder / "modules", folder / "interfaces"
    interface = modules / f"{target.name}.swiftinterface"
    apple.swift("-emit-module", "-o", modules / f"{target.name}.swiftmodule",
                "-emit-module-interface-path", interface, "-module-name", target.name,
                "-enable-library-evolution", "-parse-as-library", "-swift-version", "6",
                "-package-name", "landmarkkit", "-I", modules, *target.swift_flags(),
                "-no-warnings-as-errors", "-suppress-warnings",
                *apple.c_flags(compiler.closure(target, known), known), *target.swift_files,
                finds_modules=False)
    apple.swift("-compile-module-from-interface", "-module-name", target.name, "-I", interfaces,
                "-suppress-warnings", "-o", interfaces / f"{target.name}.swiftmodule", interface,
                finds_modules=False)


def check(build, _):
    """The problems and a summary."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    known, found = swift_package.targets(), libraries()
    folder = build / "distribution"
    for name in ("modules", "interfaces"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    problems = []
    for name, target in found.items():
        stamp = folder / f"{name}.txt"
        state = apple.state(target, known)
        if stamp.exists() and stamp.read_text() == state:
            continue
        stamp.unlink(missing_ok=True)
        try:
            compile_library(apple, target, known, folder)
            stamp.write_text(state)
        except compiler.Failure as failure:
            problems.append(f"{name} cannot be distributed:\n{failure}")
    used = sorted(clients.FOLDER.glob("*.swift"))
    for path in used if not problems else []:
        try:
            apple.swift("-typecheck", "-module-name", path.stem, "-swift-version", "5",
                        "-parse-as-library", "-I", folder / "interfaces", path, finds_modules=False)
        except compiler.Failure as failure:
            problems.append(f"{path.name} does not compile against public interfaces:\n{failure}")
    return problems, (f"{len(found)} libraries, their public interfaces, and"
                      f" {len(used)} clients of these")


PLANTED = {
    "code that only compiles without library evolution": (
        "public struct A {\n    public let a: Int\n    @inlinable public init() { a = 1 }\n}\n",
        "'let' property 'a' may not be initialized directly"),
    "a type with the name of its module, which hides the others in the interface": (
        "public struct Planted {}\npublic struct A {}\npublic func f(_ a: A) {}\n",
        "'A' is not a member type of struct 'Planted.Planted'"),
}


def self_test(build):
    """What planted faults do not cause."""
    apple = compiler.Apple(compiler.TRIPLES[0], build / compiler.TRIPLES[0])
    problems = []
    for title, (source, expected) in PLANTED.items():
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            for name in ("modules", "interfaces", "Planted"):
                (folder / name).mkdir()
            (folder / "Planted/A.swift").write_text(source)
            target = swift_package.Target("Planted", folder / "Planted", [], [])
            try:
                compile_library(apple, target, {}, folder)
                problems.append(f"{title} is accepted")
            except compiler.Failure as failure:
                if expected not in str(failure):
                    problems.append(f"{title} is refused for another reason:\n{failure}")
    return problems
