"""Check: the declarations agree with dotnet/macios, Microsoft's bindings to Apple's frameworks.

Names, values of cases, and the systems and versions that have them are compared; macios does not
state what Vision Pro has. The bindings are not part of this repository: the check reads
.build/apple/macios, a clone of https://github.com/dotnet/macios.
"""

import pathlib
import tempfile

import compiler
import csharp
import declarations
import pyobjc

NAME = "macios"
# The oldest systems of the package: what older ones have makes no difference.
OLDEST = {"ios": (15,), "macos": (12,), "tvos": (15,)}
COVERED = 0.8

# Differences that are right as they stand here, each with its reason.
EXPLAINED = {
}


def read(folder):
    """The bindings of the frameworks that are declared here."""
    bindings = csharp.Bindings()
    names = {p.name for p in compiler.HEADERS.iterdir()} | {"CoreAnimation", "ObjCRuntime", "VideoToolbox"}
    paths = [p for p in folder.glob("*.cs") if p.stem in {n.lower() for n in names}]
    paths += [p for name in names for p in sorted((folder / name).rglob("*.cs"))]
    for path in paths:
        bindings.add(path.read_text(errors="replace"))
    return bindings


def found(declaration, bindings):
    """Whether the bindings know a declaration, and the availability that they state for it, if any."""
    name, owner = declaration.name, declaration.owner
    if declaration.kind in ("function", "constant"):
        stated = bindings.symbols.get(name)
    elif declaration.kind == "case":
        case = known_case(declaration, bindings)
        stated = None if case is None else {**bindings.types.get(owner.name.lower(), {}), **case[1]}
    elif owner is None:
        stated = bindings.types.get(name.lower())
    else:
        own = owner.name.lower()
        member = bindings.members.get((own, name))
        if member is None:
            # Perhaps of another type, such as a protocol or a superclass.
            return name in bindings.selectors, None
        stated = {**bindings.types.get(own, {}), **member}
    return stated is not None, stated


def known_case(declaration, bindings):
    """The value and availability of an enumeration's case."""
    cases = bindings.cases.get((declaration.owner.name if declaration.owner else "").lower(), {})
    name = declaration.name.lower()
    # C# leaves out the enumeration's name, or a part of it.
    ends = [known for known in cases if name.endswith(known)]
    return cases[max(ends, key=len)] if ends else None


def differences(declaration, stated, bindings, systems):
    """What the bindings state otherwise."""
    if declaration.kind == "case":
        value = known_case(declaration, bindings)[0]
        if value is not None and (value - declaration.value) % 2**64:
            yield f"{declaration.title} is {declaration.value}, but {value} for macios"
    for system in systems:
        ours, theirs = declaration.since(system), stated.get(system, ())
        if (ours is None) != (theirs is None):
            yield (f"{declaration.title} is {'un' * (ours is None)}available on {system}, but"
                   f" {'un' * (theirs is None)}available for macios")
        elif ours is not None and max(ours, OLDEST[system]) != max(theirs, OLDEST[system]):
            yield (f"{declaration.title} is available since {system} {text(ours)}, but since"
                   f" {text(theirs)} for macios")


def text(numbers):
    """A version as it is written."""
    return ".".join(map(str, numbers)) or "its first version"


def compare(listed, bindings, systems):
    """The differences, and the declarations that the bindings know."""
    problems, known = [], []
    for declaration in listed:
        is_known, stated = found(declaration, bindings)
        if is_known:
            known.append(declaration)
        if stated is not None:
            problems += differences(declaration, stated, bindings, systems)
    return problems, known


