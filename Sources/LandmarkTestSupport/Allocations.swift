import CTestSupport

/// Counts of memory allocations.
package enum Allocations {
    /// Whether allocations can be counted here, which requires glibc without a sanitizer; reports
    /// the skipped tests on standard error if they cannot.
    package static func areCounted(from file: String = #fileID) -> Bool {
        let areCounted = lk_allocations_are_counted()
        if !areCounted {
            Fixtures.reportSkip(
                "allocations can be counted only with glibc and without a sanitizer", from: file)
        }
        return areCounted
    }

    /// Whether allocations can be counted here and the libraries are optimized: a debug build
    /// allocates for generic calls that an optimized one specializes. Reports the skipped tests on
    /// standard error if not.
    package static func areCountedOptimized(from file: String = #fileID) -> Bool {
        #if DEBUG
        Fixtures.reportSkip("allocations are counted in release builds only", from: file)
        return false
        #else
        return areCounted(from: file)
        #endif
    }

    /// Returns the number of allocations that `body` makes on the calling thread.
    ///
    /// `realloc` of a block counts as one; memory that other threads allocate does not count.
    ///
    /// - Parameters:
    ///   - traced: Whether to print the call stack of the first allocation on standard error.
    ///   - body: The code whose allocations are counted. Warm it up first: the first call of a
    ///     function may allocate for its metadata.
    /// - Throws: Any error that `body` throws.
    package static func count(traced: Bool = false, _ body: () throws -> Void) rethrows -> Int {
        if traced { lk_allocation_stack_watch() }
        let before = lk_allocations()
        try body()
        let count = lk_allocations() - before
        if traced { lk_allocation_stack_write(2) }
        return Int(count)
    }
}
