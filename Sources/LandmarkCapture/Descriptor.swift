#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file of the operating system, closed with its owner.
final class Descriptor {
    let number: Int32
    private var owned: Bool

    init(owning number: Int32) {
        self.number = number
        owned = true
    }

    /// A descriptor that stays the caller's, such as standard input.
    init(borrowing number: Int32) {
        self.number = number
        owned = false
    }

    deinit { _ = close() }

    /// Closes it now, once, and returns the error number if that fails.
    func close() -> Int32? {
        guard owned else { return nil }
        owned = false
        return Platform.close(number) == 0 ? nil : errno
    }

    /// Fills `target` from the file unless that ends first; returns the bytes read, or throws the
    /// error number.
    func fill(_ target: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            let got = read(number, rest.baseAddress, rest.count)
            if got < 0 {
                if errno == EINTR { continue }
                throw SystemFailure(code: errno)
            }
            if got == 0 { break }
            filled += got
        }
        return filled
    }
}

/// An error number of the operating system.
struct SystemFailure: Error {
    let code: Int32
}

/// The call whose name `Descriptor`'s own hides.
private enum Platform {
    static func close(_ number: Int32) -> Int32 {
        #if canImport(Darwin)
        Darwin.close(number)
        #elseif canImport(Musl)
        Musl.close(number)
        #else
        Glibc.close(number)
        #endif
    }
}
