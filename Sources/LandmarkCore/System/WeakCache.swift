/// Objects by key, each kept alive only by its users.
package struct WeakCache<Key: Hashable & Sendable, Value: AnyObject & Sendable>: Sendable {
    private struct Entry {
        weak var value: Value?
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// Creates a cache without objects.
    package init() {}

    /// The number of keys; some may be those of objects that are gone, until another object is added.
    package var count: Int { entries.withLock { $0.count } }

    /// Returns the object for `key` that is in use, or else the one that `make` returns.
    ///
    /// Threads that need the same object at the same time may each make it; all get the same one. The
    /// deinitializer of an object must not use the cache.
    ///
    /// - Throws: What `make` throws.
    package func value<Failure: Error>(
        for key: Key, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let value = entries.withLock({ $0[key]?.value }) { return value }
        let new = try make()
        return entries.withLock { entries in
            if let value = entries[key]?.value { return value }
            entries = entries.filter { $0.value.value != nil }
            entries[key] = Entry(value: new)
            return new
        }
    }
}
