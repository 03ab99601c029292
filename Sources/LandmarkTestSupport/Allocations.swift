import CTestSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How often code asks for memory.
package enum Allocations {
    /// Whether allocations can be counted here; says aloud what is skipped when they cannot.
    package static func areCounted(from file: String = #fileID) -> Bool {
        let areCounted = lk_allocations_are_counted()
        if !areCounted {
            let line =
                "SKIPPED in \(file): allocations are counted with glibc and no sanitizer only\n"
            _ = write(2, line, line.utf8.count)
        }
        return areCounted
    }

    /// How often `body` asks for memory on this thread.
    ///
    /// - Parameter traced: Whether the first time is described on standard error, by its calls.
    package static func count(traced: Bool = false, _ body: () throws -> Void) rethrows -> Int {
        if traced { lk_allocation_stack_watch() }
        let before = lk_allocations()
        try body()
        let count = lk_allocations() - before
        if traced { lk_allocation_stack_write(2) }
        return Int(count)
    }
}
