import LandmarkCore

/// The clock of a replay. Its times are milliseconds since its creation, as floating-point numbers,
/// so that sums never overflow, whatever timestamps a file has.
struct ReplayClock: Sendable {
    /// Returns the current time.
    let now: @Sendable () -> Double
    /// Waits until a time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    let sleep: @Sendable (_ until: Double) async throws -> Void

    /// The system's clock.
    static func system() -> ReplayClock {
        let origin = MonotonicTime.now
        let now = { @Sendable in origin.elapsedSeconds * 1000 }
        return ReplayClock(now: now) { deadline in
            // Sleep in parts, because the nanoseconds until a distant time may not fit.
            while case let rest = deadline - now(), rest > 0 {
                try await Task.sleep(nanoseconds: UInt64((min(rest, 1e9) * 1e6).rounded(.up)))
            }
        }
    }
}

@available(iOS 16, macOS 13, tvOS 16, visionOS 1, *)
extension ReplayClock {
    /// Wraps a Swift clock.
    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let origin = clock.now
        now = {
            let (seconds, attoseconds) = origin.duration(to: clock.now).components
            return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
        }
        sleep = { deadline in
            let nanoseconds = Int64(max(0, min(deadline * 1e6, 9e18)).rounded(.up))
            try await clock.sleep(
                until: origin.advanced(by: .nanoseconds(nanoseconds)), tolerance: nil)
        }
    }
}