def check(build, _):
    """The problems and a summary."""
    folder = build / "macios" / "src"
    if not folder.is_dir():
        return [], ("NOT CHECKED: there is no .build/apple/macios; clone"
                    " https://github.com/dotnet/macios there")
    bindings = read(folder)
    names = pyobjc.known_names(build)
    problems, counts, unknown, used = [], {"both": 0, "macios": 0, "PyObjC": 0, "none": 0}, [], set()
    for framework in sorted(p.name for p in compiler.HEADERS.iterdir()):
        if not (compiler.HEADERS / framework / f"{framework}.h").exists():
            continue
        missing = [kind for kind, list_ in compiler.MISSING.items() if framework in list_]
        systems = [s for s in OLDEST if s.replace("macos", "macosx") not in missing]
        triple = compiler.TRIPLES[0 if "macosx" in missing else 1]
        listed = declarations.declared(compiler.Apple(triple, build / triple), framework)
        different, known = compare(listed, bindings, systems)
        for problem in different:
            title = problem.split(" is ")[0]
            used.add(title)
            if title not in EXPLAINED:
                problems.append(f"{framework}: {problem}")
        for declaration in listed:
            independent = (declaration in known, declaration.name in names)
            key = {(True, True): "both", (True, False): "macios", (False, True): "PyObjC",
                   (False, False): "none"}[independent]
            counts[key] += 1
            if key == "none":
                unknown.append(f"{framework}: {declaration.title}")
    problems += [f"{title} no longer differs" for title in EXPLAINED.keys() - used]
    (build / "unknown.txt").write_text("\n".join(unknown) + "\n")
    total = sum(counts.values())
    share = 1 - counts["none"] / total
    if share < COVERED:
        problems.append(f"only {share:.0%} of the declarations are in an independent list; see"
                        f" .build/apple/unknown.txt")
    return problems, (f"{total} declarations: {counts['both']} in macios and PyObjC,"
                      f" {counts['macios']} in macios alone, {counts['PyObjC']} in PyObjC alone,"
                      f" {counts['none']} in neither ({share:.1%} covered);"
                      f" {len(EXPLAINED)} differences explained")


PLANTED_BINDINGS = """
	[TV (17, 0)]
	[BaseType (typeof (NSObject))]
	interface AVThing {
		[NoMac, iOS (16, 0)]
		[Export ("place")]
		nint Place { get; }
	}
	[Native]
	public enum AVMode : long {
		Back = 1,
		Front = 2,
	}
"""
# Constant expressions, some over two lines or with several cases in one, and their values.
EXPRESSIONS = """
	public enum Kind { Only = 3, Next }
	enum Values : ulong { None = 0,
		A, B = A, C = 1UL, D = 1u << 2, E = 0x10 | D, F,
		G = 1(2), H,
		I = ~0, J = Values.E, K = Other.Value, L = (1 << 3) + 1,
		[iOS (16, 0)] M,
		N =
			5,
		O, P = 0xFFFF_FFFFUL, Q = 1 << 99,
	}
"""
VALUES = {"none": 0, "a": 1, "b": 1, "c": 1, "d": 4, "e": 20, "f": 21, "g": None, "h": None, "i": -1,
          "j": 20, "k": None, "l": 9, "m": 10, "o": None, "p": 0xFFFFFFFF, "q": None}
PLANTED = """
#import <Availability.h>
@import Foundation;
typedef NS_ENUM(NSInteger, AVMode) { AVModeBack = 1, AVModeFront = 3 };
API_AVAILABLE(tvos(17.0)) @interface AVThing : NSObject
@property(readonly) int place API_AVAILABLE(ios(16.0), macos(10.15));
@property(readonly) int smell;
@end
"""


def self_test(build):
    """What a planted fault does not cause."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "Planted.h"
        path.write_text(PLANTED)
        listed = declarations.dumped(
            compiler.Apple(compiler.TRIPLES[1], build / compiler.TRIPLES[1]), path)
    bindings = csharp.Bindings()
    bindings.add(PLANTED_BINDINGS)
    problems, known = compare(listed, bindings, OLDEST)
    expected = ["AVModeFront is 3, but 2", "AVThing.place is available on macos, but unavailable"]
    unknown = [d.name for d in listed if d not in known]
    good = (len(problems) == 2 and all(any(e in p for p in problems) for e in expected)
            and unknown == ["smell"])
    wrong = [] if good else [f"{problems}, {unknown} do not match the planted faults"]
    bindings.add(EXPRESSIONS)
    values = {name: value for name, (value, _) in bindings.cases["values"].items()}
    if values != VALUES or [v for v, _ in bindings.cases["kind"].values()] != [3, 4]:
        wrong.append(f"values of C# are misread: {values}, {bindings.cases['kind']}")
    return wrong
