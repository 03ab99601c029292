import Dispatch

/// The time that measures latencies.
public enum Uptime {
    /// Seconds since the system started, excluding the time that it was asleep.
    public static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
