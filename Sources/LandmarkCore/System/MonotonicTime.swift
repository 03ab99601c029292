#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A point in time on the operating system's clock that never goes back.
///
/// `ContinuousClock` and `Duration` exist since iOS 16 and macOS 13 only.
package struct MonotonicTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since a moment that stays the same while the system runs.
    package let nanoseconds: Int64

    /// This moment.
    package static var now: MonotonicTime {
        #if canImport(Darwin)
        MonotonicTime(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
        #else
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        #endif
    }

    /// The nanoseconds that have passed since this moment.
    package var elapsedNanoseconds: Int64 { Self.now.nanoseconds - nanoseconds }

    /// The seconds that have passed since this moment.
    package var elapsedSeconds: Double { Double(elapsedNanoseconds) * 1e-9 }

    package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
        a.nanoseconds < b.nanoseconds
    }
}
