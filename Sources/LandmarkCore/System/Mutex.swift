#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A value that only one thread at a time may use.
///
/// It has the interface of `Synchronization.Mutex`, which Apple's systems offer only since iOS 18
/// and macOS 15. A thread that locks it twice deadlocks.
package struct Mutex<Value>: Sendable {
    private let storage: Storage

    /// Creates a mutex around `value`.
    package init(_ value: sending Value) {
        storage = Storage(value)
    }

    /// Waits until no other thread uses the value, and passes it to `body`.
    ///
    /// - Throws: What `body` throws.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        storage.lock.acquire()
        defer { storage.lock.release() }
        return try body(&storage.value)
    }

    /// The value and its lock.
    // SAFETY: the value is used only between acquiring and releasing the lock. The compiler cannot
    // verify that; this is the only place where it must trust us.
    private final class Storage: @unchecked Sendable {
        let lock = SystemLock()
        // SAFETY: as above; the property is private to the file, and withLock is its only user.
        nonisolated(unsafe) var value: Value

        init(_ value: sending Value) { self.value = value }
    }
}

/// The operating system's lock.
private final class SystemLock {
    #if canImport(Darwin)
    private let address = os_unfair_lock_t.allocate(capacity: 1)

    init() { address.initialize(to: os_unfair_lock()) }

    deinit { address.deallocate() }

    func acquire() { os_unfair_lock_lock(address) }

    func release() { os_unfair_lock_unlock(address) }
    #else
    private let address = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(address, nil) }

    deinit {
        pthread_mutex_destroy(address)
        address.deallocate()
    }

    func acquire() { pthread_mutex_lock(address) }

    func release() { pthread_mutex_unlock(address) }
    #endif
}
