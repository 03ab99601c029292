#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A point in time on the operating system's monotonic clock.
///
/// `ContinuousClock` and `Duration` exist only since iOS 16 and macOS 13.
package struct MonotonicTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since an origin that is fixed while the system runs.
    package let nanoseconds: Int64

    /// Creates a time from the nanoseconds since the origin.
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The current time.
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

/// The time of day, which can jump.
package enum WallClock {
    /// Milliseconds since 1970.
    package static var milliseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
