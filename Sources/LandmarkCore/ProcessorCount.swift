import LandmarkSystem

/// The number of processors available for parallel work.
public enum ProcessorCount {
    /// The number of online processors, at least 1.
    public static let online = Host.processorCount

    /// The default number of threads: the number of online processors, at most 4.
    public static let usual = min(online, 4)
}
