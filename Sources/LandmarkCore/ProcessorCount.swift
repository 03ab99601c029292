import LandmarkSystem

/// How many processors there are to share work.
public enum ProcessorCount {
    /// The processors that are online, at least 1.
    public static let online = Host.processorCount

    /// As many threads as are usually worth starting: the processors online, at most 4.
    public static let usual = min(online, 4)
}
