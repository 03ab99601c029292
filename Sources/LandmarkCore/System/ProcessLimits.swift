import CLandmarkSystem

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The resource limits of the running process (`ulimit`).
package struct ProcessLimits: Sendable, Hashable {
    /// File descriptors; nil if unlimited.
    package let descriptors: Int?
    /// Bytes of the first thread's stack, and of later threads' unless they request more; nil if
    /// unlimited.
    package let stackBytes: Int?
    /// Bytes of address space; nil if unlimited.
    package let memoryBytes: Int?

    package init(descriptors: Int?, stackBytes: Int?, memoryBytes: Int?) {
        self.descriptors = descriptors
        self.stackBytes = stackBytes
        self.memoryBytes = memoryBytes
    }

    #if canImport(Glibc)
    /// The current limits.
    package static var current: ProcessLimits {
        ProcessLimits(
            descriptors: limit(RLIMIT_NOFILE), stackBytes: limit(RLIMIT_STACK),
            memoryBytes: limit(RLIMIT_AS))
    }

    /// Makes all threads allocate from one heap, even if they must wait for each other: the C library would
    /// otherwise give each thread its own, reserve 64 MB of address space for it, and keep the memory that
    /// frames free there.
    package static func economize() { lk_memory_economize() }

    private static func limit(_ resource: __rlimit_resource) -> Int? {
        var values = rlimit()
        guard getrlimit(Int32(resource.rawValue), &values) == 0 else { return nil }
        return Int(exactly: values.rlim_cur)
    }
    #else
    /// The current limits; they are queried only with glibc.
    package static var current: ProcessLimits {
        ProcessLimits(descriptors: nil, stackBytes: nil, memoryBytes: nil)
    }

    /// Does nothing here.
    package static func economize() {}
    #endif

    /// Returns, in one clause, why a program with these needs cannot run; nil if it can.
    ///
    /// - Parameter needs: The minimum of each limit.
    package func shortage(for needs: ProcessLimits) -> String? {
        let checks: [(have: Int?, need: Int?, what: String, option: String, unit: Int)] = [
            (descriptors, needs.descriptors, "file descriptors", "-n", 1),
            (stackBytes, needs.stackBytes, "KB of stack", "-s", 1 << 10),
            (memoryBytes, needs.memoryBytes, "MB of address space", "-v", 1 << 20),
        ]
        for check in checks {
            guard let have = check.have, let need = check.need, have < need else { continue }
            return "only \(have / check.unit) \(check.what) are allowed (ulimit \(check.option)),"
                + " but at least \(need / check.unit) are required"
        }
        return nil
    }
}
