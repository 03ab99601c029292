"""Builds Swift's standard library for an Apple target, for type checking only.

The toolchain for Linux has no standard library for Apple's systems, but its textual interfaces state
since which of their versions everything is available. Compiled for such a target they make the
compiler check `#if os(iOS)`, `@available` and the deployment target as Xcode does. What Apple's own
library has beyond that (such as `AutoreleasingUnsafeMutablePointer`) is added here.
"""

import pathlib
import re
import shutil
import subprocess

# In the order of their imports.
MODULES = ["Swift", "SwiftOnoneSupport", "_Builtin_float", "_Concurrency", "_StringProcessing",
           "Observation", "Testing"]

# What exists only with Objective-C: out parameters such as NSError **, and `id` as `Any`.
OBJECTIVE_C = """
@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee> : Swift._Pointer {
  public typealias Distance = Swift.Int
  public let _rawValue: Builtin.RawPointer
  public init(_ _rawValue: Builtin.RawPointer)
  public var pointee: Pointee { get nonmutating set }
  public subscript(i: Swift.Int) -> Pointee { get }
  public init<U>(_ from: Swift.UnsafeMutablePointer<U>)
  public init?<U>(_ from: Swift.UnsafeMutablePointer<U>?)
}
public func _getErrorEmbeddedNSError<T>(_ x: T) -> Swift.AnyObject? where T : Swift.Error
public func _bridgeAnyObjectToAny(_ possiblyNullObject: Swift.AnyObject?) -> Any
"""


def toolchain():
    """The folder with the toolchain's libraries."""
    swift = pathlib.Path(shutil.which("swift")).resolve()
    return swift.parent.parent / "lib" / "swift" / "linux"


def adapted(text, module, target):
    """The text of an interface for Linux as one for `target`."""
    text = re.sub(r"-target \S+-linux-gnu", f"-target {target}", text)
    text = text.replace("-disable-objc-interop", "")
    # Functions that newer systems have, and older ones get a copy of: interfaces for Linux omit
    # their bodies.
    text = re.sub(r"@backDeployed\([^)]*\)\s*", "", text)
    # 80-bit numbers, which Apple's processors lack.
    text = re.sub(r"(other|self) = _stdlib_\w+l\(.*\)", "", text)
    text = re.sub(r"^import Glibc\n", "", text, flags=re.MULTILINE)
    return text + (OBJECTIVE_C if module == "Swift" else "")


def build(folder, target):
    """Compiles the modules into `folder`, unless this toolchain's are there already."""
    stamp = folder / "toolchain.txt"
    version = subprocess.check_output(["swiftc", "--version"], text=True,
                                      stderr=subprocess.STDOUT) + target
    if stamp.exists() and stamp.read_text() == version + pathlib.Path(__file__).read_text():
        return
    (folder / "interfaces").mkdir(parents=True, exist_ok=True)
    for module in MODULES:
        interfaces = toolchain() / f"{module}.swiftmodule"
        source = next(p for p in interfaces.glob("*.swiftinterface") if ".private." not in p.name)
        # Stays: modules check that what they were built from is there.
        interface = folder / "interfaces" / f"{module}.swiftinterface"
        interface.write_text(adapted(source.read_text(), module, target))
        command = ["swift-frontend", "-compile-module-from-interface", "-target", target,
                   "-disable-availability-checking", "-enable-objc-interop", "-module-name", module,
                   "-I", str(folder), "-o", str(folder / f"{module}.swiftmodule"), str(interface)]
        if module == "Swift":
            command.insert(2, "-parse-stdlib")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "error:" in line]
            raise SystemExit(f"{module} cannot be built for {target}:\n" + "\n".join(errors[:10]))
    stamp.write_text(version + pathlib.Path(__file__).read_text())
