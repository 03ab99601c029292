import Dispatch

/// The time that measures latencies.
public enum Uptime {
    /// Seconds since the system was started, without the time in which it slept.
    public static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
