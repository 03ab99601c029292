@_exported import Darwin

// What Apple's C headers define by macros that Swift does not import.

public var errno: Int32 {
    get { 0 }
    set {}
}
public var MAP_FAILED: UnsafeMutableRawPointer! { nil }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }
public var SIG_IGN: @convention(c) (Int32) -> Void { { _ in } }
public var SIG_ERR: @convention(c) (Int32) -> Void { { _ in } }
public var stdin: UnsafeMutablePointer<FILE> { __stdinp }
public var stdout: UnsafeMutablePointer<FILE> { __stdoutp }
public var stderr: UnsafeMutablePointer<FILE> { __stderrp }

// Functions with a variable number of arguments.

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public func ioctl(_ descriptor: CInt, _ request: UInt) -> CInt { 0 }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: UnsafeMutableRawPointer) -> CInt {
    0
}

// What only tests use.
public func sin(_ x: Float) -> Float { x }
public func cos(_ x: Float) -> Float { x }
