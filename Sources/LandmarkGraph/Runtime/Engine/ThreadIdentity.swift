#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Which thread it is, to find out whether a thread is one of a graph's own.
struct ThreadIdentity: Sendable, Hashable {
    private let bits: UInt

    /// The thread that asks.
    static var current: ThreadIdentity {
        // A number on some systems, a pointer on others.
        ThreadIdentity(bits: withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) })
    }
}
